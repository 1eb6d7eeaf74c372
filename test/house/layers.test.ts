import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';
import { circles } from './counted/circles.ts';
import { type Import, importsOf } from './counted/sources.ts';

const trees = ['fmu-sdk', 'master', 'public', 'units', 'papers', 'start', 'bench', 'fuzz'];
const imports = trees.flatMap(importsOf);

/** Layers of a tree, the lowest first: files and folders. A nested path has its own layer. */
type Layers = readonly string[];
const layers = JSON.parse(readFileSync(join(root, 'test/house/layers.json'), 'utf8')) as {
  readonly [tree: string]: Layers;
};

/**
 * Returns the place of a file in the order of its tree, by the longest path that covers it, or
 * -1.
 */
function layerOf(file: string, order: Layers): number {
  const path = file.slice(file.indexOf('/') + 1);
  const covering = order.filter((layer) => path === layer || path.startsWith(`${layer}/`));
  return order.indexOf(covering.sort((a, b) => b.length - a.length)[0]);
}

/** Returns all files of a tree except READMEs, as paths from the root. */
const filesOf = (tree: string): string[] =>
  readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' })
    .map((name) => `${tree}/${name.replaceAll('\\', '/')}`)
    .filter((name) => !name.endsWith('README.md') && statSync(join(root, name)).isFile());

/** Returns the imports inside a tree that lead from a layer to a higher one. */
function upward(tree: string, order: Layers): string[] {
  return imports
    .filter(({ from, to }) => from.startsWith(`${tree}/`) && to.startsWith(`${tree}/`))
    .filter(({ from, to }) => layerOf(from, order) < layerOf(to, order))
    .map(({ from, to }) => `${from} → ${to}`);
}

describe.each(Object.entries(layers))('the layers of %s', (tree, order) => {
  it('the layers cover every file, and each layer some', () => {
    const files = filesOf(tree);
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => layerOf(file, order) < 0)).toEqual([]);
    const used = new Set(files.map((file) => order[layerOf(file, order)]));
    expect(order.filter((layer) => !used.has(layer))).toEqual([]);
    expect(new Set(order).size).toBe(order.length);
  });

  it('a layer imports nothing of a higher layer', () => {
    expect(order.length).toBeGreaterThan(9);
    expect(upward(tree, order)).toEqual([]);
  });
});

describe('the layers of the repository', () => {
  it('fmu-sdk, master and public import each other in this order, and nothing outside the package', () => {
    const order = ['fmu-sdk', 'master', 'public', 'units', 'papers', 'start', 'bench', 'fuzz', 'test'];
    const place = (file: string): number => order.indexOf(file.split('/')[0]);
    const wrong = imports.filter(
      ({ from, to }) => !from.startsWith('units/') && place(from) < Math.min(place(to), 3),
    );
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('code that runs or checks an FMU reaches nothing that builds one, however far its imports go', () => {
    const order = layers['fmu-sdk'];
    const last = order.indexOf('check');
    const building = order.slice(last + 1);
    expect(building).toEqual(
      expect.arrayContaining([
        'author',
        'build/manifest',
        'build/lint',
        'build/component',
        'export',
        'build',
      ]),
    );
    const isIn = (file: string, above: boolean): boolean =>
      file.startsWith('fmu-sdk/') && layerOf(file, order) > last === above;
    const reached = reachable(imports.map(({ from }) => from).filter((file) => isIn(file, false)));
    expect(reached.size).toBeGreaterThan(200);
    expect([...reached].filter((file) => isIn(file, true))).toEqual([]);
  });

  it('a file that is moved below its imports is reported', () => {
    expect(upward('fmu-sdk', [...layers['fmu-sdk']].reverse()).length).toBeGreaterThan(100);
  });

  it('a nested path has its own layer', () => {
    const order = ['a', 'b/c', 'b'];
    expect(['t/a/x.ts', 't/b/c/x.ts', 't/b/x.ts', 't/bc.ts'].map((file) => layerOf(file, order))).toEqual([
      0, 1, 2, -1,
    ]);
  });
});

describe('cycles of imports', () => {
  it('no file imports itself through others, types included', () => {
    expect(imports.length).toBeGreaterThan(1500);
    expect(circles(imports)).toEqual([]);
  });

  it('a cycle is found as one list of its files', () => {
    const of = (...pairs: [string, string][]): Import[] =>
      pairs.map(([from, to]) => ({ from, to, typeOnly: false }));
    expect(circles(of(['a', 'b'], ['b', 'c'], ['c', 'a'], ['c', 'd'], ['d', 'e'], ['b', 'd']))).toEqual([
      ['a', 'b', 'c'],
    ]);
    expect(circles(of(['a', 'a']))).toEqual([['a']]);
    expect(circles(of(['a', 'b'], ['a', 'c'], ['b', 'd'], ['c', 'd']))).toEqual([]);
  });
});

/** Returns the files that these files import, directly or through others, and themselves. */
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
