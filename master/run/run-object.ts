import type { Method } from '../../fmu-sdk/solver/ode-integrator.ts';
import type { OptionTable } from '../../fmu-sdk/util/require-options.ts';
import { callUserCallback } from '../../fmu-sdk/util/user-code.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CouplingScheme } from '../coupling/coupling.ts';
import type { Extrapolation } from '../extrapolation/extrapolation.ts';
import type { Column, ObserverKind } from '../observe/observer.ts';
import type { CheckedSystem } from '../system/system.ts';
import type { VerdictLimits } from '../verdict/thresholds.ts';
import type { Session } from './loop/session.ts';
import { withMethods } from './rows/result-methods.ts';
import type { Row } from './rows/row.ts';
import type { RunResult } from './worker/run-protocol.ts';

/** Begins a run, which yields its session after every `batch` rows. */
export type StartRun = (
  system: CheckedSystem,
  batch: number,
  collect: boolean,
) => AsyncGenerator<Session, RunResult>;

/** Options of a run. */
export interface RunOptions extends VerdictLimits {
  /** Custom coupling schemes and extrapolations, in addition to the built-in ones. */
  couplings?: readonly CouplingScheme[] | undefined;
  extrapolations?: readonly Extrapolation[] | undefined;
  /**
   * Custom integrators for schemes that integrate units together, in addition to the built-in ones.
   */
  integrators?: readonly Method[] | undefined;
  /** True if only fmukit's own observers watch the run, so that a single unit may look ahead. */
  foresight?: boolean | undefined;
  /**
   * Notifies observers of events inside steps, for a single unit or a scheme that supports events.
   */
  events?: boolean | undefined;
  /** Custom observers, called in this order after the built-in ones. */
  observers?: readonly ObserverKind[] | undefined;
  /** Interrupts the run after its present step. Recorded rows are preserved. */
  signal?: AbortSignal | undefined;
  /**
   * Returns the recorded columns in memory, as `columns` of the result. Default: true if the run is
   * awaited, has no checkpoints, and they take at most 64 MB.
   */
  collect?: boolean | undefined;
  /** Called at intervals with the completed share of the run (0 … 1). */
  onProgress?: ((share: number) => void) | undefined;
}

export const runKinds: OptionTable<RunOptions> = {
  couplings: 'named',
  extrapolations: 'named',
  integrators: 'named',
  foresight: 'boolean',
  events: 'boolean',
  observers: 'named',
  signal: 'signal',
  collect: 'boolean',
  onProgress: 'function',
  maxResidual: 'number',
  maxDrift: 'number',
  maxConstraint: 'number',
  maxLate: 'number',
};

/** Size of the columns that a run collects without being asked [bytes]. */
const mostCollected = 64 * 2 ** 20;

/** Longest time that the run blocks the thread [ms]. */
const turn = 20;

/**
 * Run of a system in this thread, which others share. `await` it for its result, or iterate over
 * its rows:
 *
 *     for await (const row of simulate(system)) console.log(row.time, row['crane.s']);
 *
 * It starts when it is awaited or iterated, and only once. Leaving the loop ends it.
 *
 * @example
 * const run: Run = simulate(system, { collect: true });
 * const { outcome, endTime, columns } = await run;
 */
export class Run implements AsyncIterable<Row>, PromiseLike<RunResult> {
  private readonly load: () => CheckedSystem | Promise<CheckedSystem>;
  private readonly options: RunOptions;
  private readonly start: StartRun;
  private readonly finish: (result: RunResult) => RunResult;
  private whole: Promise<RunResult> | undefined;
  private begun = false;

  /**
   * @param load returns the system when the run starts
   * @param finish completes the result, for example with methods that write files
   */
  constructor(
    load: () => CheckedSystem | Promise<CheckedSystem>,
    options: RunOptions,
    start: StartRun,
    finish = (result: RunResult): RunResult => result,
  ) {
    this.load = load;
    this.options = options;
    this.start = start;
    this.finish = finish;
  }

  // biome-ignore lint/suspicious/noThenProperty: a run is awaited for its result, as promises are.
  then<A = RunResult, B = never>(
    fulfilled?: ((result: RunResult) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.whole ??= this.result();
    return this.whole.then(fulfilled, rejected);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, RunResult> {
    return yield* this.run(
      1,
      (session) => [rowOf(session, session.columns)],
      () => false,
    );
  }

  /** Behaves like `catch` of a promise. */
  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<RunResult | B> {
    return this.then(undefined, rejected);
  }

  /** Behaves like `finally` of a promise. */
  finally(settled?: (() => void) | null): Promise<RunResult> {
    return this.then().finally(settled);
  }

  private async result(): Promise<RunResult> {
    const run = this.run(64, () => [], isSmall);
    for (;;) {
      const { done, value } = await run.next();
      if (done) return value;
    }
  }

  /**
   * Gives the rows of a run, and lets others use the thread at times. If the run begins again, its
   * first rows are identical and not given again.
   */
  private async *run(
    batch: number,
    give: (session: Session) => Row[],
    collects: (system: CheckedSystem) => boolean,
  ): AsyncGenerator<Row, RunResult> {
    if (this.begun)
      throw new UserError('simulate: this run has already started. Call simulate again for another run.');
    this.begun = true;
    const system = await this.load();
    const { name, startTime, stopTime } = system;
    const run = this.start(system, batch, this.options.collect ?? collects(system));
    let [pauses, given] = [0, 0];
    let session: Session | undefined;
    let since = performance.now();
    try {
      for (;;) {
        const { done, value } = await run.next();
        if (done) {
          this.progress(name, value.steps / Math.round((stopTime - startTime) / value.step));
          return this.finish(withMethods(value));
        }
        if (value !== session) [session, pauses] = [value, 0];
        if (++pauses > given) {
          given = pauses;
          yield* give(value);
        }
        if (performance.now() - since < turn) continue;
        this.progress(name, value.n / value.steps);
        await new Promise((resolve) => setTimeout(resolve));
        since = performance.now();
      }
    } finally {
      await run.return(undefined as never);
    }
  }

  private progress(name: string, share: number): void {
    callUserCallback(`run ${name}`, 'onProgress', this.options.onProgress, share);
  }
}

/** Returns true if the columns of a run fit into memory. */
function isSmall({ startTime, stopTime, step, record }: CheckedSystem): boolean {
  const rows = (stopTime - startTime) / step / record.every + 2;
  return 8 * rows * (record.columns.length + 1) <= mostCollected;
}

function rowOf({ displayTime: readTime }: Session, columns: readonly Column[]): Row {
  const row: Record<string, number | bigint> = { time: readTime() };
  for (const column of columns) {
    const { name } = column;
    const value = column.read();
    if (name === '__proto__')
      Object.defineProperty(row, name, { value, enumerable: true, writable: true, configurable: true });
    else row[name] = value;
  }
  return row as Row;
}
