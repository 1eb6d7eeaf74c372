import { withGuesses } from '../../fmu-sdk/util/guessed-names.ts';
import { nameHint } from '../../fmu-sdk/util/nearest-name.ts';
import { printableName } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { ParameterValue } from '../system/system.ts';
import type { Entry } from './journal-entry.ts';
import type { StudyRow } from './kept-rows.ts';
import type { Metric } from './metrics/study-metric.ts';

/** Best run of a study by one metric, and the runs that its error band does not tell from it. */
export interface StudyOptimum {
  readonly metric: string;
  readonly best: 'smallest' | 'largest';
  readonly run: number;
  readonly value: number;
  /** Unit of measure of the metric, if it is known. */
  readonly unit?: string;
  /** Value of each factor in this run. */
  readonly factors?: Readonly<Record<string, ParameterValue>>;
  /** Half width of its band. Missing without bands. */
  readonly error?: number;
  /**
   * Number of other runs whose value or band overlaps with it, so that one may be the best. Without
   * bands: number of other runs of equal value. Missing if the value is alone.
   */
  readonly within?: number;
}

type Found = Omit<StudyOptimum, 'error' | 'within'> & { readonly error: number; within: number };

/** Method of a study's result that looks up a best run. */
export type BestRun = (metric?: string, best?: StudyOptimum['best']) => StudyRow;

/**
 * Finds the best runs of a study, in two passes over its entries: `look` at all of
 * them, then `count` all of them.
 */
export class StudyOptima {
  private readonly found: (Found | undefined)[];

  constructor(
    private readonly metrics: readonly Metric[],
    private readonly hasBands: boolean,
    private readonly units: Readonly<Record<string, string>> = {},
  ) {
    this.found = metrics.flatMap(() => [undefined, undefined]);
  }

  /** Takes an entry for the best values. */
  look(run: number, entry: Entry): void {
    this.each(entry, (value, error, k) => {
      for (const largest of [0, 1]) {
        const known = this.found[2 * k + largest];
        if (known !== undefined && (largest === 1 ? value <= known.value : value >= known.value)) continue;
        const best = largest === 1 ? 'largest' : 'smallest';
        const metric = this.metrics[k].name;
        const unitOfMeasure = this.units[metric];
        const unit = unitOfMeasure === undefined ? {} : { unit: unitOfMeasure };
        this.found[2 * k + largest] = { metric, best, run, value, ...unit, error, within: 0 };
      }
    });
  }

  /** Counts an entry whose band overlaps with that of a best run. */
  count(run: number, entry: Entry): void {
    this.each(entry, (value, error, k) => {
      for (const best of [this.found[2 * k], this.found[2 * k + 1]])
        if (best !== undefined && best.run !== run && Math.abs(value - best.value) <= error + best.error)
          best.within++;
    });
  }

  /** Returns the best runs of metrics that differ from run to run. */
  get all(): StudyOptimum[] {
    return this.metrics.flatMap((_, k) => {
      const [smallest, largest] = [this.found[2 * k], this.found[2 * k + 1]];
      if (smallest === undefined || largest === undefined || smallest.value === largest.value) return [];
      return [smallest, largest].map((found) => this.told(found));
    });
  }

  /** Leaves out what only bands can tell. */
  private told({ error, within, ...found }: Found): StudyOptimum {
    if (this.hasBands) return { ...found, error, within };
    return within === 0 ? found : { ...found, within };
  }

  /** Calls back with each metric of a run that counts: it can be trusted, with a band if all have one. */
  private each(
    { outcome: { ending, verdict, metrics, errors } }: Entry,
    take: (value: number, error: number, k: number) => void,
  ): void {
    if (ending !== 'finished' || verdict === 'do not trust') return;
    for (const k of this.metrics.keys()) {
      const error = this.hasBands ? (errors?.[k] ?? null) : 0;
      const value = Number(metrics[k] ?? Number.NaN);
      if (error !== null && Number.isFinite(value)) take(value, error, k);
    }
  }
}

/** Adds the method `best` to the result of a study. It is not enumerable, so that JSON leaves it out. */
export function withBest<
  Result extends { name: string; optima: readonly StudyOptimum[]; readonly rows: readonly StudyRow[] },
>(result: Result): Result & { best: BestRun } {
  const best: BestRun = (metric = result.optima[0]?.metric, which = 'smallest') => {
    const found = result.optima.find((optimum) => optimum.metric === metric && optimum.best === which);
    if (found !== undefined) return rowOf(result.rows.find(({ run }) => run === found.run)!, found);
    const what = `best run of ${result.name}`;
    const metrics = [...new Set(result.optima.map((optimum) => optimum.metric))];
    if (metrics.length === 0)
      throw new UserError(
        `${what}: expected a metric that differs from run to run, got none. Look at "rows" and "outcome".`,
      );
    if (metric !== undefined && metrics.includes(metric))
      throw new UserError(
        `${what}: expected "smallest" or "largest", got ${JSON.stringify(which)}. ${
          /^(max|high|big|great)/i.test(String(which)) ? 'Write "largest".' : 'Name one.'
        }`,
      );
    const shown = printableName(String(metric));
    throw new UserError(`${what}: unknown metric "${shown}". ${nameHint(String(metric), metrics)}`);
  };
  return Object.defineProperty(result, 'best', { value: best }) as never;
}

/** Returns a row that tells where its metrics and factors are. */
function rowOf(row: StudyRow, { metric, factors = {} }: StudyOptimum): StudyRow {
  const read = (name: string): string => `row[${JSON.stringify(name)}]`;
  const [factor = 'first.T'] = Object.keys(factors);
  return withGuesses('row of a study', row, {
    ...{ metrics: read(metric), metric: read(metric), value: read(metric) },
    ...{ factors: read(factor), parameters: read(factor), values: read(factor) },
  });
}
