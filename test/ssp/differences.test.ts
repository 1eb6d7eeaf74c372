import { describe, expect, it } from 'vitest';
import { connector, eachUnit, ssd } from './unit.ts';

const { open } = eachUnit();

async function noted(...connectors: string[]): Promise<string[]> {
  const component = `<ssd:Connectors>${connectors.join('')}</ssd:Connectors>`;
  return (await open(ssd({ component }))).notes;
}

const notePrefix = 'connectors of components differ from their FMUs, which take precedence: c.';

describe('connectors that differ from their FMU', () => {
  it.each([
    ['in', 'output', '<ssc:Float64/>', 'in: kind output (input in the FMU)'],
    ['out', 'input', '', 'out: kind input (output in the FMU)'],
    ['out', 'constant', '', 'out: kind constant (output in the FMU)'],
    ['f64', 'inout', '', 'f64: kind inout (parameter in the FMU)'],
    ['in', 'input', '<ssc:Int32/>', 'in: type Int32 (Float64 in the FMU)'],
    ['i32', 'parameter', '<ssc:Boolean/>', 'i32: type Boolean (Int32 in the FMU)'],
    ['len', 'parameter', '<ssc:Float64 unit="mm"/>', 'len: unit mm (m in the FMU)'],
    ['hot', 'parameter', '<ssc:Float64 unit="degC"/>', 'hot: unit degC (K in the FMU)'],
    ['arr', 'parameter', '<ssc:Float64/><ssc:Dimension size="4"/>', 'arr: size 4 (3 in the FMU)'],
    ['f64', 'parameter', '<ssc:Float64/><ssc:Dimension size="2"/>', 'f64: size 2 (a scalar in the FMU)'],
  ])('notes a difference of a connector from its FMU: %s as %s %s', async (name, kind, inside, words) => {
    expect(await noted(connector(name, kind, inside))).toEqual([notePrefix + words]);
  });

  it('lists the first three of several differences in one line', async () => {
    const notes = await noted(
      ...['in', 'b_in'].map((name) => connector(name, 'output', '')),
      connector('i32', 'output', '<ssc:String/>'),
    );
    expect(notes).toEqual([
      `${notePrefix}in: kind output (input in the FMU), c.b_in: kind output (input in the FMU), c.i32: kind output (parameter in the FMU), … and 1 more`,
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
  ])(
    'accepts an equivalent declaration of a connector without a note: %s as %s %s',
    async (name, kind, inside) => {
      expect(await noted(connector(name, kind, inside))).toEqual([]);
    },
  );
});
