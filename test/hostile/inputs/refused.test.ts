import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { printableLines } from '../../../fmu-sdk/util/printable.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { notEmpty } from '../../not-empty.ts';
import { spread } from '../../width.ts';
import { type Case, hostileCases } from './cases.ts';

interface Answer {
  out: string;
  err: string;
  code: number;
  cpuSeconds: number;
  heapGrowth: number;
}

const folder = temporaryFolder('hostile');
const all: readonly Case[] = notEmpty('hostile inputs', await hostileCases(folder));
const cases = spread(all, 30);
let answers: Answer[];

// One process runs all cases, so that leftovers of one would affect the next. It has the memory of
// a small machine.
beforeAll(() => {
  const [list, answersFile] = ['list.json', 'answers.json'].map((name) => join(folder, name));
  writeFileSync(list, JSON.stringify(cases.map(({ argv }) => argv)));
  const driver = fileURLToPath(new URL('driver.mjs', import.meta.url));
  execFileSync(process.execPath, ['--expose-gc', '--max-old-space-size=1500', driver, list, answersFile], {
    cwd: folder,
    input: '',
  });
  answers = JSON.parse(readFileSync(answersFile, 'utf8')) as Answer[];
});

/** `fmu: operation subject: reason. Next step.`, with indented details below. */
const oneMessage = /^fmu: [^\n]+: [^\n]+(?:[.?]|:(?:\n {2}[^\n]+)+)\n$/;

describe('hostile inputs', () => {
  it.each(cases.map((item, i) => ({ ...item, i })))(
    'handles with at most one message: $title',
    ({ says: pattern, code: wanted = 1, i }) => {
      const { out, err, code, cpuSeconds, heapGrowth } = answers[i];
      expect(printableLines(out + err)).toBe(out + err);
      expect(err).not.toMatch(/\n\s+at |defect of fmukit/);
      expect(err.length).toBeLessThan(100_000);
      // Most need some hundredths of a second. Cases with many megabytes need some seconds.
      expect(cpuSeconds).toBeLessThan(30);
      expect(heapGrowth).toBeLessThan(600e6);
      if (pattern === undefined) expect([code, err]).toEqual([0, '']);
      else {
        expect(err).toMatch(pattern);
        expect(err).toMatch(oneMessage);
        expect(code).toBe(wanted);
      }
    },
  );

  it('the table of hostile inputs has more than two hundred cases', () => {
    expect(all.length).toBeGreaterThan(200);
  });
});
