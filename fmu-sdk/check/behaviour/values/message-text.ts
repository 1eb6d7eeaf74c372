import type { Variable } from '../../../description/description.ts';
import type { Value } from './element-value-text.ts';

/** Names as a person reads them. */
export function namesText(variables: readonly Variable[]): string {
  const names = variables.slice(0, 8).map((v) => v.name);
  return `${names.join(', ')}${variables.length > 8 ? `, … ${variables.length} in all` : ''}`;
}

/** Values as a person reads them. */
export function valuesText(values: readonly Value[]): string {
  const texts = values.slice(0, 8).map((v) => {
    if (typeof v === 'string') return JSON.stringify(v.length > 60 ? `${v.slice(0, 60)}…` : v);
    if (v instanceof Uint8Array) return `${v.length} bytes`;
    return String(v);
  });
  return `[${texts.join(', ')}${values.length > 8 ? `, … ${values.length} in all` : ''}]`;
}

/**
 * Values as a person reads them, with the unit of measure of their variable: `[0.5, 2] m/s`.
 *
 * @example
 * const { values } = probe.read(variable);
 * const message = `"${variable.name}" is not finite.`;
 * context.report(probe, { message, value: quantity(variable, values), expected: 'finite numbers' });
 */
export function quantity(variable: Variable | undefined, values: readonly Value[]): string {
  const measure = variable?.unit;
  return measure === undefined ? valuesText(values) : `${valuesText(values)} ${measure}`;
}
