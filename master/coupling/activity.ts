/** Where a running system says what it is doing; shared with the thread that watches it. */
export interface Activity {
  /** By `cell`. */
  readonly cells: Int32Array;
  /** In shared memory: numbers of the thread that couples, and of the one that it waits for, or 0 (`thisTask`). */
  readonly task?: Int32Array;
  /** Is told where a loop of several steps says what it is doing, while `cells` have `inLoop` for the unit. */
  readonly show?: (place: LoopPlace) => void;
}

/** In shared memory: the unit that is called (or `nobody`), and the step that is done, counted from 0. */
export interface LoopPlace {
  readonly unit: Int32Array;
  readonly step: Float64Array;
}

/**
 * Places in `cells`: steps done; the unit that is called, or `nobody`; whether to stop; whether rows are to go to the file.
 *
 * @example
 * const activity: Activity = { cells: new Int32Array(3) };
 * const session = new Session(system, { activity });
 * session.start();
 * session.advance(100);
 * console.log(activity.cells[cell.steps], 'steps are done');
 */
export const cell = { steps: 0, unit: 1, stop: 2, flush: 3 } as const;

/**
 * No unit is called: archives are opened, code is compiled, rows are written.
 *
 * @example
 * const { instances, activity } = context; // of a scheme that calls a unit without `advance`
 * activity.cells[cell.unit] = 0;
 * const status = instances[0].step(t, H);
 * activity.cells[cell.unit] = nobody;
 */
export const nobody = -1;

/** Units are called by a loop, which says itself which one. */
export const inLoop = -2;

/**
 * A unit gave up in the middle of a step: `unit` is its number in the system, from 0, `time` where the step begins [s], and `thrown` what
 * was thrown there.
 *
 * @example
 * try {
 *   context.advance(0, t, H);
 * } catch (thrown) {
 *   if (thrown instanceof UnitFailure) console.log(thrown.unit, 'gave up at', thrown.time, 's:', thrown.thrown);
 *   throw thrown;
 * }
 */
export class UnitFailure extends Error {
  constructor(
    readonly unit: number,
    readonly time: number,
    readonly thrown: unknown,
  ) {
    super(String(thrown));
  }
}
