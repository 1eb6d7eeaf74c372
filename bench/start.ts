import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeUnit, noCompiler } from '../test/fixtures/c/make.ts';
import { floorProgram, printed } from './floors.ts';
import { type Line, medianPair, ratioLine } from './measure.ts';

const milliseconds = (seconds: number): string => `${(1e3 * seconds).toFixed(0)} ms`;

/** CPU time of whole commands, beside that of `node -e 0`. */
export async function startOfCommands(folder: string, root: string): Promise<Line[]> {
  if (noCompiler !== undefined) return [];
  mkdirSync(folder, { recursive: true });
  const cpu = floorProgram('cpu.c', folder);
  const native = join(folder, 'start2.fmu');
  writeFileSync(native, await makeUnit(2, { defines: ['GAIN=0.5'] }));
  const sealed = join(root, 'dist/joystick.fmu');
  const output = join(folder, 'start.csv');
  const time = (args: readonly string[]): number => printed(cpu, [process.execPath, ...args]);
  const run = (file: string): string[] => [
    'run',
    file,
    '--stop-time',
    '0.001',
    '--step',
    '0.001',
    '-o',
    output,
  ];
  return (
    [
      ['fmu --version', ['--version'], 1.5],
      ['fmu inspect of a sealed unit', ['inspect', sealed], 3],
      ['one step of a sealed unit, with CSV', run(sealed), 4],
      ['one step of an isolated native unit, with CSV', run(native), 8],
    ] as const
  ).map(([what, args, most]) => {
    const fmu = (): number => time([join(root, 'bin/fmu.mjs'), ...args]);
    return ratioLine(
      `(s) ${what}, against node -e 0`,
      medianPair(fmu, () => time(['-e', '0'])),
      most,
      milliseconds,
    );
  });
}
