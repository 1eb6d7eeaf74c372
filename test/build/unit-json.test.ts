import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseManifest } from '../../fmu-sdk/build/manifest/load-manifest.ts';
import { variabilityOf } from '../../fmu-sdk/build/manifest/manifest.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { root } from '../run-fmu.ts';

const y = { name: 'y', type: 'Float64', causality: 'output' };
const whole = { name: 'odd-one', version: '1', description: 'd', variables: [y] };

/** What is said of a unit.json with these changes, each of its lists and objects on lines of their own. */
function said(change: object): string {
  try {
    parseManifest(JSON.stringify({ ...whole, ...change }, null, 1), 'unit.json');
    return 'nothing';
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

describe('terminals of unit.json', () => {
  const member = (name: string): object => ({ name, variable: 'y' });
  const terminal = (name: string, ...members: object[]): object => ({ name, members });

  it('have names of their own', () => {
    expect(said({ terminals: [terminal('a', member('m')), terminal('b', member('m'))] })).toBe('nothing');
    expect(said({ terminals: [terminal('a', member('m')), terminal('a', member('m'))] })).toBe(
      'check unit.json:23: there are two terminals "a". Rename one.',
    );
  });

  it('have members with names of their own', () => {
    expect(said({ terminals: [terminal('a', member('m'), member('m'))] })).toBe(
      'check unit.json:21: terminal a: there are two members "m". Rename one.',
    );
  });
});

describe('enumerations of unit.json', () => {
  const items = (...named: [name: string, value: number][]): object => ({
    items: named.map(([name, value]) => ({ name, value })),
  });

  it('have items with names and values of their own', () => {
    expect(said({ enumerations: { E: items(['a', 1], ['b', 2]) } })).toBe('nothing');
    expect(said({ enumerations: { E: items(['a', 1], ['a', 2]) } })).toBe(
      'check unit.json:20: E has two items "a". Rename one.',
    );
    expect(said({ enumerations: { E: items(['a', 1], ['b', 1]) } })).toBe(
      'check unit.json:13: E has two items of the same value. Give each its own.',
    );
  });

  it('have items that a source can name', () => {
    for (const name of ['class', 'NaN', '__proto__', 'of'])
      expect(said({ enumerations: { E: items([name, 1]) } })).toBe(
        `check unit.json:16: E: an item cannot have the name "${name}" in a source. Choose another.`,
      );
  });

  it('may have items with words that a source takes for names', () => {
    for (const name of ['get', 'for', 'null', 'type', 'constructor'])
      expect(said({ enumerations: { E: items([name, 1]) } })).toBe('nothing');
  });

  it('are not named as what the generated files have', () => {
    for (const name of ['Unit', 'OddOneVariables', 'StaticArray', 'Math', 'Object'])
      expect(said({ enumerations: { [name]: items(['a', 1]) } })).toBe(
        `check unit.json:13: the name "${name}" is taken in the generated variables.ts. Choose another.`,
      );
  });
});

describe('a variable of unit.json', () => {
  const named = (name: string): string => said({ variables: [{ ...y, name }] });

  it('is named as no member of the class that every unit extends', () => {
    const source = readFileSync(join(root, 'fmu-sdk/author/unit.ts'), 'utf8');
    const members = [...source.matchAll(/^ {2}(?:protected |abstract )?(\w+)[(:]/gm)].map(([, name]) => name);
    expect(members.length).toBeGreaterThan(30);
    for (const name of members)
      expect(named(name)).toBe(`check unit.json:7: the name "${name}" is the SDK's. Choose another.`);
  });

  it.each([
    ['input', 'fixed', 'an input is discrete or continuous, not fixed.'],
    ['input', 'constant', 'an input is discrete or continuous, not constant.'],
    ['output', 'tunable', 'an output is constant, discrete or continuous, not tunable.'],
    ['calculatedParameter', 'discrete', 'a calculatedParameter is fixed or tunable, not discrete.'],
    ['parameter', 'continuous', 'a parameter is fixed or tunable, not continuous.'],
  ])('of causality %s is not %s', (causality, variability, words) => {
    const start = causality === 'input' || causality === 'parameter' ? { start: 1 } : {};
    expect(said({ variables: [{ ...y, causality, variability, ...start }] })).toBe(
      `check unit.json:10: y: ${words}`,
    );
  });

  it('has what its type has', () => {
    const having = (more: object): string => said({ variables: [{ ...y, ...more }] });
    expect(having({ enumeration: 'E' })).toMatch(/: y: a Float64 has no items\. Make it an Enumeration, or/);
    expect(having({ maxSize: 4 })).toMatch(/: y: a Float64 has no maxSize\. Leave it away\.$/);
    expect(having({ causality: 'calculatedParameter', start: 1 })).toMatch(
      /: y: a calculatedParameter is computed, and/,
    );
    expect(said({ defaultExperiment: { startTime: 2, stopTime: 1 } })).toMatch(
      /^check unit\.json:\d+: the experiment ends at 1 s, and begins at 2 s\. Let it end later\.$/,
    );
  });

  it('is named by no word that a class has for itself, and by any other', () => {
    for (const name of ['static', 'abstract', 'undefined', 'private'])
      expect(named(name)).toBe(`check unit.json:7: the name "${name}" is the language's. Choose another.`);
    for (const name of ['class', 'readonly', 'get', 'length', 'f64', 'Math'])
      expect(named(name)).toBe('nothing');
  });
});

it('an enumeration is named Bytes only where no variable has any', () => {
  const enumerations = { Bytes: { items: [{ name: 'a', value: 1 }] } };
  const text = { name: 't', type: 'String', causality: 'output' };
  expect(said({ enumerations })).toBe('nothing');
  expect(said({ enumerations, variables: [y, text] })).toMatch(/the name "Bytes" is taken/);
});

describe('a structural parameter of unit.json', () => {
  const n = { name: 'n', type: 'UInt64', causality: 'structuralParameter', start: 3 };

  it('is fixed where its variability is left out', () => {
    const { variables } = parseManifest(JSON.stringify({ ...whole, variables: [n, y] }), 'unit.json');
    expect(variables.map(variabilityOf)).toEqual(['fixed', 'continuous']);
  });

  it('is an integer, and not tunable', () => {
    expect(said({ variables: [{ ...n, type: 'Float64' }] })).toBe(
      'check unit.json:8: n: a structural parameter is an integer, not a Float64. Make it a UInt64, or a parameter.',
    );
    expect(said({ variables: [{ ...n, variability: 'tunable' }] })).toBe(
      'check unit.json:11: n: a structural parameter of a unit is fixed. Make it so, or leave "variability" away.',
    );
  });
});

describe('the name of a unit', () => {
  it('makes no class that the language has', () => {
    expect(said({ name: 'static-array' })).toBe(
      'check unit.json:2: the name "static-array" makes the class StaticArray, which the language has already. Choose another.',
    );
    expect(said({ name: 'math' })).toMatch(/the class Math, which the language has already/);
    expect(said({ name: 'runner' })).toBe('nothing');
  });
});
