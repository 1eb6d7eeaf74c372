import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';
import { makeLag } from '../seams/support/lag.ts';

const folder = temporaryFolder('verdict');
const system = join(root, 'systems/four-bar/four-bar-force.json');
const run = (...args: string[]): ReturnType<typeof fmuHere> =>
  fmuHere(['run', system, '--stop-time', '4', '-o', 'out.csv', ...args], folder);

it('fmu run begins its summary with the verdict and ends with code 3 if it is do not trust', async () => {
  const { code, out } = await run('--step', '0.0032', '--report', 'page.html');
  expect(out).toMatch(
    /^verdict +do not trust: .* the coupling error is \d+ % .*\(limit 1 %\)\nnext +fmu advise /,
  );
  expect(code).toBe(3);
  const page = readFileSync(join(folder, 'page.html'), 'utf8');
  expect(page).toMatch(/<main>[\s\S]{0,300}<section class="verdict" [^>]*data-word="do not trust">/);
});

it('--max-residual sets the limit of the verdict, and --json contains the verdict with its grounds', async () => {
  const verdictWith = async (limit: string): Promise<Record<string, unknown>> => {
    const { code, out } = await run('--stop-time', '1', '--json', '--max-residual', limit);
    expect(code).toBe(0);
    return JSON.parse(out).verdict;
  };
  expect(await verdictWith('1%')).toMatchObject({ word: 'good' });
  const { word, grounds } = await verdictWith('0.0001');
  expect(word).toBe('doubtful');
  expect(grounds).toContainEqual(expect.objectContaining({ limit: 0.0001, word: 'doubtful' }));
  const { code, err } = await run('--max-residual', '-1');
  expect([code, err]).toEqual([1, expect.stringContaining('expects a number above 0, got "-1"')]);
});

it('a violated constraint without a unit of measure is shown as a number beside its limit', async () => {
  const chain = join(root, 'systems/chain.json');
  const options = ['--stop-time', '0.1', '--json', '--report', 'constraint.html', '-o', 'chain.csv'];
  const { out } = await fmuHere(['run', chain, ...options], folder);
  const grounds = JSON.parse(out).verdict.grounds as { rule: string; unit: string; text: string }[];
  const { text, unit: unitOfMeasure } = grounds.find(({ rule }) => rule === 'constraint')!;
  expect(unitOfMeasure).toBe('');
  expect(text).toMatch(/^the constraints of chain are violated by up to [\d.e-]+ \(limit 0\.001\)$/);
  const page = readFileSync(join(folder, 'constraint.html'), 'utf8');
  expect(page).toMatch(/constraint chain<[^%]*>limit 0\.001</);
});

it.each(['jacobi', 'waveform'])(
  'a run of one step under %s has too few steps for a verdict',
  async (scheme) => {
    if (!existsSync(join(folder, 'lag.fmu'))) await makeLag(folder);
    const lags = {
      name: 'lags',
      units: { a: { fmu: 'lag.fmu', start: { u: 1 } }, b: { fmu: 'lag.fmu' } },
      connections: [{ from: 'a.y', to: 'b.u' }],
      algorithm: { scheme, step: 0.1 },
      stopTime: 0.1,
    };
    writeFileSync(join(folder, 'lags.json'), JSON.stringify(lags));
    const { out } = await fmuHere(['run', 'lags.json'], folder);
    expect(out).toMatch(
      /^verdict +not judged: the run has too few steps to judge its connections\nnext +fmu run/,
    );
    expect(out).toMatch(/^step H +0\.1 s, 1 step$/m);
  },
);
