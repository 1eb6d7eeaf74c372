import { Worker } from 'node:worker_threads';
import { nameText, printableLines } from '../../../fmu-sdk/util/printable.ts';

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

/**
 * Counts the seconds of what is being done, in a thread of its own: compilers keep theirs busy. On a terminal over one line; elsewhere
 * what it is and then a point for each second, and nothing of what takes less than one.
 */
const clock = `const { writeSync } = require('node:fs');
const { shown, terminal, told } = require('node:worker_threads').workerData;
let seconds = 0;
setInterval(() => {
  seconds++;
  try {
    writeSync(2, terminal ? '\\r' + shown + ' ' + seconds + ' s' : seconds === 1 ? shown + ' .' : '.');
    told[0] = seconds;
  } catch {}
}, 1000);`;

/** Says what is being done, as long as `action` does it: on a terminal at once, elsewhere where it takes more than a second. */
export async function meanwhile<T>(line: string, action: () => Promise<T>): Promise<T> {
  const terminal = process.stderr.isTTY === true;
  const shown = `${printableLines(line)} …`;
  if (terminal) process.stderr.write(shown);
  const told = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { shown, terminal, told };
  const ticking = new Worker(clock, { eval: true, execArgv: [], workerData });
  // Whatever becomes of the clock, the work goes on.
  ticking.on('error', () => {});
  try {
    return await action();
  } finally {
    await ticking.terminate();
    // To the begin of the line, which is emptied; or to the next one.
    if (terminal) process.stderr.write('\r\u001b[K');
    else if (told[0] > 0) process.stderr.write('\n');
  }
}

/** A template in which every value is part of a line: printable, line ends included, and not longer than a name is. */
export function text(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw(
    { raw: parts },
    ...values.map((value) => (typeof value === 'string' ? nameText(value) : value)),
  );
}

/** A reader that has seen enough (`fmu inspect x.fmu | head`) is no error; a full disk behind `>` is one. What it returns stops watching. */
export function watchOutput(): () => void {
  const onError = (error: NodeJS.ErrnoException): void => {
    if (error.code === 'EPIPE') process.exit(0);
    say(`fmu: print: ${error.message}. Print to somewhere that can be written.`);
    process.exit(1);
  };
  // Where not even errors can be said, the exit code says it.
  const unsaid = (): void => {};
  process.stdout.on('error', onError);
  process.stderr.on('error', unsaid);
  return () => {
    process.stdout.off('error', onError);
    process.stderr.off('error', unsaid);
  };
}
