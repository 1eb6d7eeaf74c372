import { describe, expect, it } from 'vitest';
import { binding, connection, connector, eachUnit, entry, linear, parameter, set, ssd } from './unit.ts';

const { open, write } = eachUnit();
const f64 = parameter('c.f64', 'Float64', '5');
const other = parameter('c.f64', 'Float64', '6');
const x = parameter('x', 'Float64', '5');

describe('values of a binding that are not applied', () => {
  it('are noted: parameters and entries that have no part in the mapping, targets that nothing has', async () => {
    const bindings = binding(
      x + parameter('y', 'Float64', '9'),
      entry('x', 'c.f64') + entry('typo', 'c.len'),
    );
    const { values, notes } = await open(ssd({ bindings }));
    expect(values).toEqual({ 'c.f64': 5 });
    expect(notes).toEqual([
      '1 parameter has no entry in the mapping of its binding, and is not applied: y of "p"',
      '1 entry of mappings has a source that no parameter has, and is passed over: typo → c.len',
    ]);
    const missed = binding(x, entry('x', 'c.f64') + entry('x', 'c.nothing'));
    expect((await open(ssd({ bindings: missed }))).notes).toEqual([
      '1 parameter of bindings is of nothing in the system, and passed over: x of "p" as c.nothing',
    ]);
  });

  it('are not noted where another binding of the set applies them', async () => {
    const all = x + parameter('y', 'Float64', '9');
    const bindings = binding(all, entry('x', 'c.f64')) + binding(all, entry('y', 'c.len'));
    expect(await open(ssd({ bindings }))).toMatchObject({ values: { 'c.f64': 5, 'c.len': 9 }, notes: [] });
  });
});

describe('what is given twice', () => {
  const connectors =
    connector('p', 'parameter', '<ssc:Float64/>') + connector('q', 'parameter', '<ssc:Float64/>');
  const p = parameter('p', 'Float64', '5');
  const typed = (inside: string): string =>
    ssd({ bindings: binding(`<ssv:Parameter name="c.arr">${inside}</ssv:Parameter>`) });
  const unit = (factor: number): string =>
    `<ssc:Unit name="U"><ssc:BaseUnit m="1" factor="${factor}"/></ssc:Unit>`;

  it.each([
    [
      'a source of a variable',
      ssd({
        connectors,
        bindings: binding(p),
        connections: connection('p', 'c.f64') + connection('q', 'c.f64'),
      }),
      /x\.ssd:\d+: connect p to c\.f64: p has a value from a parameter, and c\.f64 a second source, q/,
    ],
    [
      'a type',
      typed('<ssv:Float64 value="1 2 3"/><ssv:Float64 value="4 5 6"/>'),
      /c\.arr has a second value/,
    ],
    [
      'a text',
      typed('<ssv:String value="a"><ssv:Value value="b"/></ssv:String>'),
      /no value beside those of <Value>/,
    ],
    [
      'the size',
      typed('<ssv:Float64 value="1 2 3"/><ssc:Dimension size="2"/>'),
      /has 3 values, and the dimensions \[2\]/,
    ],
    [
      'the set',
      ssd({ bindings: binding(f64, '', 'source="x.ssv"') }),
      /has the source "x\.ssv" and <ssv:ParameterSet> inside, and may have one of them/,
    ],
    [
      'a unit of measure',
      ssd({ rest: `<ssd:Units>${unit(5) + unit(7)}</ssd:Units>` }),
      /"U" is defined twice/,
    ],
  ])('is refused: %s', async (_, description, reason) => {
    await expect(open(description)).rejects.toThrow(reason);
  });

  it.each([
    [
      'a name',
      ssd({ bindings: binding(f64 + other) }),
      6,
      /has in line \d+ a second parameter of one name with another value, and the last one counts, as "c\.f64" there/,
    ],
    [
      'a target of two parameters',
      ssd({
        bindings: binding(x + parameter('y', 'Float64', '6'), entry('x', 'c.f64') + entry('y', 'c.f64')),
      }),
      6,
      /1 variable has two values from one binding, of which the last counts: set c\.f64 from parameter y of p 6, and from x 5/,
    ],
    [
      'a target of one parameter',
      ssd({ bindings: binding(x, entry('x', 'c.f64') + entry('x', 'c.f64', linear('factor="3"'))) }),
      15,
      /of which the last counts: set c\.f64 from parameter x of p 15, and from x 5/,
    ],
    [
      'a variable, by its name and by a connector',
      ssd({ connectors, bindings: binding(p + other), connections: connection('p', 'c.f64') }),
      6,
      /of which the last counts: set c\.f64 from parameter c\.f64 of p 6, and from p 5/,
    ],
  ])('is noted: %s', async (_, description, value, note) => {
    const { values, notes } = await open(description);
    expect(values['c.f64']).toBe(value);
    expect(notes.join('\n')).toMatch(note);
  });

  it('and the same runs, of several bindings the last', async () => {
    const { values, notes } = await open(ssd({ bindings: binding(f64 + f64) }));
    expect(values['c.f64']).toBe(5);
    expect(notes).toEqual([
      expect.stringMatching(
        /^has in line \d+ a second parameter of one name with the same value, as "c\.f64" there$/,
      ),
    ]);
    expect((await open(ssd({ bindings: binding(f64) + binding(other) }))).values['c.f64']).toBe(6);
    const rest = `<ssd:Units>${unit(5) + unit(5)}</ssd:Units>`;
    expect((await open(ssd({ rest }))).notes).toEqual([]);
  });
});

it('a type and a version that SSP does not have are noted, and an empty source is none', async () => {
  write('x.ssv', set(f64, '', 'version="9.0" name="q"'));
  const of = (attributes: string): string => ssd({ bindings: `<ssd:ParameterBinding ${attributes}/>` });
  const { values, notes } = await open(of('source="x.ssv" type="text/csv"'));
  expect(values['c.f64']).toBe(5);
  expect(notes.map((note) => note.replace(/line \d+/, 'line #'))).toEqual([
    'has in line # the type "text/csv" of <ParameterBinding>, which is read as SSP has it',
    'x.ssv has in line # the version "9.0" of <ParameterSet>, which is read as 2.0',
  ]);
  const empty = binding(f64, '', 'source="" type="application/x-ssp-parameter-set"');
  expect(await open(ssd({ bindings: empty }))).toMatchObject({ values: { 'c.f64': 5 }, notes: [] });
});
