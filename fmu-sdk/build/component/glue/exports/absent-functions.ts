import { Absent, absentNames, answering, Call } from '../fmi-constants';
import { session } from '../instance-session';
import { allowedIn, err, fail, okList, refused } from '../lifecycle';
import { withTexts } from '../log-message';

/** Reports that this kind of unit lacks the feature of a call. */
export function absent(call: Call, what: Absent): i32 {
  session().call = call;
  return lacks(what);
}

export function lacks(what: Absent): i32 {
  if (!allowedIn(answering)) return refused();
  withTexts(absentNames[what]);
  return fail('this unit has no %s.');
}

/** Reports a missing feature, as `absent` does. An empty request succeeds. */
export function absentList(call: Call, what: Absent, n: i32): usize {
  return n === 0 ? okList(8, 0) : err(absent(call, what));
}
