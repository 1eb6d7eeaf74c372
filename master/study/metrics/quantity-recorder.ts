import type { Observer, ObserverKind, RunView } from '../../observe/observer.ts';
import { exactNumber } from './measured-value.ts';
import { quantity } from './study-metric.ts';
import { Series } from './time-series.ts';

/**
 * Records quantities at every communication point. Ends the run at an integer that a double cannot
 * hold.
 */
export class QuantityRecorder implements ObserverKind {
  readonly name = 'tape';
  private readonly times: number[] = [];
  private readonly values: number[][];

  constructor(private readonly names: readonly string[]) {
    this.values = names.map(() => []);
  }

  observe(run: RunView): Observer {
    const reads = this.names.map((name) => quantity(run, name));
    const keep = (): void => {
      this.times.push(run.time());
      for (let k = 0; k < reads.length; k++) this.values[k].push(exactNumber(reads[k](), this.names[k]));
    };
    return { start: keep, step: keep };
  }

  series(name: string, k: number): Series {
    return new Series(name, Float64Array.from(this.times), Float64Array.from(this.values[k]));
  }
}
