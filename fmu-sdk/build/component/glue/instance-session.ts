import { Core } from './exports/core-exports';
import { Call } from './fmi-constants';

/**
 * Data of a component instance beside the unit's state. It lies above the unit's memory and outside
 * the FMU state. A component instance holds at most one unit instance.
 */
export class Session {
  core: Core;
  alive: bool = false;
  /** The running call. Messages begin with its name. */
  call: Call = Call.instantiateCoSimulation;
  /** True if the instance is for model exchange. */
  exchange: bool = false;
  /** True if messages use FMI 2.0's names of states. */
  speaks2: bool = false;
  /** Largest value reference of FMI 2.0. Beyond it the variable of a scalar is invalid. */
  lastReference2: i32 = 0;
  /** Categories that the importer logs: 1 discards, 2 errors, 4 fatal. */
  logging: i32 = 0;
  earlyReturnAllowed: bool = false;
  reportsEvents: bool = false;
  /** True if the importer wants a report of every internal step. */
  reportsSteps: bool = false;
  /** True if a call inside the callback ended the run. */
  interrupted: bool = false;
  /** Instance name, UTF-8. */
  name: usize = 0;
  nameLength: i32 = 0;
  /**
   * Address of the memory before the event, which has the size of the unit's state. 0 for a unit
   * without events.
   */
  before: usize = 0;
  /**
   * Arena of one call, for arguments and results. It is reset at the first allocation after a
   * call's end.
   */
  arena: usize = 0;
  /** Lowest address of the arena: the instance name lies between it and `arena`. */
  floor: usize = 0;
  arenaTop: usize = 0;
  callEnded: bool = true;

  constructor(core: Core) {
    this.core = core;
  }
}

let current: Session = changetype<Session>(0);

/** Opens the session. The generated entry calls it once, after the unit's construction. */
export function open(core: Core): void {
  current = new Session(core);
  if (core.hasEvents() || core.hasExchange()) current.before = heap.alloc(core.stateSize());
  current.floor = heap.alloc(16);
  current.arena = current.floor;
  current.arenaTop = current.arena;
}

export function session(): Session {
  return current;
}

export function core(): Core {
  return current.core;
}

/**
 * Allocates `bytes` in the call's arena, without setting them to zero. Traps when the memory is
 * full. Its size is fixed at build time.
 */
export function allocate(bytes: usize, align: usize): usize {
  const s: Session = current;
  if (s.callEnded) {
    s.callEnded = false;
    s.arenaTop = s.arena;
  }
  const at: usize = (s.arenaTop + align - 1) & ~(align - 1);
  const room: usize = (usize(memory.size()) << 16) - at;
  if (at < s.arenaTop || bytes > room) unreachable();
  s.arenaTop = at + bytes;
  return at;
}

/** Ends a call. Its arguments become invalid now, and its result at the host's next call. */
export function ended(result: usize): usize {
  current.callEnded = true;
  return result;
}

/** Allocator for the Canonical ABI. */
export function cabiRealloc(old: usize, oldSize: usize, align: usize, size: usize): usize {
  const at: usize = allocate(size, align);
  memory.copy(at, old, oldSize < size ? oldSize : size);
  return at;
}
