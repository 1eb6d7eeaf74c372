import type { CommandModule } from 'yargs';
import { printable, shortened } from '../../fmu-sdk/util/printable.ts';

export { meanwhile, print, say, text } from './terminal/terminal.ts';

/**
 * A command of `fmu`: its options as `A` after parsing. A handler loads the compiler and its like only when it runs,
 * so that commands which need none of it start at once.
 */
export type Command<A> = CommandModule<object, A>;

/** A command whatever its options are. */
// biome-ignore lint/suspicious/noExplicitAny: only the command itself knows its options.
export type AnyCommand = Command<any>;

/** Names of a command, its own before its aliases: `run` of `run <file>`. */
export function namesOf({ command, aliases }: AnyCommand): string[] {
  return [command ?? [], aliases ?? []].flat().map((each) => String(each).trim().split(/\s+/)[0]);
}

/** Characters of a cell that are shown, and the largest width of a column, beyond which a row is longer than others. */
const mostOfCell = 400;
const widest = 100;

/**
 * Rows as columns of equal width; numbers are the caller's text. `right` names columns that align right. A cell is one
 * line, whatever stands in it.
 */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  return tableLines(rows, right).join('\n');
}

/** The same as lines. */
export function tableLines(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  return [...eachTableLine(rows, right)];
}

/** The same, each line made when it is asked for. */
export function* eachTableLine(
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): Generator<string, void> {
  const cells = rows.map((row) => row.map((cell) => printable(shortened(cell, mostOfCell))));
  const widths: number[] = [];
  for (const row of cells)
    for (let k = 0; k < row.length; k++)
      widths[k] = Math.min(widest, Math.max(widths[k] ?? 0, row[k].length));
  for (const row of cells) {
    let line = '';
    for (let k = 0; k < row.length; k++) {
      const before = k === 0 ? '' : '  ';
      line += before + (right.includes(k) ? row[k].padStart(widths[k]) : row[k].padEnd(widths[k]));
    }
    yield line.trimEnd();
  }
}

/** `12345` → `12.3 kB`: 1 kB is 1000 B, 1 MB 1000 kB. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const thousands = bytes < 999_950 ? 1 : bytes < 999_950_000 ? 2 : 3;
  return `${(bytes / 1000 ** thousands).toFixed(1)} ${['kB', 'MB', 'GB'][thousands - 1]}`;
}
