import { randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeUnit, noCompiler } from '../../test/fixtures/c/make.ts';
import { type Line, medianOf, medianPair, ratioLine } from '../bench-measure.ts';
import { floorProgram, printed } from '../floors.ts';

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
  const lines = (
    [
      ['fmu --version', ['--version'], 3],
      ['fmu inspect of a sealed unit', ['inspect', sealed], 3],
      ['one step of a sealed unit, with CSV', run(sealed), 8],
      ['one step of an isolated native unit, with CSV', run(native), 8],
    ] as const
  ).map(([what, args, most]) => {
    const fmu = (): number => time([join(root, 'bin/fmu.cjs'), ...args]);
    return ratioLine(
      `(s) ${what}, against node -e 0`,
      medianPair(fmu, () => time(['-e', '0'])),
      most,
      milliseconds,
    );
  });
  const python = process.env.FMUKIT_PYTHON;
  const simulate = `import fmpy; fmpy.simulate_fmu(${JSON.stringify(native)}, stop_time=0.001, step_size=0.001, output_interval=0.001, output=['y'])`;
  const fmpy = (): number => printed(cpu, [python as string, '-c', simulate]);
  const step = (): number => time([join(root, 'bin/fmu.cjs'), ...run(native)]);
  const label = '(s) one step of an isolated native unit, with CSV, against FMPy';
  return [
    ...lines,
    ...(python === undefined ? [] : [ratioLine(label, medianPair(step, fmpy), 1, milliseconds)]),
    changedBuild(folder, root, time),
  ];
}

/** Measures builds of a small unit with one changed line each time. */
function changedBuild(folder: string, root: string, time: (args: readonly string[]) => number): Line {
  const unit = join(folder, 'changed');
  cpSync(join(root, 'bench/units/trivial'), unit, { recursive: true });
  const args = [join(root, 'bin/fmu.cjs'), 'build', unit, '-o', folder];
  const seconds = medianOf(() => {
    appendFileSync(join(unit, 'unit.ts'), `// ${randomUUID()}\n`);
    return time(args);
  });
  return {
    what: '(s) fmu build of a small unit that has changed',
    measured: `${seconds.toFixed(2)} s of CPU`,
    target: '≤ 6 s',
    reached: seconds <= 6,
  };
}
