import { conversionOf, parseUnitOfMeasure } from '../../../fmu-sdk/description/si-units.ts';
import { numberFrom } from '../../../fmu-sdk/description/values/decimal-text.ts';
import { printableName, someNames } from '../../../fmu-sdk/util/printable.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { fieldReader, type InputColumn, inputColumns, seriesOf, titleOf } from '../inputs/input-columns.ts';
import type { ConnectionIndex } from '../structure/input-feeds.ts';
import type { InputSeries, SystemUnit } from '../system.ts';
import { variableLabel } from '../variable-label.ts';
import type { Context } from './check-context.ts';

/** Content of an input file: its rows, the titles first. */
export interface InputTable {
  file: string;
  rows: readonly string[][];
  /**
   * Returns the line of the file in which a row ends, both counted from 1. Default: the row number.
   */
  line?: (row: number) => number;
}

/** Reads the time series of inputs. Refuses an input that a connection feeds too. */
export function checkInputs(
  context: Context,
  feeds: ConnectionIndex,
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
        `inputs: ${variableLabel(port, units)} is a column of ${system.inputs} and also connected to ${variableLabel(other.from, units)}. Remove one of them.`,
      );
  }
  return series;
}

type RefuseInput = (what: string) => never;

/** `[2,1]` behind the name of an array. */
const element = /\[[\d,]+\]$/;

/**
 * Reads the time series of inputs from the rows of a file. The first column is `time` [s]. Each
 * further column is one element of an input, named `unit.input` or `unit.input[2,1]`. A title may
 * end in a unit of measure to convert from (`crane.s [mm]`). A repeated time marks a jump, and the
 * later row is the value after it.
 */
export function readInputs(
  { file, rows, line = (row) => row }: InputTable,
  units: readonly SystemUnit[],
  prefix: boolean,
): InputSeries[] {
  const refuse: RefuseInput = (what) => {
    throw new UserError(`inputs ${file}: ${what}`);
  };
  const [header = [], ...data] = rows;
  const secondsOf = timeUnit(header[0] ?? '', refuse);
  if (data.length === 0) refuse('expected at least one row, got a header only.');
  const columns = inputColumns(units, prefix);
  const times = timesOf(data, secondsOf, (row, what) => refuse(`line ${line(row)}: ${what}`));
  const columnNames = new Set<string>();
  const others = header
    .slice(1)
    .map((title) => !columns.has(titleOf(title).name) && isRecordedTitle(title, units, prefix));
  // A result file also has columns that are not inputs. They are skipped if the file has at least
  // one input.
  const hasInputs = others.includes(false);
  return header.slice(1).flatMap((title, k) => {
    if (hasInputs && others[k]) return [];
    const { name, unitOfMeasure } = titleOf(title);
    if (columnNames.has(name)) refuse(`two columns are named "${printableName(name)}".`);
    columnNames.add(name);
    const column = columns.get(name);
    if (column === undefined)
      return refuse(
        `the column "${printableName(name)}" is not a numeric input. Inputs: ${someNames([...columns.keys()], 8) || 'none'}.`,
      );
    const read = readerOf(column, units, unitOfMeasure, (what) => refuse(`${printableName(name)}: ${what}`));
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

/**
 * Returns a note if a file of inputs has columns of parameters, which are ignored. Result files may
 * have such columns.
 */
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
    parameters.length === 1 ? 'is a parameter, so its column sets' : 'are parameters, so their columns set';
  return [
    `inputs ${table?.file}: ${someNames(parameters, 3)} ${are} nothing. Set parameters with --set or in the system`,
  ];
}

/** Refuses rows of a continuous input whose slope exceeds the range of a double. */
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
      `cannot interpolate from ${from} at ${times[i - 1]} s to ${to} at ${times[i]} s: the slope exceeds the range of a double. Repeat the time for a jump, or use smaller values.`,
    );
  }
}

/** Reports whether a title names a recorded quantity that is not an input, as in result files. */
function isRecordedTitle(title: string, units: readonly SystemUnit[], prefix: boolean): boolean {
  const name = titleOf(title).name.replace(element, '');
  if (name === 'energy_balance' || /\.residual_(power|energy|energy_magnitude)$/.test(name)) return true;
  return units.some(({ name: unit, description }) =>
    description.variables.some(
      (v) => v.causality !== 'input' && (prefix ? `${unit}.${v.name}` : v.name) === name,
    ),
  );
}

/**
 * Returns the unit of the time column in seconds, from its title: `time`, `time [s]`, `time [ms]`.
 */
function timeUnit(title: string, refuse: RefuseInput): number {
  const [, unitOfMeasure] = /^time\s*(?:\[\s*([^\]]*?)\s*\])?$/i.exec(title) ?? [undefined, undefined];
  if (!/^time\s*(\[|$)/i.test(title))
    refuse(`expected "time" [s] as the first column, got "${printableName(title)}".`);
  if (unitOfMeasure === undefined) return 1;
  const [from, to] = [parseUnitOfMeasure(unitOfMeasure), parseUnitOfMeasure('s')];
  const rule = from === undefined || to === undefined ? undefined : conversionOf(from, to);
  return (
    rule?.factor ??
    refuse(`the first column is in "${printableName(unitOfMeasure)}", which is not a unit of time. Use s.`)
  );
}

function timesOf(
  data: readonly string[][],
  seconds: number,
  refuse: (row: number, what: string) => never,
): Float64Array {
  const times = data.map(([text], i) => {
    const t =
      numberFrom(text) ?? refuse(i + 2, `expected the time as a number [s], got "${printableName(text)}".`);
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
  refuse: RefuseInput,
): (text: string) => number | bigint {
  try {
    return fieldReader(column, units[column.port.unit].description, unitOfMeasure);
  } catch (error) {
    return refuse(messageOf(error));
  }
}
