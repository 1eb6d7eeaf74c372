import type { Variable } from '../../../fmu-sdk/description/description.ts';
import { isFloatType } from '../../../fmu-sdk/description/values/float-types.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { connectedElements } from '../../system/connections/connected-elements.ts';
import type { CheckedSystem, Port } from '../../system/system.ts';

/**
 * Real value that runs are compared by: an exchanged output element, or an output at the end of a
 * chain.
 */
export interface InterfaceValue {
  /** Name as `unit.variable`, with the element of an array. */
  readonly name: string;
  readonly variable: Variable;
  reader(instances: readonly Instance[]): () => number;
}

/** Element of an output. */
type Place = readonly [output: Port, element: number];

/** Lists the exchanged real elements, each once. */
export function interfaceValues(system: CheckedSystem, instances: readonly Instance[]): InterfaceValue[] {
  const places = system.connections
    .filter(({ from }) => isReal(from))
    .flatMap((connection) =>
      connectedElements(connection).map(([element]): Place => [connection.from, element]),
    );
  return valuesAt(system, instances, places);
}

/**
 * Lists real outputs at the end of a chain: of units with connected inputs and without connected
 * real outputs, where errors of the inputs show. Takes the recorded outputs. Without recorded ones,
 * and if no exchanged value comes from a driven unit, takes all.
 */
export function lastOutputs(system: CheckedSystem, instances: readonly Instance[]): InterfaceValue[] {
  const givers = giversOf(system);
  const outputs = [...drivenBy(system)]
    .filter((unit) => !givers.has(unit))
    .flatMap((unit) => system.units[unit].description.variables.map((variable): Port => ({ unit, variable })))
    .filter((port) => port.variable.causality === 'output' && isReal(port));
  const recorded = outputs.filter((port) => isRecorded(system, port));
  const those = recorded.length > 0 || hasDrivenExchange(system) ? recorded : outputs;
  const places = those.flatMap((port) => {
    const { length } = instances[port.unit].view(port.variable);
    return Array.from({ length }, (_, element): Place => [port, element]);
  });
  return valuesAt(system, instances, places);
}

/**
 * Returns true if an exchanged real value comes from a unit with connected inputs. Otherwise all
 * schemes give equal results.
 */
export function hasDrivenExchange(system: CheckedSystem): boolean {
  const driven = drivenBy(system);
  return [...giversOf(system)].some((unit) => driven.has(unit));
}

const isReal = ({ variable }: Port): boolean => isFloatType(variable.type);

const isRecorded = ({ record }: CheckedSystem, { unit, variable }: Port): boolean =>
  record.columns.some((column) => column.unit === unit && column.variable.name === variable.name);

/** Returns the units with a connected real output. */
const giversOf = ({ connections }: CheckedSystem): Set<number> =>
  new Set(connections.filter(({ from }) => isReal(from)).map(({ from }) => from.unit));

/** Returns the units with a connected input. */
const drivenBy = ({ connections }: CheckedSystem): Set<number> =>
  new Set(connections.map(({ to }) => to.unit));

function valuesAt(
  { units }: CheckedSystem,
  instances: readonly Instance[],
  places: readonly Place[],
): InterfaceValue[] {
  const valuesByName = new Map<string, InterfaceValue>();
  for (const [{ unit, variable }, element] of places) {
    const { length } = instances[unit].view(variable);
    const name = `${units[unit].name}.${variable.name}${length > 1 ? `[${element + 1}]` : ''}`;
    valuesByName.set(name, {
      name,
      variable,
      reader: (item) => {
        const { view, offset } = item[unit].view(variable);
        return () => Number(view[offset + element]);
      },
    });
  }
  return [...valuesByName.values()];
}
