import { isFloatType, isInteger } from '../../../fmu-sdk/description/values/float-types.ts';
import type { CheckedSystem, ParameterValue, SystemFile } from '../../system/system.ts';

/**
 * Returns the system with texts such as `"30 mm"` replaced by numbers in the variables' units of
 * measure. Other file formats do not support such texts.
 */
export function withNumbers(system: SystemFile, checked: CheckedSystem): SystemFile {
  const units = Object.entries(system.units).map(([name, unit]) => {
    const values = checked.units.find((candidate) => candidate.name === name)?.values ?? [];
    const numbers = new Map(
      values.flatMap(({ variable, value }) =>
        isFloatType(variable.type) || isInteger(variable.type)
          ? [[variable.name, value as (number | bigint)[]]]
          : [],
      ),
    );
    const resolveValues = (section: Record<string, ParameterValue>): Record<string, ParameterValue> =>
      Object.fromEntries(
        Object.entries(section).map(([variable, value]) => [variable, plainOf(value, numbers.get(variable))]),
      );
    const { parameters, start } = unit;
    return [
      name,
      {
        ...unit,
        ...(parameters && { parameters: resolveValues(parameters) }),
        ...(start && { start: resolveValues(start) }),
      },
    ];
  });
  return { ...system, units: Object.fromEntries(units) };
}

function plainOf(value: ParameterValue, numbers: (number | bigint)[] | undefined): ParameterValue {
  if (numbers === undefined) return value;
  return Array.isArray(value) ? numbers : numbers[0];
}
