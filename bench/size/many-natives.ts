import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeUnit, noCompiler } from '../../test/fixtures/c/make.ts';
import { type Line, medianPair, once, ratioLine } from '../bench-measure.ts';
import { floorProgram, printed } from '../floors.ts';
import { ringOf } from '../threads/isolation.ts';

const seconds = (s: number): string => `${s.toFixed(2)} s`;

/**
 * CPU time of whole commands that load many native units in a ring and make one step, beside the
 * command for one unit. What a unit costs must not grow with their number.
 */
export async function manyNatives(folder: string, root: string): Promise<Line[]> {
  if (noCompiler !== undefined) return [];
  mkdirSync(folder, { recursive: true });
  const cpu = floorProgram('cpu.c', folder);
  const fmu = 'many2.fmu';
  writeFileSync(join(folder, fmu), await makeUnit(2, { defines: ['GAIN=0.5'] }));
  const run = (count: number, more: readonly string[]) => {
    const file = join(folder, `many${count}.json`);
    writeFileSync(file, JSON.stringify(ringOf(count, fmu)));
    const output = ['--stop-time', '0.015625', '-o', join(folder, 'many.csv')];
    const args = [process.execPath, join(root, 'bin/fmu.cjs'), 'run', file, ...output, ...more];
    return (): number => printed(cpu, args);
  };
  const line = (count: number, what: string, most: number, more: readonly string[]): Line =>
    ratioLine(
      `(v) ${count} ${what} native units, load and one step, against one unit`,
      medianPair(run(once ? count / 10 : count, more), run(1, more)),
      most,
      seconds,
    );
  return [line(1000, 'trusted', 4, ['--trust']), line(300, 'isolated', 4, [])];
}
