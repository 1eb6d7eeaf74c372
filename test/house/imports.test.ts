import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name));
}

/** Every import of a folder: to a path from the root, or as it stands when it is a package's. */
function importsOf(folder: string): Import[] {
  return sources(folder).flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ES2022);
    const found: Import[] = [];
    const visit = (node: ts.Node): void => {
      const named =
        ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier : undefined;
      const called =
        ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined;
      const specifier = named ?? called;
      if (specifier !== undefined && ts.isStringLiteral(specifier)) {
        const { text } = specifier;
        const inside =
          text === 'fmukit/author' ? 'fmu-sdk/author/index' : relative(root, join(root, dirname(file), text));
        const typeOnly = ts.isImportDeclaration(node) && node.importClause?.isTypeOnly === true;
        found.push({
          from: file,
          to: text.startsWith('.') || text === 'fmukit/author' ? inside : text,
          typeOnly,
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

const breaking = (imports: Import[], wrong: (i: Import) => boolean): string[] =>
  imports.filter(wrong).map((i) => `${i.from} → ${i.to}`);
const under = (path: string, ...folders: string[]): boolean => folders.some((f) => path.startsWith(`${f}/`));

describe('imports go one way', () => {
  it('fmu-sdk imports neither master nor units', () => {
    expect(breaking(importsOf('fmu-sdk'), (i) => under(i.to, 'master', 'units', 'start'))).toEqual([]);
  });

  it('master imports neither units nor the main job: it meets units as archives', () => {
    expect(breaking(importsOf('master'), (i) => under(i.to, 'units', 'start'))).toEqual([]);
  });

  it('units import the author package and shared physics only, a packaged unit never another', () => {
    const shared = ['numerics', 'multibody', 'hydraulics', 'friction', 'crane', 'linkages'].map(
      (f) => `units/${f}`,
    );
    const wrong = breaking(importsOf('units'), ({ from, to }) => {
      const own = from.split('/').slice(0, 2).join('/');
      return to !== 'fmu-sdk/author/index' && !under(to, own, ...shared);
    });
    expect(wrong).toEqual([]);
  });

  it('shared physics imports no packaged unit', () => {
    const shared = ['numerics', 'multibody', 'hydraulics', 'friction', 'crane', 'linkages'].map(
      (f) => `units/${f}`,
    );
    const imports = importsOf('units').filter((i) => under(i.from, ...shared));
    expect(breaking(imports, ({ to }) => to !== 'fmu-sdk/author/index' && !under(to, ...shared))).toEqual([]);
  });

  it('energy, extrapolation and interface-model are pure: they import nothing of the coupling', () => {
    const pure = ['energy', 'extrapolation', 'interface-model'].flatMap((f) => importsOf(`master/${f}`));
    expect(breaking(pure, (i) => under(i.to, 'master/coupling', 'master/run', 'master/cli'))).toEqual([]);
  });

  it('cli and report are leaves', () => {
    const others = ['system', 'coupling', 'extrapolation', 'interface-model', 'energy', 'observe', 'run'];
    const imports = others.flatMap((f) => importsOf(`master/${f}`));
    expect(breaking(imports, (i) => under(i.to, 'master/cli', 'master/report'))).toEqual([]);
  });

  it('what runs in a browser or in a unit reaches no node: module, however far its imports go', () => {
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
      'fmu-sdk/host/instance.ts',
      'fmu-sdk/host/wasm.ts',
      'master/run/session.ts',
      'fmu-sdk/component/extract.ts',
    ];
    const all = new Map<string, string[]>();
    for (const { from, to } of runtimeImports())
      all.set(from, [...(all.get(from) ?? []), to.replace(/(\.ts)?$/, '.ts')]);
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

/** Imports that are there at run time: not those of types alone. */
function runtimeImports(): Import[] {
  return ['fmu-sdk', 'units', 'master'].flatMap(importsOf).filter((i) => !i.typeOnly);
}
