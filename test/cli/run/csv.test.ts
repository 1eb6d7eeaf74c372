import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { normalizer } from '../../../master/system/connections/unit-conversion.ts';
import { csvInputs } from '../../../master/system/inputs/input-csv.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';
import { root } from '../../run-fmu.ts';

const folder = temporaryFolder('csv');

async function run(...args: string[]): Promise<string> {
  const { code, err } = await fmuHere(
    ['run', join(root, 'dist/hydraulic-actuator.fmu'), '--step', '0.01', '--stop-time', '2', ...args],
    folder,
  );
  expect(`${code} ${err.replace(/^.*real time\n/gm, '')}`).toBe('0 ');
  return readFileSync(join(folder, args[args.indexOf('-o') + 1]), 'utf8');
}

it('a spreadsheet file (semicolons, decimal commas, byte order mark, units in titles) equals a normal one', async () => {
  writeFileSync(join(folder, 'plain.csv'), 'time,U_ref\n0,0\n1,5\n2,0.5\n');
  writeFileSync(
    join(folder, 'sheet.csv'),
    '\ufeff"time [ms]";"U_ref [mV]"\r\n0;0\r\n1000;"5000,0"\r\n2000;0,5e3\r\n',
  );
  writeFileSync(join(folder, 'tabs.csv'), 'Time [s]\tU_ref [V]\n0\t0\n1,0\t5\n2\t,5\n');
  const reference = await run('--input', 'plain.csv', '--record', 'U_ref', '-o', 'a.csv');
  expect(await run('--input', 'sheet.csv', '--record', 'U_ref', '-o', 'b.csv')).toBe(reference);
  expect(await run('--input', 'tabs.csv', '--record', 'U_ref', '-o', 'c.csv')).toBe(reference);
});

it('recorded inputs drive a run to the same results up to rounding', async () => {
  writeFileSync(join(folder, 'in.csv'), 'time,U_ref\n0,0\n1,5\n2,0.5\n');
  const once = await run('--input', 'in.csv', '--record', 'U_ref', 'p1', '-o', 'once.csv');
  const twice = await run('--input', 'once.csv', '--record', 'U_ref', 'p1', '-o', 'twice.csv');
  const columns = (text: string): number[][] =>
    text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',').map(Number));
  const [a, b] = [columns(once), columns(twice)];
  expect(b.map(([t]) => t)).toEqual(a.map(([t]) => t));
  expect(Math.max(...a.map((row, i) => Math.abs(row[1] - b[i][1])))).toBeLessThan(1e-12);
  // A line between other points has a slope with another rounding error.
  expect(Math.max(...a.map((row, i) => Math.abs(row[2] / b[i][2] - 1)))).toBeLessThan(1e-9);
});

it('a comma between indexes or in quotes does not end a field', () => {
  expect(csvInputs.read(Buffer.from('time;x[2,1]\n0;1,5\n'))).toEqual([
    ['time', 'x[2,1]'],
    ['0', '1.5'],
  ]);
  expect(csvInputs.read(Buffer.from('time,"a;b"\n0,1\n'))).toEqual([
    ['time', 'a;b'],
    ['0', '1'],
  ]);
});

it('a text in quotation marks keeps its comma in a file with decimal commas', () => {
  const file = 'time;s;x;y\n0;"1,5";"1,5";1,5\n\n1;"a\nb,c";2,5;"2,5"\n2;"0,5";3;4\n';
  expect(csvInputs.read(Buffer.from(file))).toEqual([
    ['time', 's', 'x', 'y'],
    ['0', '1,5', '1.5', '1.5'],
    ['1', 'a\nb,c', '2.5', '2.5'],
    ['2', '0,5', '3', '4'],
  ]);
});

it('Booleans accept the values of usual tables, and integers may have a point', () => {
  expect(['0', '1', 'True', 'FALSE', '1.0', 'no'].map(normalizer('Boolean'))).toEqual([
    ...['false', 'true', 'true', 'false', 'true', 'no'],
  ]);
  expect(['3.0', '-2.', '2.5', '7'].map(normalizer('Int32'))).toEqual(['3', '-2', '2.5', '7']);
  expect(normalizer('Float64')('3.0')).toBe('3.0');
});

it('the unit of measure of the time column must be one of time', async () => {
  writeFileSync(join(folder, 'bad.csv'), 'time [kg],U_ref\n0,0\n');
  const { code, err } = await fmuHere(
    ['run', join(root, 'dist/hydraulic-actuator.fmu'), '--input', 'bad.csv', '-o', 'none.csv'],
    folder,
  );
  expect(code).toBe(1);
  expect(err).toMatch(/the time is in "kg", which is not a unit of time\. Use s\./);
});

it.each([
  ['time,u\n\n0,1\n1,"2\n2,3\n', /^line 4: a quotation mark opens a text that does not end\./],
  ['time,"u\n0,1\n', /^line 1: a quotation mark opens a text that does not end\./],
  ['time,u\r\n0,1\r\n1,2"3\r\n', /^line 3: a quotation mark stands inside a field\./],
  ['time,u\n0,"1"2\n', /^line 2: expected a comma or the end of the line after a closing quotation mark\./],
  ['time;u\n0;"1"2\n', /^line 2: expected a semicolon or the end of the line after a closing/],
])('the file %j is refused with the line and what is wrong there', (text, message) => {
  expect(() => csvInputs.read(Buffer.from(text))).toThrow(message);
});
