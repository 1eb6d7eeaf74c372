import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileEngine, compileEngineUnit, runEngine } from '../../fuzz/engine/run-engine.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { width } from '../width.ts';

const folder = temporaryFolder('engine');

/** gcc answers with a path where it has the library, else with its bare name. */
const runtime = spawnSync('gcc', ['-print-file-name=libasan.so'], { encoding: 'utf8' }).stdout ?? '';
const why = noCompiler ?? (runtime.startsWith('/') ? undefined : 'gcc has no sanitizers here');
const cases = width(300, 3000);

describe.skipIf(why !== undefined)('the engine that calls native units, under sanitizers,', () => {
  beforeAll(() => compileEngine(folder));

  it('takes random calls with random operands, and leaks nothing', () => {
    compileEngineUnit(folder);
    expect(runEngine(folder, cases, 1)).toEqual({ done: cases, report: '' });
  });

  it('reports a read beyond a unit’s array if the unit claims more elements', () => {
    compileEngineUnit(folder, ['SAYS_TOO_MUCH']);
    const { done, report } = runEngine(folder, cases, 1);
    expect(report).toMatch(/AddressSanitizer: global-buffer-overflow[\s\S]*get_binaries/);
    expect(done).toBeLessThan(cases);
  });
});
