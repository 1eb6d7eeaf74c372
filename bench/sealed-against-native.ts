import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from '../fmu-sdk/build/manifest/describe-unit.ts';
import { buildCore } from '../fmu-sdk/build/seal/core-module.ts';
import { compileCore, instantiateWasm } from '../fmu-sdk/host/wasm/wasm-instance.ts';
import { declaredMemory, pageBytes } from '../fmu-sdk/wasm/memory-section.ts';
import { type Line, once, repeats, seconds } from './bench-measure.ts';
import { median } from './median.ts';

const cases = [
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
        target: '≤ 1.25×',
        reached: undefined,
      },
    ];
  }
  const lines: Line[] = [];
  for (const item of cases) {
    const { core, manifest } = await buildCore(join(root, 'units', item.unit));
    const drive = compileNative(core, folder, root, 'bench/drive.c');
    const d = describe(manifest, '', '');
    const find = (name: string): (typeof d.variables)[number] => {
      const variable = d.variables.find((v) => v.name === name);
      if (variable === undefined) throw new Error(`${item.unit}: ${name} is missing`);
      return variable;
    };
    const real = Object.entries(item.set).filter(([name]) => find(name).type === 'Float64');
    const args = [
      item.steps,
      H,
      find(item.output).valueReference,
      ...real.flatMap(([name, x]) => [find(name).valueReference, x]),
    ];
    const module = compileCore(core, item.unit);
    const sealed = (): [number, number] => {
      const instance = instantiateWasm(module, d, item.unit);
      for (const [name, x] of real) {
        const { view, offset } = instance.view(find(name));
        view[offset] = x;
      }
      instance.initialize(0);
      const time = seconds(() => {
        for (let n = 0; n < item.steps; n++) instance.step(n * H, H);
      });
      const { view, offset } = instance.view(find(item.output));
      return [(1e9 * time) / item.steps, Number(view[offset])];
    };
    const native = (): [number, number] => {
      const { stdout, status } = spawnSync(drive, args.map(String), { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${item.unit}: the native build ended with code ${status}`);
      return stdout.trim().split(' ').map(Number) as [number, number];
    };
    if (!once) sealed();
    const pairs = Array.from({ length: repeats }, () => [sealed(), native()]);
    const [a, b] = [median(pairs.map((p) => p[0][0])), median(pairs.map((p) => p[1][0]))];
    const equal = pairs.every((p) => Object.is(p[0][1], p[1][1]));
    lines.push({
      what: `(b) ${item.unit}: sealed in the host against native gcc -O2`,
      measured: `${(a / b).toFixed(2)}× (${a.toFixed(0)} against ${b.toFixed(0)} ns a step of 1 ms, ${equal ? 'equal to the last bit' : 'NOT EQUAL'})`,
      target: '≤ 1.25×',
      reached: a / b <= 1.25 && equal,
    });
  }
  return lines;
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
