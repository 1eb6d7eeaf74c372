import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';
import { type Finished, root } from '../../run-fmu.ts';
import { spread } from '../../width.ts';

/**
 * Units from the guide with arrays, an enumeration, Clocks of every kind, model exchange and
 * events.
 */
const units = ['three-rooms', 'cascade', 'two-point'];

const house = {
  name: 'house',
  units: {
    rooms: {
      fmu: 'dist/three-rooms.fmu',
      parameters: { C: [200, 400, 500], h: 1 },
      start: { mode: 'comfort' },
    },
    tank: { fmu: 'dist/two-point.fmu' },
  },
  connections: [{ from: 'rooms.T', fromIndex: [2], to: 'tank.T_in' }],
  algorithm: { scheme: 'jacobi', step: 1, order: 0 },
  stopTime: 60,
};

const folder = temporaryFolder('three');
beforeAll(async () => {
  for (const unit of units)
    cpSync(join(root, 'test/fixtures', unit), join(folder, unit), { recursive: true });
  const { code, err } = await fmuHere(['build', ...units], folder);
  expect(`${code} ${err}`).toBe('0 ');
  writeFileSync(join(folder, 'house.json'), JSON.stringify(house));
});

/** Returns the rows of a run of an FMU, by title. */
async function results(file: string, ...args: string[]): Promise<Record<string, string[]>> {
  const { code, err } = await fmuHere(['run', file, '-o', 'rows.csv', ...args], folder);
  expect(`${code} ${err.replace(/^.*(real time|finished|H |time|result).*\n/gm, '')}`).toMatch(/^0 /);
  const [titles, ...rows] = readFileSync(join(folder, 'rows.csv'), 'utf8')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return Object.fromEntries(titles.map((title, k) => [title, rows.map((row) => row[k])]));
}

const rooms = (...args: string[]): Promise<Record<string, string[]>> =>
  results('dist/three-rooms.fmu', ...args);
const last = (column: readonly string[]): number => Number(column.at(-1));

async function refusal(code: number, ...args: string[]): Promise<string> {
  const finished: Finished = await fmuHere(args, folder);
  expect(finished.code).toBe(code);
  expect(finished.err.trimEnd().split('\n').length).toBe(1);
  return finished.err;
}

describe('units written after the guide', () => {
  it('units written after the guide pass fmu test', async () => {
    const { code, out } = await fmuHere(['test', ...units, '--steps', '50'], folder);
    expect(code).toBe(0);
    const matches = [...out.matchAll(/^(.*): lint clean; 150 steps/gm)];
    expect(matches.map(([, unit]) => unit)).toEqual(units);
  });

  it('units written after the guide pass fmu check without findings', async () => {
    const checked = spread(units, 1);
    const { code, out } = await fmuHere(['check', ...checked.map((unit) => `dist/${unit}.fmu`)], folder);
    expect(code).toBe(0);
    const matches = [
      ...out.matchAll(/^dist\/(.*)\.fmu: conforms to FMI 3\.0\.2\n {2}checked (\d+) of \2 rules/gm),
    ];
    expect(matches.map(([, unit]) => unit)).toEqual(checked);
  });

  it('an output Clock is an output of the description, but not an initial unknown', async () => {
    const archive = await openArchive(join(folder, 'dist/cascade.fmu'));
    const xml = await archive.text('modelDescription.xml');
    const [, reference] = /name="rang" valueReference="(\d+)"/.exec(xml) as RegExpExecArray;
    expect(xml).toContain(`<Output valueReference="${reference}"`);
    expect(xml).not.toContain(`<InitialUnknown valueReference="${reference}"`);
  });

  it('Clocks tick at the expected times, and a countdown clock ticks', async () => {
    const { time, u, alarms, rang } = await results('dist/cascade.fmu', '--set', 'K=3', '--step', '0.05');
    // The outer loop adds half of the error at 0.05, 0.15, … s, twenty times in [0, 2).
    expect(last(u)).toBeCloseTo(3 * 0.5 * 20, 12);
    expect(last(alarms)).toBe(Math.floor(2 / 0.33));
    expect(rang.filter((candidate) => candidate === '1').length).toBeGreaterThan(0);
    expect(time.length).toBe(41);
  });

  it('a tank heats and cools between its limits with both interfaces', async () => {
    const by = (kind: string): ReturnType<typeof results> =>
      results('dist/two-point.fmu', '--interface', kind, '--record', 'T', '--no-events');
    const [cs, me] = [await by('cs'), await by('me')];
    expect(cs.time).toEqual(me.time);
    // 2 K/s up to the limit at 12.5 s, then constant until the tap opens after 30 s.
    expect([last(cs.T.slice(0, 11)), last(cs.T.slice(0, 14))]).toEqual([expect.closeTo(40, 9), 45]);
    for (const [k, temperature] of cs.T.entries())
      expect(Number(me.T[k])).toBeCloseTo(Number(temperature), 3);
    const minutes = await results('dist/two-point.fmu', '--set', 't_open=10[s]', '--record', 'open');
    expect(minutes.open.indexOf('1')).toBeLessThan(12);
  });
});

describe('an error in the dialect', () => {
  const wanted = 'Write "export class TwoPoint extends TwoPointVariables".';
  it.each([
    ['build', 'export class', 'class', /unit\.ts:\d+:7 unit-class: the class TwoPoint is not exported/, 1],
    ['test', 'class TwoPoint ', 'class Twopoint ', /unit\.ts:\d+:14 unit-class: the class is Twopoint/, 1],
    [
      'lint',
      'this.open = false;',
      'this.P = 3.0;',
      /unit\.ts:\d+:5 parameter-written: this\.P is a parameter/,
      3,
    ],
  ])(
    'a dialect error gives one message with its rule and a fix in fmu %s, after a change of "%s" to "%s"',
    async (command, right, wrong, message, expected) => {
      cpSync(join(folder, 'two-point'), join(folder, 'mistaken'), { recursive: true });
      const source = readFileSync(join(folder, 'two-point/unit.ts'), 'utf8');
      writeFileSync(join(folder, 'mistaken/unit.ts'), source.replace(right, wrong));
      const { code, err, out } = await fmuHere([command, 'mistaken'], folder);
      expect(code).toBe(expected);
      const reportedLines = `${out}${err}`.match(/^.*mistaken\/.*: .*$/gm);
      expect(reportedLines).toEqual([expect.stringMatching(message)]);
      if (expected === 1) expect(reportedLines?.[0]).toContain(wanted);
    },
  );

  it('fmu new names the guide, which exists', async () => {
    const { out } = await fmuHere(['new', 'my-lag'], folder);
    const [, guide] = /How to write a unit: (.*)$/m.exec(out) ?? [];
    expect(readFileSync(guide, 'utf8')).toMatch(/^# Write a unit\n/);
  });
});

describe('values of arrays and enumerations on the command line', () => {
  it('--set accepts a list, with or without brackets, with one unit of measure or one each, or single elements', async () => {
    const all = await rooms('--set', 'Q=1,0.5,0');
    expect(last(all['T[1]'])).toBeGreaterThan(20);
    const ways = [
      ['--set', 'Q=[1,0.5,0]'],
      ['--set', 'Q=1000,500,0[W]'],
      ['--set', 'Q=[1000,500,0][W]'],
      ['--set', 'Q=1[kW],500[W],0'],
      ['--set', 'Q[1]=1', '--set', 'Q[2]=500[W]'],
      ['--set', 'Q=1,9,0', '--set', 'Q[2]=0.5'],
    ];
    for (const way of spread(ways, 3)) expect(await rooms(...way), way.join(' ')).toEqual(all);
    expect(await rooms('--set', 'Q[3]=0.5')).not.toEqual(all);
  });

  it('--set on elements keeps the other elements of the system', async () => {
    const { parameters, ...others } = house.units.rooms;
    const units = { ...house.units, rooms: { ...others, parameters: { ...parameters, C: [200, 800, 500] } } };
    writeFileSync(join(folder, 'other.json'), JSON.stringify({ ...house, units }));
    const changedResults = await results('house.json', '--set', 'rooms.C[2]=800', '--set', 'rooms.mode=off');
    expect(changedResults).toEqual(await results('other.json', '--set', 'rooms.mode=off'));
    expect(last(changedResults['rooms.wanted'])).toBe(8);
    expect(last((await results('house.json'))['rooms.wanted'])).toBe(21);
  });

  it.each([
    ['Q[2]=1,2', /set Q\[2\]: expected one value for one element, got 2\./],
    ['Q[2]=50', /element 2 of 3: "50" was given, expected a Float64: a number from 0 kW to 10 kW/],
    ['Q[4]=1', /Q has the dimensions \[3\], so \[4\] is out of range\. Indexes count from 1\./],
    ['mode=confort', /"confort" was given, expected one of "off", "eco", "comfort"/],
    ['three-rooms.mode=eco', /unknown variable\. Did you mean mode\?/],
    ['mood=eco', /unknown variable\. Did you mean mode\?/],
    ['G=50[W/m]', /a value in W\/m cannot be converted to W\/K\. Use W\/K\./],
  ])('--set %s is refused in one line', async (setting, message) => {
    expect(await refusal(1, 'run', 'dist/three-rooms.fmu', '--set', setting)).toMatch(message);
  });

  it('an element cannot be set twice, and a Clock cannot be set', async () => {
    const twice = ['run', 'dist/three-rooms.fmu', '--set', 'Q[2]=1', '--set', 'Q[2]=2'];
    expect(await refusal(1, ...twice)).toMatch(/set Q\[2\]: it is set twice\. Remove one of them\./);
    expect(await refusal(1, 'run', 'dist/cascade.fmu', '--set', 'fast=true')).toMatch(
      /cascade\.fast: a Clock does not have a start value/,
    );
  });

  it('fmu inspect prints the items and the start item, --json the whole description', async () => {
    const { out } = await fmuHere(['inspect', 'dist/three-rooms.fmu'], folder);
    expect(out).toMatch(/\nEnumerations\nMode +off = 1, eco = 2, comfort = 3\n/);
    expect(out).toMatch(/\nmode +Enumeration Mode +input +discrete += eco /);
    const { description, binaries } = JSON.parse(
      (await fmuHere(['inspect', 'dist/three-rooms.fmu', '--json'], folder)).out,
    );
    expect(description.variables.map(({ name }: { name: string }) => name)).toContain('T_out');
    expect(binaries[0].platform).toBe('wasm32-wasip2');
  });
});

describe('the units in a system', () => {
  it('three units in a system run from their package to equal bytes, with values of arrays and enumerations set in the system', async () => {
    expect((await fmuHere(['export', 'house.json', '-o', 'house.ssp'], folder)).code).toBe(0);
    for (const [file, name] of [
      ['house.json', 'a.csv'],
      ['house.ssp', 'b.csv'],
    ])
      expect(
        (await fmuHere(['run', file, '--step', '1', '--set', 'rooms.C[2]=800', '-o', name], folder)).code,
      ).toBe(0);
    const [a, b] = ['a.csv', 'b.csv'].map((name) => readFileSync(join(folder, name)));
    expect(a.equals(b)).toBe(true);
  });

  it('--record, --summary and --json include elements', async () => {
    const runArgs = ['run', 'house.json', '-o', 'c.csv', '--record', 'rooms.T', '--summary'];
    expect((await fmuHere(runArgs, folder)).out).toMatch(/\nrooms\.T\[2\] +degC +19\.99\d+ +20 /);
    const { statistics } = JSON.parse((await fmuHere([...runArgs, '--json'], folder)).out);
    expect(statistics.map(({ name }: { name: string }) => name)).toEqual(
      [1, 2, 3].map((k) => `rooms.T[${k}]`),
    );
  });
});

describe('wrong usage', () => {
  it.each([
    [
      ['run', 'dist/two-point.fmu', '--stop-time', 'abc'],
      /--stop-time: expected a time such as .*, got abc\./,
    ],
    [
      ['run', 'dist/two-point.fmu', '--stop-time=10[K]'],
      /--stop-time: expected a time such as .*, got 10\[K\]\./,
    ],
    [
      ['run', 'dist/two-point.fmu', '--step', '0,01'],
      /--step: expected a time such as .*, got 0,01\. Write a decimal point: 0\.01\./,
    ],
    ...['0x1', '0b1', '1e-999', '1e999'].flatMap(
      (text) =>
        [
          [
            ['run', 'dist/two-point.fmu', '--stop-time', text],
            /--stop-time: expected a decimal number in the range of doubles/,
          ],
          [
            ['run', 'dist/two-point.fmu', `--step=${text}`],
            /--step: expected a decimal number in the range of doubles/,
          ],
        ] as [string[], RegExp][],
    ),
    [
      ['run', 'dist/two-point.fmu', '--stopTime', '0x1'],
      /--stopTime: expected a decimal number .*, got 0x1\./,
    ],
    [
      ['run', 'dist/two-point.fmu', '--tolerance', '0x1'],
      /--tolerance: expected a decimal number .*, got 0x1\./,
    ],
    [['compare', 'a.csv', 'b.csv', '--time', '0x1'], /--time: expected a decimal number .*, got 0x1\./],
    [['run', 'dist/two-point.fmu', '--step', '0'], /--step must be above 0, got 0\./],
    [['run', 'house.json', '--step', '-1'], /--step must be above 0, got -1\./],
    [['run', 'dist/two-point.fmu', '--tolerance', '-1'], /--tolerance must be above 0, got -1\./],
    [['run', 'dist/two-point.fmu', '--set', 'f64'], /--set: expected name=value, .* got f64\./],
    [['run', 'dist/two-point.fmu', '--set', '=1'], /--set: expected name=value, .* got =1\./],
    [['test', 'two-point', '--steps', 'many'], /--steps: expected a number .*, got many\./],
    [['run', 'dist/two-point.fmu', '--set'], /--set needs a value/],
    [['run', 'dist/two-point.fmu', '-o'], /-o needs a value/],
    [['run', 'dist/two-point.fmu', '--order'], /--order needs a value/],
    [['run', 'dist/two-point.fmu', '--start-time', '--json'], /--start-time needs a value/],
    [['run', 'dist/two-point.fmu', '-o', ''], /Empty text behind -o\. Is a shell variable not set/],
    [['run', 'dist/two-point.fmu', '--start-time', ''], /Empty text behind --start-time\./],
    [['run', 'dist/two-point.fmu', '--order='], /Empty text behind --order\./],
    [['run', ''], /Empty text among the arguments\./],
    [['run', 'dist/two-point.fmu', '-o', 'a.csv', '--out', 'b.csv'], /--output was given more than once/],
    [['run', 'dist/two-point.fmu', '--step', '0.1', '--step', '0.2'], /--step was given more than once/],
    [['run', 'dist/two-point.fmu', '--record'], /--record needs a value/],
    [['run', 'dist/two-point.fmu', '--record', '--json'], /--record needs a value/],
    [['run', 'dist/two-point.fmu', '--input'], /--input needs a value/],
    [['check', 'dist/two-point.fmu', '--output'], /--output needs a value/],
    [['check', 'dist/two-point.fmu', '--only'], /--only needs a value/],
    [['run', 'dist/two-point.fmu', '--summary=5'], /--summary is a switch and takes no value, got 5\./],
    [['compare', 'a.csv', 'b.csv', '--time', '1', '--time', '2'], /--time was given more than once/],
    [['check', 'dist/two-point.fmu', '--inputs', 'a', '--inputs', 'b'], /--inputs was given more than once/],
    [
      ['new', 'x', '--template', 'evnts'],
      /--template: expected one of .*, got "evnts"\. Did you mean events\?/,
    ],
    [['check', 'dist/two-point.fmu', '--jsn'], /Unknown argument: --jsn\. Did you mean --json\?/],
    [['inspct', 'dist/two-point.fmu'], /Unknown command: inspct\. Did you mean inspect\?/],
  ])('%j ends with code 2 and one line', async (args, message) => {
    expect(await refusal(2, ...args)).toMatch(message);
  });

  it('switches accept true and false, and some options accept a missing value', async () => {
    const run = ['run', 'dist/two-point.fmu', '--stop-time', '1'];
    const { out } = await fmuHere(
      [...run, '--summary=true', '--realtime', '--late=continue', '--json=false'],
      folder,
    );
    expect(out).toMatch(/\nvariable +unit +min/);
    const { code } = await fmuHere([...run, '-o', 'none.csv', '--no-record', '--summary=false'], folder);
    expect([code, existsSync(join(folder, 'none.csv'))]).toEqual([0, false]);
  });
});

describe('a file of another kind', () => {
  it.each([
    [
      ['test', 'dist/two-point.fmu'],
      /this is a built FMU, but fmu test takes a unit folder .*: fmu check dist/,
    ],
    [['build', 'house.json'], /this is a system, but fmu build takes a unit folder .*: fmu run house\.json/],
    [
      ['lint', 'two-point/unit.json'],
      /this is a file, but fmu lint takes a unit folder .* Name its folder: two-point\n/,
    ],
    [
      ['advise', 'dist/two-point.fmu'],
      /expected a system, got an FMU\. Use fmu run dist\/two-point\.fmu, or write a system that names it\./,
    ],
    [
      ['pack', 'dist/two-point.fmu', '-o', 'x.fmu'],
      /^fmu: read dist\/two-point\.fmu: expected a system, got an FMU\./,
    ],
    [
      ['run', 'two-point/unit.json'],
      /expected a system, got a unit\. Build it: fmu build two-point\. Then name the FMU\./,
    ],
    [
      ['plot', 'house.json'],
      /expected a result file, got \.json\. Use a file that ends in \.csv, .*\.parquet/,
    ],
    [['compare', 'house.json', 'a.csv'], /house\.json: expected a result file, got \.json\./],
    [['test', 'two-point/unit.ts'], /this is a file, but fmu test takes a unit folder \(with unit\.json\)/],
    [['verify', 'house.json'], /expected an \.fmu or \.ssp, got a system .* --require-signature/],
    [['sign', 'house.json', '--key', 'none'], /expected an \.fmu or \.ssp, got a system /],
  ])('%j names the expected file and the right command', async (args, message) => {
    expect(await refusal(1, ...args)).toMatch(message);
  });
});
