import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { clOptions } from '../../fmu-sdk/util/c-compiler/msvc.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../setup.ts';
import { isFullTest, width } from '../width.ts';
import { missing } from './harness.ts';

const H = 0.001;
const steps = width(2000, 10_000);
const path = process.env.PATH;
const folder = temporaryFolder('msvc');
afterAll(() => {
  process.env.PATH = path;
});

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const why =
  ['clang', 'x86_64-w64-mingw32-gcc']
    .map((name) => (isInstalled(name) ? undefined : `there is no ${name}`))
    .find(Boolean) ?? missing('x86_64-windows');

/**
 * Returns the compilers with cl as the only one for Windows. It is a stand-in that rejects
 * extensions of gcc.
 */
async function withClAlone(): Promise<typeof import('../../fmu-sdk/util/c-compiler/compilers.ts')> {
  for (const name of ['cl', 'lib']) {
    rmSync(join(folder, name), { force: true });
    symlinkSync(join(root, `test/export/msvc/${name}.sh`), join(folder, name));
  }
  // The other programs target unknown machines, and serve the stand-in and the harness.
  for (const program of ['x86_64-w64-mingw32-gcc', 'clang', 'zig']) {
    const text = `case "$*" in *-dumpmachine*|--help) exit 1;; esac\nPATH='${path}' exec ${program} "$@"\n`;
    writeFileSync(join(folder, program), `#!/bin/sh\n${text}`, { mode: 0o755 });
  }
  process.env.PATH = `${folder}:${path}`;
  vi.resetModules();
  const compilers = await import('../../fmu-sdk/util/c-compiler/compilers.ts');
  return compilers;
}

describe.skipIf(why !== undefined)('a library for Windows compiled by cl', () => {
  it.each(isFullTest ? ['sampled-controller', 'crane-single', 'hydraulic-actuator'] : ['sampled-controller'])(
    'compiles %s without extensions of gcc, gives every bit of the wasm host, and makes a trap an error of the unit',
    async (name) => {
      const { compilerFor } = await withClAlone();
      expect(compilerFor('x86_64-windows')).toMatchObject({ command: 'cl', isCl: true });
      const { Native } = await import('./harness.ts');
      const unit = await Native.release(`units/${name}`, 'x86_64-windows');
      const drive = unit.writeDrive(steps);
      unit.calls(3, ['new 0', 'enter 0 0', 'exit 0', unit.runOf(3, 'run 0', steps, H)]);
      const { rows: wasm } = unit.inWasm(drive, steps, H);
      expect(unit.read().equals(Buffer.from(wasm.buffer))).toBe(true);
      const faulty = await Native.build('test/fixtures/faulty', 'x86_64-windows');
      const calls = ['new 0', 'choose 0 3 2', 'enter 0 0', 'exit 0', 'step 0 0 1', 'step 0 1 1', 'new 1'];
      const answers = faulty.calls(3, calls);
      expect(answers.filter((text) => /^(step|new)/.test(text))).toEqual([
        'new 0',
        'step 0',
        'step 4',
        'new 0',
      ]);
      expect(answers.join()).toContain('fmi3DoStep: the unit gave up: an index out of bounds');
    },
  );

  it('supports model exchange, too', async () => {
    await withClAlone();
    const { buildUnit } = await import('../../fmu-sdk/build/build-unit.ts');
    const native = ['x86_64-windows'] as const;
    const built = await buildUnit(join(root, 'docs/units/spring-mass'), folder, { native, smokeTest: false });
    const { readLibrary } = await import('../../fmu-sdk/check/binary/shared-library.ts');
    const { openArchive } = await import('../../fmu-sdk/archive/open-archive.ts');
    const archive = await openArchive(built.file);
    const { exports } = readLibrary(await archive.bytes('binaries/x86_64-windows/spring_mass.dll'));
    expect([...exports]).toEqual(expect.arrayContaining(['fmi3DoStep', 'fmi3GetContinuousStateDerivatives']));
  });
});

it.skipIf(why !== undefined)(
  'compiles the runner of native units on Windows without extensions of gcc',
  async () => {
    await withClAlone();
    const { compileAddon } = await import('../../fmu-sdk/host/native/compile/compile-host.ts');
    const { readLibrary } = await import('../../fmu-sdk/check/binary/shared-library.ts');
    const { exports } = readLibrary(readFileSync(compileAddon('x86_64-windows', folder)));
    expect([...exports]).toContain('napi_register_module_v1');
  },
);

it.skipIf(why === undefined)(`cl was not tested: ${why}`, ({ skip }) => skip(why));

describe('an option of gcc for cl', () => {
  it('becomes an option of cl, the linker’s last, and unknown options fail', () => {
    const words = [
      '-O2',
      '-std=gnu11',
      '-ffp-contract=off',
      '-shared',
      '-DA=1',
      '-I',
      'in',
      '-w',
      'a.c',
      '-lm',
    ];
    expect(clOptions([...words, '-Wl,--gc-sections', '-o', 'a.dll']).join(' ')).toBe(
      '/nologo /Brepro /O2 /std:c11 /experimental:c11atomics /fp:precise /LD /DA=1 /Iin /w a.c /Fe:a.dll /link /Brepro /OPT:REF',
    );
    expect(() => clOptions(['-ffast-math'])).toThrow('cl: no translation for the gcc option -ffast-math.');
  });
});
