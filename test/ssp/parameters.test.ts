import { describe, expect, it } from 'vitest';
import { binding, connection, connector, eachUnit, entry, linear, map, parameter, ssd } from './unit.ts';

const { open } = eachUnit();

/** What the variable of `c` gets from a parameter of that type by way of a transformation. */
async function through(
  variable: string,
  type: string,
  value: string,
  transformation: string,
): Promise<unknown> {
  const bindings = binding(parameter('x', type, value), entry('x', `c.${variable}`, transformation));
  return (await open(ssd({ bindings }))).values[`c.${variable}`];
}

describe('a parameter of SSP', () => {
  it('goes through the transformations on its way in their order', async () => {
    const change = map('Integer', { '1': '7', '2': '100' });
    const of = (first: string, then: string): string =>
      ssd({
        connectors: connector('p', 'parameter', '<ssc:Int32/>'),
        bindings: binding(parameter('x', 'Int32', '1'), entry('x', 'p', first)),
        connections: connection('p', 'c.i32', then),
      });
    expect((await open(of(linear('factor="2"'), change))).values['c.i32']).toBe(100);
    expect((await open(of(change, linear('factor="2"')))).values['c.i32']).toBe(14);
    expect((await open(of(change, map('Integer', { '7': '8' })))).values['c.i32']).toBe(8);
  });

  it('goes through a map by its value, however that is written', async () => {
    const not = map('Boolean', { true: 'false', '0': '1' });
    for (const value of ['true', '1']) expect(await through('b', 'Boolean', value, not)).toBe(0);
    for (const value of ['false', '0']) expect(await through('b', 'Boolean', value, not)).toBe(1);
    const whole = map('Integer', { '1': '7' });
    for (const value of ['1', '+1', '01']) expect(await through('i32', 'Int32', value, whole)).toBe(7);
    expect(await through('i32', 'Int32', '1', map('Integer', { '+01': '7' }))).toBe(7);
    expect(await through('i32', 'Int32', '3', whole)).toBe(3);
  });

  it('of an enumeration goes through maps of numbers and of names', async () => {
    const numbers = map('Integer', { '2': '5', '77': '1' });
    for (const value of ['shut', '2']) expect(await through('mode', 'Enumeration', value, numbers)).toBe(5);
    for (const value of ['shut', '2'])
      expect(await through('mode', 'Enumeration', value, map('Enumeration', { shut: 'half' }))).toBe(5);
    expect(await through('mode', 'Enumeration', 'closed', map('Enumeration', { closed: 'shut' }))).toBe(2);
    expect(await through('mode', 'Int32', '2', numbers)).toBe(5);
  });

  it.each([
    ['b', 'Boolean', 'true', map('Boolean', { true: 'true', '1': 'false' }), /has the source "true" twice/],
    ['i32', 'Int32', '1', map('Integer', { '1': '7', '01': '8' }), /has the source "01" twice/],
    [
      'mode',
      'Enumeration',
      'shut',
      map('Enumeration', { shut: 'open', '2': 'half' }),
      /has the source "shut" twice/,
    ],
    [
      'i32',
      'Int32',
      '1',
      map('Integer', { one: '7' }),
      /"one" → "7", and "one" is none of whole numbers there/,
    ],
    ['mode', 'Enumeration', 'shut', map('Integer', { '2': '9' }), /"9" is none of whole numbers there/],
    ['mode', 'Enumeration', 'shut', map('Enumeration', { shut: 'closed' }), /"closed" is none of items/],
    [
      'f64',
      'Float64',
      '1',
      map('Integer', { '1': '7' }),
      /it is a Float64, and a map of whole numbers is on its/,
    ],
    [
      'mode',
      'Enumeration',
      'shut',
      linear('factor="2"'),
      /it is an Enumeration; only numbers can have a factor/,
    ],
    ['b', 'Boolean', 'true', linear('factor="0"'), /it is a Boolean; only numbers can have a factor/],
    ['f64', 'Float64', '1e-200', linear('factor="1e-200"'), /1e-200 times 1e-200 is nearer to 0 than any/],
    ['i64', 'Int64', '9007199254740991', linear('factor="2"'), /is beyond 9007199254740991 and would not/],
  ])(
    'into %s as %s "%s" is refused where it would not be what was meant (%#)',
    async (variable, type, value, transformation, reason) => {
      await expect(through(variable, type, value, transformation)).rejects.toThrow(reason);
      await expect(through(variable, type, value, transformation)).rejects.toThrow(
        new RegExp(`^set c\\.${variable} from parameter x of p: `),
      );
    },
  );
});

describe('the type of a parameter', () => {
  const given = async (variable: string, type: string, value: string): Promise<unknown> =>
    (await open(ssd({ bindings: binding(parameter(`c.${variable}`, type, value)) }))).values[`c.${variable}`];

  it('is that of the variable, or one whose value the variable holds', async () => {
    expect(await given('i32', 'Real', '1.0')).toBe(1);
    expect(await given('f64', 'Integer', '5')).toBe(5);
    expect(await given('i64', 'Int64', '9007199254740993')).toBe('9007199254740993');
    for (const [type, value] of [
      ['Integer', '2'],
      ['Real', '2'],
      ['String', 'shut'],
      ['Enumeration', 'shut'],
    ])
      expect(await given('mode', type, value)).toBe(2);
  });

  it.each([
    ['s', 'Integer', '5', /set c\.s from parameter c\.s of p: it is an Int32, and the variable a String/],
    ['bin', 'Integer', '12', /it is an Int32, and the variable a Binary/],
    ['len', 'String', '30 mm', /it is a String, and the variable a Float64/],
    ['f64', 'Boolean', '1', /it is a Boolean, and the variable a Float64/],
    ['b', 'Integer', '1', /it is an Int32, and the variable a Boolean/],
    ['i32', 'Enumeration', '2', /it is an Enumeration, and the variable an Int32/],
    ['f64', 'Int64', '9007199254740993', /no Float64 is 9007199254740993; the nearest is 9007199254740992/],
  ])(
    'is refused where the variable does not hold the value: %s of %s "%s"',
    async (variable, type, value, reason) => {
      await expect(given(variable, type, value)).rejects.toThrow(reason);
    },
  );

  it.each([
    ['i32', 'Int8', '300', 300],
    ['i64', 'Integer', '3000000000', '3000000000'],
    ['i64', 'UInt8', '-1', '-1'],
    ['f64', 'Float32', '1e39', 1e39],
  ])(
    'that does not hold it is noted where the variable does: %s of %s "%s"',
    async (variable, type, text, value) => {
      const { values, notes } = await open(
        ssd({ bindings: binding(parameter(`c.${variable}`, type, text)) }),
      );
      expect(values[`c.${variable}`]).toBe(value);
      const read = type === 'Integer' ? 'Int32' : type;
      expect(notes).toEqual([
        expect.stringMatching(
          `^has in line \\d+ values beyond the type ${read}, which are taken as they are$`,
        ),
      ]);
    },
  );

  it('has a unit of measure with or without spaces around', async () => {
    const of = (unit: string): string =>
      ssd({ bindings: binding(parameter('c.len', 'Float64', '30', `unit="${unit}"`)) });
    for (const unit of ['mm', ' mm ', '[ mm ]']) expect((await open(of(unit))).values['c.len']).toBe(0.03);
  });

  it('counts from no zero where the variable is a difference', async () => {
    const of = (name: string, then = ''): string =>
      ssd({
        connectors: then && connector('p', 'parameter', '<ssc:Float64 unit="degC"/>'),
        bindings: binding(parameter(then || name, 'Float64', '20', 'unit="degC"')),
        connections: then && connection('p', name),
      });
    for (const way of ['', 'p']) {
      expect((await open(of('c.hot', way))).values['c.hot']).toBeCloseTo(293.15, 9);
      expect((await open(of('c.hotter', way))).values['c.hotter']).toBe(20);
    }
  });
});

describe('a system’s connector of an array', () => {
  it('hands a value on as a whole, and refuses to hand on an element', async () => {
    const of = (attributes: string): string =>
      ssd({
        connectors: connector('p', 'parameter', '<ssc:Float64/><ssc:Dimension size="3"/>'),
        bindings: binding(parameter('p', 'Float64', '7 8 9')),
        connections: connection('p', 'c.arr', '', attributes),
      });
    expect((await open(of(''))).values['c.arr']).toEqual([7, 8, 9]);
    await expect(open(of('startIndices="1" endIndices="3"'))).rejects.toThrow(
      /x\.ssd:\d+: connect p\[1\] to c\.arr\[3\]: p has a value from a parameter/,
    );
    await expect(open(of('endIndices="2"'))).rejects.toThrow(/connect p to c\.arr\[2\]: /);
  });
});

describe('a connection of SSP', () => {
  it('through a map and a factor one after the other is refused, with both ends', async () => {
    const inner = `<ssd:System name="s"><ssd:Connectors>${connector('y', 'output', '<ssc:Boolean/>')}</ssd:Connectors>
<ssd:Elements><ssd:Component name="d" source="each.fmu"/></ssd:Elements>
<ssd:Connections>${connection('d.b_out', 'y', map('Boolean', { true: 'false' }))}</ssd:Connections></ssd:System>`;
    const of = (then: string): string =>
      ssd({ elements: inner, connections: connection('s.y', 'c.b_in', then) });
    expect((await open(of(''))).connections).toMatchObject([{ map: [[true, false]] }]);
    await expect(open(of(linear('factor="2"')))).rejects.toThrow(
      /x\.ssd:\d+: connect s\.d\.b_out to c\.b_in: .* a map, then factor 2 and offset 0; a connection has one of them/,
    );
    await expect(open(of(map('Boolean', { true: 'false' })))).rejects.toThrow(/a map, then a map/);
  });
});
