import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Score } from '../../fmu-sdk/check/corpus/fmu-score.ts';
import type { InterfaceScore } from '../../fmu-sdk/check/corpus/interface-score.ts';
import { buildUnit } from '../check/mutants/build.ts';
import { makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { type Finished, fmu } from '../run-fmu.ts';

const folder = temporaryFolder('corpus-runs');
const write = (path: string, content: string | Uint8Array): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
};

/** Results of y = 2 u + t with u = 1, off by `error` at the end. The first step sets y. */
const results = (error = 0): string => `time,y\n0,0\n0.5,2.5\n1,${3 + error}\n`;
const held = 'time,u\n0,1\n1,1\n';

/** Manifest of FMI-LS-REF that names a result file. */
const manifest =
  '<fmiReferences xmlns:fmi-ls="http://fmi-standard.org/fmi-ls-manifest" fmi-ls:fmi-ls-name="org.fmi-standard.fmi-ls-ref" fmi-ls:fmi-ls-version="1.0.0-alpha.1" fmi-ls:fmi-ls-description="x"><Related type="text/csv" source="r.csv" role="result"/></fmiReferences>';
const inside = 'extra/org.fmi-standard.fmi-ls-ref/';

async function writeCorpus(): Promise<void> {
  write('all/cs/right/x.fmu', await makeUnit(3));
  write('all/cs/right/x_ref.csv', results());
  write('all/cs/right/x_in.csv', held);
  write('all/cs/right/x_ref.opt', 'StartTime, 0\nStopTime, 1\nStepSize, 0.1\n');
  write('all/cs/wrong/x.fmu', await makeUnit(2));
  write('all/cs/wrong/output.csv', results(0.25));
  write('all/cs/wrong/input.csv', held);
  write('all/crash.fmu', await makeUnit(3, { defines: ['AT_STEP(t)=misbehave(segmentation)'] }));
  write('all/elsewhere.fmu', await makeUnit(3, { platform: 'riscv64-linux' }));
  const files = {
    [`${inside}fmi-ls-manifest.xml`]: manifest,
    [`${inside}r.csv`]: 'time,y,s\n0,0,a\n1,1,b\n',
  };
  write('all/inside.fmu', await makeUnit(3, { files }));
  await buildUnit('full3', join(folder, 'all'), { name: 'forgets', mark: 'state_without_x' });
  const refuses = [
    'FUNCTION(SetFMUState)(Unit* c, const void* state) {',
    'FUNCTION(SetFMUState)(Unit* c, const void* state) { return fmi3Error;',
  ] as const;
  await buildUnit('full3', join(folder, 'all'), { name: 'refuses', edits: [refuses] });
  write('good/x.fmu', await makeUnit(3));
  write('good/x_ref.csv', results());
  write('good/x_in.csv', held);
}

const check = (...args: string[]): Finished =>
  fmu(['check', '--only', 'archive/backslash', '--corpus', ...args], folder);

describe.skipIf(noCompiler !== undefined)('the runs of fmu check --corpus', () => {
  let first: Finished;
  let board: { units: Score[]; total: { pairs: object } };
  const of = (unit: string): InterfaceScore[] =>
    board.units.find((score) => score.unit === unit)?.interfaces as InterfaceScore[];

  beforeAll(async () => {
    await writeCorpus();
    first = check('all', '--json', 'board.json', '-o', 'board.txt', '--jobs', '2');
    board = JSON.parse(readFileSync(join(folder, 'board.json'), 'utf8'));
  });

  it('an FMU with the results of its reference is equal to it', () => {
    const [{ kind, ran, references, rollback }] = of('cs/right/x.fmu');
    expect({ kind, ran }).toEqual({ kind: 'coSimulation', ran: true });
    expect(references).toMatchObject([{ name: 'x_ref.csv', columns: 1, passed: true, tolerance: 1e-3 }]);
    expect(rollback).toMatchObject({ differing: [], largest: 0 });
  });

  it('an FMU with other results differs by the largest deviation of the worst column', () => {
    const [{ references }] = of('cs/wrong/x.fmu');
    expect(references).toMatchObject([{ passed: false, worst: { column: 'y', time: 1 } }]);
    expect(references[0].worst?.largest).toBeCloseTo(0.25, 12);
    expect(first.code).toBe(3);
  });

  it('results of FMI-LS-REF belong to the default experiment, and unknown columns of texts are named', () => {
    const [{ references }] = of('inside.fmu');
    expect(references).toMatchObject([{ name: 'r.csv', columns: 1, passed: false, missing: ['s'] }]);
    expect(references[0].worst?.largest).toBe(0);
  });

  it('an FMU that crashes or lacks a library has the reason, and the others still run', () => {
    expect(of('crash.fmu')).toMatchObject([{ ran: false, why: expect.stringMatching(/SIGSEGV/) }]);
    expect(of('elsewhere.fmu')).toMatchObject([{ ran: false, why: expect.stringMatching(/lacks a binary/) }]);
    expect(board.total.pairs).toEqual({ pairs: 9, ran: 7, compared: 3, equal: 1, rolledBack: 4 });
  });

  it('an FMU whose state lacks a variable does not roll back in co-simulation', () => {
    const [coSimulation] = of('forgets.fmu');
    expect(coSimulation.rollback).toMatchObject({ by: 'state', differing: ['x'] });
  });

  it('an FMU that refuses to restore its state does not roll back, with the reason', () => {
    expect(of('refuses.fmu')[0].rollback).toEqual({
      why: expect.stringMatching(
        /^restore a snapshot of full3: the FMU stopped at .* fmi3SetFMUState returned error/,
      ),
    });
  });

  it('-o gets the tables, a row for each pair of FMU and interface, in the order of the paths', () => {
    expect(first.out).toBe('');
    const lines = readFileSync(join(folder, 'board.txt'), 'utf8').split('\n');
    const end = lines.indexOf('');
    expect(lines.slice(1, end).map((line) => line.split(/\s+/)[0])).toEqual([
      'crash.fmu',
      'cs/right/x.fmu',
      'cs/wrong/x.fmu',
      'elsewhere.fmu',
      'forgets.fmu',
      'forgets.fmu',
      'inside.fmu',
      'refuses.fmu',
      'refuses.fmu',
    ]);
    expect(lines.slice(1, end).filter((line) => / differs /.test(line))).toHaveLength(2);
  });

  it('a folder of equal FMUs ends with code 0, and --relative decides what is equal', () => {
    const { code, out } = check('good');
    expect(code).toBe(0);
    expect(out).toMatch(/^x\.fmu .* co-simulation +clean +yes +equal /m);
    write('good/x_ref.csv', results(0.01));
    expect([check('good').code, check('good', '--relative', '0.01').code]).toEqual([3, 0]);
  });

  it('an option that is not a number is named on the board', async () => {
    write('words/x.fmu', await makeUnit(3));
    const files = { 'x_ref.csv': results(), 'x_in.csv': held, 'x_ref.opt': 'StepSize, small\n' };
    for (const [name, text] of Object.entries(files)) write(`words/${name}`, text);
    const { out, code } = check('words');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^ignores an option[^\n]*\nx\.fmu +co-simulation +x_ref\.opt, line 1: expected a number for StepSize, got "small"$/m,
    );
  });

  it.each([
    ['an input that the FMU lacks', { 'x_in.csv': 'time,nix\n0,1\n1,1\n' }],
    ['an input that is not a number', { 'x_in.csv': 'time,u\n0,much\n1,1\n' }],
    ['results of only one time', { 'x_ref.csv': 'time,y\n0,0\n' }],
    ['an empty file of results', { 'x_ref.csv': '' }],
    ['results that are not numbers', { 'x_ref.csv': 'time,y\n0,0\n1,much\n' }],
  ])('%s makes a reference unusable, but the FMU runs', async (_, files) => {
    write('odd/x.fmu', await makeUnit(3));
    const all = { 'x_ref.csv': results(), 'x_in.csv': held, ...files };
    for (const [name, text] of Object.entries(all)) write(`odd/${name}`, text);
    const { out, code } = check('odd', '--fail-on', 'skip');
    expect(code).toBe(3);
    expect(out).toMatch(/^x\.fmu .* co-simulation +clean +yes +not usable /m);
    expect(out).toMatch(/^differs from its reference[\s\S]*^x\.fmu +co-simulation +x_ref\.csv: /m);
  });
});
