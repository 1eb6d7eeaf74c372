import type { RecordedColumns } from '../../error/common-points.ts';
import type { Observer, ObserverKind, RunView } from '../../observe/observer.ts';
import { exactNumber, type Value } from './measured-value.ts';
import { quantity } from './study-metric.ts';
import { Series } from './time-series.ts';

/**
 * Records quantities at every communication point. By default it ends the run at an integer that a
 * double cannot hold.
 */
export class QuantityRecorder implements ObserverKind {
  readonly name = 'tape';
  private readonly times: number[] = [];
  private readonly values: number[][];

  constructor(
    private readonly names: readonly string[],
    private readonly numberOf: (x: Value, name: string) => number = exactNumber,
  ) {
    this.values = names.map(() => []);
  }

  observe(run: RunView): Observer {
    const reads = this.names.map((name) => quantity(run, name));
    const keep = (): void => {
      this.times.push(run.time());
      for (let k = 0; k < reads.length; k++) this.values[k].push(this.numberOf(reads[k](), this.names[k]));
    };
    return { start: keep, step: keep };
  }

  /** Returns all quantities, the time first. */
  recorded(): RecordedColumns {
    const columns = [this.times, ...this.values];
    return { names: ['time', ...this.names], data: columns.map((column) => Float64Array.from(column)) };
  }

  series(name: string, k: number): Series {
    return new Series(name, Float64Array.from(this.times), Float64Array.from(this.values[k]));
  }
}
