import { parse } from 'csv-parse/sync';
import { withoutMark } from '../../../fmu-sdk/util/csv-text.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { utf8Text } from '../../../fmu-sdk/util/utf8.ts';
import {
  type CastingContext,
  type CsvForm,
  faultOf,
  formOf,
  isNumber,
  lengthFault,
  lineInPart,
  requireFields,
  withPoint,
} from '../../system/inputs/input-csv.ts';
import type { TitleRow } from '../title-row.ts';
import { addRows } from './checked-rows.ts';
import { PlainRows } from './plain-rows.ts';
import { firstBreak, type ReadAt, recordChunks } from './record-chunks.ts';
import type { RowBlock } from './row-block.ts';
import { RowBuffer } from './row-buffer.ts';

/** Titles of a CSV file, and how to read the rows behind them. */
export interface CsvHead {
  readonly titles: readonly string[];
  readonly form: CsvForm;
  /** Bytes and lines of the titles, with blank lines before them. */
  readonly bytes: number;
  readonly lines: number;
}

/** Reads the titles of a CSV file. */
export function csvHead(file: string, read: ReadAt, size: number): CsvHead {
  return asResults(file, () => {
    let [bytes, lines] = [0, 0];
    for (const chunk of recordChunks(read, size)) {
      const begin = firstText(chunk);
      if (begin === chunk.length) {
        bytes += chunk.length;
        lines += breaksIn(chunk);
        continue;
      }
      const at = firstBreak(chunk, begin);
      const isReturn = at >= 0 && chunk[at] === 0x0d;
      const isPair = isReturn && chunk[at + 1] === 0x0a;
      const content = at < 0 ? chunk : chunk.subarray(0, at + (isPair ? 2 : 1));
      requireFields(content);
      const text = utf8Text(content, lines);
      const form = {
        ...formOf(text),
        ...(at < 0 ? {} : { record_delimiter: isPair ? '\r\n' : isReturn ? '\r' : '\n' }),
      };
      const [titles = []] = parsed(text, form, lines);
      return {
        ...{ titles: titles.map(withoutMark), form },
        ...{ bytes: bytes + content.length, lines: lines + breaksIn(content) },
      };
    }
    return { titles: [], form: formOf(''), bytes, lines };
  });
}

/**
 * Reads the rows of a CSV file block by block. Blocks are about as large as the parts of the file
 * that are read at once.
 */
export function* csvBlocks(row: TitleRow, head: CsvHead, read: ReadAt, size: number): Generator<RowBlock> {
  const { file, titles, time } = row;
  const { form } = head;
  const buffer = new RowBuffer(titles.length - 1);
  const commas = new DecimalCommas(titles.length);
  const plain = new PlainRows({
    fields: titles.length,
    time,
    delimiter: form.delimiter.charCodeAt(0),
    hasReturns: form.record_delimiter === '\r\n',
    texts: commas.texts,
  });
  const isPlain = form.record_delimiter !== '\r';
  let lines = head.lines;
  let after = Number.NEGATIVE_INFINITY;
  const behindTitles: ReadAt = (into, position) => read(into, head.bytes + position);
  const chunks = recordChunks(behindTitles, size - head.bytes);
  for (;;) {
    const { value: chunk, done } = asResults(file, () => chunks.next());
    if (done === true || chunk === undefined) break;
    buffer.clear();
    const wholes = buffer.wholes.slice();
    if (!isPlain || !plain.add(linesOf(chunk), buffer, after)) {
      buffer.clear();
      buffer.wholes.set(wholes);
      const rows = asResults(file, () => rowsOf(chunk, form, titles.length, lines, commas));
      const text = utf8Text(chunk);
      addRows(row, rows, buffer, after, (n) => lineInPart(text, n + 1, form, lines));
    }
    lines += breaksIn(chunk);
    if (buffer.count === 0) continue;
    after = buffer.times[buffer.count - 1];
    yield buffer;
  }
  const wrong = commas.firstWrong();
  if (wrong !== undefined)
    throw new UserError(
      `read ${file}: expected a number in the range of doubles at line ${wrong.line} of ${titles[wrong.field]}, got "${wrong.text}". Give a decimal number, or leave the field empty.`,
    );
}

/** Field in quotation marks whose comma is one of a text if the column has other texts. */
interface QuotedComma {
  readonly field: number;
  readonly line: number;
  readonly text: string;
}

/** Commas in quotation marks, which are decimal commas in a column of numbers alone. */
class DecimalCommas {
  readonly texts: Uint8Array;
  private readonly quoted = new Map<number, QuotedComma>();

  constructor(fields: number) {
    this.texts = new Uint8Array(fields);
  }

  note(comma: QuotedComma): void {
    if (!this.quoted.has(comma.field)) this.quoted.set(comma.field, comma);
  }

  firstWrong(): QuotedComma | undefined {
    return [...this.quoted.values()].find(({ field }) => this.texts[field] === 1);
  }
}

/** Returns rows of texts with decimal points, all as long as the titles. */
function rowsOf(
  chunk: Uint8Array,
  form: CsvForm,
  length: number,
  above: number,
  commas: DecimalCommas,
): string[][] {
  requireFields(chunk);
  const text = utf8Text(chunk, above);
  const quoted = new Set<string>();
  const cast = (field: string, { quoting, index, records }: CastingContext): string => {
    if (quoting && withPoint(field) !== field) quoted.add(`${records} ${index}`);
    return field;
  };
  const hasPoints = form.delimiter === ',';
  const rows = parsed(text, { ...form, ...(hasPoints ? {} : { cast }), relax_column_count: true }, above);
  const lineOf = (n: number): number => lineInPart(text, n + 1, form, above);
  const ragged = rows.findIndex((row) => row.length !== length);
  if (ragged >= 0) throw new Error(lengthFault(lineOf(ragged), length, rows[ragged].length));
  if (hasPoints) return rows;
  for (const [n, row] of rows.entries())
    for (let k = 0; k < length; k++) {
      if (!isNumber(row[k])) commas.texts[k] = 1;
      if (quoted.has(`${n} ${k}`)) commas.note({ field: k, line: lineOf(n), text: row[k] });
      row[k] = withPoint(row[k]);
    }
  return rows;
}

type ParserForm = CsvForm & { readonly cast?: (field: string, context: CastingContext) => string };

function parsed(text: string, form: ParserForm, above: number): string[][] {
  try {
    return parse(text, form);
  } catch (error) {
    throw new Error(faultOf(error, text, form, above));
  }
}

/** Runs a reader, whose errors are about a result file. */
function asResults<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new UserError(
      `read ${file}: ${messageOf(error)}. Correct this place, or name a result file: CSV with the column time [s] and columns of numbers.`,
    );
  }
}

/** Returns the characters of bytes, each of them as one character, with an end of the last line. */
function linesOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return bytes[bytes.length - 1] === 0x0a ? text : `${text}\n`;
}

/** Returns the place of the first title: behind blank lines and a byte order mark. */
function firstText(bytes: Uint8Array): number {
  let i = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (bytes[i] === 0x0a || bytes[i] === 0x0d || bytes[i] === 0x20) i++;
  return i;
}

/** Counts the lines that end in bytes: in \n, \r\n or \r. */
function breaksIn(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++)
    if (bytes[i] === 0x0a || (bytes[i] === 0x0d && bytes[i + 1] !== 0x0a)) count++;
  return count;
}
