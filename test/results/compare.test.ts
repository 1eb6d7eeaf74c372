import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTables } from '../../master/results/compare-results.ts';
import { selectColumns, svgOf } from '../../master/results/plot-results.ts';
import { readResults, type TimeTable } from '../../master/results/read-results.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';

const folder = temporaryFolder('compare');

const tableOf = (times: number[], columns: Record<string, number[]>): TimeTable => ({
  file: 'x.csv',
  names: Object.keys(columns),
  times: Float64Array.from(times),
  columns: Object.values(columns).map((values) => Float64Array.from(values)),
});
const put = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return name;
};
/** 0 → 1 at t = at: an event, with two values at its time. */
const jump = (at: number): TimeTable => tableOf([0, at, at, 2], { x: [0, 0, 1, 1] });
const verdict = (a: TimeTable, b: TimeTable, tolerances = {}) => compareTables(a, b, tolerances);

describe('comparison', () => {
  it('equal results with any values are equal at zero tolerance', () => {
    const value = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Infinity, -Infinity, 0));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9), value), { minLength: 1, maxLength: 20 }), (pairs) => {
        let t = 0;
        const times = pairs.map(([step]) => (t += step));
        const table = tableOf(times, { x: pairs.map(([, x]) => x) });
        // Several values at one time are an event, which another grid could not show.
        const { passed, columns } = verdict(table, table, { relative: 0 });
        expect(columns[0].first).toBeUndefined();
        expect(passed).toBe(true);
      }),
    );
  });

  it('a comparison finds the first difference, and the largest difference with its time', () => {
    const times = Array.from({ length: 101 }, (_, n) => n / 100);
    const a = tableOf(times, { x: times.map((t) => Math.sin(t)), y: times });
    const b = tableOf(times, { x: times.map((t) => Math.sin(t) + (t >= 0.4 ? 0.01 * t : 0)), y: times });
    const { columns, passed } = verdict(a, b, { relative: 0, absolute: 5e-3 });
    expect(passed).toBe(false);
    expect(columns[0]).toMatchObject({ name: 'x', first: 0.5, at: 1, allowed: 5e-3 });
    expect(columns[0].largest).toBeCloseTo(0.01, 12);
    expect(columns[1].first).toBeUndefined();
    expect(verdict(a, b, { relative: 0, absolute: 0.0101 }).passed).toBe(true);
  });

  it('a comparison refuses an invalid tolerance', () => {
    for (const name of ['relative', 'absolute', 'time'])
      for (const value of [-1, Number.NaN])
        expect(() => verdict(jump(1), jump(1), { [name]: value })).toThrow(
          `compare: ${name} must be a number from 0, got ${value}.`,
        );
  });

  it('a comparison interpolates linearly between points of other time grids', () => {
    const coarse = tableOf([0, 1, 2], { x: [0, 2, 0] });
    const fine = tableOf([0, 0.5, 1, 1.25, 2], { x: [0, 1, 2, 1.5, 0] });
    expect(verdict(coarse, fine, { relative: 1e-12 }).passed).toBe(true);
    expect(verdict(fine, coarse, { relative: 1e-12 }).passed).toBe(true);
  });

  it('a comparison finds a peak or an event of the reference that the results lack', () => {
    const peak = tableOf([0, 0.5, 1], { x: [0, 10, 1] });
    const without = tableOf([0, 1], { x: [0, 1] });
    const found = { largest: 9.5, at: 0.5, first: 0.5, lost: 0.5 };
    expect(verdict(peak, without)).toMatchObject({ passed: false, columns: [found] });
    expect(verdict(without, peak)).toMatchObject({
      passed: false,
      columns: [{ ...found, lost: undefined }],
    });
    const event = tableOf([0, 0.5, 0.5, 1], { x: [0, 0.5, 2, 1] });
    for (const kept of [0.5, 2]) {
      const lost = tableOf([0, 0.5, 1], { x: [0, kept, 1] });
      expect(verdict(event, lost).columns[0]).toMatchObject({ largest: 1.5, first: 0.5, lost: 0.5 });
      expect(verdict(lost, event).passed).toBe(false);
    }
    expect(verdict(peak, without, { absolute: 9.5 }).passed).toBe(true);
    expect(verdict(peak, tableOf([0, 0.51, 1], { x: [0, 10, 1] }), { time: 0.0101 }).passed).toBe(true);
  });

  it('a comparison counts only the times of the reference that the results cover, also a NaN', () => {
    const long = tableOf([0, 1, 2], { x: [0, 1, 99] });
    expect(verdict(long, tableOf([0, 1], { x: [0, 1] })).columns[0].lost).toBeUndefined();
    const gap = tableOf([0, 0.5, 1], { x: [0, Number.NaN, 1] });
    expect(verdict(gap, tableOf([0, 1], { x: [0, 1] }))).toMatchObject({
      passed: false,
      columns: [{ largest: Number.NaN, lost: 0.5 }],
    });
  });

  it('a comparison lets an event be earlier or later by the tolerance of time, and no more', () => {
    for (const shift of [-0.05, 0.05]) {
      expect(verdict(jump(1), jump(1 + shift), { time: 0.051 }).passed).toBe(true);
      const { passed, columns } = verdict(jump(1), jump(1 + shift), { time: 0.049 });
      expect(passed).toBe(false);
      expect(columns[0].largest).toBe(1);
    }
  });

  it('a comparison uses only common times of results with another duration, and reports a difference', () => {
    const long = tableOf([0, 1, 2], { x: [0, 1, 2] });
    const short = tableOf([0, 1], { x: [0, 1] });
    const late = tableOf([1, 2], { x: [1, 2] });
    for (const [a, b] of [
      [long, short],
      [short, long],
      [long, late],
      [late, long],
    ]) {
      const { passed, columns, begins, ends } = verdict(a, b, { relative: 0 });
      expect({ passed, columns }).toMatchObject({
        passed: false,
        columns: [{ largest: 0, first: undefined }],
      });
      expect([begins, ends]).toEqual([
        [a.times[0], b.times[0]],
        [a.times.at(-1), b.times.at(-1)],
      ]);
    }
    // Differences outside the common times stay undetected, differences inside are found.
    const off = tableOf([0, 1, 2], { x: [0, 1.5, 9] });
    expect(verdict(short, off).columns[0]).toMatchObject({ first: 1, at: 1, largest: 0.5 });
    expect(() => verdict(tableOf([3, 4], { x: [0, 0] }), long)).toThrow(
      'compare: x.csv covers 3 s to 4 s, x.csv covers 0 s to 2 s. Their times must overlap.',
    );
    expect(() => verdict(tableOf([0.4, 0.6], { x: [0, 0] }), long)).toThrow('Their times must overlap');
  });

  it('a number differs from NaN, and results differ that end earlier or lack common columns', () => {
    const good = tableOf([0, 1], { x: [1, 1] });
    expect(verdict(good, tableOf([0, 1], { x: [1, Number.NaN] })).columns[0]).toMatchObject({ first: 1 });
    expect(verdict(tableOf([0, 1], { x: [1, Number.NaN] }), good).passed).toBe(false);
    expect(verdict(good, tableOf([0, 0.5], { x: [1, 1] })).passed).toBe(false);
    expect(verdict(good, tableOf([0, 1], { y: [1, 1] }))).toMatchObject({
      passed: false,
      missing: ['x'],
      extra: ['y'],
    });
  });
});

describe('fmu compare', () => {
  it('fmu compare ends with code 0 for equal files and 1 for different ones, and draws the differences', async () => {
    const a = put('a.csv', 'time,x,y\n0,0,1\n1,1,1\n');
    const b = put('b.csv', 'time [s],x,y\n0,0,1\n1,1.1,1\n');
    expect(await fmuHere(['compare', a, a, '--relative', '0'], folder)).toMatchObject({ code: 0, err: '' });
    const { code, out } = await fmuHere(['compare', a, b, '--plot', 'differ.svg'], folder);
    expect(code).toBe(1);
    expect(out).toMatch(/differs +x +0\.1 +0\.001 +1 +1\n/);
    expect(out).toMatch(/equal +y/);
    const drawn = readFileSync(join(folder, 'differ.svg'), 'utf8');
    expect(drawn.match(/<polyline/g)).toHaveLength(2);
    expect((await fmuHere(['compare', a, b, '--columns', 'y'], folder)).code).toBe(0);
    expect((await fmuHere(['compare', a, b, '--absolute', '0.2'], folder)).code).toBe(0);
    expect(JSON.parse((await fmuHere(['compare', a, b, '--json'], folder)).out)).toMatchObject({
      passed: false,
    });
  });

  it('fmu compare reports the compared span with code 1 for other durations, and refuses results without common times', async () => {
    const short = put('short.csv', 'time,x\n0,0\n1,1\n');
    const long = put('long.csv', 'time,x\n0,0\n1,1\n5,7\n');
    const { code, out } = await fmuHere(['compare', short, long], folder);
    expect(code).toBe(1);
    expect(out).toMatch(/equal +x +0 /);
    expect(out).toContain(
      'short.csv is from 0 s to 1 s, long.csv from 0 s to 5 s: compared from 0 s to 1 s\n',
    );
    expect(out).toMatch(/\ndifferent: equal where they overlap, and one file covers a longer time\n$/);
    const later = put('later.csv', 'time,x\n7,0\n8,1\n');
    expect(await fmuHere(['compare', long, later], folder)).toMatchObject({
      code: 1,
      err: 'fmu: compare: long.csv covers 0 s to 5 s, later.csv covers 7 s to 8 s. Their times must overlap. Name results of the same span.\n',
    });
  });

  it('fmu compare tells that the results lack an event of the reference', async () => {
    const a = put('event.csv', 'time,x\n0,0\n0.5,0.5\n0.5,2\n1,1\n');
    const b = put('lost.csv', 'time,x\n0,0\n0.5,0.5\n1,1\n');
    const { code, out } = await fmuHere(['compare', a, b], folder);
    expect(code).toBe(1);
    expect(out).toContain(
      'lost.csv lacks values that rows of event.csv have, first of x at t = 0.5 s. Record events (--events) or more rows, or allow a --time-shift\n',
    );
  });

  it.each(['--time-shift', '--time'])('fmu compare allows events earlier or later by %s', async (option) => {
    const a = put('early.csv', 'time,x\n0,0\n1,0\n1,1\n2,1\n');
    const b = put('late.csv', 'time,x\n0,0\n1.05,0\n1.05,1\n2,1\n');
    expect((await fmuHere(['compare', a, b], folder)).code).toBe(1);
    expect((await fmuHere(['compare', a, b, option, '0.04'], folder)).code).toBe(1);
    expect((await fmuHere(['compare', a, b, option, '0.06'], folder)).code).toBe(0);
  });

  it('fmu compare refuses an option given by both its name and its former name, which help does not show', async () => {
    const a = put('good.csv', 'time,x\n0,1\n');
    const { code, err } = await fmuHere(['compare', a, a, '--time', '1', '--time-shift', '1'], folder);
    expect(code).toBe(1);
    expect(err).toMatch(/--time is the former name of --time-shift, and both were given\. Leave --time out/);
    expect((await fmuHere(['compare', '--help'])).out).not.toMatch(/--time\b(?!-)/);
  });

  it('fmu compare reads only decimal numbers, empty fields, NaN and infinity', async () => {
    const fields = ['', 'NaN', 'nan', 'inf', '-Infinity', '+INF', 'true', '.5', '1.', '-2e-3', '1e-320'];
    const { columns } = await readResults(
      join(folder, put('fields.csv', ['time,x', ...fields.map((field, n) => `${n},${field}`)].join('\n'))),
    );
    expect([...columns[0]]).toEqual([
      ...[Number.NaN, Number.NaN, Number.NaN, Infinity, -Infinity, Infinity],
      ...[1, 0.5, 1, -2e-3, 1e-320],
    ]);
    for (const field of ['0x10', '0b10', '0o7', '1e999', '1e-999', '1_000', '"1 "" "', 'infinite'])
      await expect(
        readResults(join(folder, put('wrong.csv', `time,x\n0,${field}\n`))),
        field,
      ).rejects.toThrow(
        /expected a number in the range of doubles at line 2 of x, got .*\. Give a decimal number/,
      );
    for (const time of ['0x1', 'inf', 'NaN', ''])
      await expect(readResults(join(folder, put('wrong.csv', `time,x\n${time},1\n`))), time).rejects.toThrow(
        /line 2/,
      );
  });

  it('fmu compare takes indexes in any notation as equal, unless a column has the exact name', async () => {
    const a = put('matlab.csv', 'time,y(1),"A(1,2)","B[1, 2]"\n0,1,2,3\n1,4,5,6\n');
    const b = put('fmi.csv', 'time,y[1],"A[1,2]","B[1,2]"\n0,1,2,3\n1,4,5,6\n');
    expect(await fmuHere(['compare', a, b, '--relative', '0'], folder)).toMatchObject({ code: 0, err: '' });
    expect((await fmuHere(['compare', b, a, '--columns', 'y*'], folder)).code).toBe(0);
    const both = put('both.csv', 'time,y(1),y[1]\n0,7,1\n1,7,4\n');
    const { columns, missing } = verdict(
      await readResults(join(folder, both)),
      await readResults(join(folder, b)),
    );
    expect([columns.map(({ name }) => name), missing]).toEqual([['y[1]'], ['y(1)']]);
  });

  it('fmu compare leaves measurements of the run out with a note, unless they are named', async () => {
    const a = put('one.csv', 'time,CPUtime,EventCounter,y\n0,0,0,1\n1,0.1,3,1\n');
    const b = put('two.csv', 'time,y,CPUtime\n0,1,0\n1,1,0.4\n');
    const { code, out } = await fmuHere(['compare', a, b], folder);
    expect(code).toBe(0);
    expect(out).toContain(
      'CPUtime, EventCounter measure the run and not the model, so comparisons leave them out (name them in --columns)\n',
    );
    expect(out).not.toContain('only');
    expect((await fmuHere(['compare', a, b, '--columns', 'y', 'CPUtime'], folder)).code).toBe(1);
    const c = put('three.csv', 'time,CPUtime,EventCounter,y\n0,0,0,1\n1,0.2,3,2\n');
    expect((await fmuHere(['compare', a, c], folder)).code).toBe(1);
  });

  it('fmu compare maps names on request, and suggests close ones', async () => {
    const a = put('theirs.csv', 'time,speed,torque\n0,1,2\n1,4,5\n');
    const b = put('ours.csv', 'time,motor.speed,load\n0,1,2\n1,4,5\n');
    const { code, out } = await fmuHere(['compare', a, b], folder);
    expect(code).toBe(1);
    expect(out).toContain('If they are the same quantities, add --map speed=motor.speed\n');
    const map = ['--map', 'speed=motor.speed', 'torque=load'];
    expect(await fmuHere(['compare', a, b, ...map, '--plot', 'mapped.svg'], folder)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/equal +speed/),
    });
    expect(verdict(tableOf([0], { a: [1] }), tableOf([0], { b: [1] }), { names: { a: 'b' } }).passed).toBe(
      true,
    );
    for (const [words, message] of [
      ['speed', 'expected --map reference=results, such as y=out.y, got "speed"'],
      ['sped=load', '--map sped=load: unknown column "sped". Did you mean speed?'],
      ['speed=loads', '--map speed=loads: unknown column "loads". Did you mean load?'],
    ])
      expect((await fmuHere(['compare', a, b, '--map', words], folder)).err).toContain(message);
  });

  it('fmu compare refuses two columns with one title', async () => {
    for (const [titles, name] of [
      ['time,v,v', 'v'],
      ['time,v,time', 'time'],
      ['time,v,Time [s]', 'time'],
    ])
      await expect(readResults(join(folder, put('wrong.csv', `${titles}\n0,1,2\n`)))).rejects.toThrow(
        `two columns are named "${name}". Give each a different title.`,
      );
  });

  it('fmu compare distinguishes 64-bit integers by their last digit', async () => {
    const of = (...values: (string | number)[]): string =>
      ['time,n', ...values.map((value, n) => `${n},${value}`)].join('\n');
    const a = put('a.csv', of('9007199254740993', '18446744073709551615', -3));
    const b = put('b.csv', of('9007199254740992', '18446744073709551615', -3));
    const exact = ['--relative', '0', '--absolute', '0'];
    expect((await fmuHere(['compare', a, a, ...exact], folder)).code).toBe(0);
    for (const [one, other] of [
      [a, b],
      [b, a],
    ]) {
      const { code, out } = await fmuHere(['compare', one, other, ...exact], folder);
      expect(code).toBe(1);
      expect(out).toMatch(/differs +n +1 +0 +0 +0\n/);
    }
    const { code } = await fmuHere(['compare', a, b, '--relative', '0', '--absolute', '1'], folder);
    expect(code).toBe(0);
  });

  it('fmu compare refuses files other than results, with the line', async () => {
    const a = put('good.csv', 'time,x\n0,1\n');
    const compareError = async (text: string): Promise<string> =>
      (await fmuHere(['compare', a, put('bad.csv', text)], folder)).err;
    expect(await compareError('t,x\n0,1\n')).toMatch(
      /read .*bad\.csv: the column "time" is missing among t, x\. Name the column of the time/,
    );
    expect(await compareError('')).toMatch(/the column "time" is missing, since the file is empty\./);
    for (const text of ['time,x\n0,1\n1,2,3\n', 'time;x\n0;1\n1;2;3\n'])
      expect(await compareError(text)).toMatch(
        /read .*bad\.csv: line 3: expected 2 fields, as many as titles, got 3\. Correct this place/,
      );
    expect(await compareError('time,"x\n0,1\n')).toMatch(
      /read .*bad\.csv: line 1: a quotation mark opens a text that does not end/,
    );
    expect(await compareError('time,x\n0,a\n')).toMatch(/at line 2 of x, got "a"\./);
    expect(await compareError('time,x\n1,1\n0,1\n')).toMatch(/from 1 s to 0 s at line 3/);
    expect(await compareError('time,x\n')).toMatch(/it lacks rows/);
    expect((await fmuHere(['compare', a, a, '--absolute', '-1'], folder)).err).toMatch(
      /--absolute must be a number from 0, got -1/,
    );
    expect((await fmuHere(['compare', a, a, '--time-shift', '-1'], folder)).err).toMatch(
      /--time-shift must be a number from 0, got -1/,
    );
  });
});

describe('fmu plot', () => {
  it('fmu plot draws columns by name and by pattern, as SVG and as a page', async () => {
    const a = put('run.csv', 'time,crane.s,crane.v,pump.p\n0,0,1,5\n1,1,1,6\n2,NaN,1,7\n3,4,1,8\n');
    expect(await fmuHere(['plot', a, 'crane.*'], folder)).toMatchObject({ code: 0, out: 'run.svg\n' });
    const drawn = readFileSync(join(folder, 'run.svg'), 'utf8');
    // The first column has a gap: two lines.
    expect(drawn.match(/<polyline/g)).toHaveLength(3);
    expect(drawn).toContain('crane.s');
    expect(drawn).not.toContain('pump.p');
    expect((await fmuHere(['plot', a, 'pump.p', '--with', a, '-o', 'page.html'], folder)).code).toBe(0);
    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toContain('<h1>run.csv</h1>');
    expect((await fmuHere(['plot', a, 'nothing'], folder)).err).toMatch(
      /unknown column "nothing"\. Known: crane\.s, /,
    );
    expect((await fmuHere(['plot', a, '-o', 'x.png'], folder)).err).toMatch(
      /expected an output file .svg or .html/,
    );
    expect(await fmuHere(['plot', a, '-o', a], folder)).toMatchObject({ code: 1 });
    expect(existsSync(join(folder, 'x.png'))).toBe(false);
  });

  it('a pattern of columns matches any text for its stars, and literal letters otherwise', () => {
    const names = ['crane.s', 'crane.sub.s', 'cranes', 'a*b', 'a.b'];
    const of = (...patterns: string[]): string[] => selectColumns({ names, file: 'x' }, patterns);
    expect(of('crane.*')).toEqual(['crane.s', 'crane.sub.s']);
    expect(of('*.s')).toEqual(['crane.s', 'crane.sub.s']);
    expect(of('c*s')).toEqual(['crane.s', 'crane.sub.s', 'cranes']);
    expect(of('a*b')).toEqual(['a*b', 'a.b']);
    expect(of('a.b', 'a*b')).toEqual(['a.b', 'a*b']);
    expect(() => of('craneXs')).toThrow(/unknown column "craneXs"\. Did you mean cranes, crane\.s/);
  });

  it('hostile names stay text in plots as SVG and pages', async () => {
    const name = '<script>alert(1)</script>]]>\u001b[31m&"';
    const file = join(folder, put('hostile.csv', `time,"${name.replaceAll('"', '""')}"\n0,1\n1,2\n`));
    const table = await readResults(file);
    const drawn = svgOf([table], [], name);
    for (const raw of ['<script', '\u001b']) expect(drawn).not.toContain(raw);
    expect(drawn).toContain('&lt;script&gt;alert(1)&lt;/script&gt;]]&gt;');
    expect((await fmuHere(['plot', 'hostile.csv', '-o', 'hostile.html'], folder)).code).toBe(0);
    expect(readFileSync(join(folder, 'hostile.html'), 'utf8')).not.toContain('<script>alert(1)');
    expect((await fmuHere(['compare', 'hostile.csv', 'hostile.csv'], folder)).out).not.toContain('\u001b');
  });
});
