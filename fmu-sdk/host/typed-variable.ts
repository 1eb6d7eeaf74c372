import type { Variable } from '../description/description.ts';
import type { Value } from './instance/fmu-instance.ts';

/** A variable whose start is a value of its type, as `instance.get` returns it. */
export type TypedVariable = Omit<Variable, 'start'> & {
  /** A list if the variable has dimensions. Undefined if the description has no start value. */
  readonly start?: Value | readonly Value[] | undefined;
};

/** Returns a variable with a typed start value. The description keeps the texts of its XML. */
export function typedVariable(variable: Variable): TypedVariable {
  const { start, dimensions } = variable;
  if (start === undefined) return variable as TypedVariable;
  const values = start.map((text) => valueOf(variable, text));
  return { ...variable, start: dimensions.length === 0 ? values[0] : values };
}

function valueOf({ type }: Variable, text: string): Value {
  switch (type) {
    case 'String':
      return text;
    case 'Binary':
      return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
    case 'Boolean':
      return text === 'true' || text === '1';
    case 'Int64':
    case 'UInt64':
      return BigInt(text.replace('+', ''));
    default:
      return Number(text.replace('INF', 'Infinity'));
  }
}
