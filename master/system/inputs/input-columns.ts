import { elementCount, type ModelDescription } from '../../../fmu-sdk/description/description.ts';
import { indexText } from '../../../fmu-sdk/description/tables/element-index.ts';
import { checkValue } from '../../../fmu-sdk/description/values/element-value.ts';
import {
  declarationOf,
  type ValueDeclaration,
} from '../../../fmu-sdk/description/values/value-declaration.ts';
import { isTriggered } from '../../../fmu-sdk/description/variables/triggered-clock.ts';
import { converterTo, splitUnit } from '../connections/unit-conversion.ts';
import type { InputSeries, Port, SystemUnit } from '../system.ts';

/** Element of an input that a file may drive. */
export interface InputColumn {
  port: Port;
  element: number;
}

/** Returns the inputs that a file may drive, by column name: `unit.input`, `unit.input[2,1]`. */
export function inputColumns(units: readonly SystemUnit[], prefix: boolean): Map<string, InputColumn> {
  const columns = new Map<string, InputColumn>();
  units.forEach(({ name, description }, unit) => {
    for (const variable of description.variables) {
      if (variable.causality !== 'input' || /String|Binary/.test(variable.type)) continue;
      const base = prefix ? `${name}.${variable.name}` : variable.name;
      for (let element = 0; element < elementCount(variable); element++)
        columns.set(base + indexText(variable, element), { port: { unit, variable }, element });
    }
  });
  return columns;
}

/**
 * Splits `s [mm]` into name and unit of measure. The bracket of an array index follows its name
 * without a space.
 */
export function titleOf(title: string): { name: string; unitOfMeasure?: string } {
  const { before, unitOfMeasure = '' } = splitUnit(title);
  const apart = unitOfMeasure !== '' && /\s/.test(title.charAt(title.length - unitOfMeasure.length - 3));
  return apart ? { name: withPlainIndex(before), unitOfMeasure } : { name: withPlainIndex(title) };
}

/** Writes the index of an element as results do: `A[2,1]` for `A[2, 1]`. */
function withPlainIndex(name: string): string {
  return name.replace(/\[[\d, ]+\]$/, (index) => index.replaceAll(' ', ''));
}

/**
 * Returns a function that converts a field of a column to a value. It throws an Error if the field
 * is not a value of the input.
 */
export function fieldReader(
  { port: { variable } }: InputColumn,
  description: ModelDescription,
  unitOfMeasure: string | undefined,
): (text: string) => number | bigint {
  if (variable.type === 'Clock' && !isTriggered(variable))
    throw new Error('the Clock is not triggered, so it sets its own ticks. Remove its column.');
  const declared: ValueDeclaration = declarationOf(description, variable);
  const convert = converterTo(variable, description, unitOfMeasure);
  const normalize = normalizer(declared.type);
  return (text) => checkValue(declared, convert(normalize(text)));
}

/**
 * Returns a function that normalizes other notations in tables: 0, 1, True, FALSE for Booleans and
 * 3.0 for integers.
 */
export function normalizer(type: string): (text: string) => string {
  if (type === 'Boolean' || type === 'Clock') return (text) => booleans.get(text.toLowerCase()) ?? text;
  if (type === 'Enumeration' || /^U?Int/.test(type)) return (text) => text.replace(/^([+-]?\d+)\.0*$/, '$1');
  return (text) => text;
}

const booleans: ReadonlyMap<string, string> = new Map([
  ...['0', '0.0', 'false'].map((text) => [text, 'false'] as const),
  ...['1', '1.0', 'true'].map((text) => [text, 'true'] as const),
]);

/** Values in an array that holds them exactly. */
export function seriesOf(type: string, values: readonly (number | bigint)[]): InputSeries['values'] {
  if (type === 'Int64') return BigInt64Array.from(values as bigint[]);
  if (type === 'UInt64') return BigUint64Array.from(values as bigint[]);
  return Float64Array.from(values, Number);
}
