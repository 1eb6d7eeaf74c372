import type { Instance } from '../../fmu-sdk/host/instance.ts';
import type { Method } from '../../fmu-sdk/solver/ode-integrator.ts';
import type { OptionTable } from '../../fmu-sdk/util/require-options.ts';
import { callUserCallback } from '../../fmu-sdk/util/user-code.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CouplingScheme } from '../coupling/coupling.ts';
import type { Extrapolation } from '../extrapolation/extrapolation.ts';
import type { Column, ObserverKind } from '../observe/observer.ts';
import { requireChecked } from '../system/require-checked.ts';
import type { CheckedSystem } from '../system/system.ts';
import { type CheckpointWriter, type Results, runToEnd } from './run-loop.ts';
import { PlannedRun, type Recording } from './run-plan.ts';
import type { RunResult, ThreadsReport } from './run-protocol.ts';
import type { Session } from './session.ts';
import type { RunMonitor, SessionOptions } from './session-options.ts';

/** Recorded point: `time` [s] and all columns by name. */
export type Row = { readonly time: number } & Readonly<Record<string, number | bigint>>;

/** Options of a run. */
export interface RunOptions {
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
  /** Returns the recorded columns in memory, as `columns` of the result. Default: false. */
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
};

/** Instances and outputs that a run needs in addition to its system. */
export interface OpenedRun {
  instances: readonly Instance[];
  /** System with its selected scheme, and notes about the selection. */
  system?: CheckedSystem;
  notes?: readonly string[];
  results?: Results;
  recording?: Recording;
  /** True if the run continues a checkpoint. */
  resumed?: boolean;
  /** Creates the checkpoint writer for a run. */
  checkpointWriter?: (run: PlannedRun) => CheckpointWriter;
  /** Monitor that may abandon the run. */
  monitor?: RunMonitor;
  /** Opens the system again after the run was abandoned. */
  again?: () => Promise<OpenedRun>;
  /** Returns the report on threads after the run. */
  threads?: () => ThreadsReport;
  /** Observers of fmukit, after the custom ones. */
  observers: NonNullable<SessionOptions['observers']>;
  /** Closes everything. Returns the errors. */
  close(): string[];
}

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
 * const { outcome, time, columns } = await run;
 */
export class Run implements AsyncIterable<Row>, PromiseLike<RunResult> {
  private readonly system: CheckedSystem;
  private readonly options: RunOptions;
  private readonly open: () => Promise<OpenedRun>;
  private whole: Promise<RunResult> | undefined;
  private begun = false;

  constructor(system: CheckedSystem, options: RunOptions, open: () => Promise<OpenedRun>) {
    requireChecked('run', system);
    this.system = system;
    this.options = options;
    this.open = open;
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
    return yield* this.run(1, (session) => [rowOf(session, session.columns)]);
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
    const run = this.run(64, () => []);
    for (;;) {
      const { done, value } = await run.next();
      if (done) return value;
    }
  }

  private async *run(batch: number, give: (session: Session) => Row[]): AsyncGenerator<Row, RunResult> {
    if (this.begun)
      throw new UserError('simulate: this run has already started. Call simulate again for another run.');
    this.begun = true;
    const counter = { rows: 0 };
    for (let opened = await this.open(); ; opened = await opened.again!()) {
      const result = yield* this.attempt(opened, batch, give, counter);
      if (result !== undefined) return result;
    }
  }

  private progress({ n, steps }: Session): void {
    callUserCallback(`run ${this.system.name}`, 'onProgress', this.options.onProgress, n / steps);
  }

  /**
   * Runs the opened system. Returns undefined if it must restart. Rows that were already delivered
   * are identical and not delivered again.
   */
  private async *attempt(
    opened: OpenedRun,
    batch: number,
    give: (session: Session) => Row[],
    counter: { rows: number },
  ): AsyncGenerator<Row, RunResult | undefined> {
    const { options } = this;
    const {
      instances,
      system = this.system,
      notes = [],
      observers,
      results,
      recording,
      resumed,
      checkpointWriter,
      monitor,
      close,
    } = opened;
    const warnings: string[] = [];
    try {
      const {
        couplings,
        extrapolations,
        integrators,
        foresight,
        events,
        observers: customObservers,
      } = options;
      const planned = new PlannedRun({
        ...{ couplings, extrapolations, integrators, foresight, events, observers: customObservers },
        ...{ system, instances, inner: observers, monitor, recording, resumed },
        collect: options.collect,
      });
      const { session } = planned;
      const stop = (): boolean => options.signal?.aborted === true;
      const run = runToEnd(session, batch, stop, results, undefined, checkpointWriter?.(planned));
      try {
        let since = performance.now();
        for (let pauses = 1; ; pauses++) {
          const { done, value } = run.next();
          if (done) {
            if (value === undefined) return undefined;
            this.progress(session);
            return {
              ...planned.complete(value),
              notes: [...notes, ...value.notes],
              threads: opened.threads?.(),
              warnings,
            };
          }
          if (pauses > counter.rows) {
            counter.rows = pauses;
            yield* give(session);
          }
          if (performance.now() - since < turn) continue;
          this.progress(session);
          await new Promise((resolve) => setTimeout(resolve));
          since = performance.now();
        }
      } finally {
        run.return(undefined as never);
      }
    } finally {
      warnings.push(...close());
    }
  }
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
