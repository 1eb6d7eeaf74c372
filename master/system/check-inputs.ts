import { conversionOf, parseUnitOfMeasure } from '../../fmu-sdk/description/si-units.ts';
import { numberFrom } from '../../fmu-sdk/description/values/decimal-text.ts';
import { nameText, someNames } from '../../fmu-sdk/util/printable.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import type { Context } from './check-context.ts';
import { fieldReader, type InputColumn, inputColumns, seriesOf, titleOf } from './input-columns.ts';
import type { Feeds } from './input-feeds.ts';
import type { InputSeries, SystemUnit } from './system.ts';
import { label } from './variable-label.ts';

/** A file of inputs as it was read: its rows, the titles first. */
export interface InputTable {
  file: string;
  rows: readonly string[][];
  /** The line of the file that a row ends in, both counted from 1; the row itself where left out. */
  line?: (row: number) => number;
}

/** Time series of inputs, none of which a connection feeds too. */
export function checkInputs(
  context: Context,
  feeds: Feeds,
  table: InputTable | undefined,
  prefix: boolean,
): InputSeries[] {
  const { system, units, refuse } = context;
  if (table === undefined) return [];
  const series = readInputs(table, units, prefix);
  for (const { port } of series) {
    const other = feeds.into(port);
    if (other !== undefined)
      refuse(
        ['inputs'],
        `inputs: ${label(port, units)} is a column of ${system.inputs} and fed by ${label(other.from, units)}. Remove one of them.`,
      );
  }
  return series;
}

type Say = (what: string) => never;

/** `[2,1]` behind the name of an array. */
const element = /\[[\d,]+\]$/;

/**
 * Time series of inputs from the rows of a file: `time` [s] first, then one column per element of an input, headed by its
 * name (`unit.input`, `unit.input[2,1]`), with a unit of measure to convert from where one is given (`crane.s [mm]`). Times may
 * repeat: the later row is the value after a jump.
 */
export function readInputs(
  { file, rows, line = (row) => row }: InputTable,
  units: readonly SystemUnit[],
  prefix: boolean,
): InputSeries[] {
  const refuse: Say = (what) => {
    throw new UserError(`inputs ${file}: ${what}`);
  };
  const [header = [], ...data] = rows;
  const secondsOf = timeUnit(header[0] ?? '', refuse);
  if (data.length === 0) refuse('it has a header and no row. Give at least one.');
  const columns = inputColumns(units, prefix);
  const times = timesOf(data, secondsOf, (row, what) => refuse(`line ${line(row)}: ${what}`));
  const seen = new Set<string>();
  const others = header
    .slice(1)
    .map((title) => !columns.has(titleOf(title).name) && recorded(title, units, prefix));
  // A file of results has more than inputs; one that has none of them is no file of inputs.
  const some = others.includes(false);
  return header.slice(1).flatMap((title, k) => {
    if (some && others[k]) return [];
    const { name, unitOfMeasure } = titleOf(title);
    if (seen.has(name)) refuse(`two columns are named "${nameText(name)}".`);
    seen.add(name);
    const column = columns.get(name);
    if (column === undefined)
      return refuse(
        `the column "${nameText(name)}" is no input that takes numbers. Inputs are ${someNames([...columns.keys()], 8) || 'none'}.`,
      );
    const read = readerOf(column, units, unitOfMeasure, (what) => refuse(`${nameText(name)}: ${what}`));
    const values = data.map((row, i) => {
      try {
        return read(row[k + 1]);
      } catch (error) {
        return refuse(`line ${line(i + 2)}, ${name}: ${messageOf(error)}`);
      }
    });
    refuseSteep(column, times, values, (row, what) => refuse(`line ${line(row)}, ${name}: ${what}`));
    return [{ ...column, times, values: seriesOf(column.port.variable.type, values) }];
  });
}

/** What is to be known of a file of inputs: its columns of parameters, as results may have them, set nothing. */
export function notesOnInputs(
  table: InputTable | undefined,
  units: readonly SystemUnit[],
  prefix: boolean,
): string[] {
  const titles = new Set(table?.rows[0]?.map((title) => titleOf(title).name.replace(element, '')));
  const parameters = units.flatMap(({ name: unit, description }) =>
    description.variables
      .filter(({ causality }) => /parameter$/i.test(causality) && causality !== 'calculatedParameter')
      .map(({ name }) => (prefix ? `${unit}.${name}` : name))
      .filter((name) => titles.has(name)),
  );
  if (parameters.length === 0) return [];
  const are =
    parameters.length === 1 ? 'is a parameter, whose column sets' : 'are parameters, whose columns set';
  return [
    `inputs ${table?.file}: ${someNames(parameters, 3)} ${are} nothing; give values by --set or in the system`,
  ];
}

/** Refuses rows of an input that is interpolated whose slope between them is beyond what a double holds. */
function refuseSteep(
  { port: { variable } }: InputColumn,
  times: Float64Array,
  values: readonly (number | bigint)[],
  refuse: (row: number, what: string) => never,
): void {
  if (!variable.type.startsWith('Float') || variable.variability !== 'continuous') return;
  for (let i = 1; i < times.length; i++) {
    const [from, to] = [Number(values[i - 1]), Number(values[i])];
    if (times[i] === times[i - 1] || Number.isFinite((to - from) / (times[i] - times[i - 1]))) continue;
    refuse(
      i + 2,
      `from ${from} at ${times[i - 1]} s to ${to} at ${times[i]} s it cannot be interpolated: the slope is beyond any double. Give the same time twice for a jump, or smaller values.`,
    );
  }
}

/** Whether a title is that of a variable which is no input, as results have them. */
function recorded(title: string, units: readonly SystemUnit[], prefix: boolean): boolean {
  const name = titleOf(title).name.replace(element, '');
  if (name === 'energy_balance' || /\.residual_(power|energy|energy_magnitude)$/.test(name)) return true;
  return units.some(({ name: unit, description }) =>
    description.variables.some(
      (v) => v.causality !== 'input' && (prefix ? `${unit}.${v.name}` : v.name) === name,
    ),
  );
}

/** How many seconds one of the first column's is: `time`, `time [s]`, `time [ms]`. */
function timeUnit(title: string, refuse: Say): number {
  const [, unitOfMeasure] = /^time\s*(?:\[\s*([^\]]*?)\s*\])?$/i.exec(title) ?? [undefined, undefined];
  if (!/^time\s*(\[|$)/i.test(title))
    refuse(`its first column is "${nameText(title)}", and must be "time" [s].`);
  if (unitOfMeasure === undefined) return 1;
  const [from, to] = [parseUnitOfMeasure(unitOfMeasure), parseUnitOfMeasure('s')];
  const rule = from === undefined || to === undefined ? undefined : conversionOf(from, to);
  return (
    rule?.factor ??
    refuse(`its first column is in "${nameText(unitOfMeasure)}", which is no unit of time. Give it in s.`)
  );
}

function timesOf(
  data: readonly string[][],
  seconds: number,
  refuse: (row: number, what: string) => never,
): Float64Array {
  const times = data.map(([text], i) => {
    const t = numberFrom(text) ?? refuse(i + 2, `the time is "${nameText(text)}", no number [s].`);
    return seconds === 1 ? t : t * seconds;
  });
  times.forEach((t, i) => {
    if (i > 0 && t < times[i - 1])
      refuse(i + 2, `the time ${t} s comes after ${times[i - 1]} s. Sort the rows by time.`);
  });
  return Float64Array.from(times);
}

function readerOf(
  column: InputColumn,
  units: readonly SystemUnit[],
  unitOfMeasure: string | undefined,
  refuse: Say,
): (text: string) => number | bigint {
  try {
    return fieldReader(column, units[column.port.unit].description, unitOfMeasure);
  } catch (error) {
    return refuse(messageOf(error));
  }
}
