import { CsvError, parse } from 'csv-parse/sync';
import { withoutMark } from '../../../fmu-sdk/util/csv-text.ts';
import { messageOf } from '../../../fmu-sdk/util/user-error.ts';
import { utf8Text } from '../../../fmu-sdk/util/utf8.ts';
import type { InputSource } from './input-source.ts';

/** Fields of a text: a gigabyte once they are read. */
const mostFields = 20_000_000;

/** Rejects a text with more fields than fit in memory. */
export function requireFields(content: Uint8Array): void {
  if (fieldsOf(content) > mostFields)
    throw new Error(`expected at most ${mostFields} fields. A run needs at most one row per step`);
}

/**
 * CSV with commas, semicolons or tabs between the fields, detected in the first line. With
 * semicolons or tabs, numbers may have a decimal comma. A byte order mark is optional.
 */
export const csvInputs: InputSource = {
  name: 'CSV',
  extensions: ['.csv'],
  read: (content) => {
    requireFields(content);
    const text = utf8Text(content);
    const form = formOf(text);
    return withPlainTitles(rowsOf(text, form));
  },
  // Blank lines are skipped, and a quoted field may contain line breaks.
  line: (content, row) => {
    const text = utf8Text(content).replace(/\r\n?/g, '\n');
    return lineOf(text, row);
  },
};

/** Returns the line in which a row ends. Lines of the text end in \n. */
function lineOf(text: string, row: number, form: CsvForm = formOf(text)): number {
  const rows: unknown = parse(text, { ...form, record_delimiter: '\n', info: true, to: row });
  return (rows as { info: { lines: number } }[])[row - 1].info.lines;
}

/** Returns the line in which a row of a part of a file ends. Lines before the part count. */
export function lineInPart(text: string, row: number, form: CsvForm, before: number): number {
  return before + lineOf(text.replace(/\r\n?/g, '\n'), row, { ...form, relax_column_count: true });
}

/**
 * Returns what is wrong with a text that the parser refuses.
 *
 * @param above lines of the file before the text
 */
export function faultOf(error: unknown, text: string, form: CsvForm, above = 0): string {
  if (!(error instanceof CsvError)) return messageOf(error);
  const { delimiter } = form;
  const { code, records } = error as CsvError & Refusal;
  const lines = above + (error as CsvError & Refusal).lines;
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED': {
      const before = records === 0 ? above : lineInPart(text, records, form, above);
      return `line ${before + 1}: a quotation mark opens a text that does not end. Close it, or remove the mark`;
    }
    case 'INVALID_OPENING_QUOTE':
      return `line ${lines}: a quotation mark stands inside a field. Put the whole field in quotation marks, and write two marks for one`;
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
      return `line ${lines}: expected ${nameOf(delimiter)} or the end of the line after a closing quotation mark. Remove the text between them`;
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
      return lengthFault(lines, ...numbersIn(error.message));
    default:
      return messageOf(error);
  }
}

/** Returns what is wrong with a row that has more or fewer fields than the titles. */
export function lengthFault(line: number, titles?: number, fields?: number): string {
  return `line ${line}: expected ${titles} fields, as many as titles, got ${fields}`;
}

const numbersIn = (text: string): number[] => text.match(/\d+/g)?.map(Number) ?? [];

/** Place in the file where the parser stopped. */
interface Refusal {
  readonly lines: number;
  /** Number of complete rows, the titles among them. */
  readonly records: number;
}

const nameOf = (delimiter: string): string =>
  delimiter === ',' ? 'a comma' : delimiter === ';' ? 'a semicolon' : 'a tab';

function rowsOf(text: string, form: CsvForm): string[][] {
  try {
    return form.delimiter === ',' ? parse(text, form) : withDecimalPoints(text, form);
  } catch (error) {
    throw new Error(faultOf(error, text, form));
  }
}

/** Removes the marks of titles that a spreadsheet would compute, as results of fmukit have them. */
function withPlainTitles(rows: string[][]): string[][] {
  if (rows.length > 0) rows[0] = rows[0].map(withoutMark);
  return rows;
}

/** How the parser reads a text. */
export interface CsvForm {
  readonly delimiter: string;
  readonly bom: true;
  readonly skip_empty_lines: true;
  readonly trim: true;
  /** Default: as in the first line. */
  readonly record_delimiter?: string;
  /** True if the caller counts the fields of a row. */
  readonly relax_column_count?: true;
}

/** Returns how to read a text that begins with titles. */
export const formOf = (text: string): CsvForm => ({
  delimiter: delimiterOf(text),
  bom: true,
  skip_empty_lines: true,
  trim: true,
});

/** No fewer fields than the file has: one in quotes counts as well. */
function fieldsOf(content: Uint8Array): number {
  let count = 1;
  for (let i = 0; i < content.length; i++) {
    const byte = content[i];
    if (byte === 0x2c || byte === 0x3b || byte === 0x09 || byte === 0x0a) count++;
  }
  return count;
}

/**
 * Returns the first comma, semicolon or tab in the titles outside quotes and brackets (`x[2,1]`).
 */
function delimiterOf(text: string): string {
  let quoted = false;
  let brackets = 0;
  // Blank lines may stand before the titles.
  for (let i = text.search(/[^\s\ufeff]|\t/); i >= 0 && i < text.length; i++) {
    const c = text[i];
    if (c === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (c === '\n' || c === '\r') break;
    else if (c === '[') brackets++;
    else if (c === ']') brackets = Math.max(0, brackets - 1);
    else if (brackets === 0 && (c === ',' || c === ';' || c === '\t')) return c;
  }
  return ',';
}

/**
 * Reads rows with decimal commas as rows with decimal points. A field in quotation marks keeps its
 * comma if its column also has other texts than numbers.
 */
function withDecimalPoints(text: string, form: CsvForm): string[][] {
  const quoted = new Set<string>();
  const cast = (field: string, { quoting, index, records }: CastingContext): string => {
    if (quoting && withPoint(field) !== field) quoted.add(`${records} ${index}`);
    return field;
  };
  const rows: string[][] = parse(text, { ...form, cast });
  const texts = new Set<number>();
  for (const row of rows.slice(1)) for (let k = 0; k < row.length; k++) if (!isNumber(row[k])) texts.add(k);
  return rows.map((row, i) =>
    row.map((field, k) => (i === 0 || (texts.has(k) && quoted.has(`${i} ${k}`)) ? field : withPoint(field))),
  );
}

/** Place of a field, from the parser: its row and column, from 0. */
export interface CastingContext {
  quoting: boolean;
  index: number;
  records: number;
}

/** Returns true for an empty field and a number, with a decimal point or a decimal comma. */
export const isNumber = (field: string): boolean =>
  /^([+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?)?$/.test(field);

/** Converts `1,5e3` to `1.5e3`. Returns any other text unchanged. */
export function withPoint(field: string): string {
  return /^[+-]?\d*,\d+(?:[eE][+-]?\d+)?$/.test(field) ? field.replace(',', '.') : field;
}
