import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeUnit, noCompiler } from '../../test/fixtures/c/make.ts';
import { type Line, medianPair, once, ratioLine } from '../bench-measure.ts';
import { floorProgram, printed } from '../floors.ts';

/**
 * Isolated native units with CSV, beside the same runs in this process. CPU time of whole commands.
 * One unit has its process for itself. Several share a process.
 */
export async function isolation(folder: string, root: string): Promise<Line[]> {
  if (noCompiler !== undefined) return [];
  mkdirSync(folder, { recursive: true });
  const cpu = floorProgram('cpu.c', folder);
  const unit = join(folder, 'isolated2.fmu');
  writeFileSync(unit, await makeUnit(2, { defines: ['GAIN=0.5'] }));
  const compared = (file: string, steps: number, step: string): [number, number] => {
    const run = [join(root, 'bin/fmu.cjs'), 'run', file, '--step', step];
    const output = ['--stop-time', `${steps * Number(step)}`, '-o', join(folder, 'isolated.csv')];
    const time = (more: readonly string[]): number =>
      printed(cpu, [process.execPath, ...run, ...output, ...more]);
    return medianPair(
      () => time([]),
      () => time(['--trust']),
    );
  };
  const seconds = (s: number): string => `${s.toFixed(2)} s`;
  const share = once ? 0.01 : 1;
  const [two, hundred] = [2, 100].map((count) => {
    const file = join(folder, `ring${count}.json`);
    writeFileSync(file, JSON.stringify(ringOf(count, 'isolated2.fmu')));
    return file;
  });
  return [
    ratioLine(
      '(i) isolated native unit, 10⁶ steps with CSV, against trusted',
      compared(unit, 1e6 * share, '0.001'),
      1.5,
      seconds,
    ),
    ratioLine(
      '(i) two coupled isolated native units, 10⁶ steps with CSV, against trusted',
      compared(two, 1e6 * share, '0.015625'),
      2,
      seconds,
    ),
    ratioLine(
      '(i) a hundred coupled isolated native units, 2·10⁴ steps with CSV, against trusted',
      compared(hundred, 2e4 * share, '0.015625'),
      1.5,
      seconds,
    ),
  ];
}

/** Returns a system of this many units of an FMU in a ring. */
export function ringOf(count: number, fmu: string): object {
  const names = Array.from({ length: count }, (_, k) => `u${k}`);
  return {
    name: 'ring',
    units: Object.fromEntries(names.map((name, k) => [name, { fmu, start: { u: k } }])),
    connections: names.map((name, k) => ({ from: `${name}.y`, to: `${names[(k + 1) % count]}.u` })),
    algorithm: { scheme: 'jacobi', step: 1 / 64, order: 0 },
    stopTime: 1,
    record: { variables: ['u0.y'] },
  };
}
