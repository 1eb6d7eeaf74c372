import type { Variable } from '../../fmu-sdk/description/description.ts';
import type { Instance } from '../../fmu-sdk/host/instance.ts';
import { isFloatType } from '../../fmu-sdk/values/types.ts';
import { elementsOf } from '../coupling/elements.ts';
import type { CheckedSystem } from '../system/system.ts';

/** A real number that an output gives to inputs. */
export interface InterfaceValue {
  /** `unit.variable`, with the element of an array. */
  readonly name: string;
  readonly variable: Variable;
  reader(instances: readonly Instance[]): () => number;
}

/** Real elements that are exchanged, each once. */
export function interfaceValues(
  { units, connections }: CheckedSystem,
  instances: readonly Instance[],
): InterfaceValue[] {
  const found = new Map<string, InterfaceValue>();
  for (const connection of connections) {
    const { unit, variable } = connection.from;
    if (!isFloatType(variable.type)) continue;
    const { length } = instances[unit].view(variable);
    for (const [element] of elementsOf(connection)) {
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
  }
  return [...found.values()];
}
