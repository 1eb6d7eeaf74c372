import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { loadManifest, manifestFiles } from '../../fmu-sdk/build/manifest/load-manifest.ts';

const home = mkdtempSync(join(tmpdir(), 'include-'));
const unit = join(home, 'unit');
afterAll(() => rmSync(home, { recursive: true }));
beforeEach(() => {
  rmSync(home, { recursive: true });
  mkdirSync(unit, { recursive: true });
});

type Json = Record<string, unknown>;

/** Written as JSON with one value a line, so that places are known. */
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
  it('has its variables in the place of the include, in their order', () => {
    write('shared.json', { variables: [output('b'), output('c')] });
    write('unit/unit.json', {
      ...head,
      variables: [output('a'), { include: '../shared.json' }, output('d')],
    });
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('changes properties of a variable, which stays where it is', () => {
    write('shared.json', { variables: [output('b', { unit: 'm' }), output('c')] });
    write('unit/unit.json', {
      ...head,
      variables: [{ include: '../shared.json', change: { b: { dimensions: [3] } } }],
    });
    expect(loadManifest(unit).variables).toEqual([output('b', { unit: 'm', dimensions: [3] }), output('c')]);
  });

  it('includes what an included file includes, by paths that are relative to each, and may change that too', () => {
    mkdirSync(join(home, 'deep'));
    write('deep/er.json', { variables: [output('x')] });
    write('deep/file.json', { variables: [{ include: 'er.json' }, output('y')] });
    write('unit/unit.json', {
      ...head,
      variables: [{ include: '../deep/file.json', change: { x: { description: 'changed' } } }],
    });
    expect(loadManifest(unit).variables).toEqual([output('x', { description: 'changed' }), output('y')]);
  });

  it('has the enumerations and terminals of what it includes before its own', () => {
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

  it('takes an enumeration that comes by two ways from one file once', () => {
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
      'check /types.json:3: there are two enumerations "Law"; the other is at /laws.json:3. Rename one.',
    );
  });

  it('is made of all these files', () => {
    write('leaf.json', { variables: [output('x')] });
    write('shared.json', { variables: [{ include: 'leaf.json' }] });
    write('unit/unit.json', { ...head, variables: [{ include: '../shared.json' }] });
    expect(manifestFiles(unit)).toEqual(
      ['unit/unit.json', 'shared.json', 'leaf.json'].map((name) => join(home, name)),
    );
  });
});

describe('an include is refused', () => {
  it('where there is no such file, with the place of the include', () => {
    write('unit/unit.json', { ...head, variables: [{ include: '../none.json' }] });
    expect(refusal()).toBe(
      'UserError: check /unit/unit.json:7: there is no file /none.json to include. Correct the path; it is relative to /unit.',
    );
  });

  it('where it leads back to itself, with the way', () => {
    write('a.json', { variables: [{ include: 'b.json' }] });
    write('b.json', { variables: [output('x'), { include: 'a.json' }] });
    write('unit/unit.json', { ...head, variables: [{ include: '../a.json' }] });
    expect(refusal()).toBe(
      'UserError: check /b.json:9: a.json includes b.json includes a.json: a circle. Move what both need to a file that includes neither.',
    );
  });

  it('where a variable is there already, with both places', () => {
    write('shared.json', { variables: [output('a'), output('b')] });
    write('unit/unit.json', { ...head, variables: [output('b'), { include: '../shared.json' }] });
    expect(refusal()).toBe(
      'UserError: check /shared.json:9: there are two variables "b"; the other is at /unit/unit.json:7. Rename one.',
    );
  });

  it('where it changes a variable that the file has not', () => {
    write('shared.json', { variables: [output('a'), output('b')] });
    write('unit/unit.json', {
      ...head,
      variables: [{ include: '../shared.json', change: { z: { unit: 'm' } } }],
    });
    expect(refusal()).toBe(
      'UserError: check /unit/unit.json:9: ../shared.json has no variable "z" to change. It has a, b.',
    );
  });

  it('where the file is not of the schema, with its own file and line', () => {
    write('shared.json', { variables: [output('a', { causality: 'outside' })] });
    write('unit/unit.json', { ...head, variables: [{ include: '../shared.json' }] });
    expect(refusal()).toMatch(
      /^UserError: check \/shared\.json: .*\n {2}\/shared\.json:6: \/variables\/0\/causality: expected one of "input"/,
    );
    write('shared.json', { version: '1', variables: [output('a')] });
    expect(refusal()).toContain('/shared.json:2: the document: unknown property "version".');
  });

  it('where the entry or a change has a property that is unknown', () => {
    write('shared.json', { variables: [output('a')] });
    write('unit/unit.json', { ...head, variables: [{ include: '../shared.json', name: 'a' }] });
    expect(refusal()).toContain('/unit/unit.json:8: /variables/0: unknown property "name".');
    const change = { a: { colour: 'red' } };
    write('unit/unit.json', { ...head, variables: [{ include: '../shared.json', change }] });
    expect(refusal()).toContain('/unit/unit.json:10: /variables/0/change/a: unknown property "colour".');
  });

  it('where what a change leaves is wrong, with the place of the change', () => {
    write('shared.json', { variables: [output('a', { unit: 'm' })] });
    const change = { a: { unit: 'furlong' } };
    write('unit/unit.json', { ...head, variables: [{ include: '../shared.json', change }] });
    expect(refusal()).toContain('check /unit/unit.json:10: a: the unit "furlong" is not understood.');
    write('unit/unit.json', {
      ...head,
      variables: [{ include: '../shared.json', change: { a: { energy: 'kinetic' } } }],
    });
    expect(refusal()).toContain(
      'check /shared.json:7: a: an energy has the unit J, and this one has m. Give it in J',
    );
  });
});
