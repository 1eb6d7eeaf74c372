import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programOptions } from './short-runs.ts';

export const root: string = fileURLToPath(new URL('..', import.meta.url));

export interface Finished {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the command `fmu` as a user would, in a separate process. */
export function fmu(args: string[], cwd: string = root, env: NodeJS.ProcessEnv = {}): Finished {
  const { error, status, stdout, stderr } = spawnSync(
    process.execPath,
    [...programOptions, `${root}bin/fmu.cjs`, ...args],
    {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', ...env },
      timeout: 900_000,
      killSignal: 'SIGKILL',
    },
  );
  if (error !== undefined) throw new Error(`fmu ${args.join(' ')}: ${error.message}`);
  return { code: status, out: stdout, err: withoutSignsOfLife(stderr) };
}

/**
 * Matches the progress that a command prints every second, because its amount depends on the
 * machine.
 */
const signsOfLife = /^.* … \.+\n?/gm;

export function withoutSignsOfLife(output: string): string {
  return output.replace(signsOfLife, '');
}
