import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { owner } from '../../../fmu-sdk/util/files/process-id.ts';
import type { SystemFile } from '../../../master/system/system.ts';
import { type Finished, root } from '../../run-fmu.ts';

/** Arguments of a run that writes 350 kB of 30 001 rows in a fifth of a second. */
export const manyRows: readonly string[] = [
  'run',
  join(root, 'dist/joystick.fmu'),
  '--stop-time',
  '30',
  '--step',
  '0.001',
];

/** Runs `fmu` after a shell line, such as `ulimit -f 64`, which may contain `$FOLDER`. */
export function fmuBehind(line: string, args: readonly string[], folder = ''): Finished {
  const script = `${line}\nexec "$0" "$@"`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script, process.execPath, fmuProgram, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FOLDER: folder },
  });
  return { code: status, out: stdout, err: stderr };
}

/** Writes a system of the joystick and an FMU of `fixtures/c` with this fault in its first step. */
export function joystickBeside(unit: string, what: number, file: string, more: Partial<SystemFile>): string {
  const system: SystemFile = {
    name: 'stuck',
    units: {
      good: { fmu: join(root, 'dist/joystick.fmu') },
      bad: { fmu: unit, parameters: { fault: what } },
    },
    connections: [],
    algorithm: { scheme: 'jacobi', step: 0.1 },
    stopTime: 10,
    ...more,
  };
  writeFileSync(file, JSON.stringify(system));
  return file;
}

export const fmuProgram: string = join(root, 'bin/fmu.cjs');

/** Runs a program that imports files of the repository after a shell line. */
export function programBehind(line: string, program: string): Finished {
  const args = ['--import', 'tsx', '--input-type=module', '-e', program];
  const script = `${line}\nexec "$0" "$@"`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script, process.execPath, ...args], {
    encoding: 'utf8',
    cwd: root,
  });
  return { code: status, out: stdout, err: stderr };
}

export const source = (path: string): string => JSON.stringify(join(root, path));

/** Returns the process in names of temporary files of a process on this machine. */
export function ownerOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return `${pid}-${start}-${owner.split('-')[2]}`;
}

/** A started process of `fmu`. */
export interface Started {
  child: ChildProcess;
  ended: Promise<{ code: number | null; signal: string | null }>;
  /** Returns its standard error so far, and all of it after its end. */
  readStderr(): string;
}

/** Starts `fmu` without standard output. */
export function startFmu(args: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(process.execPath, [fmuProgram, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  );
  return { child, ended, readStderr: () => stderr };
}

/** Kills a run as soon as `reached` returns true, unless it has ended before. Returns its exit code. */
export async function killWhen(run: Started, reached: () => boolean): Promise<number | null> {
  await expect.poll(() => reached() || run.child.exitCode !== null, { interval: 1 }).toBe(true);
  run.child.kill('SIGKILL');
  return (await run.ended).code;
}

/** Expects a partial result to be the start of the whole one, up to the end of a row. */
export function expectWholeRows(part: string, whole: Buffer): void {
  const bytes = readFileSync(part);
  expect(bytes.length).toBeGreaterThan(0);
  expect(bytes.subarray(-2).toString()).toBe('\r\n');
  expect(whole.subarray(0, bytes.length).equals(bytes)).toBe(true);
}

/** Returns the bytes of results in a folder that still have a temporary name of this process, or of any. */
export function passingBytes(folder: string, pid: number | string = ''): number {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.startsWith(`.fmukit-${pid}`) && /\.part\/rows\/./.test(name))
      .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  } catch {
    // It was renamed meanwhile.
    return 0;
  }
}
