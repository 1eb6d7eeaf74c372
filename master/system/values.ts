import {
  elementCount,
  enumerationItems,
  type ModelDescription,
  type Variable,
} from '../../fmu-sdk/description/description.ts';

/**
 * A parameter or start value as flat numbers (bigint for 64-bit integers) or bytes, checked against type, size,
 * min and max. Enumerations may be given by the name of the item. Throws an Error whose message says what was expected.
 */
export function valueOf(
  variable: Variable,
  given: unknown,
  description: ModelDescription,
): (number | bigint)[] | Uint8Array[] {
  const size = elementCount(variable);
  const list = Array.isArray(given) ? given : [given];
  if (list.length > size || (list.length !== size && !Array.isArray(given)))
    throw new Error(`${list.length} values were given for ${size} elements.`);
  if (variable.type === 'String' || variable.type === 'Binary')
    return list.map((value) => bytesOf(variable, value));
  return list.map((value) => elementOf(variable, value, description));
}

/** One element of a variable that is no String or Binary, from a JSON value. */
export function elementOf(
  variable: Variable,
  value: unknown,
  description: ModelDescription,
): number | bigint {
  if (variable.type === 'Boolean' || variable.type === 'Clock') {
    if (typeof value !== 'boolean')
      throw new Error(`${JSON.stringify(value)} was given; it is a ${variable.type}: true or false.`);
    return value ? 1 : 0;
  }
  if (variable.type === 'Enumeration') return item(variable, value, description);
  if (typeof value !== 'number')
    throw new Error(`${JSON.stringify(value)} was given; it is a ${variable.type}: a number.`);
  const unit = variable.unit === undefined ? '' : ` ${variable.unit}`;
  if (variable.min !== undefined && value < Number(variable.min))
    throw new Error(`${value}${unit} is below its minimum ${variable.min}${unit}.`);
  if (variable.max !== undefined && value > Number(variable.max))
    throw new Error(`${value}${unit} is above its maximum ${variable.max}${unit}.`);
  if (variable.type.startsWith('Float')) return value;
  if (!Number.isInteger(value))
    throw new Error(`${value} was given; it is an ${variable.type}: a whole number.`);
  return variable.type.endsWith('64') ? BigInt(value) : value;
}

function item(variable: Variable, value: unknown, description: ModelDescription): number {
  const items = enumerationItems(description, variable);
  const found = items.find((i) => i.name === value || i.value === value);
  if (found !== undefined) return found.value;
  const names = items.map((i) => `"${i.name}"`).join(', ') || 'no items';
  throw new Error(`${JSON.stringify(value)} was given; it is one of ${names}.`);
}

function bytesOf(variable: Variable, given: unknown): Uint8Array {
  if (typeof given !== 'string')
    throw new Error(`${JSON.stringify(given)} was given; it is a ${variable.type}: a string.`);
  const bytes = variable.type === 'String' ? new TextEncoder().encode(given) : hex(given);
  const limit = variable.maxSize ?? 256;
  if (bytes.length > limit) throw new Error(`${bytes.length} bytes were given; it holds ${limit} bytes.`);
  return bytes;
}

function hex(text: string): Uint8Array {
  if (!/^([0-9a-fA-F]{2})*$/.test(text)) throw new Error('a Binary is given as hexadecimal digits.');
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
