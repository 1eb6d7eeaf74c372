import { indexText } from '../../fmu-sdk/description/tables/element-index.ts';
import type { Instance, NumericArray } from '../../fmu-sdk/host/instance/instance.ts';
import type { CheckedSystem, RecordedPort } from '../system/system.ts';
import { distinctBesideTime } from './column-names.ts';
import type { Column } from './observer.ts';

/**
 * Returns the columns of the recorded variables of a system, element by element. Their names are
 * unique.
 */
export function variableColumns({ record, units }: CheckedSystem, instances: readonly Instance[]): Column[] {
  const columns = record.columns.flatMap((port) => {
    const { unit, variable, element, title, connector } = port;
    const { view, offset, length } = instances[unit].view(variable);
    const base = title ?? (record.prefix ? `${units[unit].name}.${variable.name}` : variable.name);
    const elements = element === undefined ? [...Array(length).keys()] : [element];
    if (connector !== undefined) return connectorColumns(port, elements, instances);
    return elements.map((i): Column => {
      const name = base + indexText(variable, i);
      const at = offset + i;
      const place = view instanceof Float64Array ? { place: { view, at } } : {};
      const unitOfMeasure = variable.unit ?? '1';
      return { name, unit: unitOfMeasure, read: reader(view, at), ...place, ...wholeOf(view) };
    });
  });
  const names = distinctBesideTime(columns.map(({ name }) => name));
  return columns.map((column, k) => ({ ...column, name: names[k] }));
}

/** Returns the columns of a connector of the system, with the conversion of its values. */
function connectorColumns(
  port: RecordedPort,
  elements: readonly number[],
  instances: readonly Instance[],
): Column[] {
  const { unit, variable, element, title = '', connector = { factor: 1, offset: 0 } } = port;
  const { view, offset } = instances[unit].view(variable);
  const { factor, offset: added } = connector;
  const unitOfMeasure = connector.unitOfMeasure ?? variable.unit ?? '1';
  const isConverted = factor !== 1 || added !== 0;
  return elements.map((i): Column => {
    const name = title + (element === undefined ? indexText(variable, i) : '');
    const at = offset + i;
    if (isConverted) return { name, unit: unitOfMeasure, read: () => factor * Number(view[at]) + added };
    return { name, unit: unitOfMeasure, read: reader(view, at), ...wholeOf(view) };
  });
}

function wholeOf(view: NumericArray): Pick<Column, 'whole'> {
  if (view instanceof BigInt64Array) return { whole: 'Int64' };
  return view instanceof BigUint64Array ? { whole: 'UInt64' } : {};
}

export function reader(view: NumericArray, at: number): () => number | bigint {
  return () => view[at];
}
