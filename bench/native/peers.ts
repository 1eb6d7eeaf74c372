import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Line, repeats } from '../bench-measure.ts';
import { median } from '../median.ts';

/**
 * A tool that may be named in the environment, and how it runs one FMU for so many steps of H [s].
 */
interface Peer {
  name: string;
  variable: string;
  what: string;
  steps: number;
  run(program: string, fmu: string, H: number, steps: number, folder: string): string[];
}

const fmusim = (csv: boolean): Peer => ({
  name: `fmusim${csv ? ' with CSV' : ''}`,
  variable: 'FMUKIT_FMUSIM',
  what: 'one FMU',
  steps: 200_000,
  run: (program, fmu, H, steps, folder) => {
    const times = ['--output-interval', `${H}`, '--stop-time', `${H * steps}`];
    return [
      program,
      '--interface-type',
      'cs',
      ...times,
      ...(csv ? ['--output-file', join(folder, 'r.csv')] : []),
      fmu,
    ];
  },
});

const fmpy: Peer = {
  name: 'FMPy',
  variable: 'FMUKIT_PYTHON',
  what: 'one FMU',
  steps: 20_000,
  run: (program, fmu, H, steps) => [
    program,
    '-c',
    `import fmpy; fmpy.simulate_fmu(${JSON.stringify(fmu)}, stop_time=${H * steps}, step_size=${H}, output_interval=${H}, output=['y'])`,
  ],
};

const omSimulator: Peer = {
  name: 'OMSimulator',
  variable: 'FMUKIT_OMSIMULATOR',
  what: 'two FMUs coupled',
  steps: 100_000,
  run: (program, fmu, H, steps, folder) => {
    const script = join(folder, 'ring.lua');
    const file = JSON.stringify(fmu);
    writeFileSync(
      script,
      `oms_setTempDirectory(${JSON.stringify(folder)})
oms_newModel("m")
oms_addSystem("m.r", oms_system_wc)
oms_addSubModel("m.r.a", ${file})
oms_addSubModel("m.r.b", ${file})
oms_addConnection("m.r.a.y", "m.r.b.u")
oms_addConnection("m.r.b.y", "m.r.a.u")
oms_setResultFile("m", "")
oms_setStopTime("m", ${H * steps})
oms_setFixedStepSize("m.r", ${H})
oms_instantiate("m")
oms_initialize("m")
oms_simulate("m")
oms_terminate("m")
oms_delete("m")
`,
    );
    return [program, script];
  },
};

/**
 * Time of a communication step in the tools that are named in the environment: difference of a long
 * and a short run.
 */
export function peers(fmu: string, H: number): Line[] {
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-peers-'));
  try {
    return [fmusim(false), fmusim(true), fmpy, omSimulator].flatMap((peer) => {
      const program = process.env[peer.variable];
      if (program === undefined) return [];
      const time = (steps: number): number => {
        const [command, ...args] = peer.run(program, fmu, H, steps, folder);
        const begin = performance.now();
        const { status, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
        if (status !== 0) throw new Error(`${peer.name}: ${error?.message ?? stderr}`);
        return (performance.now() - begin) / 1000;
      };
      const short = peer.steps / 10;
      const item = Array.from(
        { length: repeats },
        () => (time(peer.steps) - time(short)) / (peer.steps - short),
      );
      const measured = `${(1e6 * median(item)).toFixed(2)} µs`;
      return [{ what: `    ${peer.name}: ${peer.what}`, measured, target: '', reached: undefined }];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
