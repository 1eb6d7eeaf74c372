import { closeSync, fstatSync, readSync } from 'node:fs';
import { extname } from 'node:path';
import { requirePath } from '../../../fmu-sdk/util/files/require-path.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { byExtension } from '../../../fmu-sdk/util/registry.ts';
import { openRegularFile, readRegularFile } from '../../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { csvInputs } from '../../system/inputs/input-csv.ts';
import { inputLine, inputRows } from '../../system/inputs/input-source.ts';
import { inputSources } from '../../system/inputs/input-sources.ts';
import { readBinaryTable } from '../binary/binary-table.ts';
import { columnEndings } from '../binary/read-columns.ts';
import type { TimeTable } from '../time-table.ts';
import { refuseEmpty, type TitleRow, titleRowOf } from '../title-row.ts';
import { addRows } from './checked-rows.ts';
import { csvBlocks, csvHead } from './csv-rows.ts';
import type { ReadAt } from './record-chunks.ts';
import { type ResultRows, rowsOf } from './result-rows.ts';
import type { RowBlock } from './row-block.ts';
import { RowBuffer } from './row-buffer.ts';
import { FactCollector } from './row-facts.ts';

/** Values of a file that are kept in memory, so that it is read once: 16 MB. */
const mostKept = 2_000_000;
/** Size of a file in a custom format, which is read as a whole. */
const mostBytes = 1024 * 2 ** 20;

/**
 * Opens a result file. Reads it once, and again for each call of `blocks` if it has more than two
 * million values. Memory does not grow with the file. Files in binary and custom formats are read as
 * a whole.
 *
 * @throws UserError that names the file, the line and the column
 */
export async function openResults(file: string): Promise<ResultRows> {
  requirePath('read', file);
  const table = readBinaryTable(file);
  if (table !== undefined) return rowsOf(table);
  const { titleRow, blocks } = await blocksOf(file);
  return collected(titleRow, blocks, mostKept);
}

/** Reads a result file as a whole. Refuses more values than fit in memory. */
export async function readWhole(file: string, mostValues: number): Promise<TimeTable> {
  requirePath('read', file);
  const binary = readBinaryTable(file);
  if (binary !== undefined) return binary;
  const { titleRow, blocks } = await blocksOf(file);
  const { table } = collected(titleRow, blocks, mostValues);
  if (table !== undefined) return table;
  throw new UserError(
    `read ${file}: expected at most ${mostValues} values. Use fmu report, plot or compare, which read it in parts, or record fewer rows.`,
  );
}

interface Blocks {
  readonly titleRow: TitleRow;
  readonly blocks: () => Iterable<RowBlock>;
}

async function blocksOf(file: string): Promise<Blocks> {
  if (byExtension(inputSources, file) !== csvInputs) return customBlocks(file);
  const whole = <T>(use: (read: ReadAt, size: number) => T): T => {
    const handle = opened(file);
    try {
      const read: ReadAt = (into, position) => readSync(handle, into, 0, into.length, position);
      return use(read, fstatSync(handle).size);
    } finally {
      closeSync(handle);
    }
  };
  let size = 0;
  const head = whole((read, bytes) => {
    size = bytes;
    return csvHead(file, read, bytes);
  });
  const titleRow = titleRowOf(file, head.titles);
  function* blocks(): Generator<RowBlock> {
    const handle = opened(file);
    try {
      const read: ReadAt = (into, position) => readSync(handle, into, 0, into.length, position);
      yield* csvBlocks(titleRow, head, read, size);
    } finally {
      closeSync(handle);
    }
  }
  return { titleRow, blocks };
}

function opened(file: string): number {
  try {
    return openRegularFile(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

const unreadable = (file: string, error: unknown): UserError =>
  new UserError(`read ${file}: ${messageOf(error)}. Name a readable file.`);

/** Reads a file in a custom format. */
async function customBlocks(file: string): Promise<Blocks> {
  if (byExtension(inputSources, file) === undefined)
    throw new UserError(
      `read ${file}: expected a result file, got ${printableName(extname(file)) || 'a name without an ending'}. Use a file that ends in ${[...inputSources.all.flatMap(({ extensions }) => extensions), ...columnEndings].join(', ')}.`,
    );
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(file, mostBytes);
  } catch (error) {
    throw unreadable(file, error);
  }
  const [titles = [], ...rows] = await inputRows(file, bytes, inputSources);
  const line = inputLine(file, bytes, inputSources);
  const titleRow = titleRowOf(file, titles);
  function* blocks(): Generator<RowBlock> {
    const buffer = new RowBuffer(titles.length - 1);
    addRows(titleRow, rows, buffer, Number.NEGATIVE_INFINITY, (n) => line(n + 2));
    yield buffer;
  }
  return { titleRow, blocks };
}

/** Looks at all rows once, and keeps them if they are few. */
function collected(
  { file, titles, time }: TitleRow,
  blocks: () => Iterable<RowBlock>,
  most: number,
): ResultRows & { readonly table?: TimeTable } {
  const names = titles.filter((_, k) => k !== time);
  const collector = new FactCollector(names.length);
  let kept: RowBlock[] | undefined = [];
  let count = 0;
  for (const block of blocks()) {
    collector.take(block);
    count += block.count;
    kept = count * titles.length > most ? undefined : kept;
    kept?.push(copyOf(block));
  }
  refuseEmpty(file, count);
  const facts = collector.facts();
  if (kept === undefined) return { file, names, facts, blocks: () => sameCount(file, blocks(), count) };
  const joined = (part: (block: RowBlock) => Float64Array | undefined): Float64Array =>
    joinedOf(kept ?? [], count, part);
  const table: TimeTable = {
    ...{ file, names },
    times: joined(({ times }) => times),
    columns: names.map((_, k) => joined(({ columns }) => columns[k])),
    rests: facts.isExact.map((isExact, k) => (isExact ? joined(({ rests }) => rests[k]) : undefined)),
  };
  return { file, names, facts, blocks: rowsOf(table).blocks, table };
}

function copyOf({ count, times, columns, rests }: RowBlock): RowBlock {
  const copy = (column: Float64Array): Float64Array => column.slice(0, count);
  return {
    count,
    times: copy(times),
    columns: columns.map(copy),
    rests: rests.map((rest) => rest && copy(rest)),
  };
}

function joinedOf(
  blocks: readonly RowBlock[],
  count: number,
  part: (block: RowBlock) => Float64Array | undefined,
): Float64Array {
  const whole = new Float64Array(count);
  let at = 0;
  for (const block of blocks) {
    const values = part(block);
    if (values !== undefined) whole.set(values, at);
    at += block.count;
  }
  return whole;
}

/** Requires as many rows as there were at first. */
function* sameCount(file: string, blocks: Iterable<RowBlock>, count: number): Generator<RowBlock> {
  let rest = count;
  for (const block of blocks) {
    rest -= block.count;
    if (rest >= 0) yield block;
  }
  if (rest !== 0)
    throw new UserError(
      `read ${file}: it changed while it was read. Wait until the program that writes it has ended.`,
    );
}
