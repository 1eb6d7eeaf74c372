import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from '../../fmu-sdk/build/manifest/describe-unit.ts';
import { buildCore } from '../../fmu-sdk/build/seal/core-module.ts';
import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import { compileCore } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { declaredMemory, pageBytes } from '../../fmu-sdk/wasm/memory-section.ts';
import { cpuSeconds, type Line, once, repeats } from '../bench-measure.ts';
import { median } from '../median.ts';

/** Unit with the values to set and the output to compare. */
interface Case {
  readonly unit: string;
  readonly steps: number;
  readonly output: string;
  readonly set: Readonly<Record<string, number>>;
}

const cases: readonly Case[] = [
  { unit: 'hydraulic-actuator', steps: 20_000, output: 'F_s', set: { U_ref: 5, integrator: 2 } },
  { unit: 'crane-single', steps: 20_000, output: 's', set: { F_s: 8900 } },
];

const H = 0.001;
const flags = ['-O2', '-std=gnu11', '-ffp-contract=off', '-fno-math-errno', '-w'];

/**
 * The sealed module in the host against the same module through wasm2c and gcc: ratio of times,
 * equal last bits.
 */
export async function sealedAgainstNative(folder: string, root: string): Promise<Line[]> {
  if (spawnSync('gcc', ['--version']).error !== undefined) {
    const missing = 'not measured: gcc is missing (Debian: apt-get install gcc)';
    return [
      {
        what: '(b) sealed in the host against native gcc -O2',
        measured: missing,
        target: '≤ 0.85×',
        reached: undefined,
      },
    ];
  }
  const lines: Line[] = [];
  for (const item of cases) lines.push(await measureCase(item, folder, root));
  return lines;
}

/** CPU time of a step [ns], and the last value of the output. */
type Result = readonly [number, number];

/** Measures both modules of one unit in turns. */
async function measureCase(item: Case, folder: string, root: string): Promise<Line> {
  const { core, manifest } = await buildCore(join(root, 'units', item.unit));
  const drive = compileNative(core, folder, root, 'bench/native/drive.c');
  const description = describe(manifest, '', '');
  const sealed = sealedRun(item, core, description);
  const native = nativeRun(item, drive, description);
  if (!once) sealed();
  const pairs = Array.from({ length: repeats }, () => [sealed(), native()]);
  const [a, b] = [median(pairs.map((p) => p[0][0])), median(pairs.map((p) => p[1][0]))];
  const equal = pairs.every((p) => Object.is(p[0][1], p[1][1]));
  return {
    what: `(b) ${item.unit}: sealed in the host against native gcc -O2`,
    measured: `${(a / b).toFixed(2)}× (${a.toFixed(0)} against ${b.toFixed(0)} ns of CPU a step of 1 ms, ${equal ? 'equal to the last bit' : 'NOT EQUAL'})`,
    target: '≤ 0.85×',
    reached: a / b <= 0.85 && equal,
  };
}

/** Returns a function that runs the sealed module in the host once. */
function sealedRun(item: Case, core: Uint8Array, description: ModelDescription): () => Result {
  const real = realParameters(item, description);
  const module = compileCore(core, item.unit);
  return () => {
    const instance = instantiateWasm(module, description, item.unit);
    for (const [variable, x] of real) {
      const { view, offset } = instance.view(variable);
      view[offset] = x;
    }
    instance.initialize(0);
    const time = cpuSeconds(() => {
      for (let n = 0; n < item.steps; n++) instance.step(n * H, H);
    });
    const { view, offset } = instance.view(findVariable(item, description, item.output));
    return [(1e9 * time) / item.steps, Number(view[offset])];
  };
}

/** Returns a function that runs the native program once. */
function nativeRun(item: Case, drive: string, description: ModelDescription): () => Result {
  const args = [
    item.steps,
    H,
    findVariable(item, description, item.output).valueReference,
    ...realParameters(item, description).flatMap(([{ valueReference }, x]) => [valueReference, x]),
  ];
  return () => {
    const { stdout, status } = spawnSync(drive, args.map(String), { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${item.unit}: the native build ended with code ${status}`);
    return stdout.trim().split(' ').map(Number) as [number, number];
  };
}

/** Returns the floating-point variables that a case sets, with their values. */
function realParameters(item: Case, description: ModelDescription): [Variable, number][] {
  return Object.entries(item.set)
    .map(([name, x]): [Variable, number] => [findVariable(item, description, name), x])
    .filter(([{ type }]) => type === 'Float64');
}

/** Finds a variable of a unit by its name. */
function findVariable({ unit }: Case, { variables }: ModelDescription, name: string): Variable {
  const variable = variables.find((v) => v.name === name);
  if (variable === undefined) throw new Error(`${unit}: ${name} is missing`);
  return variable;
}

/** A program of `source`, which includes the unit's core as `module.c`. */
export function compileNative(core: Uint8Array, folder: string, root: string, source: string): string {
  const wasm = join(folder, 'unit.wasm');
  const drive = join(folder, 'drive');
  writeFileSync(wasm, core);
  const must = (program: string, args: string[]): void => {
    const { status, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr}`);
  };
  must(process.execPath, [
    join(root, 'node_modules/wabt/bin/wasm2c'),
    '-n',
    'unit',
    wasm,
    '-o',
    join(folder, 'module.c'),
  ]);
  const include = ['-I', join(root, 'fmu-sdk/export'), '-I', join(root, 'fmu-sdk/standard/c'), '-I', folder];
  const pages = `-DUNIT_PAGES=${declaredMemory(core).initial / pageBytes}`;
  must('gcc', [...flags, pages, ...include, '-o', drive, join(root, source), '-lm']);
  return drive;
}
