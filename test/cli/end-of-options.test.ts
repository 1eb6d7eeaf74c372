import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { rewriteEndOfOptions } from '../../master/cli/usage/end-of-options.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('options');
beforeAll(() => {
  for (const name of ['chain.fmu', '-o.fmu', '--help'])
    copyFileSync(join(root, 'dist/chain.fmu'), join(folder, name));
});

it.each([
  [['inspect', '--', 'chain.fmu'], 'chain'],
  [['inspect', '--', '-o.fmu'], 'chain'],
  [['check', '--static', '--', 'chain.fmu', '-o.fmu'], './-o.fmu: no violation found'],
  // Without --, the list of variables would include the file.
  [['run', '--json', '--stop-time', '0.01', '--record', '*', '--', 'chain.fmu'], '"outcome": "finished"'],
])('words after -- are arguments: %j', async (argv, words) => {
  const { code, out, err } = await fmuHere(argv, folder);
  expect([code, err]).toEqual([0, expect.not.stringContaining('Not enough')]);
  expect(out).toContain(words);
});

it('an option before -- still needs its value, and surplus arguments are reported', async () => {
  const lastErrorLine = async (argv: string[]): Promise<[number, string]> => {
    const { code, err } = await fmuHere(argv, folder);
    return [code ?? -1, err.trim().split('\n').at(-1) ?? ''];
  };
  expect(await lastErrorLine(['run', '-o', '--', 'chain.fmu'])).toEqual([
    2,
    expect.stringContaining('-o needs a value'),
  ]);
  expect(await lastErrorLine(['run', '--', 'chain.fmu', 'extra'])).toEqual([
    2,
    expect.stringContaining('Unknown argument: extra'),
  ]);
  expect(await lastErrorLine(['run', '--'])).toEqual([2, expect.stringContaining('Arguments are missing')]);
});

it('words stay unchanged without --', () => {
  expect(rewriteEndOfOptions(['run', 'x', '-o', '-'])).toEqual(['run', 'x', '-o', '-']);
  expect(rewriteEndOfOptions(['run', '--', '-', '--'])).toEqual(['run', '--no-help', '-', './--']);
});
