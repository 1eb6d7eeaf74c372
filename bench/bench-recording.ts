import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csv } from '../master/observe/formats/csv-format.ts';
import { mat } from '../master/observe/formats/mat/mat-format.ts';
import { npy } from '../master/observe/formats/npy-format.ts';
import { parquet } from '../master/observe/formats/parquet/parquet-format.ts';
import type { Sink } from '../master/observe/formats/result-format.ts';
import { sinks } from '../master/observe/formats/result-formats.ts';
import { recorder } from '../master/observe/recorder.ts';
import { Session } from '../master/run/loop/session.ts';
import { loadSystem } from '../master/system/load-system.ts';
import type { CheckedSystem } from '../master/system/system.ts';
import { noCompiler } from '../test/fixtures/c/make.ts';
import { cpuSeconds, type Line, medianPair, once, ratioLine } from './bench-measure.ts';
import { floorProgram, printed } from './floors.ts';

/** Allowed cost of recording, relative to the run without recording. */
const bounds: readonly (readonly [name: string, sink: Sink, most: number])[] = [
  ['CSV', csv, 1.6],
  ['Parquet', parquet, 1.3],
  ['MAT', mat, 1.3],
  ['NPY', npy, 1.3],
];
/** Columns that are recorded. */
const wanted = 20;
const nanoseconds = (seconds: number): string => `${(1e9 * seconds).toFixed(0)} ns`;

/**
 * Measures the crane's cycle with 20 columns in each result format against the run without, and one
 * number against to_chars and fwrite in C++.
 */
export function recording(root: string): Line[] {
  const lines = bounds.map(([name, sink, most]) => {
    // A run has one form, and the engine optimizes for what it has seen.
    const [columns, ours, floor] = inOwnProcess(root, sink.name);
    const what = `(r) crane with ${columns} columns of ${name}, against the run without`;
    return ratioLine(what, [ours, floor], most, nanoseconds);
  });
  if (noCompiler !== undefined) return lines;
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-recording-'));
  try {
    return [...lines, ofOneNumber(folder)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the output of `printRecording` for a format. */
function inOwnProcess(root: string, name: string): number[] {
  const args = [join(root, 'bin/setup/recording.mjs'), ...(once ? ['--once'] : [])];
  const env = { ...process.env, FMUKIT_FORM: name };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`bench of ${name}: ${stderr}`);
  return JSON.parse(stdout);
}

/**
 * Prints of a form of results the number of columns, and the CPU time of a step with and without it
 * [s].
 */
export async function printRecording(root: string, name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-recording-'));
  try {
    const system = await loadSystem(join(root, 'systems/crane-single-force.json'));
    const columns = Array.from(
      { length: wanted },
      (_, k) => system.record.columns[k % system.record.columns.length],
    );
    const recorded = { ...system, record: { ...system.record, columns: [...new Set(columns)] } };
    const form = sinks.named(name, 'bench');
    const pair = medianPair(
      () => run(recorded, join(folder, 'crane'), form),
      () => run(recorded, join(folder, 'crane')),
    );
    process.stdout.write(JSON.stringify([new Session(recorded).columns.length, ...pair]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * CPU time of a step, of some cycles one after the other: within one the engine still optimizes
 * [s].
 */
function run(system: CheckedSystem, file: string, form?: Sink): number {
  const cycles = once ? 1 : 5;
  let sum = 0;
  for (let k = 0; k < cycles; k++) sum += cycle(system, file, form);
  return sum / cycles;
}

function cycle(system: CheckedSystem, file: string, form?: Sink): number {
  const handle = openSync(file, 'w');
  const into = { write: (bytes: Uint8Array) => void writeSync(handle, bytes), whole: () => {} };
  const session = new Session(system, { inner: form === undefined ? [] : [recorder(form, into)] });
  session.start();
  const time = cpuSeconds(() => {
    while (!session.done) {
      session.advance(form === undefined ? session.steps : 1);
      if (form !== undefined) session.row();
    }
  });
  session.end('finished');
  closeSync(handle);
  return time / session.steps;
}

/** Doubles of 16 and 17 digits, as results are. */
function ofOneNumber(folder: string): Line {
  const numbers = Float64Array.from({ length: 10_000 }, (_, i) => Math.sin(i) * 10 ** (i % 7));
  const source = join(folder, 'numbers');
  writeFileSync(source, new Uint8Array(numbers.buffer));
  const program = floorProgram('chars.cpp', folder);
  const file = join(folder, 'numbers.csv');
  const columns = Array.from({ length: 20 }, (_, k) => {
    let n = k;
    return { name: `${k}`, unit: '1', read: () => numbers[(n += 20) % numbers.length] };
  });
  const rows = 5_000;
  const ours = (): number => {
    const handle = openSync(file, 'w');
    const open = csv.open(columns, (bytes) => void writeSync(handle, bytes));
    const time = cpuSeconds(() => {
      for (let n = 0; n < rows; n++) open.row(numbers[n % numbers.length]);
      open.close();
    });
    closeSync(handle);
    return time / rows / 21;
  };
  const pair = medianPair(ours, () => printed(program, [source, numbers.length, 10, file]));
  return ratioLine('(r) a number of a CSV file, against to_chars and fwrite in C++', pair, 2.5, nanoseconds);
}
