import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { engineSources } from '../../fmu-sdk/host/native/compile/host-sources.ts';
import { packageFile } from '../../fmu-sdk/util/package-files.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { joined } from '../mutate/mutate-bytes.ts';
import { Dice } from '../seeded-dice.ts';
import { engineCase } from './engine-cases.ts';

const flags = [
  ...['-g', '-O1', '-std=gnu11', '-Wall', '-Wextra', '-Werror'],
  ...['-fsanitize=address,undefined', '-fno-sanitize-recover=all'],
];
const engine = engineSources.map((name) => packageFile(`fmu-sdk/host/native/${name}`));
const sourcePath = (name: string): string => packageFile(`fuzz/engine/${name}`);

function compile(output: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync('gcc', [...flags, ...args, '-o', output], { encoding: 'utf8' });
  if (status !== 0)
    throw new UserError(`fuzz the engine: gcc failed: ${error?.message ?? stderr}. Install gcc and libasan.`);
}

/** The engine with its driver, under address and undefined behaviour sanitizers, in a folder. */
export function compileEngine(folder: string): void {
  compile(join(folder, 'driver'), sourcePath('engine-driver.c'), ...engine, '-ldl', '-rdynamic');
}

/** Compiles the unit that the engine calls, in the same folder. `defines` are its macros. */
export function compileEngineUnit(folder: string, defines: readonly string[] = []): void {
  const macros = defines.map((name) => `-D${name}`);
  compile(
    join(folder, 'unit.so'),
    '-fPIC',
    '-shared',
    ...macros,
    sourcePath('engine-unit.c'),
    sourcePath('answers.c'),
  );
}

export interface EngineRun {
  /** Cases that came to their end. */
  done: number;
  /** Report of the sanitizers, empty without a finding. */
  report: string;
}

/** Runs so many cases of a seed through the engine, in one process. */
export function runEngine(folder: string, cases: number, seed: number): EngineRun {
  const input: Uint8Array[] = [];
  for (let n = 0; n < cases; n++) {
    const bytes = engineCase(new Dice(Math.imul(seed, 0x9e3779b1) ^ Math.imul(n + 1, 0x85ebca6b)));
    input.push(new Uint8Array(Uint32Array.of(bytes.length).buffer), bytes);
  }
  const { stdout, stderr, status } = spawnSync(join(folder, 'driver'), [join(folder, 'unit.so')], {
    input: joined(input),
    encoding: 'utf8',
    env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=1:allocator_may_return_null=1' },
    maxBuffer: 2 ** 28,
  });
  const report = status === 0 || stderr !== '' ? stderr : `it ended with ${status}`;
  return { done: stdout.length, report };
}
