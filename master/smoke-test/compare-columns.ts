import {
  type Deviation,
  deviationOf,
  type Measure,
  type Series,
} from '../../fmu-sdk/archive/smoke-test/result-deviation.ts';
import type { Variable } from '../../fmu-sdk/description/description.ts';
import { numberFrom } from '../../fmu-sdk/description/values/decimal-text.ts';
import { isFloatType } from '../../fmu-sdk/description/values/float-types.ts';
import { inFmiNotation, matchColumns } from '../../fmu-sdk/util/column-match.ts';

/** Column of a reference, and its variable in the FMU. */
export interface KnownColumn {
  readonly column: Series;
  readonly variable: Variable | undefined;
  /** Name of the column in the FMU, if it differs. */
  readonly as?: string | undefined;
  /** True if the variable measures the run, which no reference can tell. */
  readonly measured?: boolean;
}

/** Deviations of columns, names of columns that could not be compared, and the verdict. */
export interface Comparison {
  readonly deviations: readonly Deviation[];
  readonly missing: readonly string[];
  readonly notCompared: readonly string[];
  readonly passed: boolean;
}

/** How close results must be: see `Measure`. */
type Closeness = Pick<Measure, 'tolerance' | 'eventShift' | 'hidesEvents'>;

/** Compares the columns of a reference with recorded columns. The first recorded one is the time. */
export function compareColumns(
  known: readonly KnownColumn[],
  times: Float64Array,
  [recordedTimes, ...results]: readonly { name: string; data: Float64Array }[],
  { tolerance, eventShift = 0, hidesEvents = false }: Closeness,
): Comparison {
  const data = new Map(results.map((result) => [result.name, result.data]));
  const matches = matchColumns(
    known.map(({ column, as = column.name }) => as),
    [...data.keys()],
  );
  const dataOf = ({ column, as = column.name }: KnownColumn): Float64Array | undefined =>
    data.get(matches.get(as) ?? '');
  const deviations = known.flatMap((item) => {
    const values = dataOf(item);
    if (!isCompared(item) || values === undefined) return [];
    const { column, variable } = item;
    const measure = {
      name: column.name,
      unit: variable.unit ?? '1',
      tolerance: isFloatType(variable.type) ? tolerance : 0,
      nominal: numberFrom(variable.nominal ?? ''),
      ...{ eventShift, hidesEvents },
      held: variable.variability !== 'continuous',
    };
    return [deviationOf(measure, recordedTimes.data, values, times, column.data)];
  });
  const missing = known.flatMap((item) => {
    const { column, variable } = item;
    return variable === undefined || (isCompared(item) && dataOf(item) === undefined) ? column.name : [];
  });
  const notCompared = known.flatMap((item) =>
    item.variable === undefined || isCompared(item) ? [] : item.column.name,
  );
  const passed = missing.length === 0 && deviations.every((deviation) => deviation.passed);
  return { deviations, missing, notCompared, passed };
}

/** Returns the variable of a column: `name`, or `name[2,1]` or `name(2,1)` for an element. */
export function variableOf(column: string, names: ReadonlyMap<string, Variable>): Variable | undefined {
  const usual = inFmiNotation(column);
  return names.get(column) ?? names.get(usual) ?? names.get(usual.replace(/\[[\d,]+\]$/, ''));
}

/** Reports whether a column belongs to a variable with numbers that the model determines. */
export function isCompared(item: KnownColumn): item is KnownColumn & { readonly variable: Variable } {
  return isNumber(item.variable) && item.measured !== true;
}

/** Reports whether a variable has numbers. */
export function isNumber(variable: Variable | undefined): variable is Variable {
  return variable !== undefined && !/String|Binary|Clock/.test(variable.type);
}
