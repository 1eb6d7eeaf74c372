import { variablesByName } from '../../../fmu-sdk/description/description.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { valueText } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../../system/system.ts';

/**
 * Returns a function that reads an element of a variable named `unit.variable`. Throws a UserError
 * for an unknown or non-numeric variable.
 */
export function readerOf(
  { units, name: system }: CheckedSystem,
  instances: readonly Instance[],
  name: string,
  element: number,
): () => number | bigint {
  for (const [k, unit] of units.entries()) {
    if (typeof name !== 'string' || !name.startsWith(`${unit.name}.`)) continue;
    const variable = variablesByName(unit.description).get(name.slice(unit.name.length + 1));
    if (variable === undefined) continue;
    const { view, offset, length } = instances[k].view(variable);
    if (!Number.isInteger(element) || element < 0 || element >= length)
      throw new UserError(
        `observe ${system}: ${name} has ${length} elements, numbered from 0, so ${valueText(element)} is out of range.`,
      );
    return () => view[offset + element];
  }
  throw new UserError(`observe ${system}: unknown variable ${valueText(name)}. Write it as unit.variable.`);
}
