import { afterStart, allowed, err, fail, Mode, ok, okList, refused } from './lifecycle';

/** Calls for which this kind of unit has nothing: no event mode, no clock intervals, no output derivatives. */
export function absent(call: string, what: string): i32 {
  if (!allowed(call, '', afterStart + Mode.instantiated)) return refused();
  return fail(call, '', 'this unit has no %s.', 0.0, 0.0, 0.0, what);
}

/** As `absent`; asked about nothing, it has nothing to refuse. */
export function absentList(call: string, what: string, n: i32): usize {
  return n === 0 ? okList(8, 0) : err(absent(call, what));
}

export function absentAction(call: string, what: string, n: i32): i32 {
  return n === 0 ? ok() : absent(call, what);
}
