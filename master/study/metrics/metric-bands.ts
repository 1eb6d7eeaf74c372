import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { bandFactors, type CoupledVariant, variantOf } from '../../error/coarser-system.ts';
import { type ColumnError, columnBands } from '../../error/column-errors.ts';
import type { RecordedColumns } from '../../error/common-points.ts';
import type { ObserverKind } from '../../observe/observer.ts';
import { judgedColumns } from '../../run/error/judged-columns.ts';
import { schemeOf } from '../../run/scheme/scheme-choice.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { RunEndResult } from '../execution/one-run.ts';
import { type Deviated, metricRange } from './metric-range.ts';
import { QuantityRecorder } from './quantity-recorder.ts';
import { isVariable, type Metric, MetricTaker } from './study-metric.ts';
import type { Series } from './time-series.ts';

/** Runs a system with observers. */
export type RunSystem = (system: CheckedSystem, observers: readonly ObserverKind[]) => Promise<RunEndResult>;

/** Run beside the measured one, with its metrics. */
interface FurtherRun {
  readonly factor: number;
  readonly variant: CoupledVariant;
  readonly recorded: RecordedColumns;
  readonly values: readonly number[];
}

/**
 * Share of the difference of a metric to that with 2H that its band covers at least. A measure sees
 * only communication points, with an error of order 2: 1.5 / (2² − 1).
 */
const sampling = 0.5;

/** Error bands of the metrics of a run. */
export interface MetricErrors {
  /**
   * Half width of the band of each metric. Null without further runs, and for columns of observers,
   * such as residual energies.
   */
  readonly halfWidths: readonly (number | null)[];
  /** Errors of the measured quantities whose bands count in a verdict. */
  readonly judged: readonly ColumnError[];
}

/** Finds the error bands of the metrics of one run, from further runs with other steps. */
export class MetricBands {
  /** Records the quantities of the run, as an observer. */
  readonly recorder: QuantityRecorder;
  private readonly names: readonly string[];

  constructor(
    private readonly system: CheckedSystem,
    private readonly metrics: readonly Metric[],
    private readonly references: ReadonlyMap<string, Series>,
    private readonly isSharp: boolean,
  ) {
    this.names = [...new Set(metrics.map(({ of }) => of))].filter((name) => isVariable(system, name));
    this.recorder = new QuantityRecorder(this.names, Number);
  }

  /** Returns the error bands of metrics with these values. */
  async errors(values: readonly number[], run: RunSystem): Promise<MetricErrors> {
    const { system, metrics, isSharp, names } = this;
    const further = names.length === 0 ? [] : await this.furtherRuns(run);
    const [finer, coarser] = [true, false].map((isFiner) =>
      further.filter(({ factor }) => factor < 1 === isFiner),
    );
    const recorded = this.recorder.recorded();
    const step = Math.min(system.step, ...further.map(({ variant }) => variant.system.step));
    const runs = { run: recorded, coarser: coarser.map((each) => each.recorded), step };
    const finest = isSharp ? finer[0]?.recorded : undefined;
    const columns = names.map((name) => ({ name, unit: '' }));
    const found = columnBands({ ...runs, finer: finest }, columns);
    const bands = new Map(found.map(({ error, band }) => [error.name, band]));
    const halfWidths = metrics.map((metric, k) => {
      const band = bands.get(metric.of);
      if (band === undefined) return null;
      const x = recorded.data[1 + names.indexOf(metric.of)];
      const deviated: Deviated = { times: recorded.data[0], x, band };
      const { low, high } = metricRange(metric, this.references.get(metric.of), deviated);
      const sampled = sampling * Math.abs(values[k] - (coarser[0]?.values[k] ?? values[k]));
      const half = Math.max(high - values[k], values[k] - low, sampled);
      return Number.isFinite(half) ? half : null;
    });
    const errors = found.map(({ error }) => error);
    return { halfWidths, judged: judgedColumns(errors, system, {}, false) };
  }

  /** Runs the variants until one does not finish. */
  private async furtherRuns(run: RunSystem): Promise<FurtherRun[]> {
    const { system, metrics, references, names, isSharp } = this;
    const scheme = schemeOf(system);
    const further: FurtherRun[] = [];
    for (const factor of bandFactors[isSharp ? 'sharp' : 'usual']) {
      const variant = variantOf(system, scheme, factor);
      const recorder = new QuantityRecorder(names, Number);
      const taker = new MetricTaker(metrics, references);
      if (!(await hasFinished(run(variant.system, [recorder, taker])))) break;
      const values = taker.values().map(Number);
      further.push({ factor, variant, recorded: recorder.recorded(), values });
    }
    return further;
  }
}

/** Reports whether a further run reaches its stop time. One that is refused does not. */
async function hasFinished(run: Promise<RunEndResult>): Promise<boolean> {
  try {
    return (await run).ending === 'finished';
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return false;
  }
}
