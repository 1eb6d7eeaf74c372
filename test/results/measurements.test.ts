import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeUnit1 } from '../fixtures/c/fmi1.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmu } from '../run-fmu.ts';

const folder = temporaryFolder('measurements');
const cpuTime =
  '<ScalarVariable name="CPUtime" valueReference="6" causality="output"><Real/></ScalarVariable></ModelVariables>';

/** Runs a command in the folder. Returns its exit code and output, and its notes on CPUtime. */
function run(...args: string[]): { code: number | null; out: string; notes: string[] } {
  const { code, out, err } = fmu(args, folder);
  return { code, out, notes: err.split('\n').filter((line) => line.includes('CPUtime')) };
}

describe.skipIf(noCompiler !== undefined)('a wall clock among the outputs of an FMU', () => {
  beforeAll(async () => {
    const edit = (text: string): string => text.replace('</ModelVariables>', cpuTime);
    writeFileSync(join(folder, 'clock.fmu'), await makeUnit1('cs', { edit, defines: ['MEASURES'] }));
    for (const name of ['one', 'two'])
      run('run', 'clock.fmu', '--stop-time', '1', '--step', '0.1', '--record-calls', `${name}.calls`);
  });

  it.each([
    ['with the FMU', ['one.calls', '--unit', 'clock.fmu']],
    ['with another recording', ['one.calls', 'two.calls']],
  ])('fmu replay %s leaves it out, with one note', (_, args) => {
    const { code, out, notes } = run('replay', ...args);
    expect(out).toMatch(/^\d+ calls answered/);
    expect(notes).toEqual([
      'fmu: note: CPUtime measures the run and not the model, so comparisons leave it out.',
    ]);
    expect(code).toBe(0);
  });

  it('default metrics of a study leave it out, with one note', () => {
    const study = { name: 'two', system: 'clock.fmu', vary: [{ name: 'k', set: 'k', values: [1, 2] }] };
    writeFileSync(join(folder, 'study.json'), JSON.stringify(study));
    const tables = ['a', 'b'].map((name) => {
      const { code, notes } = run('study', 'study.json', '-o', name);
      expect(code).toBe(0);
      expect(notes).toEqual([
        'fmu: note: CPUtime measures the run and not the model, so default metrics leave it out.',
      ]);
      return readFileSync(join(folder, `${name}.csv`), 'utf8');
    });
    expect(tables[0]).toBe(tables[1]);
    expect(tables[0]).toMatch(/^run,k,.*,x,/);
    expect(tables[0]).not.toContain('CPUtime');
  });

  it('a metric of a study may name it', () => {
    const metrics = { last: { final: 'CPUtime' } };
    const vary = [{ name: 'k', set: 'k', values: [1, 2] }];
    writeFileSync(
      join(folder, 'named.json'),
      JSON.stringify({ name: 'n', system: 'clock.fmu', vary, metrics }),
    );
    const { code, notes } = run('study', 'named.json', '-o', 'last');
    expect([code, notes]).toEqual([0, []]);
  });
});
