import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';

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
}, 60_000);

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
}, 60_000);
