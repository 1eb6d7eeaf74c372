import { elementCount, type ModelDescription } from '../../fmu-sdk/description/description.ts';
import { indexText } from '../../fmu-sdk/description/element-index.ts';
import { isTriggered } from '../../fmu-sdk/description/triggered-clock.ts';
import { elementOf } from '../../fmu-sdk/description/values/element-value.ts';
import { type Declared, declaredBy } from '../../fmu-sdk/description/values/value-declaration.ts';
import type { InputSeries, Port, SystemUnit } from './system.ts';
import { converterTo, splitUnit } from './unit-conversion.ts';

/** An element of an input that a file may drive. */
export interface InputColumn {
  port: Port;
  element: number;
}

/** The inputs that a file may drive, by the name of their column: `unit.input`, `unit.input[2,1]`. */
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

/** `s [mm]` → name and unit of measure; the bracket of an array element follows its name without a space. */
export function titleOf(title: string): { name: string; unitOfMeasure?: string } {
  const { before, unitOfMeasure = '' } = splitUnit(title);
  const apart = unitOfMeasure !== '' && /\s/.test(title.charAt(title.length - unitOfMeasure.length - 3));
  return apart ? { name: before, unitOfMeasure } : { name: title };
}

/** What a field of a column says. Throws an Error whose message says why it is no value of the input. */
export function fieldReader(
  { port: { variable } }: InputColumn,
  description: ModelDescription,
  unitOfMeasure: string | undefined,
): (text: string) => number | bigint {
  if (variable.type === 'Clock' && !isTriggered(variable))
    throw new Error('it is a Clock that ticks by its own times. Leave its column out.');
  const declared: Declared = declaredBy(description, variable);
  const convert = converterTo(variable, description, unitOfMeasure);
  const plain = plainText(declared.type);
  return (text) => elementOf(declared, convert(plain(text)));
}

/** Other texts that tables have for a value: 0, 1, True, FALSE for Booleans, 3.0 for whole numbers. */
export function plainText(type: string): (text: string) => string {
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
