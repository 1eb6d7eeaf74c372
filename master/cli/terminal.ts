import { Worker } from 'node:worker_threads';
import { nameText, printableLines } from '../../fmu-sdk/printable.ts';

/**
 * The door to the terminal: whatever the command line says goes through here, and nothing reaches the terminal that it
 * would obey, hide or reorder. Line ends are the caller's own; `text` escapes those of names from outside.
 */
export function print(lines: string): void {
  process.stdout.write(`${printableLines(lines)}\n`);
}

/** The same for what is no result: progress, hints, errors. */
export function say(lines: string): void {
  process.stderr.write(`${printableLines(lines)}\n`);
}

/** Counts the seconds of what is being done, in a thread of its own: compilers keep theirs busy. */
const clock = `const { writeSync } = require('node:fs');
const { workerData: shown } = require('node:worker_threads');
let seconds = 0;
setInterval(() => {
  try {
    writeSync(2, '\\r' + shown + ' ' + ++seconds + ' s');
  } catch {}
}, 1000);`;

/** Says on a terminal what is being done, as long as `action` does it; elsewhere nothing. */
export async function meanwhile<T>(line: string, action: () => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return action();
  const shown = `${printableLines(line)} …`;
  process.stderr.write(shown);
  const ticking = new Worker(clock, { eval: true, execArgv: [], workerData: shown });
  // Whatever becomes of the clock, the work goes on.
  ticking.on('error', () => {});
  try {
    return await action();
  } finally {
    await ticking.terminate();
    // To the begin of the line, which is emptied.
    process.stderr.write('\r\u001b[K');
  }
}

/** A template in which every value is part of a line: printable, line ends included, and not longer than a name is. */
export function text(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw(
    { raw: parts },
    ...values.map((value) => (typeof value === 'string' ? nameText(value) : value)),
  );
}

/** A reader that has seen enough (`fmu inspect x.fmu | head`) is no error; a full disk behind `>` is one. */
export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    say(`fmu: print: ${error.message}. Print to somewhere that can be written.`);
    process.exit(1);
  });
  // Where not even errors can be said, the exit code says it.
  process.stderr.on('error', () => {});
}
