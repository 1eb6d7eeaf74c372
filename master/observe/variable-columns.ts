import { indexText } from '../../fmu-sdk/description/tables/element-index.ts';
import type { Instance, NumericArray } from '../../fmu-sdk/host/instance/instance.ts';
import type { CheckedSystem } from '../system/system.ts';
import { distinctBesideTime } from './column-names.ts';
import type { Column } from './observer.ts';

/**
 * Returns the columns of the recorded variables of a system, element by element. Their names are
 * unique.
 */
export function variableColumns({ record, units }: CheckedSystem, instances: readonly Instance[]): Column[] {
  const columns = record.columns.flatMap(({ unit, variable }) => {
    const { view, offset, length } = instances[unit].view(variable);
    const base = record.prefix ? `${units[unit].name}.${variable.name}` : variable.name;
    return Array.from({ length }, (_, i): Column => {
      const name = base + indexText(variable, i);
      const at = offset + i;
      const place = view instanceof Float64Array ? { place: { view, at } } : {};
      const unitOfMeasure = variable.unitOfMeasure ?? '1';
      return { name, unitOfMeasure, read: reader(view, at), ...place, ...wholeOf(view) };
    });
  });
  const names = distinctBesideTime(columns.map(({ name }) => name));
  return columns.map((column, k) => ({ ...column, name: names[k] }));
}

function wholeOf(view: NumericArray): Pick<Column, 'whole'> {
  if (view instanceof BigInt64Array) return { whole: 'Int64' };
  return view instanceof BigUint64Array ? { whole: 'UInt64' } : {};
}

export function reader(view: NumericArray, at: number): () => number | bigint {
  return () => view[at];
}
