import { indexText } from '../../fmu-sdk/description/tables/element-index.ts';
import type { ElementPort } from './system.ts';

/** `crane.force [N]` or `crane.forces[2] [N]`, for messages. */
export function variableLabel(
  { unit, variable, element }: ElementPort,
  units: readonly { name: string }[],
): string {
  const unitOfMeasure = variable.unit === undefined ? '' : ` [${variable.unit}]`;
  const index = element === undefined ? '' : indexText(variable, element);
  return `${units[unit].name}.${variable.name}${index}${unitOfMeasure}`;
}
