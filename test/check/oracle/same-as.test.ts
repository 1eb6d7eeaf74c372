import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';
import { root } from '../../run-fmu.ts';
import { buildUnit } from '../mutants/build.ts';

const fmu = (...words: string[]): ReturnType<typeof fmuHere> => fmuHere(words);

const folder = temporaryFolder('same');
let [two, three, other] = ['', '', ''];
beforeAll(async () => {
  if (noCompiler !== undefined) return;
  two = await buildUnit('full2', folder, { name: 'two' });
  three = await buildUnit('full3', folder, { name: 'three' });
  other = await buildUnit('full3', folder, {
    name: 'other',
    edits: [['* m->u + m->x[0];', '* m->u + 1.3 * m->x[0];']],
  });
});

const check = (file: string, as: string): ReturnType<typeof fmu> =>
  fmu('check', file, '--same-as', as, '--only', 'oracle/same-as');

describe.skipIf(noCompiler !== undefined)('fmu check --same-as', () => {
  it('an FMU of FMI 2.0 and one of FMI 3.0 are found to be one model, in both directions', async () => {
    for (const [a, b] of [
      [two, three],
      [three, two],
    ])
      expect(await check(a, b)).toMatchObject({
        code: 0,
        out: expect.stringContaining('no violation found'),
      });
  });

  it('an output that is computed differently fails the check by its name, although it is not a violation', async () => {
    const { code, out } = await check(two, other);
    expect(code).toBe(3);
    expect(out).toMatch(/"y"/);
    expect(out).toContain('oracle/same-as');
  });

  it('the exit code is 3 if nothing can be compared', async () => {
    const { code, out } = await check(three, join(root, 'dist/joystick.fmu'));
    expect(code).toBe(3);
    expect(out).toMatch(/lack\s+a\s+common\s+output\s+or\s+state\s+name/);
  });

  it('a missing file, and one that cannot run, cause an error with the next step', async () => {
    const text = join(folder, 'text.fmu');
    writeFileSync(text, 'none');
    for (const file of [join(folder, 'missing.fmu'), text]) {
      const { code, err } = await check(three, file);
      expect(code).toBe(1);
      expect(err).toMatch(/^fmu: check: same as .*Name an FMU \(\.fmu\) that runs here\.\n$/);
    }
  });
});
