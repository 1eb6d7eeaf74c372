import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../master/run/simulate.ts';
import { singleSystem } from '../../../master/system/single.ts';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { fmu } from '../../run-fmu.ts';
import { testFolder } from './files.ts';

const folder = testFolder('ending');

async function unitThat(name: string, define: string): Promise<string> {
  const file = join(folder, `${name}.fmu`);
  writeFileSync(file, await makeUnit(3, { defines: [define] }));
  return file;
}

describe.skipIf(noCompiler !== undefined)('a unit that crashes when the run is over', () => {
  it.each([
    ['terminate', 'AT_TERMINATE=abort()'],
    ['freeInstance', 'AT_FREE=exit(9)'],
  ])('in %s costs no result, and is told', async (operation, define) => {
    const unit = await unitThat(operation, define);
    const csv = join(folder, `${operation}.csv`);
    const { code, out, err } = fmu(['run', unit, '-o', csv]);
    expect(code).toBe(0);
    const what =
      operation === 'terminate'
        ? 'it crashed in terminate with SIGABRT'
        : 'it ended its process in freeInstance with exit code 9';
    expect(err).toContain(`fmu: warning: ${operation}, when the run was over: run ${unit}: ${what}`);
    expect(out).toContain(`warning       ${operation}, when the run was over:`);
    expect(out).toMatch(new RegExp(`result +${csv}`));
    expect(readFileSync(csv, 'utf8').trimEnd().split('\r\n').at(-1)).toMatch(/^1,/);
    expect(existsSync(join(folder, `${operation}.partial.csv`))).toBe(false);
  });

  it('is told by the library too, and the other units are closed', async () => {
    const system = await singleSystem(join(folder, 'terminate.fmu'), { trusted: false });
    const result = await simulate(system, { collect: true });
    expect(result.outcome).toBe('finished');
    expect(result.warnings).toEqual([expect.stringContaining('crashed in terminate with SIGABRT')]);
    expect(result.columns[0].data.length).toBe(11);
  });
});
