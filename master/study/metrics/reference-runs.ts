import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { ObserverKind } from '../../observe/observer.ts';
import type { RunEndResult } from '../execution/one-run.ts';
import { identity } from '../plan/study-configuration.ts';
import { hashOf } from '../plan/study-inputs.ts';
import type { Subject } from '../plan/study-path.ts';
import type { Configuration, Plan } from '../plan/study-plan.ts';
import { QuantityRecorder } from './quantity-recorder.ts';
import type { Series } from './time-series.ts';

/** Number of reference runs in memory. */
const maxReferences = 4;

/** Runs the references of errors, each once while runs need it. */
export class References {
  private cache = new Map<string, ReadonlyMap<string, Series>>();

  constructor(
    private readonly plan: Plan,
    private readonly run: (subject: Subject, observers: readonly ObserverKind[]) => Promise<RunEndResult>,
  ) {}

  /** Returns the reference series of a configuration, by their names in it. */
  async of({ reference }: Configuration): Promise<ReadonlyMap<string, Series>> {
    if (reference === undefined) return new Map();
    const key = hashOf(identity(this.plan.bases, reference));
    const known = this.cache.get(key);
    if (known !== undefined) return known;
    const recorded = await this.recorded(reference);
    if (this.cache.size >= maxReferences) this.cache = new Map([...this.cache].slice(1));
    this.cache.set(key, recorded);
    return recorded;
  }

  private async recorded(subject: Subject): Promise<ReadonlyMap<string, Series>> {
    const { metrics, study } = this.plan;
    const names = [...new Set(metrics.flatMap(({ measure, of }) => (measure === 'error' ? [of] : [])))];
    const tape = new QuantityRecorder(names.map((name) => study.reference?.variables?.[name] ?? name));
    const { ending, message } = await this.run(subject, [tape]);
    if (ending !== 'finished')
      throw new UserError(`study: the reference run of ${subject.file} did not finish: ${message}`);
    return new Map(names.map((name, k) => [name, tape.series(name, k)]));
  }
}
