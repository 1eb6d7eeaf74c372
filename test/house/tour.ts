import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noCompiler } from '../fixtures/c/make.ts';
import { chain } from '../package/installed.ts';
import { once } from '../package/once.ts';
import { release } from '../release.ts';
import { root } from '../run-fmu.ts';
import { programOptions } from '../short-runs.ts';
import { isFullTest } from '../width.ts';

/** Commands of a first session, in order. Each uses files of the commands before it. */
export const commands: readonly string[] = [
  'npx fmu new my-filter',
  'npx fmu test my-filter',
  'npx fmu build my-filter',
  'npx fmu inspect dist/my-filter.fmu',
  'npx fmu run chain.json',
  'npx fmu build units/crane-single units/hydraulic-actuator units/joystick',
  'npx fmu run systems/crane-single-force.json',
  'npx fmu check dist/my-filter.fmu',
  'npx fmu verify dist/my-filter.fmu --unsigned',
  'npx fmu run dist/my-filter.fmu --stop-time 5 --set u=1 --set T=500[ms]',
  'npm run papers -- --only jaiswal2021b/cost',
  'npx fmu export systems/crane-single-force.json -o crane.ssp',
  'npx fmu build my-filter --native',
];

/** Commands that take longer. They run in the folder of the session. */
export const longCommands: readonly string[] = [
  'npx fmu compare-schemes systems/crane-single-force.json',
  'npx fmu advise systems/crane-single-force.json --error 1e-3',
  'npm run stability',
  'npm run papers',
];

/**
 * Write to standard output or error, with its time and the CPU time of each thread and program
 * before it (`test/cli/writes.cjs`).
 */
export interface Write {
  time: number;
  clocks: Record<string, number>;
  ended: number;
  words: string;
}

/** Output of a command, with the CPU time before each write. */
export interface Said {
  command: string;
  out: string;
  writes: Write[];
}

/** Returns the program behind a command with its arguments, without the words of npx and npm. */
function scriptOf(command: string): string[] {
  const words = command.split(/ +/).map((word) => word.replaceAll("'", ''));
  const [name, ...args] = words[0] === 'fmu' ? words : words.slice(words[1] === 'run' ? 2 : 1);
  const program = join(root, `bin/${name}`);
  return [
    existsSync(`${program}.cjs`) ? `${program}.cjs` : `${program}.mjs`,
    ...args.slice(args[0] === '--' ? 1 : 0),
  ];
}

/** True if writes are timed: in full tests, where the CPU time of threads can be read. */
export const clocked: boolean = isFullTest && existsSync('/proc/self/task');

/** Runs a command in a folder. Throws with its output if it fails. */
export function runCommand(command: string, folder: string, env: NodeJS.ProcessEnv): Said {
  const file = join(folder, 'writes');
  rmSync(file, { force: true });
  const watched = clocked && {
    NODE_OPTIONS: `--require ${join(root, 'test/cli/writes.cjs')}`,
    FMUKIT_WRITES: file,
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...programOptions, ...scriptOf(command)], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...watched, ...env },
  });
  if (status !== 0) throw new Error(`${command}: exit code ${status}\n${stderr}`);
  const lines = clocked ? readFileSync(file, 'utf8').trim().split('\n') : [];
  rmSync(file, { force: true });
  return { command, out: stdout, writes: lines.map((line) => JSON.parse(line) as Write) };
}

/** Returns an environment whose cache is empty before the session. */
export const nothingKept = (folder: string): NodeJS.ProcessEnv => ({ FMUKIT_CACHE: join(folder, 'cache') });

/**
 * Runs the commands of the session in order, in a separate folder. They run once in a test run, for
 * all tests that need their results.
 */
export async function tour(): Promise<{ folder: string; outputs: Said[] }> {
  const folder = await once('session', (into) => {
    // The folder looks as after npm install fmukit.
    mkdirSync(join(into, 'node_modules'));
    symlinkSync(root, join(into, 'node_modules/fmukit'));
    for (const name of ['units', 'systems']) cpSync(join(root, name), join(into, name), { recursive: true });
    writeFileSync(join(into, 'chain.json'), chain);
    const outputs = commands
      .filter((command) => /^npx fmu |^npm run papers /.test(command))
      // Quick tests leave out papers and libraries, which have separate tests (`test/papers`,
      // `test/export`).
      .filter((command) => isFullTest || !/^npm run papers |--native/.test(command))
      // Without a C compiler the tour ends before the native library.
      .filter((command) => noCompiler === undefined || !command.includes('--native'))
      .map((command) => {
        // Packaged units are built as for users. Quick tests have built them before.
        const packaged = / units\/|papers/.test(command);
        const env = packaged ? release : {};
        return runCommand(command, into, packaged && !isFullTest ? env : { ...env, ...nothingKept(into) });
      });
    writeFileSync(join(into, 'said.json'), JSON.stringify(outputs));
  });
  return { folder, outputs: JSON.parse(readFileSync(join(folder, 'said.json'), 'utf8')) as Said[] };
}
