import { describe, expect, it } from 'vitest';
import { readModelDescription } from '../../fmu-sdk/description/read-model-description.ts';
import { readReference } from '../../master/smoke-test/reference-table.ts';

const description = readModelDescription(
  `<fmiModelDescription fmiVersion="3.0" modelName="x" instantiationToken="x">
    <CoSimulation modelIdentifier="x"/>
    <ModelVariables>
      <Float64 name="a" valueReference="1" causality="output"><Dimension start="2"/></Float64>
      <Float64 name="b" valueReference="2" causality="output"/>
      <String name="s" valueReference="3" causality="local"/>
    </ModelVariables>
    <ModelStructure><Output valueReference="1"/><Output valueReference="2"/></ModelStructure>
  </fmiModelDescription>`,
  'x.xml',
  () => {},
);

/** Returns the columns of a table by name. */
function columns(text: string): Record<string, number[]> {
  const source = { file: 'x.csv', next: 'Correct it.' };
  const table = readReference(new TextEncoder().encode(text), source, description);
  return Object.fromEntries(table.columns.map(({ name, data }) => [name, Array.from(data)]));
}

describe('a table of reference results', () => {
  it.each([
    ['an index in parentheses', 'time,"a(1)","a(2)"\n0,1,2\n'],
    ['an index in brackets with spaces', 'time,a[ 1 ],a[2]\n0,1,2\n'],
    ['all elements in one field', 'time,a\n0,1 2\n'],
    ['semicolons and decimal commas', 'time;a(1);a(2)\n0,0;1,0;2\n'],
  ])('the elements of an array are read from %s', (_, text) => {
    expect(columns(text)).toEqual({ 'a[1]': [1], 'a[2]': [2] });
  });

  it('a table without titles has the outputs of the FMU as its columns', () => {
    expect(columns('0,1,2,3\n0.5,4,5,6\n')).toEqual({ 'a[1]': [1, 4], 'a[2]': [2, 5], b: [3, 6] });
  });

  it('a table without titles and with another number of columns is rejected', () => {
    expect(() => columns('0,1\n')).toThrow(/the first column must be "time"/);
  });

  it('texts are read as NaN for variables of texts and for unknown variables', () => {
    expect(columns('time,b,s,other\n0,1,word,ff00\n')).toEqual({ b: [1], s: [NaN], other: [NaN] });
  });

  it('a text for a variable of numbers is rejected with its row and column', () => {
    expect(() => columns('time,b\n0,word\n')).toThrow(
      /expected a number in row 1 of b, got "word"\. Correct it\./,
    );
  });
});
