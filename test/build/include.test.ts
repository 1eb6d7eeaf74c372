import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadManifest, manifestFiles } from '../../fmu-sdk/build/manifest/load-manifest.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

let home: string;
let unit: string;
beforeEach(() => {
  home = temporaryFolder('include');
  unit = join(home, 'unit');
  mkdirSync(unit);
});

type Json = Record<string, unknown>;

/** Writes JSON with one value a line, so that places are known. */
function write(name: string, value: Json): void {
  writeFileSync(join(home, name), JSON.stringify(value, null, 1));
}

const head = { name: 'unit', version: '1', description: 'a unit' };
const output = (name: string, more: Json = {}): Json => ({
  name,
  type: 'Float64',
  causality: 'output',
  ...more,
});
const enumeration = { items: [{ name: 'one', value: 1 }] };
const names = (): string[] => loadManifest(unit).variables.map((v) => v.name);

function refusal(): string {
  try {
    loadManifest(unit);
  } catch (error) {
    return String(error).replaceAll(home, '');
  }
  return 'accepted';
}

describe('a unit.json that includes a file', () => {
  it('takes the variables in place of the include, in their order', () => {
    write('shared.json', { variables: [output('b'), output('c')] });
    write('unit/unit.json', {
      ...head,
      variables: [output('a'), { include: '../shared.json' }, output('d')],
    });
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('changes properties of a variable, which keeps its place', () => {
    write('shared.json', { variables: [output('b', { unit: 'm' }), output('c')] });
    write('unit/unit.json', {
      ...head,
      variables: [{ include: '../shared.json', change: { b: { dimensions: [3] } } }],
    });
    expect(loadManifest(unit).variables).toEqual([output('b', { unit: 'm', dimensions: [3] }), output('c')]);
  });

  it('resolves nested includes by paths relative to each file, and may change their variables', () => {
    mkdirSync(join(home, 'deep'));
    write('deep/er.json', { variables: [output('x')] });
    write('deep/file.json', { variables: [{ include: 'er.json' }, output('y')] });
    write('unit/unit.json', {
      ...head,
      variables: [{ include: '../deep/file.json', change: { x: { description: 'changed' } } }],
    });
    expect(loadManifest(unit).variables).toEqual([output('x', { description: 'changed' }), output('y')]);
  });

  it('places included enumerations and terminals before its own', () => {
    const terminal = (name: string): Json => ({ name, members: [{ name: 'm', variable: 'b' }] });
    write('shared.json', {
      enumerations: { First: enumeration },
      variables: [output('b')],
      terminals: [terminal('first')],
    });
    write('unit/unit.json', {
      ...head,
      enumerations: { Second: enumeration },
      variables: [{ include: '../shared.json' }],
      terminals: [terminal('second')],
    });
    const manifest = loadManifest(unit);
    expect(Object.keys(manifest.enumerations ?? {})).toEqual(['First', 'Second']);
    expect(manifest.terminals?.map((t) => t.name)).toEqual(['first', 'second']);
  });

  it('takes an enumeration once that arrives from one file in two ways', () => {
    write('laws.json', { enumerations: { Law: enumeration }, variables: [output('x')] });
    write('types.json', { enumerations: { Law: enumeration }, variables: [output('x')] });
    const twice = (a: string, b: string): Json => ({
      ...head,
      variables: [{ include: a }, { include: b, change: { x: { name: 'y' } } }],
    });
    write('unit/unit.json', twice('../laws.json', '../laws.json'));
    expect(Object.keys(loadManifest(unit).enumerations ?? {})).toEqual(['Law']);
    write('unit/unit.json', twice('../laws.json', '../types.json'));
    expect(refusal()).toContain(
      'check /types.json:3: enumeration "Law" is declared twice, also at /laws.json:3. Rename one.',
    );
  });

  it('lists all its files', () => {
    write('leaf.json', { variables: [output('x')] });
    write('shared.json', { variables: [{ include: 'leaf.json' }] });
    write('unit/unit.json', { ...head, variables: [{ include: '../shared.json' }] });
    expect(manifestFiles(unit)).toEqual(
      ['unit/unit.json', 'shared.json', 'leaf.json'].map((name) => join(home, name)),
    );
  });
});

describe('an invalid include', () => {
  it('fails for a missing file, with the place of the include', () => {
    write('unit/unit.json', { ...head, variables: [{ include: '../none.json' }] });
    expect(refusal()).toBe(
      'UserError: check /unit/unit.json:7: the included file /none.json does not exist. Correct the path. It is relative to /unit.',
    );
  });

  it('fails for a circle, with its path', () => {
    write('a.json', { variables: [{ include: 'b.json' }] });
    write('b.json', { variables: [output('x'), { include: 'a.json' }] });
    write('unit/unit.json', { ...head, variables: [{ include: '../a.json' }] });
    expect(refusal()).toBe(
      'UserError: check /b.json:9: circular include: a.json includes b.json includes a.json. Move what both need to a file that includes neither.',
    );
  });

  it('fails for a duplicate variable, with both places', () => {
    write('shared.json', { variables: [output('a'), output('b')] });
    write('unit/unit.json', { ...head, variables: [output('b'), { include: '../shared.json' }] });
    expect(refusal()).toBe(
      'UserError: check /shared.json:9: variable "b" is declared twice, also at /unit/unit.json:7. Rename one.',
    );
  });

  it('fails if it changes a variable that the file lacks', () => {
    write('shared.json', { variables: [output('a'), output('b')] });
    write('unit/unit.json', {
      ...head,
      variables: [{ include: '../shared.json', change: { z: { unit: 'm' } } }],
    });
    expect(refusal()).toBe(
      'UserError: check /unit/unit.json:9: ../shared.json lacks the variable "z" to change. It has a, b.',
    );
  });

  it('fails if the file breaks the schema, with that file and its line', () => {
    write('shared.json', { variables: [output('a', { causality: 'outside' })] });
    write('unit/unit.json', { ...head, variables: [{ include: '../shared.json' }] });
    expect(refusal()).toMatch(
      /^UserError: check \/shared\.json: .*\n {2}\/shared\.json:6: \/variables\/0\/causality: expected one of "input"/,
    );
    write('shared.json', { version: '1', variables: [output('a')] });
    expect(refusal()).toContain('/shared.json:2: the document: unknown property "version".');
  });

  it('fails for an unknown property of the entry or of a change', () => {
    write('shared.json', { variables: [output('a')] });
    write('unit/unit.json', { ...head, variables: [{ include: '../shared.json', name: 'a' }] });
    expect(refusal()).toContain('/unit/unit.json:8: /variables/0: unknown property "name".');
    const change = { a: { colour: 'red' } };
    write('unit/unit.json', { ...head, variables: [{ include: '../shared.json', change }] });
    expect(refusal()).toContain('/unit/unit.json:10: /variables/0/change/a: unknown property "colour".');
  });

  it('fails if a change gives an invalid variable, with the place of the change', () => {
    write('shared.json', { variables: [output('a', { unit: 'm' })] });
    const change = { a: { unit: 'furlong' } };
    write('unit/unit.json', { ...head, variables: [{ include: '../shared.json', change }] });
    expect(refusal()).toContain('check /unit/unit.json:10: a: unknown unit of measure "furlong".');
    write('unit/unit.json', {
      ...head,
      variables: [{ include: '../shared.json', change: { a: { energy: 'kinetic' } } }],
    });
    expect(refusal()).toContain(
      'check /shared.json:7: a: expected J as the unit of measure of an energy, got m. Give it in J',
    );
  });
});
