import { conversionOf, parseUnitOfMeasure } from '../../../fmu-sdk/description/si-units.ts';
import { numberFrom } from '../../../fmu-sdk/description/values/decimal-text.ts';
import { printableName, someNames } from '../../../fmu-sdk/util/printable.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Connectors, inputConnectors } from '../inputs/connector-feeds.ts';
import {
  fieldReader,
  type InputColumn,
  InputColumns,
  isDrivable,
  keyOf,
  seriesOf,
  splitIndexes,
  titleOf,
} from '../inputs/input-columns.ts';
import type { ConnectionIndex } from '../structure/input-feeds.ts';
import type { InputSeries, InputValue, SystemFile, SystemUnit } from '../system.ts';
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
  const series = readInputs(table, units, prefix, inputConnectors(context));
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

/**
 * Reads the time series of inputs from the rows of a file. The column `time` has the times [s]. Each
 * other column is one element of an input, named `unit.input`, `unit.input[2,1]` or
 * `unit.input(2,1)`, or a connector of the system. A title may end in a unit of measure to convert
 * from (`crane.s [mm]`). A repeated time marks a jump: the first row is the value before it, and the
 * last row is the value after it.
 */
export function readInputs(
  table: InputTable,
  units: readonly SystemUnit[],
  prefix: boolean,
  connectors?: Connectors,
): InputSeries[] {
  const { file, rows, line = (row) => row } = table;
  const refuse: RefuseInput = (what) => {
    throw new UserError(`inputs ${file}: ${what}`);
  };
  const [header = [], ...data] = rows;
  const time = timeColumn(header, refuse);
  if (data.length === 0) refuse('expected at least one row, got a header only.');
  const times = timesOf(data, time, (row, what) => refuse(`line ${line(row)}: ${what}`));
  const columns = new InputColumns(units, prefix, connectors);
  const titles = header.map((title, k) => (k === time.at ? undefined : columnOf(title, columns, refuse)));
  const recorded = header.map(
    (title, k) =>
      (titles[k]?.targets ?? []).length === 0 && isRecordedTitle(title, units, prefix, connectors),
  );
  // A result file also has columns that are not inputs. They are skipped if the file has at least
  // one input.
  const hasInputs = titles.some((title, k) => title !== undefined && !recorded[k]);
  const known = new Map<string, string>();
  return titles.flatMap((title, k) => {
    if (title === undefined || (hasInputs && recorded[k])) return [];
    const { name, unitOfMeasure, targets } = title;
    if (targets === undefined) return refuse(unknownColumn(name, columns));
    return targets.map((target): InputSeries => {
      refuseTwice(name, target, known, units, refuse);
      const read = readerOf(target, units, unitOfMeasure, (what) =>
        refuse(`${printableName(name)}: ${what}`),
      );
      const values = data.map((row, i) => {
        try {
          return read(row[k]);
        } catch (error) {
          return refuse(`line ${line(i + 2)}, ${printableName(name)}: ${messageOf(error)}`);
        }
      });
      refuseSteep(target, times, values, (row, what) => refuse(`line ${line(row)}, ${name}: ${what}`));
      const { port, element } = target;
      return { port, element, times, values: seriesOf(port.variable, values) };
    });
  });
}

/** Title of a column, and the elements that the column drives, if any. */
interface TitledColumn {
  name: string;
  unitOfMeasure?: string;
  targets: readonly InputColumn[] | undefined;
}

function columnOf(title: string, columns: InputColumns, refuse: RefuseInput): TitledColumn {
  const { name, unitOfMeasure } = titleOf(title);
  try {
    return { name, ...(unitOfMeasure !== undefined && { unitOfMeasure }), targets: columns.named(name) };
  } catch (error) {
    return refuse(`the column "${printableName(title)}": ${messageOf(error)}`);
  }
}

function unknownColumn(name: string, { names }: InputColumns): string {
  return `the column "${printableName(name)}" is not an input. Inputs: ${someNames(names, 8) || 'none'}.`;
}

/** Refuses a second column of an element, also under another name of its variable. */
function refuseTwice(
  name: string,
  target: InputColumn,
  known: Map<string, string>,
  units: readonly SystemUnit[],
  refuse: RefuseInput,
): void {
  const key = keyOf(target);
  const other = known.get(key);
  if (other === name) refuse(`two columns are named "${printableName(name)}".`);
  if (other !== undefined)
    refuse(
      `the columns "${printableName(other)}" and "${printableName(name)}" both drive ${variableLabel(target.port, units)}. Remove one of them.`,
    );
  known.set(key, name);
}

/**
 * Returns notes on columns of fixed parameters, which are ignored, on values that the file replaces,
 * and on times of the run for which it lacks rows.
 */
export function notesOnInputs(
  { system, units }: Pick<Context, 'units'> & { readonly system: SystemFile },
  table: InputTable | undefined,
  series: readonly InputSeries[],
  prefix: boolean,
): string[] {
  if (table === undefined) return [];
  return [
    ...notesOnParameters(system, table, units, prefix),
    ...notesOnReplaced(table, series, units),
    ...notesOnTimes(system, table, series),
  ];
}

/** Returns a note on tunable parameters with a value from the user that the file replaces. */
function notesOnReplaced(
  { file }: InputTable,
  series: readonly InputSeries[],
  units: readonly SystemUnit[],
): string[] {
  const replaced = series.flatMap(({ port }) => {
    const { causality, name } = port.variable;
    const isGiven = units[port.unit].values.some(({ variable }) => variable.name === name);
    return causality === 'parameter' && isGiven ? [variableLabel(port, units)] : [];
  });
  if (replaced.length === 0) return [];
  return [
    `inputs ${file}: its values replace those of ${someNames([...new Set(replaced)], 3)} from set values or the system. Remove one of them`,
  ];
}

function notesOnTimes(
  { startTime = 0, stopTime }: SystemFile,
  { file }: InputTable,
  [first]: readonly InputSeries[],
): string[] {
  if (first === undefined) return [];
  const { times } = first;
  const [from, to] = [times[0], times[times.length - 1]];
  const slack = 1e-9 * (stopTime - startTime);
  const notes: string[] = [];
  if (from > startTime + slack)
    notes.push(
      `inputs ${file}: the first row is at ${from} s, after the start time ${startTime} s. Its values are held before it`,
    );
  // One row alone stands for constant inputs.
  if (times.length > 1 && to < stopTime - slack)
    notes.push(
      `inputs ${file}: the last row is at ${to} s, before the stop time ${stopTime} s. Its values are held after it`,
    );
  return notes;
}

function notesOnParameters(
  { connectors = {} }: SystemFile,
  { file, rows }: InputTable,
  units: readonly SystemUnit[],
  prefix: boolean,
): string[] {
  const titles = new Set(rows[0]?.map((title) => splitIndexes(titleOf(title).name).before));
  const ofUnits = units.flatMap(({ name: unit, description }) =>
    description.variables
      .filter((v) => /^(parameter|structuralParameter)$/.test(v.causality) && !isDrivable(v))
      .map(({ name }) => (prefix ? `${unit}.${name}` : name)),
  );
  const isInput = (port: string): boolean =>
    units.some(({ name: unit, description: { variables } }) =>
      variables.some(({ name, causality }) => causality === 'input' && `${unit}.${name}` === port),
    );
  const outer = Object.entries(connectors).filter(
    ([, { to = [] }]) =>
      to.length > 0 && !to.some((feed) => isInput(feed.to) || isInput(splitIndexes(feed.to).before)),
  );
  const parameters = [...ofUnits, ...outer.map(([name]) => name)].filter((name) => titles.has(name));
  if (parameters.length === 0) return [];
  const are =
    parameters.length === 1 ? 'is a parameter, so its column sets' : 'are parameters, so their columns set';
  return [
    `inputs ${file}: ${someNames(parameters, 3)} ${are} nothing. Set parameters as values or in the system`,
  ];
}

/** Refuses rows of a continuous input whose slope exceeds the range of a double. */
function refuseSteep(
  { port: { variable } }: InputColumn,
  times: Float64Array,
  values: readonly InputValue[],
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
function isRecordedTitle(
  title: string,
  units: readonly SystemUnit[],
  prefix: boolean,
  connectors: Connectors | undefined,
): boolean {
  const { name: whole } = titleOf(title);
  const name = splitIndexes(whole).before;
  if (connectors?.has(whole) || connectors?.has(name)) return true;
  if (name === 'energy_balance' || /\.residual_(power|energy|energy_magnitude)$/.test(name)) return true;
  return units.some(({ name: unit, description }) =>
    description.variables.some(
      (v) => v.causality !== 'input' && (prefix ? `${unit}.${v.name}` : v.name) === name,
    ),
  );
}

/** Position of the time column, and its unit in seconds. */
interface TimeColumn {
  at: number;
  seconds: number;
}

const timeTitle = /^time\s*(?:\[\s*([^\]]*?)\s*\])?$/i;

/** Returns the time column by its title: `time`, `time [s]`, `time [ms]`. */
function timeColumn(header: readonly string[], refuse: RefuseInput): TimeColumn {
  const at = header.findIndex((title) => timeTitle.test(title));
  if (at < 0) refuse(`expected a column "time" [s], got ${quotedNames(header)}.`);
  const other = header.findIndex((title, k) => k > at && timeTitle.test(title));
  if (other >= 0) refuse(`two columns are named "time": "${header[at]}" and "${header[other]}".`);
  const unitOfMeasure = timeTitle.exec(header[at])?.[1];
  if (unitOfMeasure === undefined) return { at, seconds: 1 };
  const [from, to] = [parseUnitOfMeasure(unitOfMeasure), parseUnitOfMeasure('s')];
  const rule = from === undefined || to === undefined ? undefined : conversionOf(from, to);
  const seconds =
    rule?.factor ??
    refuse(`the time is in "${printableName(unitOfMeasure)}", which is not a unit of time. Use s.`);
  return { at, seconds };
}

function quotedNames(header: readonly string[]): string {
  return header.length === 0
    ? 'an empty file'
    : someNames(
        header.map((title) => `"${title}"`),
        4,
      );
}

function timesOf(
  data: readonly string[][],
  { at, seconds }: TimeColumn,
  refuse: (row: number, what: string) => never,
): Float64Array {
  const times = data.map((row, i) => {
    const t =
      numberFrom(row[at]) ??
      refuse(i + 2, `expected the time as a number [s], got "${printableName(row[at])}".`);
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
): (text: string) => InputValue {
  try {
    return fieldReader(column, units[column.port.unit].description, unitOfMeasure);
  } catch (error) {
    return refuse(messageOf(error));
  }
}
