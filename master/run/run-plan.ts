import { Collector } from '../observe/collector.ts';
import { Statistics } from '../observe/column-statistics.ts';
import type { Destination, Sink } from '../observe/formats/result-format.ts';
import type { Observer, ObserverKind } from '../observe/observer.ts';
import { type Recorder, recorder } from '../observe/recorder.ts';
import type { CheckedSystem } from '../system/system.ts';
import { Session } from './loop/session.ts';
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
  /** True if the run continues a checkpoint, so that its earlier values are unknown. */
  readonly resumed?: boolean | undefined;
}

/** Session of a plan, with what it collects. */
export class PlannedRun {
  readonly session: Session;
  /** Recorder of the result file, if the plan has one. */
  readonly recorder: Recorder | undefined;
  private readonly collector: Collector | undefined;
  private readonly statistics: Statistics | undefined;
  private readonly resumed: boolean;

  constructor({ system, collect, summarize, recording, resumed = false, ...options }: RunPlan) {
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
    this.resumed = resumed;
  }

  /** Returns the result with the collected columns, their statistics, and the energy of bonds. */
  complete(result: RunResult): RunResult {
    const { collector, statistics, resumed } = this;
    return {
      ...result,
      ...(statistics === undefined ? {} : { statistics: statistics.result() }),
      columns: collector?.result() ?? [],
      ...(collector === undefined || resumed ? {} : { bonds: collector.bonds(result.bonds) }),
    };
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
