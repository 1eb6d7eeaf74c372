import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { fastProgram } from '../../../fmu-sdk/host/native/compile-host.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { root } from '../../setup.ts';
import { isFullTest, spread } from '../../width.ts';

const folder = mkdtempSync(join(tmpdir(), 'fmukit-fast-'));
afterAll(() => rmSync(folder, { recursive: true }));

const script = fileURLToPath(new URL('fast.mjs', import.meta.url));
const steps = 20_000;
const why = noCompiler ?? (fastProgram() === undefined ? 'no headers of this Node, or no C++' : undefined);

function driven(fast: boolean, options: readonly string[] = []): string {
  const env = { ...process.env, FMUKIT_FAST_CALLS: fast ? '' : '0' };
  const args = [...options, script, String(steps)];
  return execFileSync(process.execPath, args, { env, encoding: 'utf8' });
}

let known: unknown;
/** Returns the results with fast calls. */
function answersOfFast(): unknown {
  known ??= JSON.parse(driven(true));
  return known;
}

/**
 * Reports whether the compiled loop makes its batch as a fast call, as V8 reports it. V8 compiles
 * the loop at once, independent of this machine's load.
 */
function callsStraight(fast: boolean): boolean {
  const code = join(folder, `code-${fast}`);
  driven(fast, [
    ...['--no-concurrent-recompilation', '--no-concurrent-osr'],
    ...[
      '--print-opt-code',
      '--print-opt-code-filter=stepAll',
      '--redirect-code-traces',
      `--redirect-code-traces-to=${code}`,
    ],
  ]);
  // The first for V8 11.3 and 12.4, the second for 13.6.
  return /fast_api_call_target|Isolate::context_address/.test(readFileSync(code, 'utf8'));
}

describe.skipIf(why !== undefined)('a prepared call of an FMU in this process', () => {
  it('compiled code makes a prepared call as a C function, unless forbidden', () => {
    expect([callsStraight(true), callsStraight(false)]).toEqual([true, false]);
  });

  it('a prepared call gives the bits, rejections and errors of calls through Node-API', () => {
    const answers = JSON.parse(driven(false));
    expect(answersOfFast()).toEqual(answers);
    for (const { refused, closed } of answers) {
      expect(refused).toEqual([2, 1]);
      expect(closed).toBe('the FMU was called after it was closed.');
    }
  });

  it('each thread makes a prepared call through a separate function', async () => {
    const answers = await Promise.all(
      [0, 1].map(
        () =>
          new Promise((resolve, reject) => {
            new Worker(script, { workerData: steps }).on('message', resolve).on('error', reject);
          }),
      ),
    );
    expect(answers).toEqual([answersOfFast(), answersOfFast()]);
  });

  it('a prepared call keeps its FMU alive as long as it is referenced', () => {
    const code = `import ${JSON.stringify(join(root, 'bin/typescript.mjs'))};
      const { addon } = await import(${JSON.stringify(join(root, 'fmu-sdk/host/native/addon.ts'))});
      const { fastCall } = await import(${JSON.stringify(join(root, 'fmu-sdk/host/native/fast.ts'))});
      const native = addon();
      let collected = 0;
      const registry = new FinalizationRegistry(() => collected++);
      const prepare = () => {
        const unit = native.open('/nonexistent');
        registry.register(unit, 0);
        return fastCall(native, native.bind(unit, native.operations.run, 0), unit);
      };
      const collect = async () => {
        for (let n = 0; n < 5; n++) {
          gc();
          await new Promise((resolve) => setTimeout(resolve));
        }
        return collected;
      };
      let held = prepare();
      const before = [await collect(), held.make()];
      held = undefined;
      console.log(JSON.stringify([...before, await collect()]));`;
    const args = ['--expose-gc', '--input-type=module', '-e', code];
    expect(JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }))).toEqual([
      0, 3, 1,
    ]);
  });
});

describe.skipIf(why !== undefined)('a process without fast calls', () => {
  const nodeFolder = dirname(dirname(process.execPath));

  const wrong = [
    ['headers are missing', ''],
    ['headers belong to another Node', '#define NODE_MAJOR_VERSION 1\n'],
  ];
  it.each(spread(wrong, 1))('fast calls are unavailable because %s', (_, text) => {
    const node = mkdtempSync(join(folder, 'node-'));
    mkdirSync(join(node, 'include/node'), { recursive: true });
    if (text !== '') writeFileSync(join(node, 'include/node/node_version.h'), text);
    const cacheFolder = join(folder, 'kept');
    expect(fastProgram([cacheFolder], node)).toBeUndefined();
    expect(fastProgram([cacheFolder], nodeFolder)).toBe(
      join(cacheFolder, readdirSync(cacheFolder)[0], 'fast.node'),
    );
  });

  // The whole native host is compiled for it.
  it.skipIf(!isFullTest)('FMUs run the same without a C++ compiler', () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const real = execFileSync('sh', ['-c', 'command -v gcc'], { encoding: 'utf8' }).trim();
    writeFileSync(join(bin, 'gcc'), `#!/bin/sh\ncase "$*" in *c++*) exit 1;; esac\nexec ${real} "$@"\n`);
    chmodSync(join(bin, 'gcc'), 0o755);
    const url = JSON.stringify(join(root, 'fmu-sdk/host/native/compile-host.ts'));
    const code = `import { fastProgram, programs } from ${url};
      const folders = ${JSON.stringify([join(folder, 'plain')])};
      console.log(fastProgram(folders), programs(folders).addon !== undefined);`;
    const args = ['--import', join(root, 'bin/typescript.mjs'), '--input-type=module', '-e', code];
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const output = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
    expect(output.trim()).toBe('undefined true');
  });
});
