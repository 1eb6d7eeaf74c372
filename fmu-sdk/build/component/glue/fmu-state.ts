import { anyExchangeMode, anyMode, Call } from './fmi-constants';
import { allocate, core, session } from './instance-session';
import { allowed, err, fail, knownModes, Life, life, ok, okList, refused } from './lifecycle';

const allModes: i32 = anyMode | anyExchangeMode;

/**
 * Returns the size of an FMU state: the bytes [0, stateSize) of the memory, then the lifecycle. Its
 * layout is equal in all instances of a build, and it only contains addresses within itself.
 */
export function stateBytes(): usize {
  return core().stateSize() + offsetof<Life>();
}

export function getState(): usize {
  if (!allowed(Call.getFmuState)) return err(refused());
  const unit: usize = core().stateSize();
  const list: usize = allocate(unit + offsetof<Life>(), 8);
  // An evaluated event is evaluated again, with an equal result.
  const evaluated: bool = life().evaluated;
  memory.copy(list, evaluated ? session().before : 0, unit);
  if (evaluated) life().stale = true;
  life().evaluated = false;
  memory.copy(list + unit, changetype<usize>(life()), offsetof<Life>());
  if (evaluated) life().stale = false;
  life().evaluated = evaluated;
  return okList(list, i32(unit + offsetof<Life>()));
}

/**
 * Restores a state. Rejects a state of another length, or without this unit's token at its place.
 */
export function setState(list: usize, length: i32): i32 {
  if (!allowed(Call.setFmuState)) return refused();
  const unit: usize = core().stateSize();
  const size: usize = unit + offsetof<Life>();
  if (usize(length) !== size)
    return fail('got %a bytes; a state of this unit has %b.', f64(length), f64(size));
  const token: string = core().token();
  const at: usize = changetype<usize>(token);
  if (memory.compare(list + at, at, usize(token.length) << 1) !== 0)
    return fail('the state is of another unit or another build.');
  const mode: i32 = load<i32>(list + unit, offsetof<Life>('mode'));
  if ((mode & allModes) === 0 || (mode & (mode - 1)) !== 0) return fail('the state is damaged.');
  if ((mode & knownModes()) === 0)
    return fail('the state is in %A, which this instance does not use.', f64(mode));
  memory.copy(0, list, unit);
  memory.copy(changetype<usize>(life()), list + unit, offsetof<Life>());
  return ok();
}
