import { describe, expect, it } from 'vitest';
import { connector, eachUnit, ssd } from './unit.ts';

const { open } = eachUnit();

async function noted(...connectors: string[]): Promise<string[]> {
  const component = `<ssd:Connectors>${connectors.join('')}</ssd:Connectors>`;
  return (await open(ssd({ component }))).notes;
}

const said = 'connectors of components say otherwise than their units, whose word counts: c.';

describe('a connector that says otherwise than its unit is noted', () => {
  it.each([
    ['in', 'output', '<ssc:Float64/>', 'in: kind output (input in the unit)'],
    ['out', 'input', '', 'out: kind input (output in the unit)'],
    ['out', 'constant', '', 'out: kind constant (output in the unit)'],
    ['f64', 'inout', '', 'f64: kind inout (parameter in the unit)'],
    ['in', 'input', '<ssc:Int32/>', 'in: type Int32 (Float64 in the unit)'],
    ['i32', 'parameter', '<ssc:Boolean/>', 'i32: type Boolean (Int32 in the unit)'],
    ['len', 'parameter', '<ssc:Float64 unit="mm"/>', 'len: unit mm (m in the unit)'],
    ['hot', 'parameter', '<ssc:Float64 unit="degC"/>', 'hot: unit degC (K in the unit)'],
    ['arr', 'parameter', '<ssc:Float64/><ssc:Dimension size="4"/>', 'arr: size 4 (3 in the unit)'],
    ['f64', 'parameter', '<ssc:Float64/><ssc:Dimension size="2"/>', 'f64: size 2 (a scalar in the unit)'],
  ])('%s as %s %s', async (name, kind, inside, words) => {
    expect(await noted(connector(name, kind, inside))).toEqual([said + words]);
  });

  it('in one line, of several the first three', async () => {
    const notes = await noted(
      ...['in', 'b_in'].map((name) => connector(name, 'output', '')),
      connector('i32', 'output', '<ssc:String/>'),
    );
    expect(notes).toEqual([
      `${said}in: kind output (input in the unit), c.b_in: kind output (input in the unit), c.i32: kind output (parameter in the unit), … and 1 more`,
    ]);
  });

  it.each([
    ['in', 'unspecified', ''],
    ['in', 'inout', ''],
    ['out', 'output', '<ssc:Float32/>'],
    ['time', 'output', '<ssc:Real/>'],
    ['i64', 'parameter', '<ssc:Integer/>'],
    ['mode', 'parameter', '<ssc:Integer/>'],
    ['len', 'parameter', '<ssc:Real unit="m"/>'],
    ['f64', 'parameter', '<ssc:Real unit="mm"/>'],
    ['arr', 'parameter', '<ssc:Float64/><ssc:Dimension size="3"/>'],
  ])('and not where it says the same in other words: %s as %s %s', async (name, kind, inside) => {
    expect(await noted(connector(name, kind, inside))).toEqual([]);
  });
});
