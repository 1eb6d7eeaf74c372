import { Core } from './core-exports';
import { Call } from './fmi-constants';

/**
 * What one component instance remembers beside the unit's state. It lies above the unit's memory, so it is not
 * part of the FMU state. A component instance holds at most one unit instance.
 */
export class Session {
  core: Core;
  alive: bool = false;
  /** The call that is under way: messages begin with its name. */
  call: Call = Call.instantiateCoSimulation;
  /** Whether the instance is for model exchange. */
  exchange: bool = false;
  /** Whether messages name the states as FMI 2.0 does. */
  speaks2: bool = false;
  /** Categories that the importer wants to hear of: 1 discards, 2 errors, 4 fatal. */
  logging: i32 = 0;
  earlyReturnAllowed: bool = false;
  reportsEvents: bool = false;
  /** Whether the importer wants to hear of every internal step. */
  reportsSteps: bool = false;
  /** Whether a call inside its callback ended the run. */
  interrupted: bool = false;
  /** Instance name, UTF-8. */
  name: usize = 0;
  nameLength: i32 = 0;
  /** Memory before the event: as large as the unit's state; none where the unit has no events. */
  before: usize = 0;
  /** Arena of one call: arguments and results. It begins anew with the first allocation after a call's end. */
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

/** Called once by the generated entry, after the unit stands in memory. */
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

/** `bytes` of the call's arena, zero or not. Traps when the memory (fixed when the unit was built) is full. */
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

/** Ends a call: its arguments are dead, and so is its result once the host has made the next call. */
export function ended(result: usize): usize {
  current.callEnded = true;
  return result;
}

/** The allocator that the Canonical ABI asks for. */
export function cabiRealloc(old: usize, oldSize: usize, align: usize, size: usize): usize {
  const at: usize = allocate(size, align);
  memory.copy(at, old, oldSize < size ? oldSize : size);
  return at;
}
