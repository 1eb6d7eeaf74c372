import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Activity } from '../../coupling/activity.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { wordWithErrors } from '../../verdict/error-ground.ts';
import type { Value } from '../metrics/measured-value.ts';
import { MetricBands, type MetricErrors } from '../metrics/metric-bands.ts';
import { References } from '../metrics/reference-runs.ts';
import { MetricTaker } from '../metrics/study-metric.ts';
import type { Series } from '../metrics/time-series.ts';
import type { Subject } from '../plan/study-path.ts';
import { type Configuration, hasBands, type Plan } from '../plan/study-plan.ts';
import { KeptRuns } from './kept-runs.ts';
import { largestStep, type TrialStep, trialOf } from './largest-step.ts';
import type { RunEndResult } from './one-run.ts';
import { RepeatedRuns } from './repeated-runs.ts';
import type { MetricValue, Outcome } from './run-outcome.ts';
import { SubjectRunner } from './subject-runner.ts';

/** Runs configurations of a study in this thread, one after the other, and reuses what it can. */
export class RunExecutor {
  private readonly runner: SubjectRunner;
  readonly kept: KeptRuns;
  private readonly references: References;
  private readonly repeated: RepeatedRuns;

  constructor(
    private readonly plan: Plan,
    activity: Activity,
  ) {
    this.runner = new SubjectRunner(plan.bases, activity);
    this.kept = new KeptRuns(this.runner.libraries);
    this.repeated = new RepeatedRuns(this.runner, plan.metrics);
    this.references = new References(plan, (subject, observers) => {
      this.repeated.release();
      return this.runner.run(subject, observers);
    });
  }

  /** Returns the outcome of a run. Errors that a user can fix are part of the outcome. */
  async outcome(configuration: Configuration): Promise<Outcome> {
    try {
      const references = await this.references.of(configuration);
      const { largestStep: search } = this.plan.study;
      if (search === undefined) return await this.runAndMeasure(configuration.subject, references);
      return await this.largest(configuration, references);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return this.refused(messageOf(error));
    }
  }

  /** Returns the system of a run, in a search with the step that it found. */
  async system(
    { subject }: Configuration,
    { largest }: Pick<Outcome, 'largest'> = {},
  ): Promise<CheckedSystem> {
    const { largestStep: search } = this.plan.study;
    if (search === undefined || largest === undefined) return this.runner.check(subject);
    if (largest.step === null)
      throw new UserError('study: the search found no step for this run. It cannot be repeated for a page.');
    const { startTime = 0, stopTime } = subject.system;
    return this.runner.check(withStep(subject, trialOf(search, startTime, stopTime, largest.step)));
  }

  /** Ends keeping libraries of native FMUs, because a repeated run gave another outcome. */
  distrust(): void {
    this.repeated.release();
    this.kept.distrust();
  }

  private refused(message: string): Outcome {
    const metrics = this.plan.metrics.map(() => null);
    return { ending: 'refused', verdict: '', message, time: null, steps: null, metrics };
  }

  /** Measures a run. One that fails in a kept library is repeated in new processes. */
  private async runAndMeasure(subject: Subject, references: ReadonlyMap<string, Series>): Promise<Outcome> {
    const { libraries } = this.runner;
    const before = libraries.isUsed;
    libraries.isUsed = false;
    const outcome = await this.measured(subject, references).catch((error: unknown) => {
      if (!libraries.isUsed) throw error;
      return undefined;
    });
    const isSure = !libraries.isUsed || (outcome !== undefined && outcome.ending !== 'failed');
    libraries.isUsed ||= before;
    return isSure && outcome !== undefined
      ? outcome
      : this.kept.afresh(() => this.measured(subject, references));
  }

  /** Runs a system once and measures its metrics. */
  private async measured(subject: Subject, references: ReadonlyMap<string, Series>): Promise<Outcome> {
    const isPlain = references.size === 0 && !hasBands(this.plan.study);
    const repeated = isPlain ? await this.repeated.run(subject) : undefined;
    const { metrics } = this.plan;
    if (repeated !== undefined) return outcomeOf(repeated.end, repeated.taker.values(), metrics.length);
    const { runner } = this;
    const taker = new MetricTaker(metrics, references);
    const system = await runner.check(subject);
    const bands = this.bandsOf(system, references);
    const observers = bands === undefined ? [taker] : [taker, bands.recorder];
    const end = await runner.runChecked(system, observers);
    if (isPlain) this.repeated.remember(subject, system, end);
    const errors =
      end.ending === 'finished' &&
      (await bands?.errors(taker.values().map(Number), (variant, seen) => runner.runChecked(variant, seen)));
    return withErrors(outcomeOf(end, taker.values(), metrics.length), errors || undefined);
  }

  /** Returns the means to find the error bands of a run, if the study wants them. */
  private bandsOf(system: CheckedSystem, references: ReadonlyMap<string, Series>): MetricBands | undefined {
    const { study, metrics } = this.plan;
    return hasBands(study)
      ? new MetricBands(system, metrics, references, study.error === 'sharp')
      : undefined;
  }

  private async largest(
    { subject }: Configuration,
    references: ReadonlyMap<string, Series>,
  ): Promise<Outcome> {
    const search = this.plan.study.largestStep as NonNullable<Plan['study']['largestStep']>;
    const limits = this.plan.metrics.map(({ name }) => search.while[name] ?? Infinity);
    const { startTime = 0, stopTime } = subject.system;
    const outcomes = new Map<number, Outcome>();
    let last: Outcome | undefined;
    const holds = async (trial: TrialStep): Promise<boolean> => {
      last = await this.runAndMeasure(withStep(subject, trial), references);
      outcomes.set(trial.step, last);
      return (
        last.ending === 'finished' &&
        last.metrics.every(
          (value, k) => limits[k] === Infinity || (value !== null && isWithin(value, limits[k])),
        )
      );
    };
    const { trial, bound, runs } = await largestStep(search, startTime, stopTime, holds);
    const reportedOutcome = (trial && outcomes.get(trial.step)) ?? (last as Outcome);
    return { ...reportedOutcome, largest: { step: trial?.step ?? null, bound, runs } };
  }
}

/** Adds the error bands of metrics to an outcome, and to its verdict. */
function withErrors(outcome: Outcome, errors: MetricErrors | undefined): Outcome {
  if (errors === undefined) return outcome;
  const { verdict } = outcome;
  return {
    ...outcome,
    verdict: verdict && wordWithErrors(verdict, errors.judged),
    errors: errors.halfWidths,
  };
}

function withStep(subject: Subject, { step, stopTime }: TrialStep): Subject {
  const { system } = subject;
  return { ...subject, system: { ...system, stopTime, algorithm: { ...system.algorithm, step } } };
}

/** Returns the outcome of a run with `count` metrics. A run that never began has no values. */
function outcomeOf(end: RunEndResult, values: readonly Value[], count: number): Outcome {
  const { ending, verdict, message, time, steps } = end;
  const metrics = Array.from({ length: count }, (_, k) => toMetricValue(values[k]));
  return { ending, verdict, message, time, steps, metrics };
}

/** Converts a metric for an outcome. A missing or non-finite one becomes null. */
function toMetricValue(value: Value | undefined): MetricValue {
  if (typeof value === 'bigint') return String(value);
  return value !== undefined && Number.isFinite(value) ? value : null;
}

function isWithin(value: number | string, limit: number): boolean {
  if (typeof value === 'number') return Math.abs(value) <= limit;
  return BigInt(value) <= limit && BigInt(value) >= -limit;
}
