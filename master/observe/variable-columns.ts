import { indexText } from '../../fmu-sdk/description/tables/element-index.ts';
import type { Instance, NumericArray } from '../../fmu-sdk/host/instance/instance.ts';
import type { CheckedSystem } from '../system/system.ts';
import type { Column } from './observer.ts';

/** Returns the columns of the recorded variables of a system, element by element. */
export function variableColumns({ record, units }: CheckedSystem, instances: readonly Instance[]): Column[] {
  return record.columns.flatMap(({ unit, variable, element }) => {
    const { view, offset, length } = instances[unit].view(variable);
    const base = record.prefix ? `${units[unit].name}.${variable.name}` : variable.name;
    const elements = element === undefined ? [...Array(length).keys()] : [element];
    return elements.map((i): Column => {
      const name = base + indexText(variable, i);
      const at = offset + i;
      const place = view instanceof Float64Array ? { place: { view, at } } : {};
      const unitOfMeasure = variable.unitOfMeasure ?? '1';
      return { name, unitOfMeasure, read: reader(view, at), ...place, ...wholeOf(view) };
    });
  });
}

function wholeOf(view: NumericArray): Pick<Column, 'whole'> {
  if (view instanceof BigInt64Array) return { whole: 'Int64' };
  return view instanceof BigUint64Array ? { whole: 'UInt64' } : {};
}

export function reader(view: NumericArray, at: number): () => number | bigint {
  return () => view[at];
}
