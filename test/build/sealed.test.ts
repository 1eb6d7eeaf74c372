import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { Archive } from '../../fmu-sdk/archive/archive.ts';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { loadManifest } from '../../fmu-sdk/build/manifest/load-manifest.ts';
import { buildCore } from '../../fmu-sdk/build/seal/core-module.ts';
import { seal } from '../../fmu-sdk/build/seal/seal-module.ts';
import { coreModuleOf } from '../../fmu-sdk/host/wasm/extract-core.ts';
import { readSections } from '../../fmu-sdk/wasm/wasm-sections.ts';
import { notEmpty } from '../not-empty.ts';
import { root } from '../run-fmu.ts';

const units = notEmpty(
  'units in dist/',
  readdirSync(join(root, 'dist')).filter((name) => name.endsWith('.fmu')),
);

/** Every source file that may enter a unit. */
const sources = ['units', 'fmu-sdk/author', 'fmu-sdk/build/component/glue'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(root, folder, name)),
);

/** Length of the beginnings by which lines are found [characters]. */
const beginning = 12;
const lines = new Map<string, Set<string>>();
for (const source of sources)
  for (const line of readFileSync(source, 'utf8')
    .split('\n')
    .map((part) => part.trim())) {
    if (line.length < beginning || !/[;{}()=]/.test(line)) continue;
    const key = line.slice(0, beginning);
    lines.set(key, (lines.get(key) ?? new Set()).add(line));
  }

/** Returns the source lines that occur in a text. */
function linesIn(text: string): string[] {
  const matchedLines = new Set<string>();
  for (let i = 0; i + beginning <= text.length; i++)
    for (const line of lines.get(text.slice(i, i + beginning)) ?? [])
      if (text.startsWith(line, i)) matchedLines.add(line);
  return [...matchedLines];
}

/**
 * Returns compound names of functions, methods, classes and fields in the sources. Messages do not
 * contain such words by chance.
 */
function identifiers(files: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
    const visit = (node: ts.Node): void => {
      const isNamed =
        ts.isFunctionDeclaration(node) ||
        ts.isMethodDeclaration(node) ||
        ts.isClassDeclaration(node) ||
        ts.isPropertyDeclaration(node);
      if (
        isNamed &&
        node.name !== undefined &&
        ts.isIdentifier(node.name) &&
        /[a-z][A-Z]/.test(node.name.text)
      )
        names.add(node.name.text);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return names;
}

const named = [...identifiers(sources)];

/**
 * Returns words of the standard's interface and of the core's numeric interface, which occur in
 * every unit.
 */
function publicWords(component: Uint8Array): string {
  const module = new WebAssembly.Module(coreModuleOf(component) as BufferSource);
  return [
    ...WebAssembly.Module.exports(module),
    ...WebAssembly.Module.imports(module).map((i) => ({ name: `${i.module} ${i.name}` })),
  ]
    .map((e) => e.name)
    .join(' ');
}

/**
 * Returns all bytes of an archive as searchable text, also for UTF-16 as AssemblyScript stores it.
 */
async function haystack(archive: Archive, only: RegExp): Promise<string> {
  const parts: string[] = [];
  for (const path of archive.paths.filter((p) => only.test(p))) {
    const bytes = Buffer.from(await archive.bytes(path));
    parts.push(bytes.toString('latin1'), bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le'));
  }
  return parts.join('\n');
}

describe('the seal function', () => {
  it('drops every custom section of a core module, and changes nothing else', async () => {
    const { core } = await buildCore(join(root, 'units/joystick'));
    const name = Buffer.from('\x04nameinternalFunctionName');
    const marked = new Uint8Array([...core, 0, name.length, ...name]);
    expect(readSections(marked).map(({ id }) => id)).toContain(0);
    expect(seal(marked)).toEqual(core);
  });
});

describe.each(units)('the sealed FMU %s', (file) => {
  it('excludes name sections, custom sections and source maps', async () => {
    const archive = await openArchive(join(root, 'dist', file));
    expect(archive.paths.filter((p) => /\.(ts|js|map|c|json)$/.test(p))).toEqual([]);
    for (const path of archive.paths.filter((p) => p.endsWith('.wasm'))) {
      const component = await archive.bytes(path);
      const text = Buffer.from(component).toString('latin1');
      expect(text).not.toContain('sourceMappingURL');
      expect(readSections(coreModuleOf(component)).filter((section) => section.id === 0)).toEqual([]);
    }
  });

  it('excludes source lines', async () => {
    const everything = await haystack(await openArchive(join(root, 'dist', file)), /./);
    expect(lines.size).toBeGreaterThan(500);
    expect(linesIn(everything)).toEqual([]);
    const [firstLines] = lines.values();
    expect(linesIn(`x${[...firstLines][0]}x`)).toEqual([[...firstLines][0]]);
  });

  it('excludes identifiers of internal functions, classes and fields', async () => {
    const archive = await openArchive(join(root, 'dist', file));
    const manifest = loadManifest(join(root, 'units', file.replace('.fmu', '')));
    const path = archive.paths.find((p) => p.endsWith('.wasm')) as string;
    const known = `${publicWords(await archive.bytes(path))} ${JSON.stringify(manifest)}`;
    const binary = await haystack(archive, /\.wasm$/);
    const internal = named.filter((name) => !known.includes(name));
    expect(internal.length).toBeGreaterThan(80);
    const words = new Set(binary.match(/[A-Za-z_][A-Za-z0-9_]{5,}/g));
    expect(internal.filter((name) => words.has(name))).toEqual([]);
  });

  it('excludes absolute paths and file names of sources', async () => {
    const everything = await haystack(await openArchive(join(root, 'dist', file)), /./);
    expect(everything).not.toContain(root);
    expect(everything.match(/\/(home|root|tmp|usr|Users|work)\/[\w.-]+/g)).toBeNull();
    const names = sources.map((source) => source.slice(root.length));
    expect(names.filter((name) => everything.includes(name))).toEqual([]);
    expect(everything).not.toMatch(/\b(unit|entry|variables|component)\.ts\b/);
  });
});
