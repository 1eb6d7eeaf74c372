import { describe, expect, it } from 'vitest';
import { binding, connection, connector, eachUnit, entry, linear, parameter, set, ssd } from './unit.ts';

const { open, write } = eachUnit();
const f64 = parameter('c.f64', 'Float64', '5');
const other = parameter('c.f64', 'Float64', '6');
const x = parameter('x', 'Float64', '5');

describe('binding values that are not applied', () => {
  it('notes unmapped parameters and entries, and unknown targets', async () => {
    const bindings = binding(
      x + parameter('y', 'Float64', '9'),
      entry('x', 'c.f64') + entry('typo', 'c.len'),
    );
    const { values, notes } = await open(ssd({ bindings }));
    expect(values).toEqual({ 'c.f64': 5 });
    expect(notes).toEqual([
      '1 parameter is missing in the mapping of its binding, so not applied: y of "p"',
      '1 entry of mappings has a source that does not match a parameter, so ignored: typo → c.len',
    ]);
    const missed = binding(x, entry('x', 'c.f64') + entry('x', 'c.nothing'));
    expect((await open(ssd({ bindings: missed }))).notes).toEqual([
      '1 parameter of bindings does not match anything in the system, so ignored: x of "p" as c.nothing',
    ]);
  });

  it('omits the note on a value if another binding of the set applies it', async () => {
    const all = x + parameter('y', 'Float64', '9');
    const bindings = binding(all, entry('x', 'c.f64')) + binding(all, entry('y', 'c.len'));
    expect(await open(ssd({ bindings }))).toMatchObject({ values: { 'c.f64': 5, 'c.len': 9 }, notes: [] });
  });
});

describe('repeated content in SSP files', () => {
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
      /x\.ssd:\d+: connect p to c\.f64: p gets its value from a parameter, but c\.f64 has a second source, q/,
    ],
    [
      'a type',
      typed('<ssv:Float64 value="1 2 3"/><ssv:Float64 value="4 5 6"/>'),
      /c\.arr has a second value/,
    ],
    [
      'a text',
      typed('<ssv:String value="a"><ssv:Value value="b"/></ssv:String>'),
      /a missing value, because there are <Value> elements/,
    ],
    [
      'the size',
      typed('<ssv:Float64 value="1 2 3"/><ssc:Dimension size="2"/>'),
      /has 3 values, but the dimensions \[2\]/,
    ],
    [
      'the set',
      ssd({ bindings: binding(f64, '', 'source="x.ssv"') }),
      /has the source "x\.ssv" and also an inline <ssv:ParameterSet>, but may have only one of them/,
    ],
    [
      'a unit of measure',
      ssd({ rest: `<ssd:Units>${unit(5) + unit(7)}</ssd:Units>` }),
      /"U" is defined twice/,
    ],
  ])('refuses repeated content of SSP files: %s', async (_, description, reason) => {
    await expect(open(description)).rejects.toThrow(reason);
  });

  it.each([
    [
      'a name',
      ssd({ bindings: binding(f64 + other) }),
      6,
      /has in line \d+ a second parameter of the same name with another value, so the last one applies, as "c\.f64" there/,
    ],
    [
      'a target of two parameters',
      ssd({
        bindings: binding(x + parameter('y', 'Float64', '6'), entry('x', 'c.f64') + entry('y', 'c.f64')),
      }),
      6,
      /1 variable has two values in one binding, and the last one applies: set c\.f64 from parameter y of p 6, and from x 5/,
    ],
    [
      'a target of one parameter',
      ssd({ bindings: binding(x, entry('x', 'c.f64') + entry('x', 'c.f64', linear('factor="3"'))) }),
      15,
      /and the last one applies: set c\.f64 from parameter x of p 15, and from x 5/,
    ],
    [
      'a variable, by name and by connector',
      ssd({ connectors, bindings: binding(p + other), connections: connection('p', 'c.f64') }),
      6,
      /and the last one applies: set c\.f64 from parameter c\.f64 of p 6, and from p 5/,
    ],
  ])('notes repeated content of SSP files: %s', async (_, description, value, note) => {
    const { values, notes } = await open(description);
    expect(values['c.f64']).toBe(value);
    expect(notes.join('\n')).toMatch(note);
  });

  it('uses the last of several bindings of equal names', async () => {
    const { values, notes } = await open(ssd({ bindings: binding(f64 + f64) }));
    expect(values['c.f64']).toBe(5);
    expect(notes).toEqual([
      expect.stringMatching(
        /^has in line \d+ a second parameter of the same name with the same value, as "c\.f64" there$/,
      ),
    ]);
    expect((await open(ssd({ bindings: binding(f64) + binding(other) }))).values['c.f64']).toBe(6);
    const rest = `<ssd:Units>${unit(5) + unit(5)}</ssd:Units>`;
    expect((await open(ssd({ rest }))).notes).toEqual([]);
  });
});

it('notes types and versions unknown to SSP, and treats an empty source as missing', async () => {
  write('x.ssv', set(f64, '', 'version="9.0" name="q"'));
  const of = (attributes: string): string => ssd({ bindings: `<ssd:ParameterBinding ${attributes}/>` });
  const { values, notes } = await open(of('source="x.ssv" type="text/csv"'));
  expect(values['c.f64']).toBe(5);
  expect(notes.map((note) => note.replace(/line \d+/, 'line #'))).toEqual([
    'has in line # the type "text/csv" of <ParameterBinding>, which is read as the SSP type',
    'x.ssv has in line # the version "9.0" of <ParameterSet>, which is read as 2.0',
  ]);
  const empty = binding(f64, '', 'source="" type="application/x-ssp-parameter-set"');
  expect(await open(ssd({ bindings: empty }))).toMatchObject({ values: { 'c.f64': 5 }, notes: [] });
});
