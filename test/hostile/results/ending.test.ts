import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../master/run/simulate.ts';
import { singleSystem } from '../../../master/system/single/single-fmu.ts';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu } from '../../run-fmu.ts';

const folder = temporaryFolder('ending');

async function unitThat(name: string, define: string): Promise<string> {
  const file = join(folder, `${name}.fmu`);
  writeFileSync(file, await makeUnit(3, { defines: [define] }));
  return file;
}

describe.skipIf(noCompiler !== undefined)('an FMU that crashes at the end of the run', () => {
  it.each([
    ['terminate', 'AT_TERMINATE=abort()', 'the FMU crashed in terminate with SIGABRT'],
    ['refusal', 'AT_TERMINATE=return(3)', 'fmi3Terminate returned error \\(no message logged\\)'],
    ['freeInstance', 'AT_FREE=exit(9)', 'the FMU ended its process in freeInstance with exit code 9'],
    ['unload', 'EXIT_ON_UNLOAD', 'the FMU ended its process in unload with exit code 5'],
  ])(
    'an FMU that crashes at the end in %s loses no results, and is reported with exit code 3',
    async (operation, define, what) => {
      const unit = await unitThat(operation, define);
      const csv = join(folder, `${operation}.csv`);
      const { code, out, err } = fmu(['run', unit, '-o', csv]);
      expect(code).toBe(3);
      expect(err).toMatch(new RegExp(`^fmu: warning: ${operation}, at the end of the run: .*${what}`, 'm'));
      expect(out).toContain(`warning       ${operation}, at the end of the run:`);
      expect(out).toMatch(new RegExp(`result +${csv}`));
      expect(readFileSync(csv, 'utf8').trimEnd().split('\r\n').at(-1)).toMatch(/^1,/);
      expect(existsSync(join(folder, `${operation}.partial.csv`))).toBe(false);
    },
  );

  it('an FMU that crashes at the end causes an error of the library, too, and the other FMUs are closed', async () => {
    const system = await singleSystem(join(folder, 'terminate.fmu'), { trusted: false });
    const result = await simulate(system, { collect: true });
    expect(result.outcome).toBe('finished');
    expect(result.warnings).toEqual([expect.stringContaining('crashed in terminate with SIGABRT')]);
    expect(result.columns[0].data.length).toBe(11);
  });

  it('an FMU that crashes while it is unloaded gives the finished runs of a study a message', async () => {
    const unit = await unitThat('unloads', 'EXIT_ON_UNLOAD');
    const study = join(folder, 'study.json');
    const vary = [{ set: 'stopTime', values: [0.5, 1] }];
    writeFileSync(study, JSON.stringify({ name: 'unloads', system: unit, vary }));
    const { code, out } = fmu(['study', study, '--workers', '1', '-o', join(folder, 'unloads')]);
    expect(code).toBe(3);
    expect(out).toMatch(/^ {2}finished +2$/m);
    expect(out).toMatch(/^first warning: .*the FMU ended its process in unload with exit code 5/m);
    const rows = readFileSync(join(folder, 'unloads.csv'), 'utf8').trimEnd().split(/\r?\n/).slice(1);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toContain('in unload with exit code 5');
  });
});
