import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openArchive } from '../fmu-sdk/archive/open-archive.ts';
import { buildUnit } from '../fmu-sdk/build/build-unit.ts';
import { buildCore } from '../fmu-sdk/build/seal/core-module.ts';
import { readModelDescription } from '../fmu-sdk/description/read-model-description.ts';
import { nativeLibrary } from '../fmu-sdk/host/choice/platform-name.ts';
import { io } from '../fmu-sdk/host/instance/fmi-api.ts';
import type { Rows } from '../fmu-sdk/host/instance/native-loop-rows.ts';
import { openFmu } from '../fmu-sdk/host/open-fmu.ts';
import { Session } from '../master/run/loop/session.ts';
import { resolveSystem } from '../master/system/load-system.ts';
import { makeUnit, noCompiler } from '../test/fixtures/c/make.ts';
import { cpuSeconds, type Line, medianPair, once, ratioLine } from './bench-measure.ts';
import { H, open, steps } from './native/native-units.ts';
import { compileNative } from './native/sealed-against-native.ts';
import { ring, steps as ringSteps } from './size/ring.ts';

const nanoseconds = (seconds: number): string => `${(1e9 * seconds).toFixed(1)} ns`;

/** Compiles a floor: the minimal program in C or C++ for a task, which runs in turns with ours. */
export function floorProgram(source: string, folder: string, include: readonly string[] = []): string {
  const compiler = source.endsWith('.cpp') ? ['g++', '-std=c++17'] : ['gcc', '-std=gnu11'];
  const program = join(folder, source.replace(/\W/g, '-'));
  const file = fileURLToPath(new URL(`floors/${source}`, import.meta.url));
  const args = [
    ...compiler.slice(1),
    '-O2',
    ...include.flatMap((i) => ['-I', i]),
    file,
    '-o',
    program,
    '-ldl',
  ];
  const { status, stderr, error } = spawnSync(compiler[0], args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`bench: ${compiler[0]} failed on ${source}: ${error?.message ?? stderr}`);
  return program;
}

/** The first number that a program prints. */
export function printed(program: string, args: readonly (string | number)[]): number {
  const { status, stdout, stderr } = spawnSync(program, args.map(String), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`bench: ${program} ended with code ${status}: ${stderr}`);
  return Number(stdout.split(' ')[0]);
}

/**
 * The master over two trivial sealed units, beside a loop in C over the same two units by wasm2c
 * and gcc.
 */
export async function floorOfMaster(folder: string, root: string): Promise<Line[]> {
  if (noCompiler !== undefined) return [];
  await buildUnit(join(root, 'bench/units/trivial'), folder);
  const { core } = await buildCore(join(root, 'bench/units/trivial'));
  const loop = compileNative(core, folder, root, 'bench/floors/loop.c');
  const lines: Line[] = [];
  for (const [what, order, bond, most] of [
    ['(m) two trivial sealed units, Jacobi, against the loop in C', 0, false, 2],
    ['(m) the same with order 2, one bond and its residual', 2, true, 3],
  ] as const) {
    const system = await resolveSystem(ring(order, bond), join(folder, 'ring.json'));
    const ours = (): number => {
      const session = new Session(system);
      session.start();
      return cpuSeconds(() => session.advance(ringSteps)) / ringSteps;
    };
    const floor = (): number => printed(loop, [ringSteps, 0.001, 1, 2]);
    lines.push(ratioLine(what, medianPair(ours, floor), most, nanoseconds));
  }
  return lines;
}

const rowCount = 1000;
/**
 * Number of steps, large enough that the first ones, in which JavaScript is compiled, do not
 * matter.
 */
const stepsOfFloor = (once ? 1 : 10) * steps;

/** Steps with a column of inputs that are written and a column of outputs that are read. */
function fed(rows: Rows, begin: number, count: number): number {
  const [u, y] = [rows.inputs[0], rows.outputs[0]];
  let sum = 0;
  for (let from = begin; from < begin + count; from += rowCount) {
    for (let i = 0; i < rowCount; i++) u[i] = from + i;
    rows.step(from * H, H, rowCount);
    for (let i = 0; i < rowCount; i++) sum += y[i];
  }
  return sum;
}

/** Set, step, get of a native unit, beside the same calls in C. */
export async function floorOfNative(folder: string): Promise<Line[]> {
  if (noCompiler !== undefined) return [];
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'floor2.fmu');
  writeFileSync(file, await makeUnit(2, { defines: ['GAIN=0.5'] }));
  const archive = await openArchive(file);
  const d = readModelDescription(await archive.text('modelDescription.xml'), file);
  const library = join(folder, 'floor2.so');
  writeFileSync(library, await archive.bytes(nativeLibrary(archive, d, 'fixture') as string));
  const headers = fileURLToPath(new URL('../fmu-sdk/standard/c', import.meta.url));
  const program = floorProgram('native.c', folder, [headers]);
  const calls = await open(file, false);
  const [u, y] = [0, 1].map((reference) => calls.values('Float64', Uint32Array.of(reference)));
  const step = calls.batch([{ op: 'set', values: u }, { op: 'doStep' }, { op: 'get', values: y }]);
  const { registers } = calls;
  const { view } = u;
  registers[io.step] = H;
  const count = once ? steps / 10 : stepsOfFloor;
  const ours = (): number =>
    cpuSeconds(() => {
      for (let n = 0; n < count; n++) {
        registers[io.time] = n * H;
        view[0] = n;
        step();
      }
    }) / count;
  const floor = (number = count): number => printed(program, [library, d.instantiationToken, number, H]);
  const pair = medianPair(ours, () => floor());
  calls.close();
  const unit = await (await openFmu(file, { trusted: true })).instantiate();
  unit.initialize();
  const rows = unit.rows(['u'], ['y'], rowCount);
  let begin = 0;
  const inRows = medianPair(
    () => {
      const took = cpuSeconds(() => fed(rows, begin, stepsOfFloor)) / stepsOfFloor;
      begin += stepsOfFloor;
      return took;
    },
    () => floor(stepsOfFloor),
  );
  unit.close();
  return [
    ratioLine('(n) native FMI 2 unit in process: set, step, get, against C', pair, 4.5, nanoseconds),
    ratioLine('(n) the same in rows of 1000 steps whose inputs are known before', inRows, 2, nanoseconds),
  ];
}
