import {
  type Deviation,
  deviationOf,
  type Series,
} from '../../fmu-sdk/archive/smoke-test/result-deviation.ts';
import type { Variable } from '../../fmu-sdk/description/description.ts';
import { numberFrom } from '../../fmu-sdk/description/values/decimal-text.ts';
import { isFloatType } from '../../fmu-sdk/description/values/float-types.ts';

/** Column of a reference, and its variable in the FMU. */
export interface KnownColumn {
  readonly column: Series;
  readonly variable: Variable | undefined;
}

/** Deviations of columns, names of columns that could not be compared, and the verdict. */
export interface Comparison {
  readonly deviations: readonly Deviation[];
  readonly missing: readonly string[];
  readonly notCompared: readonly string[];
  readonly passed: boolean;
}

/** Compares the columns of a reference with recorded columns. The first recorded one is the time. */
export function compareColumns(
  known: readonly KnownColumn[],
  times: Float64Array,
  [recordedTimes, ...results]: readonly { name: string; data: Float64Array }[],
  { tolerance, eventShift = 0 }: { tolerance: number; eventShift?: number },
): Comparison {
  const byName = new Map(results.map((result) => [result.name, result.data]));
  const deviations = known.flatMap(({ column, variable }) => {
    const data = byName.get(column.name);
    if (!isNumber(variable) || data === undefined) return [];
    const measure = {
      name: column.name,
      unitOfMeasure: variable.unitOfMeasure ?? '1',
      tolerance: isFloatType(variable.type) ? tolerance : 0,
      nominal: numberFrom(variable.nominal ?? ''),
      eventShift,
      held: variable.variability !== 'continuous',
    };
    return [deviationOf(measure, recordedTimes.data, data, times, column.data)];
  });
  const missing = known.flatMap(({ column, variable }) =>
    variable === undefined || (isNumber(variable) && !byName.has(column.name)) ? column.name : [],
  );
  const notCompared = known.flatMap(({ column, variable }) =>
    variable === undefined || isNumber(variable) ? [] : column.name,
  );
  const passed = missing.length === 0 && deviations.every((deviation) => deviation.passed);
  return { deviations, missing, notCompared, passed };
}

/** Returns the variable of a column: `name`, or `name[2,1]` for an element. */
export function variableOf(column: string, names: ReadonlyMap<string, Variable>): Variable | undefined {
  return names.get(column) ?? names.get(column.replace(/\[[\d, ]+\]$/, ''));
}

/** Reports whether a variable has numbers. */
export function isNumber(variable: Variable | undefined): variable is Variable {
  return variable !== undefined && !/String|Binary|Clock/.test(variable.type);
}
