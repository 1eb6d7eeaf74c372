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
