import type { NativeBinary } from '../../../fmu-sdk/host/choice/native-binary.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { rollsBack } from '../../run/scheme/scheme-choice.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { type Metric, MetricTaker } from '../metrics/study-metric.ts';
import type { Subject } from '../plan/study-path.ts';
import { unitsWith, unitsWithOtherValues } from './changed-values.ts';
import type { RunEndResult } from './one-run.ts';
import { isSealed, type RepeatableRun } from './repeatable-run.ts';
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
  /** True if `last` has FMUs of other tools. */
  private isForeign = false;
  /** FMUs of other tools whose reset has failed. */
  private readonly refusing = new Set<unknown>();

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
    // While a run is confirmed in new processes, the prepared one waits.
    if (this.isForeign && !this.runner.libraries.isOn) return undefined;
    if (this.prepared === undefined && this.changed(subject) !== undefined) await this.prepare(subject);
    const { prepared } = this;
    const names = prepared && this.changed(subject);
    const units = names && unitsWith(prepared.system, names, subject.system.units);
    if (prepared === undefined || units === undefined) {
      this.release();
      return undefined;
    }
    const { system, run } = prepared;
    if (this.isForeign) this.runner.libraries.isUsed = true;
    const end = run.run(units);
    if (run.isRefused) for (const { binary } of system.units) this.refusing.add(binary);
    if (!run.isSound || run.isWorn) this.release();
    return { end, taker: this.taker };
  }

  /** Takes note of a run of its own, which later runs may repeat. */
  remember(subject: Subject, system: CheckedSystem, { ending }: RunEndResult): void {
    if (this.prepared !== undefined) return;
    this.last = ending !== 'refused' && this.isRepeatable(system) ? subject : undefined;
    this.isForeign = !isSealed(system);
  }

  /**
   * Reports whether runs of a system can be repeated after a reset: those of fmukit FMUs, and of native
   * FMUs in co-simulation without Clocks while native libraries are kept.
   */
  private isRepeatable(system: CheckedSystem): boolean {
    const isCopied = rollsBack(system);
    return system.units.every(({ binary, description: { variables, coSimulation } }) => {
      if (binary.form === 'core') return true;
      if (binary.form !== 'native' || this.refusing.has(binary)) return false;
      const { kind } = binary as NativeBinary;
      const hasOneProcess = !isCopied || coSimulation?.canGetAndSetFMUState === true;
      return kind === 'coSimulation' && hasOneProcess && variables.every(({ type }) => type !== 'Clock');
    });
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
