import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import { conversionOf, parseUnit } from '../../fmu-sdk/description/si.ts';

/**
 * From a number in `unit`, as a user writes it, to the variable's own unit, as its unit definition says it. Throws an
 * Error whose message says why it cannot be.
 */
export function converterTo(
  variable: Variable | undefined,
  description: ModelDescription,
  unit: string | undefined,
): (x: number) => number {
  if (unit === undefined || unit === variable?.unit) return (x) => x;
  const own = variable?.unit ?? '1';
  const to = description.units.find((u) => u.name === own)?.base ?? parseUnit(own);
  const from = parseUnit(unit);
  if (from === undefined || to === undefined)
    throw new Error(
      `${from === undefined ? unit : own} is no unit that can be converted. Give it in ${own}.`,
    );
  const rule = conversionOf(from, to);
  if (rule === undefined)
    throw new Error(`a value in ${unit} cannot be converted to ${own}. Give it in ${own}.`);
  return (x) => rule.factor * x + rule.offset;
}
