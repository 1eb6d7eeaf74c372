import { Worker } from 'node:worker_threads';
import { printableLines, printableName } from '../../../fmu-sdk/util/printable.ts';
import { exitCode } from '../exit/exit-codes.ts';

/**
 * Prints results. All output of the command line passes through here. Control characters are
 * escaped, so that the terminal does not execute, hide or reorder text. Line breaks stay. `text`
 * escapes them in names from outside.
 */
export function print(lines: string): void {
  process.stdout.write(`${printableLines(lines)}\n`);
}

/** Prints progress, hints and errors to standard error. */
export function printError(lines: string): void {
  process.stderr.write(`${printableLines(lines)}\n`);
}

/** Prints lines in place of a progress bar on a terminal, which its next update prints again. */
export function printOverBar(lines: string): void {
  process.stderr.write(`\r\u001b[K${printableLines(lines)}\n`);
}

/**
 * Counts the seconds of a task in a separate thread, because compilers keep their own thread busy.
 * On a terminal it overwrites one line. Elsewhere it prints the task and a dot for each second, and
 * nothing for tasks under one second.
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

/** Prints a task while `action` performs it, on a terminal at once, elsewhere after one second. */
export async function withElapsedTime<T>(line: string, action: () => Promise<T>): Promise<T> {
  const terminal = process.stderr.isTTY === true;
  const progressLine = `${printableLines(line)} …`;
  if (terminal) process.stderr.write(progressLine);
  const printedSeconds = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { shown: progressLine, terminal, told: printedSeconds };
  const ticking = new Worker(clock, { eval: true, execArgv: [], workerData });
  // The task continues even if the counter fails.
  ticking.on('error', () => {});
  try {
    return await action();
  } finally {
    await ticking.terminate();
    // Clear the line on a terminal, elsewhere begin the next line.
    if (terminal) process.stderr.write('\r\u001b[K');
    else if (printedSeconds[0] > 0) process.stderr.write('\n');
  }
}

/**
 * Builds a line from a template. Its values become printable, without line breaks, and shortened.
 */
export function text(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw(
    { raw: parts },
    ...values.map((value) => (typeof value === 'string' ? printableName(value) : value)),
  );
}

/**
 * Handles errors of the output. A closed pipe (`fmu inspect x.fmu | head`) is normal, a full disk
 * is an error. Returns a function that stops it.
 */
export function handleOutputErrors(): () => void {
  const onError = (error: NodeJS.ErrnoException): void => {
    if (error.code === 'EPIPE') process.exit(exitCode.done);
    printError(`fmu: print: ${error.message}. Choose a writable output.`);
    process.exit(exitCode.failed);
  };
  // If errors cannot be printed, the exit code reports them.
  const unsaid = (): void => {};
  process.stdout.on('error', onError);
  process.stderr.on('error', unsaid);
  return () => {
    process.stdout.off('error', onError);
    process.stderr.off('error', unsaid);
  };
}
