import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describe as describeUnit } from '../../../fmu-sdk/build/manifest/describe-unit.ts';
import { loadManifest } from '../../../fmu-sdk/build/manifest/load-manifest.ts';
import type { Manifest } from '../../../fmu-sdk/build/manifest/manifest.ts';
import { parseJsonFile } from '../../../fmu-sdk/util/json/json-file.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('json');
const anything = { schema: { $id: 'anything' } };

const parse = (text: string): unknown =>
  parseJsonFile('a.json', text, anything, ([key]) => key === 'exact').value;

describe('numbers of a JSON document', () => {
  it('keep all digits where exact values are required, and are doubles elsewhere', () => {
    const text =
      '{"exact": [9007199254740993, -9007199254740993, 9007199254740991], "other": 9007199254740993}';
    expect(parse(text)).toEqual({
      exact: [9007199254740993n, -9007199254740993n, 9007199254740991],
      other: 9007199254740992,
    });
  });

  it('cause an error with their line if a double cannot hold them', () => {
    expect(() => parse('{\n"a": 1e999}')).toThrow(
      'read a.json:2: 1e999 is outside the range of 64-bit floating point, ±1.797e308. Give a smaller number.',
    );
    expect(() => parse('{"a": [0, -1e999]}')).toThrow('read a.json:1: -1e999 is outside the range');
    expect(() => parse('{"a": 1e-999}')).toThrow('1e-999 is not 0 and is too small');
    for (const text of [
      '1.00000000000000001',
      '9007199254740991.4',
      '-2.99999999999999999',
      '30000000000000000001e-19',
    ])
      expect(() => parse(`{"a": ${text}}`)).toThrow(
        `${text} is not a whole number, but its nearest 64-bit floating-point number is `,
      );
    for (const text of [
      '1.0',
      '10.0e-1',
      '1.50e1',
      '-0',
      '0.0',
      '100e-2',
      '0e-5',
      '9007199254740993.5',
      '1e3',
    ])
      expect(parse(`{"a": ${text}}`)).toBeDefined();
    expect(parse('{"a": 0e-999}')).toEqual({ a: 0 });
  });

  it('a duplicate name in an object is rejected, because only the last one would count', () => {
    expect(() => parse('{"k": 1,\n"l": {"k": 1},\n"k": 2}')).toThrow(
      'read a.json:3: the name "k" occurs twice here. Remove one of the entries.',
    );
  });
});

describe('start values of unit.json', () => {
  const base = { name: 'x', version: '1', description: 'x' };
  const load = (variable: string): Manifest => {
    const text = JSON.stringify({
      ...base,
      variables: [{ name: 'y', type: 'Float64', causality: 'output' }],
    });
    writeFileSync(join(folder, 'unit.json'), text.replace(']}', `,\n{"name": "v", ${variable}}]}`));
    return loadManifest(folder);
  };
  const refused: [claim: string, variable: string, message: RegExp][] = [
    [
      'Int8 300',
      '"type": "Int8", "causality": "parameter", "start": 300',
      /unit\.json:2: v: start: 300 was given, expected an Int8: a whole number from -128 to 127/,
    ],
    [
      'UInt16 −1',
      '"type": "UInt16", "causality": "parameter", "start": -1',
      /-1 was given, expected a UInt16/,
    ],
    [
      'Int64 beyond its range',
      '"type": "Int64", "causality": "parameter", "start": 9223372036854775808',
      /9223372036854775808 was given, expected an Int64: a whole number from -9223372036854775808 to 9223372036854775807/,
    ],
    [
      'Int64 as an inexact number',
      '"type": "Int64", "causality": "parameter", "start": 9.007199254740993e15',
      /as text: "…" with all its digits/,
    ],
    [
      'Float32 1e39',
      '"type": "Float32", "causality": "parameter", "start": 1e39',
      /1e\+39 was given, expected a Float32/,
    ],
    [
      'Float64 1e999',
      '"type": "Float64", "causality": "parameter", "start": 1e999',
      /unit\.json:2: 1e999 is outside the range/,
    ],
    [
      'a number for a Boolean',
      '"type": "Boolean", "causality": "parameter", "start": 1',
      /1 was given, expected a Boolean/,
    ],
    [
      'two values for three elements',
      '"type": "Float64", "causality": "parameter", "dimensions": [3], "start": [1, 2]',
      /has 2 start values for 3 elements/,
    ],
    [
      'a text that is too long',
      '"type": "String", "causality": "parameter", "maxSize": 2, "start": "abc"',
      /3 bytes were given, expected a String: a text, of up to 2 bytes/,
    ],
    [
      'an invalid Binary',
      '"type": "Binary", "causality": "parameter", "start": "0x"',
      /two hexadecimal digits/,
    ],
    [
      'bounds beyond the type',
      '"type": "Int8", "causality": "parameter", "start": 1, "max": 200',
      /unit\.json:2: v: max: 200 was given, expected an Int8/,
    ],
    [
      'a minimum above the maximum',
      '"type": "Float64", "causality": "parameter", "start": 1, "min": 2, "max": 0',
      /min 2 is above max 0/,
    ],
  ];
  it.each(refused)('the loader rejects %s', (_, variable, message) => {
    expect(() => load(variable)).toThrow(message);
  });

  it('64-bit integers keep all digits in the model description, given as numbers or text', () => {
    for (const start of ['9007199254740993', '"9007199254740993"', '"+9007199254740993"']) {
      const manifest = load(
        `"type": "Int64", "causality": "parameter", "start": ${start}, "min": -9223372036854775808, "max": "9223372036854775807"`,
      );
      const [, , v] = describeUnit(manifest, '', '').variables;
      expect([v.start, v.min, v.max]).toEqual([
        ['9007199254740993'],
        '-9223372036854775808',
        '9223372036854775807',
      ]);
    }
  });

  it('texts for other types are converted to values of the type', () => {
    const start = (variable: string): unknown => load(variable).variables[1].start;
    expect(start('"type": "Float64", "causality": "parameter", "start": "1.5"')).toBe(1.5);
    expect(start('"type": "Boolean", "causality": "parameter", "start": "true"')).toBe(true);
    expect(start('"type": "String", "causality": "parameter", "start": "true"')).toBe('true');
  });
});
