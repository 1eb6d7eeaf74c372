import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeUnit, noCompiler } from '../../test/fixtures/c/make.ts';
import { type Line, medianPair, once, ratioLine } from '../bench-measure.ts';
import { floorProgram, printed } from '../floors.ts';

/**
 * A native unit in a process of its own with CSV, beside the same run in this process. CPU time of
 * whole commands.
 */
export async function isolation(folder: string, root: string): Promise<Line[]> {
  if (noCompiler !== undefined) return [];
  mkdirSync(folder, { recursive: true });
  const cpu = floorProgram('cpu.c', folder);
  const unit = join(folder, 'isolated2.fmu');
  writeFileSync(unit, await makeUnit(2, { defines: ['GAIN=0.5'] }));
  const steps = once ? 1e4 : 1e6;
  const run = [join(root, 'bin/fmu.cjs'), 'run', unit, '--step', '0.001', '--stop-time', `${steps / 1000}`];
  const time = (more: readonly string[]): number =>
    printed(cpu, [process.execPath, ...run, '-o', join(folder, 'isolated.csv'), ...more]);
  const pair = medianPair(
    () => time([]),
    () => time(['--trust']),
  );
  return [
    ratioLine(
      '(i) isolated native unit, 10⁶ steps with CSV, against trusted',
      pair,
      1.5,
      (s) => `${s.toFixed(2)} s`,
    ),
  ];
}
