import { type ModelDescription, variablesByName } from '../../../fmu-sdk/description/description.ts';
import { findElement, type NamedElement } from '../../../fmu-sdk/description/tables/element-index.ts';
import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Observer, ObserverKind, RunView } from '../../observe/observer.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { MetricFile } from '../plan/study-file.ts';
import { errorOf, type Measurement, measures, shortestValue, type Value } from './measured-value.ts';
import type { Series } from './time-series.ts';

/** Number that a study records for each run. */
export interface Metric {
  readonly name: string;
  /** Name of a measure, or `error`. */
  readonly measure: string;
  /** Quantity: `unit.variable`, or a column. */
  readonly of: string;
  readonly norm?: MetricFile['norm'];
  readonly relative?: boolean;
}

/** Checks a metric. `where` locates it in errors. */
export function metricOf(name: string, file: MetricFile, where: string): Metric {
  const { norm, relative, ...rest } = file;
  const [[measure, of] = ['', ''], ...others] = Object.entries(rest);
  const names = [...measures.all.map((item) => item.name), 'error'].join(', ');
  if (measure === '' || others.length > 0)
    throw new UserError(
      `${where}: a metric needs exactly one of ${names}. Define a separate metric for each.`,
    );
  if (measure !== 'error' && (norm !== undefined || relative !== undefined))
    throw new UserError(`${where}: "norm" and "relative" apply only to an error. Leave them out.`);
  return { name, measure, of, norm, relative };
}

/** Measures the metrics of a run, and of later runs with the same object. */
export class MetricTaker implements ObserverKind {
  readonly name = 'metrics';
  private measurements: Measurement[] = [];
  private hasBegun = false;

  /** @param references reference series of error metrics, by quantity */
  constructor(
    private readonly metrics: readonly Metric[],
    private readonly references: ReadonlyMap<string, Series> = new Map(),
  ) {}

  /** Returns the metrics after a run, in their order, or an empty list if the run never began. */
  values(): Value[] {
    return this.hasBegun ? this.measurements.map((measuring) => measuring.value()) : [];
  }

  observe(run: RunView): Observer {
    const { metrics } = this;
    const { startTime } = run.system;
    const reads = metrics.map(({ of }) => quantity(run, of));
    const measurements = metrics.map((metric) => this.measuring(metric, startTime));
    this.measurements = measurements;
    this.hasBegun = false;
    const visitState = (state: StateVisitor): void => {
      this.hasBegun = state.boolean('hasBegun', this.hasBegun);
      for (const measuring of measurements) measuring.visitState(state);
    };
    const item = metrics.flatMap(({ measure }, k) => (isEveryStep(measure) ? [k] : []));
    const atEnd = metrics.flatMap(({ measure }, k) => (isEveryStep(measure) ? [] : [k]));
    const start = (): void => {
      for (let k = 0; k < measurements.length; k++) measurements[k].start(shortestValue(reads[k]()));
      this.hasBegun = true;
    };
    const end = (): void => {
      for (const k of atEnd) measurements[k].step(shortestValue(reads[k]()), 0);
    };
    if (item.length === 0) return { start, end, visitState };
    const step = (H: number): void => {
      for (let i = 0; i < item.length; i++) measurements[item[i]].step(shortestValue(reads[item[i]]()), H);
    };
    return { start, step, end, visitState };
  }

  private measuring({ measure, of, norm, relative }: Metric, startTime: number): Measurement {
    if (measure !== 'error') return measures.named(measure, 'study').create();
    return errorOf(this.references.get(of) as Series, startTime, norm, relative);
  }
}

function isEveryStep(measure: string): boolean {
  return measure === 'error' || measures.named(measure, 'study').everyStep;
}

/**
 * Returns a function that reads a quantity: a result column, or a variable `unit.variable` with an
 * index for arrays. With one unit its name may be left out.
 */
export function quantity(run: RunView, name: string): () => number | bigint {
  const column = run.columns.find((candidate) => candidate.name === name);
  if (column !== undefined) return column.read;
  const { variable, element } = indexed(run.system, name);
  return run.reader(variable, element);
}

/** Reports whether a quantity is a variable of an FMU, not a column of an observer. */
export function isVariable(system: CheckedSystem, name: string): boolean {
  return variableIn(system, name) !== undefined;
}

/**
 * Splits `x[2]` into the name and the element, flat from 0. Without an index it is the first
 * element.
 */
function indexed(system: CheckedSystem, name: string): { variable: string; element: number } {
  return variableIn(system, name) ?? { variable: fullName(system, name), element: 0 };
}

/** Returns the name with its unit. With one unit it may be left out. */
function fullName({ record, units }: CheckedSystem, name: string): string {
  return record.prefix ? name : `${units[0].name}.${name}`;
}

/** Returns the variable `unit.variable` and the element that a quantity names, or undefined. */
export function variableIn(
  system: CheckedSystem,
  name: string,
): { variable: string; element: number } | undefined {
  for (const text of [fullName(system, name), name])
    for (const unit of system.units) {
      if (!text.startsWith(`${unit.name}.`)) continue;
      const found = elementOf(unit.description, text.slice(unit.name.length + 1));
      if (found !== undefined)
        return { variable: `${unit.name}.${found.variable.name}`, element: found.element ?? 0 };
    }
  return undefined;
}

function elementOf(description: ModelDescription, name: string): NamedElement | undefined {
  try {
    return findElement(variablesByName(description), name);
  } catch (error) {
    throw new UserError(`study: ${messageOf(error)}`);
  }
}
