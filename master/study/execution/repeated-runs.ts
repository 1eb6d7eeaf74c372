import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { type Metric, MetricTaker } from '../metrics/study-metric.ts';
import type { Subject } from '../plan/study-path.ts';
import { unitsWith, unitsWithOtherValues } from './changed-values.ts';
import type { RunEndResult } from './one-run.ts';
import type { RepeatableRun } from './repeatable-run.ts';
import type { SubjectRunner } from './subject-runner.ts';

/** System whose run is prepared. */
interface Prepared {
  readonly system: CheckedSystem;
  readonly run: RepeatableRun;
}

/**
 * Repeats one prepared run as long as systems differ by values alone. Of two such systems the second
 * one prepares the run.
 */
export class RepeatedRuns {
  private readonly taker: MetricTaker;
  /** System of the prepared run, or of the last one if its run can be prepared. */
  private last: Subject | undefined;
  private prepared: Prepared | undefined;

  constructor(
    private readonly runner: SubjectRunner,
    metrics: readonly Metric[],
  ) {
    this.taker = new MetricTaker(metrics);
  }

  /**
   * Runs a system with the prepared run and returns its end with the metrics. Undefined if it needs
   * a run of its own. Then no prepared run holds instances.
   */
  async run(subject: Subject): Promise<{ end: RunEndResult; taker: MetricTaker } | undefined> {
    if (this.prepared === undefined && this.changed(subject) !== undefined) await this.prepare(subject);
    const { prepared } = this;
    const names = prepared && this.changed(subject);
    const units = names && unitsWith(prepared.system, names, subject.system.units);
    if (prepared === undefined || units === undefined) {
      this.release();
      return undefined;
    }
    const end = prepared.run.run(units);
    if (!prepared.run.isSound) this.release();
    return { end, taker: this.taker };
  }

  /** Takes note of a run of its own, which later runs may repeat. */
  remember(subject: Subject, system: CheckedSystem, { ending }: RunEndResult): void {
    const isRepeatable = ending !== 'refused' && system.units.every(({ binary }) => binary.form === 'core');
    this.last = isRepeatable ? subject : undefined;
  }

  /** Gives back the instances of the prepared run. */
  release(): void {
    this.prepared?.run.release();
    this.prepared = undefined;
    this.last = undefined;
  }

  /** Returns the names of the units whose values differ from `last`, if nothing else differs. */
  private changed(subject: Subject): string[] | undefined {
    return this.last && unitsWithOtherValues(this.last, subject);
  }

  private async prepare(subject: Subject): Promise<void> {
    try {
      const system = await this.runner.check(subject);
      this.last = subject;
      this.prepared = { system, run: await this.runner.prepare(system, [this.taker]) };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.release();
    }
  }
}
