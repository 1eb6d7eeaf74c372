import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseManifest } from '../../fmu-sdk/build/manifest/load-manifest.ts';
import { variabilityOf } from '../../fmu-sdk/build/manifest/manifest.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { root } from '../run-fmu.ts';

const y = { name: 'y', type: 'Float64', causality: 'output' };
const whole = { name: 'odd-one', version: '1', description: 'd', variables: [y] };

/**
 * Returns the error for a unit.json with these changes. Each list and object starts on a new line.
 */
function errorOf(change: object): string {
  try {
    parseManifest(JSON.stringify({ ...whole, ...change }, null, 1), 'unit.json');
    return 'nothing';
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

describe('a terminal of unit.json', () => {
  const member = (name: string): object => ({ name, variable: 'y' });
  const terminal = (name: string, ...members: object[]): object => ({ name, members });

  it('needs a unique name', () => {
    expect(errorOf({ terminals: [terminal('a', member('m')), terminal('b', member('m'))] })).toBe('nothing');
    expect(errorOf({ terminals: [terminal('a', member('m')), terminal('a', member('m'))] })).toBe(
      'check unit.json:23: terminal "a" is declared twice. Rename one.',
    );
  });

  it('needs members with unique names', () => {
    expect(errorOf({ terminals: [terminal('a', member('m'), member('m'))] })).toBe(
      'check unit.json:21: terminal a: member "m" is declared twice. Rename one.',
    );
  });
});

describe('an enumeration of unit.json', () => {
  const items = (...named: [name: string, value: number][]): object => ({
    items: named.map(([name, value]) => ({ name, value })),
  });

  it('needs items with unique names and values', () => {
    expect(errorOf({ enumerations: { E: items(['a', 1], ['b', 2]) } })).toBe('nothing');
    expect(errorOf({ enumerations: { E: items(['a', 1], ['a', 2]) } })).toBe(
      'check unit.json:20: E has two items "a". Rename one.',
    );
    expect(errorOf({ enumerations: { E: items(['a', 1], ['b', 1]) } })).toBe(
      'check unit.json:13: E has two items with equal values. Give each its own value.',
    );
  });

  it('needs items that a source can name', () => {
    for (const name of ['class', 'NaN', '__proto__', 'of'])
      expect(errorOf({ enumerations: { E: items([name, 1]) } })).toBe(
        `check unit.json:16: E: a source cannot use "${name}" as the name of an item. Choose another.`,
      );
  });

  it('accepts items named by contextual keywords', () => {
    for (const name of ['get', 'for', 'null', 'type', 'constructor'])
      expect(errorOf({ enumerations: { E: items([name, 1]) } })).toBe('nothing');
  });

  it('rejects the names of the generated files as its own', () => {
    for (const name of ['Unit', 'OddOneVariables', 'StaticArray', 'Math', 'Object'])
      expect(errorOf({ enumerations: { [name]: items(['a', 1]) } })).toBe(
        `check unit.json:13: the generated variables.ts already uses the name "${name}". Choose another.`,
      );
  });
});

describe('a variable of unit.json', () => {
  const named = (name: string): string => errorOf({ variables: [{ ...y, name }] });

  it('rejects the names of members of the class that every unit extends', () => {
    const source = readFileSync(join(root, 'fmu-sdk/author/unit.ts'), 'utf8');
    const members = [...source.matchAll(/^ {2}(?:protected |abstract )?(\w+)[(:]/gm)].map(([, name]) => name);
    expect(members.length).toBeGreaterThan(30);
    for (const name of members)
      expect(named(name)).toBe(`check unit.json:7: the SDK reserves the name "${name}". Choose another.`);
  });

  it.each([
    ['input', 'fixed', 'an input must be discrete or continuous, not fixed.'],
    ['input', 'constant', 'an input must be discrete or continuous, not constant.'],
    ['output', 'tunable', 'an output must be constant, discrete or continuous, not tunable.'],
    ['calculatedParameter', 'discrete', 'a calculatedParameter must be fixed or tunable, not discrete.'],
    ['parameter', 'continuous', 'a parameter must be fixed or tunable, not continuous.'],
  ])('rejects causality %s with variability %s', (causality, variability, words) => {
    const start = causality === 'input' || causality === 'parameter' ? { start: 1 } : {};
    expect(errorOf({ variables: [{ ...y, causality, variability, ...start }] })).toBe(
      `check unit.json:10: y: ${words}`,
    );
  });

  it('rejects properties that do not belong to its type', () => {
    const having = (more: object): string => errorOf({ variables: [{ ...y, ...more }] });
    expect(having({ enumeration: 'E' })).toMatch(
      /: y: a Float64 cannot have items\. Make it an Enumeration, or/,
    );
    expect(having({ maxSize: 4 })).toMatch(/: y: a Float64 cannot have maxSize\. Remove it\.$/);
    expect(having({ causality: 'calculatedParameter', start: 1 })).toMatch(
      /: y: a calculatedParameter is computed and/,
    );
    expect(errorOf({ defaultExperiment: { startTime: 2, stopTime: 1 } })).toMatch(
      /^check unit\.json:\d+: the experiment ends at 1 s, but begins at 2 s\. Increase stopTime\.$/,
    );
  });

  it('rejects reserved words of a class as its name, and accepts others', () => {
    for (const name of ['static', 'abstract', 'undefined', 'private'])
      expect(named(name)).toBe(
        `check unit.json:7: the language reserves the name "${name}". Choose another.`,
      );
    for (const name of ['class', 'readonly', 'get', 'length', 'f64', 'Math'])
      expect(named(name)).toBe('nothing');
  });
});

it('permits an enumeration named Bytes only if all variables do without Bytes', () => {
  const enumerations = { Bytes: { items: [{ name: 'a', value: 1 }] } };
  const text = { name: 't', type: 'String', causality: 'output' };
  expect(errorOf({ enumerations })).toBe('nothing');
  expect(errorOf({ enumerations, variables: [y, text] })).toMatch(/already uses the name "Bytes"/);
});

describe('a structural parameter of unit.json', () => {
  const n = { name: 'n', type: 'UInt64', causality: 'structuralParameter', start: 3 };

  it('defaults to the variability fixed', () => {
    const { variables } = parseManifest(JSON.stringify({ ...whole, variables: [n, y] }), 'unit.json');
    expect(variables.map(variabilityOf)).toEqual(['fixed', 'continuous']);
  });

  it('rejects types other than integers, and tunable variability', () => {
    expect(errorOf({ variables: [{ ...n, type: 'Float64' }] })).toBe(
      'check unit.json:8: n: a structural parameter must be an integer, not a Float64. Make it a UInt64, or a parameter.',
    );
    expect(errorOf({ variables: [{ ...n, variability: 'tunable' }] })).toBe(
      'check unit.json:11: n: a structural parameter of a unit must be fixed. Make it fixed, or remove "variability".',
    );
  });
});

describe('a unit name of unit.json', () => {
  it('fails if its class is one of the language', () => {
    expect(errorOf({ name: 'static-array' })).toBe(
      'check unit.json:2: the name "static-array" makes the class StaticArray, which the language already defines. Choose another.',
    );
    expect(errorOf({ name: 'math' })).toMatch(/the class Math, which the language already defines/);
    expect(errorOf({ name: 'runner' })).toBe('nothing');
  });
});
