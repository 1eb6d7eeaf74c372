import { UserError } from '../../fmu-sdk/error.ts';
import type { Observer, ObserverKind, RunView } from '../observe/observer.ts';
import { hashOf } from './bases.ts';
import { identity } from './configuration.ts';
import { quantity } from './metric.ts';
import type { Ended } from './one-run.ts';
import type { Subject } from './place.ts';
import type { Configuration, Plan } from './plan.ts';
import { Series } from './series.ts';

/** Reference runs that are kept in memory. */
const mostKept = 4;

/** Runs what errors are measured against, each reference once as long as runs ask for the same. */
export class References {
  private kept = new Map<string, ReadonlyMap<string, Series>>();

  constructor(
    private readonly plan: Plan,
    private readonly run: (subject: Subject, observers: readonly ObserverKind[]) => Promise<Ended>,
  ) {}

  /** The series that a configuration's errors are measured against, by their names in the configuration. */
  async of({ reference }: Configuration): Promise<ReadonlyMap<string, Series>> {
    if (reference === undefined) return new Map();
    const key = hashOf(identity(this.plan.bases, reference));
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const recorded = await this.recorded(reference);
    if (this.kept.size >= mostKept) this.kept = new Map([...this.kept].slice(1));
    this.kept.set(key, recorded);
    return recorded;
  }

  private async recorded(subject: Subject): Promise<ReadonlyMap<string, Series>> {
    const { metrics, study } = this.plan;
    const names = [...new Set(metrics.flatMap(({ measure, of }) => (measure === 'error' ? [of] : [])))];
    const tape = new Tape(names.map((name) => study.reference?.variables?.[name] ?? name));
    const { ending, message } = await this.run(subject, [tape]);
    if (ending !== 'finished')
      throw new UserError(`study: the reference run of ${subject.file} did not finish: ${message}`);
    return new Map(names.map((name, k) => [name, tape.series(name, k)]));
  }
}

/** Keeps quantities at every communication point. */
class Tape implements ObserverKind {
  readonly name = 'tape';
  private readonly times: number[] = [];
  private readonly values: number[][];

  constructor(private readonly names: readonly string[]) {
    this.values = names.map(() => []);
  }

  observe(run: RunView): Observer {
    const reads = this.names.map((name) => quantity(run, name));
    const { startTime, step: usual } = run.system;
    let t = startTime;
    let n = 0;
    let equal = true;
    const keep = (): void => {
      this.times.push(t);
      for (let k = 0; k < reads.length; k++) this.values[k].push(Number(reads[k]()));
    };
    const step = (H: number): void => {
      n++;
      // Equal steps are counted, as the run itself does.
      equal = equal && H === usual;
      t = equal ? startTime + n * usual : t + H;
      keep();
    };
    return { start: keep, step };
  }

  series(name: string, k: number): Series {
    return new Series(name, Float64Array.from(this.times), Float64Array.from(this.values[k]));
  }
}
