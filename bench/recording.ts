import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csv } from '../master/observe/csv.ts';
import { mat } from '../master/observe/mat/sink.ts';
import { npy } from '../master/observe/npy.ts';
import { parquet } from '../master/observe/parquet/sink.ts';
import { recorder } from '../master/observe/recorder.ts';
import type { Sink } from '../master/observe/sink.ts';
import { Session } from '../master/run/session.ts';
import { loadSystem } from '../master/system/load.ts';
import { noCompiler } from '../test/fixtures/c/make.ts';
import { floorProgram, printed } from './floors.ts';
import { cpuSeconds, type Line, medianPair, ratioLine } from './measure.ts';

/** What recording may cost, beside the run without. */
const bounds: readonly (readonly [name: string, sink: Sink, most: number])[] = [
  ['CSV', csv, 1.5],
  ['Parquet', parquet, 1.3],
  ['MAT', mat, 1.3],
  ['NPY', npy, 1.15],
];
/** Columns that are recorded. */
const wanted = 20;
const nanoseconds = (seconds: number): string => `${(1e9 * seconds).toFixed(0)} ns`;

/** The crane's cycle with 20 columns of each form of results beside the run without, and a number of it beside to_chars and fwrite in C++. */
export async function recording(root: string): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-recording-'));
  try {
    const system = await loadSystem(join(root, 'systems/crane-single-force.json'));
    const columns = Array.from(
      { length: wanted },
      (_, k) => system.record.columns[k % system.record.columns.length],
    );
    const recorded = { ...system, record: { ...system.record, columns: [...new Set(columns)] } };
    const file = join(folder, 'crane.csv');
    const run = (how: Sink | undefined): number => {
      const handle = openSync(file, 'w');
      const sink = recorder(how ?? csv, { write: (bytes) => void writeSync(handle, bytes), whole: () => {} });
      const session = new Session(recorded, { observers: how === undefined ? [] : [sink] });
      session.start();
      const time = cpuSeconds(() => {
        while (!session.done) {
          session.advance(how === undefined ? session.steps : 1);
          if (how !== undefined) session.row();
        }
      });
      session.end('finished');
      closeSync(handle);
      return time / session.steps;
    };
    const against = (sink: Sink): [ours: number, floor: number] =>
      medianPair(
        () => run(sink),
        () => run(undefined),
      );
    const count = new Session(recorded).columns.length;
    const lines = bounds.map(([name, sink, most]) =>
      ratioLine(
        `(r) crane with ${count} columns of ${name}, against the run without`,
        against(sink),
        most,
        nanoseconds,
      ),
    );
    return noCompiler === undefined ? [...lines, ofOneNumber(folder)] : lines;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
    return { name: `${k}`, unitOfMeasure: '1', read: () => numbers[(n += 20) % numbers.length] };
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
  return ratioLine('(r) a number of a CSV file, against to_chars and fwrite in C++', pair, 1.5, nanoseconds);
}
