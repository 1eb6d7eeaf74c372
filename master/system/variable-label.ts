import type { Port } from './system.ts';

/** `crane.force [N]`, for messages. */
export function variableLabel(port: Port, units: readonly { name: string }[]): string {
  const unit = port.variable.unitOfMeasure === undefined ? '' : ` [${port.variable.unitOfMeasure}]`;
  return `${units[port.unit].name}.${port.variable.name}${unit}`;
}
