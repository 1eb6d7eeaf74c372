import { describe, expect, it } from 'vitest';
import { readSystemStructure } from '../../master/ssp/ssd/read-ssd.ts';
import { binding, connection, eachUnit, entry, linear, map, parameter, ssd } from './unit.ts';

const { open } = eachUnit();

const mapped = (transformation: string): string =>
  ssd({ bindings: binding(parameter('x', 'Float64', '5'), entry('x', 'c.f64', transformation)) });

describe('content unknown to SSP', () => {
  it.each([
    [
      'a misspelled attribute',
      linear('Factor="2"'),
      /x\.ssd:\d+:\d+: <ssc:LinearTransformation> has the attribute Factor/,
    ],
    ['an attribute with an SSP prefix', linear('ssc:factor="2"'), /has the attribute ssc:factor/],
    [
      'a factor that underflows',
      linear('factor="1e-400"'),
      /factor of .* is "1e-400", expected a number in the range of F/,
    ],
    [
      'a factor beyond the range of numbers',
      linear('factor="1e400"'),
      /factor of .* is "1e400", expected a number in the range of F/,
    ],
    ['a second transformation', linear('factor="2"') + linear('factor="3"'), /has a second transformation/],
    [
      'an unknown transformation',
      '<ssc:CubicTransformation factor="2"/>',
      /<ssc:CubicTransformation> is not a transformation/,
    ],
    [
      'a misspelled entry',
      map('Integer', { '1': '2' }).replace('MapEntry', 'Entry'),
      /<ssc:Entry> is inside /,
    ],
  ])('refuses unknown content of a transformation: %s', async (_, transformation, reason) => {
    await expect(open(mapped(transformation))).rejects.toThrow(reason);
    const connected = ssd({ connections: connection('c.out', 'c.in', transformation) });
    await expect(open(connected)).rejects.toThrow(reason);
  });

  it('notes possible misspellings, but accepts content of other tools', async () => {
    const knownAttributes = `xmlns:other="http://other.example" other:note="1" id="a" description="b"`;
    const component = `<ssd:ElementGeometry x1="0" y1="0" x2="1" y2="1" iconsource="x"/>
<ssd:Annotations><ssc:Annotation type="t"><ssc:Unknown word="1"/></ssc:Annotation></ssd:Annotations>`;
    const bindings = binding(parameter('c.f64', 'Float64', '5'));
    const of = (attributes: string, inside: string): string =>
      ssd({ component, bindings, connections: connection('c.out', 'c.in', inside, attributes) });
    expect((await open(of(knownAttributes, ''))).notes).toEqual([]);
    const { notes, values } = await open(of('startIndexes="2"', '<ssc:LinearTransform factor="2"/>'));
    expect(values['c.f64']).toBe(5);
    expect(notes.map((note) => note.replace(/line \d+/, 'line #'))).toEqual([
      'has in line # the attribute startIndexes of <Connection>, which SSP does not define there, so it is ignored',
      'has in line # <LinearTransform> inside of <Connection>, which SSP does not define there, so it is ignored',
    ]);
    expect(() => readSystemStructure(of('startIndexes="2"', ''), 'x')).toThrow(
      /it has the attribute startIndexes/,
    );
  });

  it('reads and notes a second list of bindings in an SSP file', async () => {
    const [first, other] = ['5', '6'].map((value) =>
      ssd({ bindings: binding(parameter('c.f64', 'Float64', value)) }),
    );
    const [list] = /<ssd:ParameterBindings[ >][\s\S]*<\/ssd:ParameterBindings>/.exec(
      other,
    ) as RegExpExecArray;
    const { values, notes } = await open(first.replace('<ssd:ParameterBindings', `${list}$&`));
    expect(values['c.f64']).toBe(5);
    expect(notes).toEqual([
      expect.stringMatching(
        /^has in line \d+ a second <ssd:ParameterBindings>, which is appended to the first$/,
      ),
    ]);
  });

  it('refuses a second element that may occur only once in an SSP file', async () => {
    const one = ssd({ bindings: binding(parameter('c.f64', 'Float64', '5')) });
    const twice = (name: string): string => {
      const [whole] = new RegExp(`<${name}[ >][^]*</${name}>`).exec(one) as RegExpExecArray;
      return one.replace(whole, whole + whole);
    };
    for (const name of ['ssv:ParameterSet', 'ssv:Parameters', 'ssd:System'])
      await expect(open(twice(name))).rejects.toThrow(`has a second <${name}>, but may have only one`);
  });
});
