import { allowed, anyMode, err, fail, Life, life, ok, okList, refused } from './lifecycle';
import { allocate, core } from './session';

/**
 * FMU state: the bytes [0, stateSize) of the memory, then the lifecycle. It is the same in every instance of the
 * same build, and holds no address outside of itself.
 */
export function getState(): usize {
  if (!allowed('get-fmu-state', '', anyMode)) return err(refused());
  const unit: usize = core().stateSize();
  const list: usize = allocate(unit + offsetof<Life>(), 8);
  memory.copy(list, 0, unit);
  memory.copy(list + unit, changetype<usize>(life()), offsetof<Life>());
  return okList(list, i32(unit + offsetof<Life>()));
}

/** Refuses a state of another length, and one that does not carry this unit's token at its place. */
export function setState(list: usize, length: i32): i32 {
  if (!allowed('set-fmu-state', '', anyMode)) return refused();
  const unit: usize = core().stateSize();
  const size: usize = unit + offsetof<Life>();
  if (usize(length) !== size)
    return fail('set-fmu-state', '', 'got %a bytes; a state of this unit has %b.', f64(length), f64(size));
  const token: string = core().token();
  const at: usize = changetype<usize>(token);
  if (memory.compare(list + at, at, usize(token.length) << 1) !== 0)
    return fail('set-fmu-state', '', 'the state is of another unit or another build.');
  memory.copy(0, list, unit);
  memory.copy(changetype<usize>(life()), list + unit, offsetof<Life>());
  return ok();
}
