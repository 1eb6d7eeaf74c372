import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { elementCount, type ModelDescription, type Variable } from '../../fmu-sdk/description/description.ts';
import { indexText } from '../../fmu-sdk/description/element.ts';
import { messageOf, UserError } from '../../fmu-sdk/error.ts';
import { converterTo } from './convert.ts';
import type { InputSeries, Port, SystemUnit } from './system.ts';
import { elementOf } from './values.ts';

/** The inputs that a file may drive, by the name of its column. */
type Columns = ReadonlyMap<string, { port: Port; element: number }>;

/**
 * Reads time series of inputs from a CSV file: `time` [s] first, then one column per element of an input, headed by its
 * name (`unit.input`, `unit.input[2,1]`), with a unit to convert from where one is given (`crane.s [mm]`). Times may
 * repeat: the later row is the value after a jump.
 */
export function readInputs(file: string, units: readonly SystemUnit[], prefix: boolean): InputSeries[] {
  const refuse = (what: string): never => {
    throw new UserError(`inputs ${file}: ${what}`);
  };
  let rows: string[][];
  try {
    rows = parse(readFileSync(file), { bom: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    return refuse(`${messageOf(error)}. Give a CSV with the columns time, <input>, ….`);
  }
  const [header = [], ...data] = rows;
  if (header[0]?.toLowerCase() !== 'time')
    refuse(`its first column is "${header[0] ?? ''}", and must be "time" [s].`);
  if (data.length === 0) refuse('it has a header and no row. Give at least one.');
  const columns = inputColumns(units, prefix);
  const times = Float64Array.from(data, (row, i) => {
    const t = row[0] === '' ? Number.NaN : Number(row[0]);
    if (!Number.isFinite(t)) refuse(`line ${i + 2}: the time is "${row[0]}", no number [s].`);
    if (i > 0 && t < Number(data[i - 1][0]))
      refuse(`line ${i + 2}: the time ${t} s comes after ${data[i - 1][0]} s. Sort the rows by time.`);
    return t;
  });
  const seen = new Set<string>();
  return header.slice(1).map((title, k) => {
    const { name, unit } = titleOf(title);
    if (seen.has(name)) refuse(`two columns are named "${name}".`);
    seen.add(name);
    const column = columns.get(name);
    if (column === undefined)
      return refuse(
        `the column "${name}" is no input that takes numbers. Inputs are ${[...columns.keys()].slice(0, 8).join(', ') || 'none'}.`,
      );
    const { description } = units[column.port.unit];
    const convert = reading(column.port.variable, description, unit, (what) => refuse(`${name}: ${what}`));
    const { type } = column.port.variable;
    const numbers = data.map((row, i) => {
      try {
        if (wide(type)) return bigOf(row[k + 1], type);
        const given = textValue(row[k + 1]);
        const value = typeof given === 'number' ? convert(given) : given;
        return elementOf(column.port.variable, value, description);
      } catch (error) {
        return refuse(`line ${i + 2}, ${name}: ${messageOf(error)}`);
      }
    });
    return { ...column, times, values: valuesOf(type, numbers) };
  });
}

function inputColumns(units: readonly SystemUnit[], prefix: boolean): Columns {
  const columns = new Map<string, { port: Port; element: number }>();
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

function wide(type: string): boolean {
  return type === 'Int64' || type === 'UInt64';
}

/** A 64-bit integer: beyond 2⁵³ a number would not be exact. */
function bigOf(text: string, type: string): bigint {
  const value = /^[+-]?\d+$/.test(text) ? BigInt(text) : undefined;
  const held = type === 'Int64' ? BigInt.asIntN(64, value ?? 0n) : BigInt.asUintN(64, value ?? 0n);
  if (value === undefined || held !== value) throw new Error(`"${text}" was given; it is an ${type}.`);
  return value;
}

function valuesOf(type: string, numbers: readonly (number | bigint)[]): InputSeries['values'] {
  if (type === 'Int64') return BigInt64Array.from(numbers as bigint[]);
  if (type === 'UInt64') return BigUint64Array.from(numbers as bigint[]);
  return Float64Array.from(numbers, Number);
}

/** `s [mm]` → name and unit; the bracket of an array element follows its name without a space. */
function titleOf(title: string): { name: string; unit?: string } {
  const match = /^(.*?)\s+\[([^\]]+)\]$/.exec(title);
  return match === null ? { name: title } : { name: match[1], unit: match[2] };
}

function textValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

function reading(
  variable: Variable,
  description: ModelDescription,
  unit: string | undefined,
  refuse: (what: string) => never,
): (x: number) => number {
  try {
    return converterTo(variable, description, unit);
  } catch (error) {
    return refuse(messageOf(error));
  }
}
