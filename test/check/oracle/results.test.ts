import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';
import { root } from '../../run-fmu.ts';
import { buildUnit } from '../mutants/build.ts';

const fmu = (...words: string[]): ReturnType<typeof fmuHere> => fmuHere(words);

const folder = temporaryFolder('results');
let unit = '';
beforeAll(async () => {
  if (noCompiler === undefined) unit = await buildUnit('full3', folder, { name: 'unit' });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const check = (...words: string[]): ReturnType<typeof fmu> =>
  fmu('check', ...words, '--only', 'oracle/results');

describe('results in an FMU', () => {
  const results = 'extra/org.fmi-standard.fmi-ls-ref/smoke-test.csv';

  it('a fmukit FMU reproduces its results', async () => {
    const { code, out } = await check(join(root, 'dist/hydraulic-actuator.fmu'), '--fail-on', 'robustness');
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('checked 1 of') });
  });

  it('results that an FMU misses are reported by the worst column, and fail the check on request', async () => {
    const archive = await openArchive(join(root, 'dist/hydraulic-actuator.fmu'));
    const files = new Map<string, string | Uint8Array>();
    for (const path of archive.paths) files.set(path, await archive.bytes(path));
    const rows = new TextDecoder()
      .decode(files.get(results) as Uint8Array)
      .trimEnd()
      .split(/\r?\n/);
    const fields = rows[5].split(',');
    rows[5] = [fields[0], '12345', ...fields.slice(2)].join(',');
    files.set(results, `${rows.join('\r\n')}\r\n`);
    const changed = join(folder, 'changed.fmu');
    writeFileSync(changed, await zip(files));
    const { code, out } = await check(changed);
    expect(code).toBe(0);
    expect(out).toContain(`"${rows[0].split(',')[1].replaceAll('"', '')}"`);
    expect((await check(changed, '--fail-on', 'robustness')).code).toBe(3);
  });
});

describe.skipIf(noCompiler !== undefined)('fmu check --reference', () => {
  it('the check passes with right results and fails with others, whatever their severity', async () => {
    const right = file('right.csv', `time,x[2]\n0,1\n1,${Math.exp(-1)}\n2,${Math.exp(-2)}\n`);
    const wrong = file('wrong.csv', `time,x[2]\n0,1\n1,${Math.exp(-1) + 0.01}\n`);
    expect((await check(unit, '--reference', right, '--relative', '1e-6')).code).toBe(0);
    const { code, out } = await check(unit, '--reference', wrong);
    expect(code).toBe(3);
    expect(out).toMatch(/"x\[2\]" is off by 0\.01 at t = 1 s/);
    expect((await check(unit, '--reference', wrong, '--relative', '0.02')).code).toBe(0);
  });

  it('the error lists variables that the FMU lacks, and the file with their columns', async () => {
    const other = file('other.csv', `time,x[2],speed,x[9]\n0,1,0,0\n1,${Math.exp(-1)},0,0\n`);
    const { code, out } = await check(unit, '--reference', other);
    expect(code).toBe(3);
    expect(out).toContain('Variable "speed" (and 1 more) is in the results');
    expect(out).toContain('"other.csv"');
    expect(out).not.toContain('NaN');
    const none = file('alone.csv', 'time,speed\n0,0\n1,0\n');
    const alone = await check(unit, '--reference', none);
    expect([alone.code, alone.out]).toEqual([
      3,
      expect.stringContaining('Variable "speed" is in the results "alone.csv", but not in the FMU.'),
    ]);
  });

  it('columns may name elements in another notation, or have names that --map gives', async () => {
    const text = (title: string): string => `time,"${title}"\n0,1\n1,${Math.exp(-1)}\n2,${Math.exp(-2)}\n`;
    const [matlab, other] = [file('matlab.csv', text('x(2)')), file('named.csv', text('X2'))];
    expect((await check(unit, '--reference', matlab, '--relative', '1e-6')).code).toBe(0);
    const mapped = await check(unit, '--reference', other, '--relative', '1e-6', '--map', 'X2=x[2]');
    expect(mapped).toMatchObject({ code: 0, out: expect.stringContaining('checked 1 of') });
    expect((await check(unit, '--reference', other)).out).toMatch(
      /If they are the same\s+quantities, add --map X2=x\./,
    );
    expect((await check(unit, '--reference', other, '--map', 'X3=x[2]')).err).toContain(
      '--map X3=x[2]: unknown column "X3". Did you mean X2?',
    );
    expect((await check(unit, '--map', 'X2=x[2]')).err).toContain('--map needs expected results.');
  });

  it('the inputs come from --input', async () => {
    const inputs = file('in.csv', 'time,u\n0,1\n2,1\n');
    const y = file('y.csv', 'time,y\n0,3\n1,3\n2,3\n');
    expect((await check(unit, '--reference', y, '--input', inputs, '--relative', '1e-6')).code).toBe(0);
    expect((await check(unit, '--reference', y)).code).toBe(3);
    // By the names that these had before.
    expect((await check(unit, '--reference', y, '--inputs', inputs, '--tolerance', '1e-6')).code).toBe(0);
    expect((await check(unit, '--reference', y, '--inputs', inputs, '--input', inputs)).err).toContain(
      '--inputs is the former name of --input, and both were given',
    );
  });

  it('unreadable or meaningless results cause an error with the next step', async () => {
    const table = file('table.csv', 'time,y\n0,1\n');
    const wrong: [string[], string][] = [
      [['--reference', join(folder, 'none.csv')], 'the file does not exist. Name a CSV file.'],
      [
        ['--reference', file('a.csv', 'y\n1\n')],
        'the first column must be "time". Use a CSV file with time first',
      ],
      [['--input', table], '--input needs expected results. Name them by --reference.'],
      [
        ['--reference', table, '--relative', '3'],
        '--relative must be above 0 and below 1, such as 1e-4, got 3.',
      ],
      [['--reference', table, join(folder, 'second.fmu')], 'belongs to one FMU, got 2 FMUs. Name one.'],
    ];
    for (const [words, message] of wrong) {
      const { code, err } = await check(unit, ...words);
      expect(code, err).toBe(1);
      expect(err).toContain(message);
    }
  });
});
