import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { packArtifacts, unpackArtifacts } from '../../fmu-sdk/build/artifact-bytes.ts';
import type { BuildOptions } from '../../fmu-sdk/build/build-options.ts';
import { generateFields } from '../../fmu-sdk/build/generate/field-names.ts';
import { identityOf } from '../../fmu-sdk/build/generation-tool.ts';
import type { BuildArtifacts, buildArtifacts } from '../../fmu-sdk/build/make-unit.ts';
import type { BuildTasks } from '../../fmu-sdk/build/thread/build-messages.ts';
import { cachedArtifacts } from '../../fmu-sdk/build/unit-cache.ts';
import type { Source } from '../../fmu-sdk/build/unit-sources.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';

/** Replaces the compilers and records the sources read. */
const make = vi.hoisted(() => vi.fn<typeof buildArtifacts>());
vi.mock('../../fmu-sdk/build/make-unit.ts', () => ({ buildArtifacts: make }));
// The thread of the build would use the compilers.
vi.mock('../../fmu-sdk/build/thread/build-thread.ts', () => ({
  inBuildThread: async (_kind: string, task: BuildTasks['make']['task']) => {
    const { makeWithSources } = await import('../../fmu-sdk/build/thread/make-with-sources.ts');
    return makeWithSources(task);
  },
}));

const createArtifacts = (text: string): BuildArtifacts => ({
  token: '{1}',
  internalStep: 0.1,
  archives: [{ name: 'x.fmu', content: new TextEncoder().encode(text) }],
  component: 7,
  native: [],
});

const part = { variables: [{ name: 'k', type: 'Float64', causality: 'parameter', start: 1 }] };
const manifest = {
  name: 'probe',
  version: '1',
  description: 'of tests',
  variables: [
    { include: '../part.json' },
    { name: 'y', type: 'Float64', causality: 'output', dependsOn: [] },
  ],
};
const options: Required<BuildOptions> = {
  fmi: [3],
  native: [],
  stepSeconds: 10,
  smokeTest: true,
  interfaces: ['cs'],
};

let home: string;
let unit: string;
let cache: string;
beforeEach(() => {
  home = temporaryFolder('unit-cache');
  unit = join(home, 'probe');
  cache = join(home, 'cache');
  mkdirSync(unit);
  mkdirSync(cache, { mode: 0o700 });
  vi.stubEnv('FMUKIT_CACHE', cache);
  write('probe/unit.json', JSON.stringify(manifest));
  write('part.json', JSON.stringify(part));
  write('probe/unit.ts', 'unit');
  write('shared.ts', 'shared');
  make.mockReset().mockImplementation(async (_folder, { variables }, chosen, source: Source) => {
    const texts = ['unit.ts', '../shared.ts', 'helper.ts', 'variables.ts'].map((name) => source(name));
    return createArtifacts(JSON.stringify([variables, chosen, texts]));
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const write = (name: string, text: string): void => writeFileSync(join(home, name), text);
async function build(chosen: Partial<BuildOptions> = {}): Promise<{ text: string; before: boolean }> {
  const { artifacts: made, before } = await cachedArtifacts(unit, generateFields(unit), {
    ...options,
    ...chosen,
  });
  return { text: new TextDecoder().decode(made.archives[0].content), before };
}

describe('a built FMU', () => {
  it('comes from the cache without loading any code that builds FMUs', async () => {
    const first = await build();
    expect(first.before).toBe(false);
    expect(await build()).toEqual({ ...first, before: true });
    expect(make).toHaveBeenCalledTimes(1);
  });

  const inputs: [string, () => void][] = [
    ['unit.json', () => write('probe/unit.json', JSON.stringify({ ...manifest, description: 'x' }))],
    ['what unit.json includes', () => write('part.json', JSON.stringify(part).replace('1', '2'))],
    ['a blank in what it includes', () => write('part.json', `${JSON.stringify(part)} `)],
    ['its source', () => write('probe/unit.ts', 'unit ')],
    ['a source that others share', () => write('shared.ts', 'Shared')],
    ['a source that is there now', () => write('probe/helper.ts', '')],
    ['a source that is gone', () => rmSync(join(home, 'shared.ts'))],
  ];
  it.each(inputs)(
    'rebuilds after a change, and comes from the cache when the change is undone: %s',
    async (_, change) => {
      const first = await build();
      const backup = join(home, 'before');
      cpSync(unit, join(backup, 'probe'), { recursive: true });
      for (const name of ['part.json', 'shared.ts']) cpSync(join(home, name), join(backup, name));
      change();
      expect((await build()).before).toBe(false);
      expect((await build()).before).toBe(true);
      rmSync(unit, { recursive: true });
      cpSync(backup, home, { recursive: true });
      expect(await build()).toEqual({ ...first, before: true });
    },
  );

  it('rebuilds with other options, and at another optimization level', async () => {
    await build();
    const others: Partial<BuildOptions>[] = [{ fmi: [3, 2] }, { stepSeconds: 9 }, { smokeTest: false }];
    for (const other of others) expect((await build(other)).before).toBe(false);
    expect((await build()).before).toBe(true);
    vi.stubEnv('FMUKIT_OPTIMIZE', '2');
    expect((await build()).before).toBe(false);
  });

  it('rebuilds if any cached file was damaged, which also repairs the cache', async () => {
    const first = await build();
    const names = readdirSync(cache);
    expect(names.length).toBe(2);
    for (const name of names) {
      const bytes = readFileSync(join(cache, name));
      bytes[bytes.length >> 1] ^= 1;
      writeFileSync(join(cache, name), bytes);
      expect(await build()).toEqual(first);
      expect(await build()).toEqual({ ...first, before: true });
    }
  });

  it('equals the one of a concurrent build, and a third build finds it in the cache', async () => {
    // The second begins just before the first is built.
    let other: ReturnType<typeof build> | undefined;
    make.mockImplementationOnce(async (...first) => {
      other = build();
      return make(...first);
    });
    const one = await build();
    expect(await other).toEqual(one);
    expect(make).toHaveBeenCalledTimes(3);
    expect(await build()).toEqual({ ...one, before: true });
  });

  it('builds without a usable cache', async () => {
    vi.stubEnv('FMUKIT_CACHE', 'off');
    expect([(await build()).before, (await build()).before]).toEqual([false, false]);
    vi.stubEnv('FMUKIT_CACHE', '/dev/null/folder');
    await expect(build()).rejects.toThrow('cache in FMUKIT_CACHE=/dev/null/folder: ');
  });

  it('stays out of the cache if it was rejected', async () => {
    make.mockRejectedValueOnce(new Error('refused'));
    await expect(build()).rejects.toThrow('refused');
    expect(readdirSync(cache)).toEqual([]);
    expect((await build()).before).toBe(false);
  });

  it('contains the texts in its key, even if its author saves changes meanwhile', async () => {
    make.mockImplementationOnce(async (_folder, _manifest, _options, source) => {
      const first = source('unit.ts');
      write('probe/unit.ts', 'saved');
      return createArtifacts(`${first} ${source('unit.ts')}`);
    });
    expect((await build()).text).toBe('unit unit');
    expect((await build()).before).toBe(false);
    const early = generateFields(unit);
    write('part.json', JSON.stringify(part).replace('1', '3'));
    await expect(cachedArtifacts(unit, early, options)).rejects.toThrow(
      /was changed while it was read\. Build again\./,
    );
  });

  it('packs without loss: an internal step of any size, archives and libraries byte by byte', () => {
    for (const internalStep of [0, -0, 1e-4, 0.1 + 0.2, Infinity, NaN]) {
      const native = {
        platform: 'x86_64-linux',
        library: new Uint8Array([0, 255]),
        seconds: 0,
        fromCache: true,
      } as const;
      const archives = [1, 0, 3].map((n) => ({ name: `${n}.fmu`, content: new Uint8Array(n).fill(n) }));
      const whole: BuildArtifacts = { token: '{ü}', internalStep, archives, component: 5, native: [native] };
      expect(unpackArtifacts(packArtifacts(whole))).toStrictEqual(whole);
    }
  });
});

describe('the version of the build code', () => {
  it('changes with a byte in any file that affects FMUs, an added file, or a removed one', () => {
    const files = [
      'package.json',
      'dist/build.cjs',
      'dist/builder.cjs',
      'dist/trial.cjs',
      'dist/glue.json.gz',
      'dist/checks/a.cjs',
      'fmu-sdk/author/unit.ts',
      'fmu-sdk/export/instance-functions.c',
      'fmu-sdk/standard/c/fmi3.h',
    ];
    for (const name of files) {
      mkdirSync(join(home, name, '..'), { recursive: true });
      write(name, 'ab');
    }
    const before = identityOf(home);
    expect(identityOf(home)).toBe(before);
    for (const name of files) {
      write(name, 'aB');
      expect(identityOf(home), name).not.toBe(before);
      write(name, 'ab');
    }
    expect(identityOf(home)).toBe(before);
    write('dist/checks/b.cjs', '');
    expect(identityOf(home)).not.toBe(before);
    rmSync(join(home, 'dist/checks'), { recursive: true });
    expect(identityOf(home)).not.toBe(before);
  });
});

describe('fmu build', () => {
  it('reports an FMU from the cache with equal bytes, and --no-cache rebuilds it', async () => {
    const run = async (...more: string[]): Promise<{ out: string; bytes: Buffer }> => {
      const { code, out, err } = await fmuHere(['build', 'probe', '-o', 'out', ...more], home);
      expect([code, err]).toEqual([0, '']);
      return { out, bytes: readFileSync(join(home, 'out/x.fmu')) };
    };
    const fresh = await run();
    const again = await run();
    const files = readdirSync(cache);
    const uncached = await run('--no-cache');
    expect([fresh, again, uncached].map(({ out }) => /, cached$/m.test(out))).toEqual([false, true, false]);
    expect(make).toHaveBeenCalledTimes(2);
    for (const { bytes } of [again, uncached]) expect(bytes.equals(fresh.bytes)).toBe(true);
    expect(readdirSync(cache)).toEqual(files);
  });
});
