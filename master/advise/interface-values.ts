import type { Variable } from '../../fmu-sdk/description/description.ts';
import { isFloatType } from '../../fmu-sdk/description/values/float-types.ts';
import type { Instance } from '../../fmu-sdk/host/instance.ts';
import { elementsOf } from '../coupling/transfer/connected-elements.ts';
import type { CheckedSystem, Port } from '../system/system.ts';

/** A real number by which runs are measured: what an output gives to inputs, or an output of a unit that gives none. */
export interface InterfaceValue {
  /** `unit.variable`, with the element of an array. */
  readonly name: string;
  readonly variable: Variable;
  reader(instances: readonly Instance[]): () => number;
}

/** One element of an output. */
type Place = readonly [output: Port, element: number];

/** Real elements that are exchanged, each once. */
export function interfaceValues(system: CheckedSystem, instances: readonly Instance[]): InterfaceValue[] {
  const places = system.connections
    .filter(({ from }) => isReal(from))
    .flatMap((connection) => elementsOf(connection).map(([element]): Place => [connection.from, element]));
  return valuesAt(system, instances, places);
}

/**
 * Real outputs of units that are driven and give no real value on: what their inputs have missed is seen there alone. Those that are recorded;
 * all of them where none is, and nothing that is exchanged comes from a unit that is driven.
 */
export function lastOutputs(system: CheckedSystem, instances: readonly Instance[]): InterfaceValue[] {
  const givers = giversOf(system);
  const outputs = [...drivenBy(system)]
    .filter((unit) => !givers.has(unit))
    .flatMap((unit) => system.units[unit].description.variables.map((variable): Port => ({ unit, variable })))
    .filter((port) => port.variable.causality === 'output' && isReal(port));
  const recorded = outputs.filter((port) => isRecorded(system, port));
  const those = recorded.length > 0 || passesOn(system) ? recorded : outputs;
  const places = those.flatMap((port) => {
    const { length } = instances[port.unit].view(port.variable);
    return Array.from({ length }, (_, element): Place => [port, element]);
  });
  return valuesAt(system, instances, places);
}

/** Whether a real value that is exchanged comes from a unit that is driven: otherwise all are the same by every scheme. */
export function passesOn(system: CheckedSystem): boolean {
  const driven = drivenBy(system);
  return [...giversOf(system)].some((unit) => driven.has(unit));
}

const isReal = ({ variable }: Port): boolean => isFloatType(variable.type);

const isRecorded = ({ record }: CheckedSystem, { unit, variable }: Port): boolean =>
  record.columns.some((column) => column.unit === unit && column.variable.name === variable.name);

/** Units that give a real value to another. */
const giversOf = ({ connections }: CheckedSystem): Set<number> =>
  new Set(connections.filter(({ from }) => isReal(from)).map(({ from }) => from.unit));

/** Units that are given a value. */
const drivenBy = ({ connections }: CheckedSystem): Set<number> =>
  new Set(connections.map(({ to }) => to.unit));

function valuesAt(
  { units }: CheckedSystem,
  instances: readonly Instance[],
  places: readonly Place[],
): InterfaceValue[] {
  const found = new Map<string, InterfaceValue>();
  for (const [{ unit, variable }, element] of places) {
    const { length } = instances[unit].view(variable);
    const name = `${units[unit].name}.${variable.name}${length > 1 ? `[${element + 1}]` : ''}`;
    found.set(name, {
      name,
      variable,
      reader: (each) => {
        const { view, offset } = each[unit].view(variable);
        return () => Number(view[offset + element]);
      },
    });
  }
  return [...found.values()];
}
