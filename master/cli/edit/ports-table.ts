import { extname } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { ModelDescription, Variable } from '../../../fmu-sdk/description/description.ts';
import { csvField, withoutMark } from '../../../fmu-sdk/util/csv-text.ts';
import { nameHint } from '../../../fmu-sdk/util/nearest-name.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { readRegularFile } from '../../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { utf8Text } from '../../../fmu-sdk/util/utf8.ts';

/** Columns of a table of ports. */
const columns = ['name', 'new name', 'causality', 'unit', 'description', 'start', 'hide'] as const;
type Column = (typeof columns)[number];
type Row = Partial<Record<Column, string>>;

/** Largest table [bytes]. */
const mostBytes = 2 ** 26;

/** Edits that a table of ports asks for, by the names of variables. */
export interface PortEdits {
  rename: Map<string, string>;
  describe: Map<string, string>;
  units: Map<string, string>;
  start: Map<string, string>;
  hide: string[];
}

/** Returns the variables of an FMU as a table: CSV, or JSON for a file `.json`. */
export function portsText(file: string, description: ModelDescription): string {
  const rows = rowsOf(description);
  if (extname(file).toLowerCase() === '.json') return `${JSON.stringify(rows, null, 2)}\n`;
  const lines = rows.map((row) => columns.map((column) => csvField(row[column])).join(','));
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

function rowsOf({ variables }: ModelDescription): Record<Column, string>[] {
  return variables.flatMap((variable) => [
    rowOf(variable, variable.name, variable.description, startOf(variable)),
    ...(variable.aliases ?? []).map((alias) => rowOf(variable, alias.name, alias.description, '')),
  ]);
}

function rowOf(v: Variable, name: string, description = '', start = ''): Record<Column, string> {
  const { causality, unit = '' } = v;
  return { name, 'new name': '', causality, unit, description, start, hide: '' };
}

/** Start values as `--set` takes them. */
function startOf({ start = [], type }: Variable): string {
  return type === 'String' || type === 'Binary' ? (start.length === 1 ? start[0] : '') : start.join(',');
}

/** Reads a table and returns the cells that differ from the FMU. Missing rows and columns stay. */
export function readPorts(file: string, description: ModelDescription): PortEdits {
  const refuse = (expected: string): never => {
    throw new UserError(`read ${file}: ${expected}. Write a table with fmu inspect <fmu> --ports ${file}`);
  };
  const known = new Map(rowsOf(description).map((row) => [row.name, row]));
  const edits: PortEdits = {
    rename: new Map(),
    describe: new Map(),
    units: new Map(),
    start: new Map(),
    hide: [],
  };
  const seen = new Set<string>();
  for (const row of readRows(file, refuse)) {
    const { name = '' } = row;
    const before = known.get(name);
    const title = printableName(name);
    if (before === undefined)
      return refuse(
        `variable "${title}" does not exist. ${nameHint(name, [...known.keys()]).replace(/\.$/, '')}`,
      );
    if (seen.has(name)) refuse(`variable "${title}" occurs twice, expected one row for each variable`);
    seen.add(name);
    const changed = (column: Column): string | undefined =>
      row[column] === undefined || row[column] === before[column] ? undefined : row[column];
    if (changed('causality') !== undefined)
      refuse(
        `causality of ${title} is "${row.causality}", expected ${before.causality}, which cannot change`,
      );
    const start = changed('start');
    if (start === '') refuse(`start of ${title} is empty, expected ${before.start}`);
    if (row['new name']) edits.rename.set(name, row['new name']);
    const [text, unit] = [changed('description'), changed('unit')];
    if (text !== undefined) edits.describe.set(name, text);
    if (unit !== undefined) edits.units.set(name, unit);
    if (start !== undefined) edits.start.set(name, start);
    if (!/^(|0|no|false)$/i.test(row.hide ?? '')) edits.hide.push(name);
  }
  return edits;
}

/** Refuses unknown columns, and a column twice, because only one of them would count. */
function distinct(titles: string[]): string[] {
  const seen = new Set<string>();
  for (const title of titles) {
    if (seen.has(title)) throw new Error(`two columns are named "${printableName(title)}"`);
    requireKnown(title);
    seen.add(title);
  }
  return titles;
}

function requireKnown(title: string): void {
  if (!columns.includes(title as Column))
    throw new Error(`column "${printableName(title)}" is unknown, expected ${columns.join(', ')}`);
}

function requireText(column: string, value: unknown): void {
  if (typeof value === 'string') return;
  const got = typeof value === 'object' && value !== null ? 'a list or an object' : String(value);
  throw new Error(`expected texts in quotation marks, got ${got} as ${column}`);
}

function requireRow(row: unknown): void {
  if (typeof row !== 'object' || row === null)
    throw new Error('expected a list of objects, one for each variable');
  for (const [column, value] of Object.entries(row)) {
    requireKnown(column);
    requireText(column, value);
  }
}

function readRows(file: string, refuse: (expected: string) => never): Row[] {
  let rows: unknown;
  try {
    const text = utf8Text(readRegularFile(file, mostBytes));
    const isJson = extname(file).toLowerCase() === '.json';
    const delimiter = [';', '\t'].find((mark) => (text.split(/\r?\n/, 1)[0] ?? '').includes(mark)) ?? ',';
    rows = isJson
      ? JSON.parse(text)
      : (
          parse(text, { columns: distinct, delimiter, bom: true, skip_empty_lines: true }) as Record<
            string,
            string
          >[]
        ).map((row) =>
          Object.fromEntries(Object.entries(row).map(([key, value]) => [key, withoutMark(value)])),
        );
    if (!Array.isArray(rows)) throw new Error('expected a list of objects, one for each variable');
    rows.forEach(requireRow);
  } catch (error) {
    return refuse(messageOf(error).replace(/\.$/, ''));
  }
  return rows as Row[];
}
