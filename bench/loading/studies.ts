import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { makeUnit, noCompiler } from '../../test/fixtures/c/make.ts';
import { type Line, medianPair, once, ratioLine } from '../bench-measure.ts';
import { floorProgram, printed } from '../floors.ts';

const H = 1 / 64;
const stepsOfRun = 20;
/** Runs of a short and of a long study. Their difference leaves out the start of the programs. */
const [few, many] = once ? [2, 4] : [100, 1100];
const milliseconds = (seconds: number): string => `${(1e3 * seconds).toFixed(2)} ms`;

/**
 * CPU time of a run of 20 steps in a study of one FMU, its processes included. A native FMU runs
 * isolated, beside FMPy, which keeps one instance in its process. A sealed FMU runs beside it.
 */
export async function studies(folder: string, root: string): Promise<Line[]> {
  if (noCompiler !== undefined) return [];
  mkdirSync(folder, { recursive: true });
  const cpu = floorProgram('cpu.c', folder);
  const native = join(folder, 'studied2.fmu');
  writeFileSync(native, await makeUnit(2, { defines: ['GAIN=0.5'] }));
  await buildUnit(join(root, 'bench/units/trivial'), folder);
  const perRun = (time: (runs: number) => number): number => (time(many) - time(few)) / (many - few);
  const study = (fmu: string) => (): number =>
    perRun((runs) => {
      const file = writeStudy(folder, fmu, runs);
      return printed(cpu, [
        process.execPath,
        join(root, 'bin/fmu.cjs'),
        'study',
        file,
        '-o',
        join(folder, 'studied'),
      ]);
    });
  const python = process.env.FMUKIT_PYTHON;
  const fmpy = (): number => perRun((runs) => printed(cpu, [python as string, '-c', script(native, runs)]));
  const [isolated, sealed] = [study('studied2.fmu'), study('trivial.fmu')];
  const lines = [
    ratioLine(
      '(y) study, a run of 20 steps: isolated native unit, against a sealed unit',
      medianPair(isolated, sealed),
      2,
      milliseconds,
    ),
  ];
  if (python === undefined) return lines;
  for (const [what, ours] of [
    ['isolated native unit', isolated],
    ['sealed unit', sealed],
  ] as const)
    lines.push(
      ratioLine(
        `(y) study, a run of 20 steps: ${what}, against FMPy`,
        medianPair(ours, fmpy),
        2,
        milliseconds,
      ),
    );
  return lines;
}

/** Writes a study of one FMU with this many runs, on one thread. Removes the runs of earlier ones. */
function writeStudy(folder: string, fmu: string, runs: number): string {
  rmSync(join(folder, 'studied.study'), { recursive: true, force: true });
  const system = {
    name: 'one',
    units: { a: { fmu } },
    algorithm: { scheme: 'jacobi', step: H, order: 0 },
    stopTime: stepsOfRun * H,
  };
  writeFileSync(join(folder, 'studied.system.json'), JSON.stringify(system));
  const file = join(folder, 'studied.study.json');
  const vary = [{ name: 'u', set: 'a.u', from: 0, to: 1 }];
  const sample = { method: 'sobol', count: runs };
  const study = {
    name: 'studied',
    system: 'studied.system.json',
    sample,
    vary,
    metrics: { y: { final: 'a.y' } },
  };
  writeFileSync(file, JSON.stringify(study));
  return file;
}

/** FMPy as its users run studies: one instance, reset for each run. */
const script = (fmu: string, runs: number): string => `
import fmpy, shutil
from fmpy.simulation import instantiate_fmu
folder = fmpy.extract(${JSON.stringify(fmu)})
description = fmpy.read_model_description(folder)
instance = instantiate_fmu(folder, description, 'CoSimulation')
for k in range(${runs}):
    instance.reset()
    fmpy.simulate_fmu(folder, model_description=description, fmu_instance=instance, start_values={'u': k / ${runs}},
                      stop_time=${stepsOfRun * H}, step_size=${H}, output_interval=${H}, output=['y'])
instance.freeInstance()
shutil.rmtree(folder)
`;
