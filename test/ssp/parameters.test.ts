import { describe, expect, it } from 'vitest';
import { binding, connection, connector, eachUnit, entry, linear, map, parameter, ssd } from './unit.ts';

const { open } = eachUnit();

/**
 * Returns the value of the variable of `c` from a parameter of that type through a transformation.
 */
async function through(
  variable: string,
  type: string,
  value: string,
  transformation: string,
): Promise<unknown> {
  const bindings = binding(parameter('x', type, value), entry('x', `c.${variable}`, transformation));
  return (await open(ssd({ bindings }))).values[`c.${variable}`];
}

describe('SSP parameter values', () => {
  it('passes a parameter through its transformations in order', async () => {
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

  it('maps a parameter by its value in any notation', async () => {
    const not = map('Boolean', { true: 'false', '0': '1' });
    for (const value of ['true', '1']) expect(await through('b', 'Boolean', value, not)).toBe(0);
    for (const value of ['false', '0']) expect(await through('b', 'Boolean', value, not)).toBe(1);
    const whole = map('Integer', { '1': '7' });
    for (const value of ['1', '+1', '01']) expect(await through('i32', 'Int32', value, whole)).toBe(7);
    expect(await through('i32', 'Int32', '1', map('Integer', { '+01': '7' }))).toBe(7);
    expect(await through('i32', 'Int32', '3', whole)).toBe(3);
  });

  it('maps an enumeration parameter by numbers and by names', async () => {
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
      /"one" → "7", but "one" is not valid for whole numbers there/,
    ],
    ['mode', 'Enumeration', 'shut', map('Integer', { '2': '9' }), /"9" is not valid for whole numbers there/],
    [
      'mode',
      'Enumeration',
      'shut',
      map('Enumeration', { shut: 'closed' }),
      /"closed" is not valid for items/,
    ],
    [
      'f64',
      'Float64',
      '1',
      map('Integer', { '1': '7' }),
      /the parameter is a Float64, but its map is for whole numbers/,
    ],
    [
      'mode',
      'Enumeration',
      'shut',
      linear('factor="2"'),
      /only numbers support a factor and an offset, but the parameter is an Enumeration/,
    ],
    [
      'b',
      'Boolean',
      'true',
      linear('factor="0"'),
      /only numbers support a factor and an offset, but the parameter is a Boolean/,
    ],
    ['f64', 'Float64', '1e-200', linear('factor="1e-200"'), /1e-200 times 1e-200 is too small for a Float64/],
    ['i64', 'Int64', '9007199254740991', linear('factor="2"'), /exceeds 9007199254740991 and cannot/],
  ])(
    'refuses a parameter for %s as %s "%s" that would change its meaning (%#)',
    async (variable, type, value, transformation, reason) => {
      await expect(through(variable, type, value, transformation)).rejects.toThrow(reason);
      await expect(through(variable, type, value, transformation)).rejects.toThrow(
        new RegExp(`^set c\\.${variable} from parameter x of p: `),
      );
    },
  );
});

describe('SSP parameter types', () => {
  const loadValue = async (variable: string, type: string, value: string): Promise<unknown> =>
    (await open(ssd({ bindings: binding(parameter(`c.${variable}`, type, value)) }))).values[`c.${variable}`];

  it('accepts the type of the variable for a parameter, and other types whose value the variable can hold', async () => {
    expect(await loadValue('i32', 'Real', '1.0')).toBe(1);
    expect(await loadValue('f64', 'Integer', '5')).toBe(5);
    expect(await loadValue('i64', 'Int64', '9007199254740993')).toBe('9007199254740993');
    for (const [type, value] of [
      ['Integer', '2'],
      ['Real', '2'],
      ['String', 'shut'],
      ['Enumeration', 'shut'],
    ])
      expect(await loadValue('mode', type, value)).toBe(2);
  });

  it.each([
    [
      's',
      'Integer',
      '5',
      /set c\.s from parameter c\.s of p: the parameter is an Int32, but the variable is a String/,
    ],
    ['bin', 'Integer', '12', /the parameter is an Int32, but the variable is a Binary/],
    ['len', 'String', '30 mm', /the parameter is a String, but the variable is a Float64/],
    ['f64', 'Boolean', '1', /the parameter is a Boolean, but the variable is a Float64/],
    ['b', 'Integer', '1', /the parameter is an Int32, but the variable is a Boolean/],
    ['i32', 'Enumeration', '2', /the parameter is an Enumeration, but the variable is an Int32/],
    [
      'f64',
      'Int64',
      '9007199254740993',
      /9007199254740993 is not exact as a Float64\. The nearest value is 9007199254740992/,
    ],
  ])(
    'refuses a type whose value the variable cannot hold: %s of %s "%s"',
    async (variable, type, value, reason) => {
      await expect(loadValue(variable, type, value)).rejects.toThrow(reason);
    },
  );

  it.each([
    ['i32', 'Int8', '300', 300],
    ['i64', 'Integer', '3000000000', '3000000000'],
    ['i64', 'UInt8', '-1', '-1'],
    ['f64', 'Float32', '1e39', 1e39],
  ])(
    'notes a value beyond the declared type that the variable can hold: %s of %s "%s"',
    async (variable, type, text, value) => {
      const { values, notes } = await open(
        ssd({ bindings: binding(parameter(`c.${variable}`, type, text)) }),
      );
      expect(values[`c.${variable}`]).toBe(value);
      const read = type === 'Integer' ? 'Int32' : type;
      expect(notes).toEqual([
        expect.stringMatching(
          `^has in line \\d+ values beyond the type ${read}, which are accepted unchanged$`,
        ),
      ]);
    },
  );

  it('accepts spaces around a unit of measure in SSP', async () => {
    const of = (unit: string): string =>
      ssd({ bindings: binding(parameter('c.len', 'Float64', '30', `unit="${unit}"`)) });
    for (const unit of ['mm', ' mm ', '[ mm ]']) expect((await open(of(unit))).values['c.len']).toBe(0.03);
  });

  it('converts temperature differences without an offset in SSP', async () => {
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

describe('an array connector of a system', () => {
  it('passes an array value as a whole, and refuses to pass an element', async () => {
    const of = (attributes: string): string =>
      ssd({
        connectors: connector('p', 'parameter', '<ssc:Float64/><ssc:Dimension size="3"/>'),
        bindings: binding(parameter('p', 'Float64', '7 8 9')),
        connections: connection('p', 'c.arr', '', attributes),
      });
    expect((await open(of(''))).values['c.arr']).toEqual([7, 8, 9]);
    await expect(open(of('startIndices="1" endIndices="3"'))).rejects.toThrow(
      /x\.ssd:\d+: connect p\[1\] to c\.arr\[3\]: p gets its value from a parameter/,
    );
    await expect(open(of('endIndices="2"'))).rejects.toThrow(/connect p to c\.arr\[2\]: /);
  });
});

describe('transformations of SSP connections', () => {
  it('refuses a map followed by a factor in an SSP connection, naming both ends', async () => {
    const inner = `<ssd:System name="s"><ssd:Connectors>${connector('y', 'output', '<ssc:Boolean/>')}</ssd:Connectors>
<ssd:Elements><ssd:Component name="d" source="each.fmu"/></ssd:Elements>
<ssd:Connections>${connection('d.b_out', 'y', map('Boolean', { true: 'false' }))}</ssd:Connections></ssd:System>`;
    const of = (then: string): string =>
      ssd({ elements: inner, connections: connection('s.y', 'c.b_in', then) });
    expect((await open(of(''))).connections).toMatchObject([{ map: [[true, false]] }]);
    await expect(open(of(linear('factor="2"')))).rejects.toThrow(
      /x\.ssd:\d+: connect s\.d\.b_out to c\.b_in: .* a map, then factor 2 and offset 0, but a connection supports only one of them/,
    );
    await expect(open(of(map('Boolean', { true: 'false' })))).rejects.toThrow(/a map, then a map/);
  });
});
