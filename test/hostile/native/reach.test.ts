import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../../fmu-sdk/archive/read-description.ts';
import { io } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { addon } from '../../../fmu-sdk/host/native/addon.ts';
import { type NativeOptions, openNative } from '../../../fmu-sdk/host/native/open-native.ts';
import { probeSandbox } from '../../../fmu-sdk/host/native/sandbox/probe-sandbox.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { hostileUnit, makeOutside, processesLeft } from './unit.ts';

const outside = makeOutside();
const folder = temporaryFolder('reach');

const limits = { memoryBytes: 64 * 2 ** 20, fileBytes: 16 * 2 ** 20, callSeconds: 60 };
const names = (macro: string): string[] => {
  const header = readFileSync(new URL('../../fixtures/c/hostile/hostile.h', import.meta.url), 'utf8');
  const table = header.slice(header.indexOf(`#define ${macro}(X)`)).split(/\n(?! {2})/)[0];
  return [...table.matchAll(/^ {2}X\((\w+),/gm)].map(([, name]) => name);
};

/** Names of the things that the FMU could access. */
async function reached(deed: string, options: Partial<NativeOptions> = {}): Promise<Map<string, boolean>> {
  const file = join(folder, 'reach.fmu');
  writeFileSync(file, await hostileUnit('reach', deed, outside));
  process.env.API_TOKEN = 'token';
  const archive = await openArchive(file);
  const { description } = await readDescription(archive);
  const calls = await openNative(archive, description, 'coSimulation', {
    isolated: true,
    limits,
    ...options,
  });
  try {
    calls.instantiate({ instanceName: 'one', token: '{hostile}' });
    calls.takeLog();
    calls.registers[io.step] = 0.1;
    calls.call({ op: 'doStep' });
    return new Map(calls.takeLog().map(({ category, message }) => [category, message === '1']));
  } finally {
    calls.close();
    delete process.env.API_TOKEN;
  }
}

const namespaces = ['user', 'pid', 'ipc', 'uts', 'net', 'mount'].map((name) => `${name}Namespace`);

/** Parts to leave out, as on a kernel without them, and the accesses that then succeed. */
const layers: Record<string, [parts: readonly string[], through: readonly string[]]> = {
  'the process limit': [['processLimit'], ['starts_threads_without_end']],
  // Each file has a size limit, but their number is not limited. Root is limited only by its PID
  // namespace.
  namespaces: [
    namespaces,
    [...(process.getuid?.() === 0 ? ['starts_threads_without_end'] : []), 'fills_where_it_works'],
  ],
  Landlock: [['landlock', 'scopes'], []],
  limits: [
    ['limits'],
    [
      'takes_memory_beyond_its_limit',
      'makes_a_large_file',
      'makes_a_large_file_in_tmp',
      'raises_its_limit_of_cores',
      'raises_its_limit_of_memory',
      'raises_its_limit_of_files',
    ],
  ],
};

/** Accesses that the other parts deny without the system call filter. */
const withoutFilter =
  /user$|passwords|home|_link$|writes|resources|environment|opens_the_memory|lists|folder|other_processes|signals|limits_of_the_host|takes_memory|fills|^makes_a_large|^mounts|unmounts|its_root|device|kernel$|raises|privileges|a_file_of|shrinks|threads_without_end/;

/**
 * Accesses that this program denies to other processes of the user without other parts. Root still
 * has them.
 */
const invisible =
  process.getuid?.() === 0 ? [] : ['reads_the_environment_of_the_host', 'lists_descriptors_of_the_host'];

describe.skipIf(noCompiler !== undefined)('a native FMU', async () => {
  const missing = noCompiler === undefined ? Object.keys((await probeSandbox()).missing) : [];
  let got: Map<string, boolean>;
  beforeAll(async () => {
    got = await reached('all');
  });

  it.each(names('ALLOWED'))('a native FMU retains the access: %s', (name) =>
    expect(got.get(name)).toBe(true),
  );

  it.skipIf(missing.length > 0).each(names('FORBIDDEN'))('a native FMU never accesses: %s', (name) =>
    expect(got.get(name)).toBe(false),
  );

  it('a native FMU finds its functions even if the host has functions with equal names', () =>
    expect(got.has('finds_functions_of_the_host')).toBe(false));

  it('a native FMU leaves no file outside its folder, and no process', () => {
    expect(readdirSync(outside.folder)).toEqual(['secret.txt']);
    expect(readFileSync(outside.secret, 'utf8')).toBe('secret');
    expect(processesLeft()).toEqual([]);
  });

  it.skipIf(missing.length > 0)('a native FMU gains no access in a process that can be copied', async () => {
    const all = await reached('all', { copied: true });
    expect(names('ALLOWED').filter((name) => !all.get(name))).toEqual([]);
    expect(names('FORBIDDEN').filter((name) => all.get(name))).toEqual([]);
    expect(processesLeft()).toEqual([]);
  });

  const reachableWithout = async (parts: readonly string[]): Promise<string[]> => {
    const without = parts.reduce((sum, part) => sum | (1 << addon().parts[part]), 0);
    const all = await reached('all', { without });
    return names('FORBIDDEN').filter((name) => all.get(name));
  };

  it.skipIf(missing.length > 0).each(Object.entries(layers))(
    'a native FMU without %s gains no more than the remaining parts of the sandbox permit',
    async (_, [parts, through]) => expect(await reachableWithout(parts)).toEqual(through),
  );

  it.skipIf(missing.length > 0)(
    'a native FMU reaches no file, process or memory of others without the system call filter',
    async () => {
      const never = names('FORBIDDEN').filter(
        (name) => withoutFilter.test(name) && !/calls_|loads_|_the_kernel_log/.test(name),
      );
      expect(never.length).toBeGreaterThanOrEqual(35);
      const got = await reachableWithout(['seccomp']);
      expect(got.filter((name) => never.includes(name))).toEqual([]);
    },
  );

  it.skipIf(missing.length > 0)(
    'a native FMU with the permission net reaches no abstract socket outside',
    async () => {
      const listener = spawn('python3', [
        '-uc',
        "import socket; s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.bind('\\0hostile' + 100 * '\\0'); print('bound'); s.recv(1); s.recv(1)",
      ]);
      try {
        await new Promise((resolve) => listener.stdout.once('data', resolve));
        const sends = async (without: number): Promise<boolean | undefined> =>
          (await reached('all', { allow: ['net'], without })).get('sends_to_an_abstract_name');
        expect(await sends(0)).toBe(false);
        // Without scopes the name is in reach, so the attempt is real.
        expect(await sends(1 << addon().parts.scopes)).toBe(true);
      } finally {
        listener.kill('SIGKILL');
      }
    },
  );

  it('a native FMU gains most of these accesses without a sandbox, so the attempts are real', async () => {
    const all = await reached('harmless', { allow: ['net', 'files', 'processes'], without: 0xffff });
    const refused = [...all].filter(([, got]) => !got).map(([name]) => name);
    rmSync(join(outside.folder, 'hostile'), { force: true });
    expect(all.size).toBeGreaterThan(20);
    expect(refused).toEqual(invisible);
  });
});
