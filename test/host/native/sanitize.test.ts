import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addonSources, unitSources } from '../../../fmu-sdk/host/native/compile/host-sources.ts';
import { optimizationOption } from '../../../fmu-sdk/util/c-compiler/optimization-level.ts';
import { packageFile, packageRequire } from '../../../fmu-sdk/util/package-files.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { isFullTest } from '../../width.ts';

const folder = temporaryFolder('sanitizers');

const sanitizer = (name: string): string =>
  spawnSync('gcc', [`-print-file-name=${name}`], { encoding: 'utf8' }).stdout?.trim() ?? '';
/** gcc returns a path if it has the library, else its bare name. */
const runtime = noCompiler === undefined ? sanitizer('libasan.so') : '';
const why = runtime.startsWith('/') ? undefined : 'gcc has no sanitizers here';

function compile(output: string, sources: readonly string[], flags: readonly string[]): void {
  const nativeFolder = packageFile('fmu-sdk/host/native');
  const common = [
    '-std=gnu11',
    optimizationOption('C'),
    '-g',
    '-fsanitize=address,undefined',
    '-fno-sanitize-recover=undefined',
  ];
  const files = sources.map((name) => join(nativeFolder, name));
  const args = [...common, ...flags, ...files, '-o', join(folder, output), '-ldl', '-lpthread'];
  const { status, stderr } = spawnSync('gcc', args, { encoding: 'utf8' });
  expect(status === 0 ? '' : stderr).toBe('');
}

describe.skipIf(why !== undefined || !isFullTest)('the C code of the native host', () => {
  it('the C code of the native host passes sanitizers for memory errors and undefined behaviour, in this process and isolated', () => {
    const headers = join(dirname(packageRequire.resolve('node-api-headers/package.json')), 'include');
    compile('addon.node', addonSources, ['-fPIC', '-shared', '-fvisibility=hidden', '-I', headers]);
    compile('unit', unitSources, ['-rdynamic', '-fvisibility=hidden']);
    const script = new URL('sanitize.mjs', import.meta.url).pathname;
    const env = {
      ...process.env,
      LD_PRELOAD: `${runtime} ${sanitizer('libubsan.so')}`,
      ASAN_OPTIONS: 'detect_leaks=0:handle_segv=0:abort_on_error=1',
      UBSAN_OPTIONS: 'print_stacktrace=1',
    };
    const args = ['--expose-gc', script, folder];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/made \d{3} calls, [1-9]\d* messages/);
  });
});

it.skipIf(isFullTest)('the C code of the native host runs under sanitizers where CI is set', ({ skip }) =>
  skip('its engine is tried under them at a desk too (test/fuzz/engine)'),
);
