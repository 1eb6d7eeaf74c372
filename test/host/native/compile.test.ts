import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { io } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { addon } from '../../../fmu-sdk/host/native/addon.ts';
import { compileAddon, programs } from '../../../fmu-sdk/host/native/compile/compile-host.ts';
import { compilerFor } from '../../../fmu-sdk/util/c-compiler/compilers.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../setup.ts';
import { width } from '../../width.ts';

const folder = temporaryFolder('compile');

/** Arguments of Node for a program that compiles into one of `folders`. */
function compiling(folders: readonly string[]): string[] {
  const url = JSON.stringify(join(root, 'fmu-sdk/host/native/compile/compile-host.ts'));
  const code = `import { programs } from ${url};
    try { console.log(programs(${JSON.stringify(folders)}).addon); } catch (e) { console.log(e.name + ': ' + e.message); }`;
  return ['--import', join(root, 'bin/setup/typescript.mjs'), '--input-type=module', '-e', code];
}

describe('the native host program', () => {
  it.skipIf(noCompiler !== undefined)(
    'the native host program comes from the cache after a single compilation for two concurrent programs',
    async () => {
      const cacheFolder = join(folder, 'kept');
      const run = promisify(execFile);
      const both = await Promise.all(
        [0, 1].map(() => run(process.execPath, compiling([cacheFolder]), { cwd: root })),
      );
      expect(new Set(both.map(({ stdout }) => stdout)).size).toBe(1);
      expect(readdirSync(cacheFolder)).toHaveLength(1);
      const before = readdirSync(folder);
      expect(programs([join(folder, 'other'), cacheFolder]).addon).toBe(both[0].stdout.trim());
      expect(readdirSync(folder)).toEqual(before);
      expect(createRequire(import.meta.url)(both[0].stdout.trim()).operations).toEqual(addon().operations);
    },
  );

  it.skipIf(noCompiler !== undefined)('the next cache folder is used if the first is not writable', () => {
    // Quick tests have it compiled by the previous test.
    const [file, second] = [join(root, 'package.json'), join(folder, width(0, 1) === 0 ? 'kept' : 'second')];
    expect(programs([file, second]).unit.startsWith(second)).toBe(true);
    expect(() => programs([file])).toThrow(/no folder .* is writable .*Set XDG_CACHE_HOME/);
  });

  it.skipIf(noCompiler !== undefined)(
    'a failing compiler is reported with its message, and leaves nothing behind',
    () => {
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      // This compiler reports its target machine and links a test program, then it is ended.
      const compiler = [
        'case "$*" in',
        '*addon.node*) echo "internal error" >&2; kill -TERM $$;;',
        '*) exec "$REAL" "$@";;',
        'esac',
      ];
      writeFileSync(join(bin, 'gcc'), `#!/bin/sh\n${compiler.join('\n')}\n`, { mode: 0o755 });
      const real = spawnSync('sh', ['-c', 'command -v gcc || command -v clang'], {
        encoding: 'utf8',
      }).stdout.trim();
      const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, REAL: real };
      const [x, y] = [join(folder, 'x'), join(folder, 'y')];
      const { stdout } = spawnSync(process.execPath, compiling([x, y]), { cwd: root, encoding: 'utf8', env });
      expect(stdout).toMatch(
        /^UserError: run a native FMU: \S+ failed to compile the host program: it was ended by SIGTERM\. internal error\n$/,
      );
      expect([x, y].flatMap((text) => readdirSync(text))).toEqual([]);
    },
  );

  it('a missing compiler is reported with an alternative that works without one', () => {
    const empty = join(folder, 'no-programs');
    mkdirSync(empty);
    const options = { cwd: root, encoding: 'utf8', env: { PATH: empty } } as const;
    const { stdout } = spawnSync(process.execPath, compiling([join(folder, 'nothing')]), options);
    expect(stdout.trim()).toBe(
      "UserError: run a native FMU: a C compiler is needed to build the host program. Install one (Debian: apt-get install gcc libc6-dev), or run the FMU's WebAssembly component, which works without a compiler.",
    );
  });

  it.skipIf(noCompiler !== undefined)(
    'registers of the native host are at the positions that drivers use',
    () => {
      expect(addon().registers).toEqual(io);
    },
  );
});

describe.skipIf(width(0, 1) === 0 || compilerFor('x86_64-windows') === undefined)(
  'the native host program for Windows',
  () => {
    it('the native host program for Windows compiles from the common engine, and Node finds its entry point', () => {
      const addonBytes = readFileSync(compileAddon('x86_64-windows', temporaryFolder('windows')));
      expect(addonBytes.subarray(0, 2).toString()).toBe('MZ');
      for (const name of ['napi_register_module_v1', 'napi_create_external_arraybuffer', 'node.exe'])
        expect(addonBytes.includes(name)).toBe(true);
      expect(addonBytes.includes('libgcc_s')).toBe(false);
    });
  },
);
