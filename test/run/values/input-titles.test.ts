import { describe, expect, it } from 'vitest';
import type { Context } from '../../../master/system/checks/check-context.ts';
import { notesOnInputs, readInputs } from '../../../master/system/checks/check-inputs.ts';
import { setValuesOf } from '../../../master/system/parse-set-option.ts';
import type { InputSeries, SystemFile, SystemUnit } from '../../../master/system/system.ts';
import { fakeDescription, type Given } from '../../host/fmi-driver/fake-description.ts';

const input = (name: string, valueReference: number, more: Partial<Given> = {}): Given => ({
  name,
  valueReference,
  causality: 'input',
  ...more,
});

function unitOf(fmi: 2 | 3, ...variables: Given[]): SystemUnit {
  return { name: 'a', description: fakeDescription(fmi, variables), binary: { form: 'core' }, values: [] };
}

const unit3 = unitOf(
  3,
  input('u', 1, { dimensions: [2], aliases: [{ name: 'force' }] }),
  input('A', 2, { dimensions: [2, 2] }),
  input('s', 3, { type: 'String' }),
  input('b', 4, { type: 'Binary' }),
  input('x, y', 5),
  input('w[3]', 6),
);
const unit2 = unitOf(2, input('u', 1), { name: 'p.flange', valueReference: 1 }, input('v', 2));

const read = (rows: string[][], unit: SystemUnit = unit3): InputSeries[] =>
  readInputs({ file: 'in.csv', rows }, [unit], false);
/** Returns the element and the values of each column, for one row of zeros. */
const elements = (titles: string[], unit?: SystemUnit): [string, number][] =>
  read(
    [
      ['time', ...titles],
      ['0', ...titles.map(() => '0')],
    ],
    unit,
  ).map(({ port, element }) => [port.variable.name, element]);

describe('titles of an input file', () => {
  it('a tunable parameter has a column, which replaces its value from the user', () => {
    const parameter = (name: string, valueReference: number, variability: 'fixed' | 'tunable'): Given => ({
      name,
      valueReference,
      causality: 'parameter',
      variability,
      start: ['1'],
    });
    const unit = unitOf(3, input('u', 1), parameter('k', 2, 'tunable'), parameter('q', 3, 'fixed'));
    const rows = [
      ['time', 'u', 'k', 'q'],
      ['0', '1', '2', '3'],
      ['1', '1', '4', '3'],
    ];
    const series = read(rows, unit);
    expect(series.map(({ port, values }) => [port.variable.name, ...values])).toEqual([
      ['u', 1, 1],
      ['k', 2, 4],
    ]);
    const notes = (values: SystemUnit['values']): string[] =>
      notesOnInputs(
        { units: [{ ...unit, values }], system: { stopTime: 1 } as SystemFile },
        { file: 'in.csv', rows },
        series,
        false,
      );
    const ignored =
      'inputs in.csv: q is a parameter, so its column sets nothing. Set parameters as values or in the system';
    expect(notes([])).toEqual([ignored]);
    expect(notes([{ variable: series[1].port.variable, value: [5] }])).toEqual([
      ignored,
      'inputs in.csv: its values replace those of a.k from set values or the system. Remove one of them',
    ]);
  });

  it('an element of an array has its indexes in brackets or parentheses', () => {
    expect(elements(['u[2]', 'u(1)', 'A[1, 2]', 'A(2,1)', 'x, y'])).toEqual([
      ['u', 1],
      ['u', 0],
      ['A', 1],
      ['A', 2],
      ['x, y', 0],
    ]);
    expect(elements(['w(3)'])).toEqual([['w[3]', 0]]);
    expect(() => elements(['u[3]'])).toThrow(
      'inputs in.csv: the column "u[3]": u has the dimensions [2], so [3] is out of range. Write u[1], and so on.',
    );
    expect(() => elements(['A'])).toThrow(
      'A has the dimensions [2,2], so a column needs the index of one element.',
    );
    expect(() => elements(['x, y[1]'])).toThrow('x, y is not an array. Remove the index.');
  });

  it('an alias is a title too, in FMI 2.0 and 3.0', () => {
    expect(elements(['force[2]'])).toEqual([['u', 1]]);
    expect(elements(['p.flange', 'v'], unit2)).toEqual([
      ['u', 0],
      ['v', 0],
    ]);
  });

  it('two columns of one element are refused with both names', () => {
    expect(() => elements(['u[1]', 'force(1)'])).toThrow(
      'the columns "u[1]" and "force(1)" both drive a.u. Remove one of them.',
    );
    expect(() => elements(['u', 'p.flange'], unit2)).toThrow(
      'the columns "u" and "p.flange" both drive a.u.',
    );
    expect(() => elements(['v', 'v'], unit2)).toThrow('two columns are named "v".');
  });

  it('the time column may have any place, once', () => {
    const [{ times, values }] = read(
      [
        ['v', 'time [ms]'],
        ['3', '500'],
      ],
      unit2,
    );
    expect([...times, ...values]).toEqual([0.5, 3]);
    expect(() => elements(['v', 'Time'], unit2)).toThrow('two columns are named "time": "time" and "Time".');
  });

  it('Strings and Binaries have their bytes', () => {
    const rows = [
      ['time', 's', 'b'],
      ['0', ' 1,5 ü', '00fF'],
      ['1', '', ''],
    ];
    expect(read(rows).map(({ values }) => [...values].map((value) => [...(value as Uint8Array)]))).toEqual([
      [[...new TextEncoder().encode(' 1,5 ü')], []],
      [[0, 255], []],
    ]);
    expect(() =>
      read([
        ['time', 'b'],
        ['0', '0f1'],
      ]),
    ).toThrow('line 2, b: "0f1" was given, expected a Binary');
  });

  it('notes tell of times before the first row and after the last row', () => {
    const rows = [
      ['time', 'v'],
      ['1', '0'],
      ['2', '0'],
    ];
    const system = { startTime: 0, stopTime: 3 } as SystemFile;
    const context = { system, units: [unit2] } as unknown as Context;
    const notes = (body: string[][]): string[] => {
      const table = { file: 'in.csv', rows: [rows[0], ...body] };
      return notesOnInputs(context, table, readInputs(table, [unit2], false), false);
    };
    expect(notes(rows.slice(1))).toEqual([
      'inputs in.csv: the first row is at 1 s, after the start time 0 s. Its values are held before it',
      'inputs in.csv: the last row is at 2 s, before the stop time 3 s. Its values are held after it',
    ]);
    expect(notes([['0', '0']])).toEqual([]);
  });
});

it('an alias sets its input, and two names of one value are refused', () => {
  const { description } = unit2;
  expect(setValuesOf(description, [['p.flange', '3', 'p.flange']]).start).toEqual({ 'p.flange': '3' });
  const twice = [
    ['u', '1', 'u'],
    ['p.flange', '3', 'p.flange'],
  ] as const;
  expect(() => setValuesOf(description, twice)).toThrow('set p.flange: it is set twice, as u too.');
});
