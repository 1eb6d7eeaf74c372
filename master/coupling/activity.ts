/** Progress of a running system, in memory shared with the thread that watches it. */
export interface Activity {
  /** Values by `cell`. */
  readonly cells: Int32Array;
  /**
   * Shared numbers of the coupling thread and of the thread that it waits for, or 0 (`thisTask`).
   */
  readonly task?: Int32Array;
  /**
   * Receives the memory in which a loop of several steps reports its progress. Meanwhile `cells`
   * hold `inLoop` as the unit.
   */
  readonly show?: (place: LoopPlace) => void;
}

/**
 * Shared memory with the unit that is called (or `nobody`) and the current step, counted from 0.
 */
export interface LoopPlace {
  readonly unit: Int32Array;
  readonly step: Float64Array;
}

/**
 * Indexes in `cells`: completed steps, the unit that is called (or `nobody`), a stop request, a flush
 * request, and the number of runs that began.
 *
 * @example
 * const activity: Activity = { cells: new Int32Array(3) };
 * const session = new Session(system, { activity });
 * session.start();
 * session.advance(100);
 * console.log(activity.cells[cell.steps], 'steps are done');
 */
export const cell = { steps: 0, unit: 1, stop: 2, flush: 3, run: 4 } as const;

/**
 * Marks that no unit is called, for example while code is compiled or rows are written.
 *
 * @example
 * const { instances, activity } = context; // of a scheme that calls a unit without `advance`
 * activity.cells[cell.unit] = 0;
 * const status = instances[0].step(t, H);
 * activity.cells[cell.unit] = nobody;
 */
export const nobody = -1;

/** Marks that a loop calls units and reports itself which one. */
export const inLoop = -2;

/**
 * Failure of a unit in a step. `unit` is its index in the system, `time` the start of the step [s],
 * and `thrown` the original error.
 *
 * @example
 * try {
 *   context.advance(0, t, H);
 * } catch (thrown) {
 *   if (thrown instanceof InstanceFailure)
 *     console.log(thrown.unit, 'gave up at', thrown.time, 's:', thrown.thrown);
 *   throw thrown;
 * }
 */
export class InstanceFailure extends Error {
  constructor(
    readonly unit: number,
    readonly time: number,
    readonly thrown: unknown,
  ) {
    super(String(thrown));
  }
}
