import type { SharedMemory } from '../../host/fast-path/shared-memory.ts';

/** Accelerations by their numbers in `inner/acceleration.ts`. */
const accelerations: readonly string[] = ['relaxation', 'aitken', 'anderson', 'iqn-ils'];
/** Number of the method with curves in `inner/iteration.ts`. */
const waveform = 3;
/** Methods without an acceleration, by their numbers in `inner/iteration.ts`, from 1. */
const methods: readonly string[] = ['newton', 'semi-implicit'];
/** Limits of the columns that an acceleration stores. */
const mostColumns: Readonly<Record<string, number>> = { anderson: 5, 'iqn-ils': 20 };
/** Bytes of the plan, of an unknown, and of a state. */
const sizes = { plan: 64, unknown: 24, state: 16 };

/** Address and size of a value in the memory of a pack [bytes]. */
export interface Place {
  at: number;
  bytes: number;
}

/**
 * A value that an iteration solves for. `unit` is the place of its target in the sequence, and
 * `column` its number among the unknowns of this unit. `sample` is 0 for the end of the step.
 */
export interface PackUnknown {
  nominal: number;
  connection: number;
  unit: number;
  column: number;
  sample: number;
}

/** Settings of an iteration between the units of a pack. */
export interface PackIteration {
  tolerance: number;
  relaxation: number;
  iterations: number;
  /** Name of an acceleration, `newton`, or `semi-implicit` for one correction by Newton's method. */
  acceleration: string;
  /** True if all units step with the guess. */
  together: boolean;
  /** True if units pass curves through the values of their own steps. */
  curves: boolean;
  /** Unknowns, with nominal values or 0, and their connections by index in the system. */
  unknowns: readonly PackUnknown[];
  /** States of the units. `record` is 0 except for carried FMUs. */
  states: readonly (Place & { record: number })[];
}

/** Returns true if a pack has this acceleration. */
export function hasAcceleration(name: string): boolean {
  return accelerations.includes(name) || methods.includes(name);
}

/**
 * Places the plan of an iteration (`inner/iteration.ts`) and the memory for copies of states.
 *
 * @param addressOf returns the record of a connection by its index in the system
 */
export function placeIteration(
  iteration: PackIteration,
  memory: SharedMemory,
  addressOf: (connection: number) => number,
): number {
  const { tolerance, relaxation, iterations, acceleration, together, curves, unknowns, states } = iteration;
  const at = memory.takeSmall(sizes.plan);
  const unknownsAt = memory.takeSmall(sizes.unknown * unknowns.length);
  const statesAt = memory.takeSmall(sizes.state * states.length);
  const copies = memory.take(states.reduce((sum, { bytes }) => sum + bytes, 0));
  const view = new DataView(memory.buffer);
  const words = (from: number, values: readonly number[]): void => {
    values.forEach((value, i) => {
      view.setUint32(from + 4 * i, value, true);
    });
  };
  view.setFloat64(at, tolerance, true);
  view.setFloat64(at + 8, relaxation, true);
  const reuses = acceleration === 'iqn-ils';
  const columns = Math.min(mostColumns[acceleration] ?? 1, (reuses ? 2 : 1) * unknowns.length);
  words(at + 16, [
    iterations,
    Math.max(0, accelerations.indexOf(acceleration)),
    Math.max(1, columns),
    Number(together),
  ]);
  words(at + 32, [unknownsAt, unknowns.length, statesAt, states.length, copies]);
  const mostInputs = unknowns.reduce((most, { column }) => Math.max(most, column + 1), 0);
  words(at + 52, [curves ? waveform : 1 + methods.indexOf(acceleration), mostInputs]);
  unknowns.forEach(({ nominal, connection, unit, column, sample }, j) => {
    view.setFloat64(unknownsAt + sizes.unknown * j, nominal, true);
    words(unknownsAt + sizes.unknown * j + 8, [addressOf(connection), unit, column, sample]);
  });
  states.forEach((state, k) => {
    words(statesAt + sizes.state * k, [state.at, state.bytes, state.record]);
  });
  return at;
}
