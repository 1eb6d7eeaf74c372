import { dirname, resolve } from 'node:path';
import { messageOf, UserError } from '../../fmu-sdk/error.ts';
import type { LoadedUnit } from '../../fmu-sdk/host/find.ts';
import { loadUnit } from '../../fmu-sdk/host/load.ts';
import { readRegularFile } from '../../fmu-sdk/regular-file.ts';
import { requireSignature } from '../../fmu-sdk/signature/required.ts';
import type { Activity } from '../coupling/activity.ts';
import type { ObserverKind } from '../observe/observer.ts';
import { assemble, type SystemFiles } from '../system/assemble.ts';
import { inputSources } from '../system/input-sources.ts';
import type { CheckedSystem } from '../system/system.ts';
import { systemAt } from '../system/system-file.ts';
import { InstancePool } from './instances.ts';
import { largestStep, type Trial } from './largest-step.ts';
import { MetricTaker } from './metric.ts';
import { type Ended, runOnce } from './one-run.ts';
import type { Outcome } from './outcome.ts';
import type { Subject } from './place.ts';
import type { Configuration, Plan } from './plan.ts';
import { References } from './references.ts';
import type { Series } from './series.ts';

const mostInputBytes = 512 * 2 ** 20;

/** Runs configurations of a study in this thread, one after the other. What can be kept from one to the next is. */
export class Workbench {
  private readonly pool: InstancePool;
  private readonly loaded = new Map<string, Promise<LoadedUnit>>();
  private readonly inputs = new Map<string, Uint8Array>();
  private readonly references: References;

  constructor(
    private readonly plan: Plan,
    private readonly activity: Activity,
  ) {
    this.pool = new InstancePool(activity);
    this.references = new References(plan, (subject, observers) => this.once(subject, observers));
  }

  /** What becomes of a run. Whatever a user can mend is part of the outcome. */
  async outcome(configuration: Configuration): Promise<Outcome> {
    try {
      const references = await this.references.of(configuration);
      const { largestStep: asked } = this.plan.study;
      if (asked === undefined) return await this.measured(configuration.subject, references);
      return await this.largest(configuration, references);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return this.refused(messageOf(error));
    }
  }

  private refused(message: string): Outcome {
    const metrics = this.plan.metrics.map(() => null);
    return { ending: 'refused', message, time: null, steps: null, metrics };
  }

  /** One run and its metrics. */
  private async measured(subject: Subject, references: ReadonlyMap<string, Series>): Promise<Outcome> {
    const system = await this.checked(subject);
    const { metrics } = this.plan;
    const taker = new MetricTaker(metrics, references);
    const { ending, message, time, steps } = await runOnce(system, this.pool, this.activity, [taker]);
    const values = taker.values();
    return {
      ending,
      message,
      time,
      steps,
      metrics: metrics.map((_, k) => (Number.isFinite(values[k]) ? values[k] : null)),
    };
  }

  private async largest(
    { subject }: Configuration,
    references: ReadonlyMap<string, Series>,
  ): Promise<Outcome> {
    const asked = this.plan.study.largestStep as NonNullable<Plan['study']['largestStep']>;
    const limits = this.plan.metrics.map(({ name }) => asked.while[name] ?? Infinity);
    const { startTime = 0, stopTime } = subject.system;
    const outcomes = new Map<number, Outcome>();
    let last: Outcome | undefined;
    const holds = async (trial: Trial): Promise<boolean> => {
      last = await this.measured(withStep(subject, trial), references);
      outcomes.set(trial.step, last);
      return (
        last.ending === 'finished' &&
        last.metrics.every(
          (value, k) => limits[k] === Infinity || (value !== null && Math.abs(value) <= limits[k]),
        )
      );
    };
    const { trial, bound, runs } = await largestStep(asked, startTime, stopTime, holds);
    const shown = (trial && outcomes.get(trial.step)) ?? (last as Outcome);
    return { ...shown, largest: { step: trial?.step ?? null, bound, runs } };
  }

  private async once(subject: Subject, observers: readonly ObserverKind[]): Promise<Ended> {
    return runOnce(await this.checked(subject), this.pool, this.activity, observers);
  }

  private async checked({ file, system, single }: Subject): Promise<CheckedSystem> {
    const json = systemAt(system, file);
    return assemble(json, this.filesBeside(file), {}, single === undefined);
  }

  /** Archives and inputs are read once. */
  private filesBeside(system: string): SystemFiles {
    const { loaded, inputs, plan } = this;
    return {
      unit: (path, driving, policies) => {
        const full = resolve(dirname(system), path);
        const key = JSON.stringify([full, driving, policies]);
        const there = loaded.get(key);
        if (there !== undefined) return there;
        const unit = plan.bases.unit({ file: system }, path).then(async (file) => {
          await requireSignature(file.archive, policies);
          return loadUnit(file, driving);
        });
        loaded.set(key, unit);
        unit.catch(() => loaded.delete(key));
        return unit;
      },
      content: (path) => {
        const full = resolve(dirname(system), path);
        let bytes = inputs.get(full);
        if (bytes === undefined) {
          try {
            bytes = readRegularFile(full, mostInputBytes);
          } catch (error) {
            throw new UserError(
              `inputs ${full}: ${messageOf(error)}. Name a file that exists and can be read.`,
            );
          }
          inputs.set(full, bytes);
        }
        return { file: full, bytes };
      },
      sources: inputSources,
    };
  }
}

function withStep(subject: Subject, { step, stopTime }: Trial): Subject {
  const { system } = subject;
  return { ...subject, system: { ...system, stopTime, algorithm: { ...system.algorithm, step } } };
}
