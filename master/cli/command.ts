import type { CommandModule } from 'yargs';

/**
 * A command of `fmu`: its options as `A` after parsing. A handler loads the compiler and its like only when it runs,
 * so that commands which need none of it start at once.
 */
export type Command<A> = CommandModule<object, A>;

/** A command whatever its options are. */
// biome-ignore lint/suspicious/noExplicitAny: only the command itself knows its options.
export type AnyCommand = Command<any>;

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Rows as columns of equal width; numbers are the caller's text. `right` names columns that align right. */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = rows.reduce<number[]>(
    (w, row) => row.map((text, k) => Math.max(w[k] ?? 0, text.length)),
    [],
  );
  const line = (row: readonly string[]): string =>
    row
      .map((text, k) => (right.includes(k) ? text.padStart(widths[k]) : text.padEnd(widths[k])))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}

/** `12345` → `12.1 kB`. */
export function size(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} kB`;
}
