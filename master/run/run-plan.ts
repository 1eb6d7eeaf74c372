import type { SubstepColumns } from '../coupling/substep-log.ts';
import { Collector } from '../observe/collector.ts';
import { Statistics } from '../observe/column-statistics.ts';
import type { Destination, Sink } from '../observe/formats/result-format.ts';
import type { Observer, ObserverKind } from '../observe/observer.ts';
import { type Recorder, recorder } from '../observe/recorder.ts';
import type { CheckedSystem } from '../system/system.ts';
import { type CheckpointWriter, type Results, runToEnd } from './loop/run-loop.ts';
import { Session } from './loop/session.ts';
import type { Pacer } from './realtime/real-time-pacer.ts';
import { withMethods } from './rows/result-methods.ts';
import type { SessionOptions } from './session-options.ts';
import type { RunResult } from './worker/run-protocol.ts';

/** Format and file of the recorded rows. */
export interface Recording {
  readonly sink: Sink;
  readonly destination: Destination;
  /** Returns true if buffered rows should be written now. */
  readonly isFlushDue?: () => boolean;
}

/**
 * Everything that a run couples, observes, collects and records. The command line, the library,
 * studies, trials and step-by-step runs all make their session from a plan.
 */
export interface RunPlan extends SessionOptions {
  readonly system: CheckedSystem;
  /** True if the result contains the values of all columns. */
  readonly collect?: boolean | undefined;
  /** True if the result contains statistics of all columns. */
  readonly summarize?: boolean | undefined;
  readonly recording?: Recording | undefined;
}

/** Session of a plan, with what it collects. */
export class PlannedRun {
  readonly session: Session;
  /** Recorder of the result file, if the plan has one. */
  readonly recorder: Recorder | undefined;
  private readonly collector: Collector | undefined;
  private readonly statistics: Statistics | undefined;

  constructor({ system, collect, summarize, recording, ...options }: RunPlan) {
    const collector = new Creation('collector', (run) => new Collector(run));
    const statistics = new Creation('statistics', (run) => new Statistics(run));
    const file =
      recording &&
      new Creation('recorder', (run) => {
        const { sink, destination, isFlushDue } = recording;
        return recorder(sink, destination, isFlushDue).observe(run) as Recorder;
      });
    this.session = new Session(system, {
      ...options,
      inner: [
        ...(options.inner ?? []),
        ...(collect === true ? [collector] : []),
        ...(summarize === true ? [statistics] : []),
        ...(file === undefined ? [] : [file]),
      ],
    });
    this.collector = collector.observer;
    this.statistics = statistics.observer;
    this.recorder = file?.observer;
  }

  /** Returns the result with the collected columns and their statistics. */
  complete(result: RunResult): RunResult {
    const { collector, statistics } = this;
    return withMethods({
      ...result,
      ...(statistics === undefined ? {} : { statistics: statistics.result() }),
      columns: collector?.result() ?? [],
    });
  }
}

/** Plan of a run whose units and files are open. */
export interface OpenedRun {
  readonly plan: RunPlan;
  readonly results?: Results | undefined;
  readonly pacer?: Pacer | undefined;
  /** Creates the writer of checkpoints. */
  readonly checkpointWriter?: ((run: PlannedRun) => CheckpointWriter | undefined) | undefined;
  /** Reports whether the run begins again after this error. */
  readonly isRepeated?: ((error: unknown) => boolean) | undefined;
  /** Returns true to interrupt the run. */
  readonly stop: () => boolean;
  /** Receives the substeps of a run that fails. */
  readonly onOwnSteps?: ((substeps: SubstepColumns) => void) | undefined;
  /**
   * Closes files, and closes or gives back units. `sound` means that the run is finished, and that no
   * FMU has stopped. Returns the errors of units.
   */
  close(sound: boolean): string[];
}

/**
 * Runs to the end, and closes everything in any case. Yields the session after every `batch` rows.
 *
 * @returns undefined if the monitor abandoned the run
 */
export function* runOpened(opened: OpenedRun, batch: number): Generator<Session, RunResult | undefined> {
  const warnings: string[] = [];
  let session: Session | undefined;
  let isSound = false;
  try {
    const run = new PlannedRun(opened.plan);
    session = run.session;
    const { results, pacer, stop, isRepeated } = opened;
    const checkpoints = opened.checkpointWriter?.(run);
    const result = yield* runToEnd(session, { batch, stop, results, pacer, checkpoints, isRepeated });
    isSound = result?.outcome === 'finished' && session.ended === undefined;
    return result && { ...run.complete(result), warnings };
  } catch (error) {
    if (session?.ownSteps !== undefined) opened.onOwnSteps?.(session.ownSteps);
    throw error;
  } finally {
    warnings.push(...opened.close(isSound));
  }
}

/** Observer kind that remembers the observer it creates. */
class Creation<T extends Observer> implements ObserverKind {
  observer: T | undefined;

  constructor(
    readonly name: string,
    private readonly create: (run: Parameters<ObserverKind['observe']>[0]) => T,
  ) {}

  readonly observe = (run: Parameters<ObserverKind['observe']>[0]): T => {
    this.observer = this.create(run);
    return this.observer;
  };
}
