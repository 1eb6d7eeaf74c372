import { type ModelDescription, variablesByName } from '../../fmu-sdk/description/description.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import { readParameterFile } from '../ssp/parameters/parameter-files.ts';
import { converterTo } from '../system/connections/unit-conversion.ts';
import type { ParameterValue, UnitOfSystem } from '../system/system.ts';

/**
 * Returns the values of a parameter set (SSV) for variables with equal names, as FMI-LS-REF
 * requires. Unknown names are ignored. Numbers in another unit of measure are converted.
 */
export function givenValues(
  xml: string | Uint8Array,
  file: string,
  description: ModelDescription,
): Pick<UnitOfSystem, 'parameters' | 'start'> {
  const names = variablesByName(description);
  const parameters: Record<string, ParameterValue> = {};
  const start: Record<string, ParameterValue> = {};
  for (const { name, values, unit } of readParameterFile(xml, file).parameters) {
    const variable = names.get(name);
    if (variable === undefined) continue;
    const section = /parameter$/i.test(variable.causality) ? parameters : start;
    try {
      const converted = values.map(converterTo(variable, description, unit?.name));
      section[name] = converted.length === 1 ? converted[0] : converted;
    } catch (error) {
      throw new UserError(`read ${file}: ${name}: ${messageOf(error)}`);
    }
  }
  return { parameters, start };
}
