import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';
import { circles } from './circles.ts';
import { type Import, importsOf } from './sources.ts';

const trees = ['fmu-sdk', 'master', 'public', 'units', 'papers', 'start', 'bench', 'fuzz'];
const imports = trees.flatMap(importsOf);

/** Files and folders in the first table of a folder's README, from its first row to its last. */
function storeys(folder: string): string[] {
  const lines = readFileSync(join(root, folder, 'README.md'), 'utf8').split('\n');
  const head = lines.findIndex((line) => line.startsWith('| folder'));
  const rows = lines.slice(head + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .flatMap((row) => [...row.split('|')[1].matchAll(/`([^`]+?)\/?`/g)].map((m) => m[1]));
}

/** What stands in a folder, without its README. */
const inside = (folder: string): string[] =>
  readdirSync(join(root, folder)).filter((name) => name !== 'README.md');

/** The imports inside a folder that lead from a storey to a later one. */
function upward(folder: string, order: readonly string[]): string[] {
  const storey = (file: string): number => order.indexOf(file.split('/')[1]);
  return imports
    .filter(({ from, to }) => from.startsWith(`${folder}/`) && to.startsWith(`${folder}/`))
    .filter(({ from, to }) => storey(from) < storey(to))
    .map(({ from, to }) => `${from} → ${to}`);
}

describe.each(['fmu-sdk', 'master'])('the storeys of %s', (folder) => {
  const order = storeys(folder);

  it('are all that is in it, in the order of the README', () => {
    expect([...order].sort()).toEqual(inside(folder).sort());
  });

  it('import no later one', () => {
    expect(order.length).toBeGreaterThan(9);
    expect(upward(folder, order)).toEqual([]);
  });
});

describe('the storeys', () => {
  it('of the house are fmu-sdk, master and public, and above them what is not in the package', () => {
    const order = ['fmu-sdk', 'master', 'public', 'units', 'papers', 'start', 'bench', 'fuzz', 'test'];
    const storey = (file: string): number => order.indexOf(file.split('/')[0]);
    const wrong = imports.filter(
      ({ from, to }) => !from.startsWith('units/') && storey(from) < Math.min(storey(to), 3),
    );
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('that run a unit reach nothing that makes one, however far their imports go', () => {
    const order = storeys('fmu-sdk');
    const last = order.indexOf('conformance');
    const making = order.slice(last + 1);
    expect(making).toEqual(
      expect.arrayContaining(['author', 'manifest', 'lint', 'twin', 'component', 'export-c', 'seal']),
    );
    const of = (file: string): string => file.split('/')[1];
    const reached = reachable(
      imports
        .map(({ from }) => from)
        .filter((file) => file.startsWith('fmu-sdk/') && order.indexOf(of(file)) <= last),
    );
    expect(reached.size).toBeGreaterThan(200);
    expect([...reached].filter((file) => file.startsWith('fmu-sdk/') && making.includes(of(file)))).toEqual(
      [],
    );
  });

  it('a file that is moved below what it imports would be found', () => {
    const order = storeys('fmu-sdk');
    expect(upward('fmu-sdk', [...order].reverse()).length).toBeGreaterThan(100);
  });
});

describe('no file imports itself, by whatever way', () => {
  it('imports of types included', () => {
    expect(imports.length).toBeGreaterThan(1500);
    expect(circles(imports)).toEqual([]);
  });

  it('a circle that is there is found, as one list of its files', () => {
    const of = (...pairs: [string, string][]): Import[] =>
      pairs.map(([from, to]) => ({ from, to, typeOnly: false }));
    expect(circles(of(['a', 'b'], ['b', 'c'], ['c', 'a'], ['c', 'd'], ['d', 'e'], ['b', 'd']))).toEqual([
      ['a', 'b', 'c'],
    ]);
    expect(circles(of(['a', 'a']))).toEqual([['a']]);
    expect(circles(of(['a', 'b'], ['a', 'c'], ['b', 'd'], ['c', 'd']))).toEqual([]);
  });
});

function reachable(files: readonly string[]): Set<string> {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const reached = new Set<string>();
  const open = [...files];
  while (open.length > 0) {
    const file = open.pop() as string;
    if (reached.has(file)) continue;
    reached.add(file);
    open.push(...(next.get(file) ?? []));
  }
  return reached;
}
