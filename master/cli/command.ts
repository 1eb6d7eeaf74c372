import type { CommandModule } from 'yargs';
import { printable, shortened } from '../../fmu-sdk/util/printable.ts';

export { print, printError, text, withElapsedTime } from './terminal/terminal.ts';

/**
 * Command of `fmu`, with its parsed options as `A`. A handler loads the compiler and other large
 * modules only when it runs, so that simple commands start at once.
 */
export type Command<A> = CommandModule<object, A>;

/** Command with any options. */
// biome-ignore lint/suspicious/noExplicitAny: only the command itself knows its options.
export type AnyCommand = Command<any>;

/** Returns the names of a command, aliases last: `run` of `run <file>`. */
export function namesOf({ command, aliases }: AnyCommand): string[] {
  return [command ?? [], aliases ?? []].flat().map((text) => String(text).trim().split(/\s+/)[0]);
}

/**
 * Number of characters that a cell shows, and largest width of a column. A wider cell makes only
 * its row longer.
 */
const maxCellLength = 400;
const maxColumnWidth = 100;

/**
 * Formats rows as columns of equal width. `right` lists the columns that align right. The caller
 * formats numbers. Each cell stays on one line.
 */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  return tableLines(rows, right).join('\n');
}

/** Formats rows as `table` does, and returns lines. */
export function tableLines(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  return [...iterateTableLines(rows, right)];
}

/** Formats rows as `table` does, and yields each line on demand. */
export function* iterateTableLines(
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): Generator<string, void> {
  const cells = rows.map((row) => row.map((cell) => printable(shortened(cell, maxCellLength))));
  const widths: number[] = [];
  for (const row of cells)
    for (let k = 0; k < row.length; k++)
      widths[k] = Math.min(maxColumnWidth, Math.max(widths[k] ?? 0, row[k].length));
  for (const row of cells) {
    let line = '';
    for (let k = 0; k < row.length; k++) {
      const before = k === 0 ? '' : '  ';
      line += before + (right.includes(k) ? row[k].padStart(widths[k]) : row[k].padEnd(widths[k]));
    }
    yield line.trimEnd();
  }
}

/** Formats a size in decimal units: `12345` → `12.3 kB`, with 1 kB = 1000 B and 1 MB = 1000 kB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const thousands = bytes < 999_950 ? 1 : bytes < 999_950_000 ? 2 : 3;
  return `${(bytes / 1000 ** thousands).toFixed(1)} ${['kB', 'MB', 'GB'][thousands - 1]}`;
}
