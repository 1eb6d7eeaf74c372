import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packagedUnits, root } from '../setup.ts';
import { type Import, importsOf, sources } from './counted/sources.ts';

const breaking = (imports: Import[], wrong: (i: Import) => boolean): string[] =>
  imports.filter(wrong).map((i) => `${i.from} → ${i.to}`);
const under = (path: string, ...folders: string[]): boolean => folders.some((f) => path.startsWith(`${f}/`));

/** Folders of `units/` without a unit: physics that units share. */
const shared = readdirSync(join(root, 'units'), { withFileTypes: true })
  .filter((folder) => folder.isDirectory() && !packagedUnits.includes(folder.name))
  .map(({ name }) => `units/${name}`);

describe('imports have one direction', () => {
  it('fmu-sdk imports neither master nor units', () => {
    expect(breaking(importsOf('fmu-sdk'), (i) => under(i.to, 'master', 'units', 'start'))).toEqual([]);
  });

  it('master imports neither units nor build code, because it uses built FMUs', () => {
    expect(breaking(importsOf('master'), (i) => under(i.to, 'units', 'start'))).toEqual([]);
  });

  it('units import only the author package and shared physics, and never another packaged unit', () => {
    const wrong = breaking(importsOf('units'), ({ from, to }) => {
      const unitFolder = from.split('/').slice(0, 2).join('/');
      return to !== 'fmu-sdk/author/index.ts' && !under(to, unitFolder, ...shared);
    });
    expect(wrong).toEqual([]);
  });

  it('shared physics imports no packaged unit', () => {
    const imports = importsOf('units').filter((i) => under(i.from, ...shared));
    expect(breaking(imports, ({ to }) => to !== 'fmu-sdk/author/index.ts' && !under(to, ...shared))).toEqual(
      [],
    );
  });

  it('code for browsers or FMUs reaches no node: module through its imports', () => {
    const folders = [
      'fmu-sdk/author',
      'units',
      'master/coupling',
      'master/extrapolation',
      'master/interface-model',
      'master/energy',
      'master/observe',
    ];
    const roots = [
      ...folders.flatMap(sources),
      'fmu-sdk/host/instance/instance.ts',
      'fmu-sdk/host/wasm/wasm-instance.ts',
      'master/run/loop/session.ts',
      'fmu-sdk/host/wasm/extract-core.ts',
    ];
    const all = new Map<string, string[]>();
    for (const { from, to } of runtimeImports()) all.set(from, [...(all.get(from) ?? []), to]);
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const next of all.get(file) ?? []) visit(next);
    };
    roots.forEach(visit);
    expect([...reached].filter((file) => file.startsWith('node:'))).toEqual([]);
    expect(reached.size).toBeGreaterThan(40);
  });
});

/** Returns imports that exist at run time, without imports of types. */
function runtimeImports(): Import[] {
  return ['fmu-sdk', 'units', 'master'].flatMap(importsOf).filter((i) => !i.typeOnly);
}
