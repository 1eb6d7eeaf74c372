import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build as bundle } from 'esbuild';
import ts from 'typescript';
import { build as viteBuild } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ModelDescription,
  readModelDescription,
  type SystemFile,
  writeModelDescription,
} from '../../public/index.ts';
import { noBrowser, openBrowser } from '../report/chromium.ts';
import { root } from '../run-fmu.ts';
import { fmuIn, lean } from './installed.ts';
import { once } from './once.ts';

/** Script of a page: it runs the installed package with fetched files, and returns its doubles. */
const page = `import { loadSystem, simulate } from 'fmukit/browser';
globalThis.done = (async () => {
  const text = await (await fetch('system.json')).text();
  const files = new Map();
  for (const { fmu } of Object.values(JSON.parse(text).units))
    files.set(fmu, new Uint8Array(await (await fetch(fmu)).arrayBuffer()));
  const { columns } = await simulate(await loadSystem(text, { files }), { collect: true });
  return columns.map(({ name, data }) => [name, [...new BigInt64Array(data.buffer)].map(String)]);
})();
`;

let folder: string;
beforeAll(async () => {
  const package_ = await lean();
  folder = await once('page', (to) => mkdirSync(join(to, 'dist')));
  const system = JSON.parse(
    readFileSync(join(root, 'systems/crane-single-force.json'), 'utf8'),
  ) as SystemFile;
  for (const unit of Object.values(system.units)) {
    unit.fmu = unit.fmu.replace('../', '');
    copyFileSync(join(root, unit.fmu), join(folder, unit.fmu));
  }
  writeFileSync(join(folder, 'system.json'), JSON.stringify({ ...system, stopTime: 1 }));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="page.js"></script>');
  writeFileSync(join(package_, 'page.js'), page);
  fmuIn(package_, ['run', join(folder, 'system.json'), '--output', join(folder, 'command-line.csv')]);
  await bundle({
    entryPoints: [join(package_, 'page.js')],
    outfile: join(folder, 'page.js'),
    bundle: true,
    format: 'esm',
    logLevel: 'silent',
  });
});

const server: Server = createServer(({ url = '/' }, answer) => {
  const file = join(folder, url === '/' ? 'index.html' : url);
  const type = { html: 'text/html', js: 'text/javascript' }[file.split('.').at(-1) as 'html' | 'js'];
  answer.setHeader('content-type', type ?? 'application/octet-stream');
  if (!existsSync(file)) answer.statusCode = 404;
  answer.end(existsSync(file) ? readFileSync(file) : '');
});
afterAll(() => server.close());

/** Returns the imports and requires of a script, without matches inside texts. */
const imports = (script: string): string[] =>
  ts.preProcessFile(script, true, true).importedFiles.map(({ fileName }) => fileName);

/** Returns a script of the package with all scripts that it imports before it runs, each once. */
function loadedFirst(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const script = readFileSync(file, 'utf8');
  const { statements } = ts.createSourceFile(file, script, ts.ScriptTarget.Latest);
  const imported = statements.flatMap((statement) =>
    ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)
      ? loadedFirst(join(dirname(file), statement.moduleSpecifier.text), seen)
      : [],
  );
  return [script, ...imported];
}

/** Matches imports of files in the package. */
const ownFile = /^\.\/(?:chunks\/)?browser-[\w-]+\.js$/;

/** Model description with most features of FMI 3.0. */
const described = (): ModelDescription => {
  const xml = readFileSync(join(root, 'test/check/mutants/c/full3.xml'), 'utf8');
  return { ...readModelDescription(xml, 'full3.xml'), description: 'A & B' };
};

/** Returns an entry of the installed package, bundled for a page and run without Node's globals. */
async function inPage(entry: string): Promise<Record<string, (...values: unknown[]) => unknown>> {
  const { outputFiles } = await bundle({
    stdin: { contents: `export * from '${entry}'`, resolveDir: await lean() },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'entry',
    platform: 'browser',
  });
  return runInContext(`${outputFiles[0].text}; entry`, createContext());
}

describe('fmukit/browser/write', () => {
  it('fmukit/browser/write writes the model description of fmukit', async () => {
    const page = await inPage('fmukit/browser/write');
    const description = described();
    const written = writeModelDescription(description);
    expect(written).toContain('A &amp; B');
    expect(page.writeModelDescription(description)).toBe(written);
  });

  it('fmukit/browser/write reports an error that a page can handle', async () => {
    const page = await inPage('fmukit/browser/write');
    const annotations = [{ type: 'a', content: '', namespaces: { 'wrong name': 'urn:a' } }];
    expect(() => page.writeModelDescription({ ...described(), annotations })).toThrow(/wrong name/);
  });

  it('fmukit/browser/write, with XML and all result formats, takes at most 80 kB, compressed', async () => {
    const file = join(await lean(), 'node_modules/fmukit/dist/browser-write.js');
    expect(gzipSync(readFileSync(file)).length).toBeLessThanOrEqual(80_000);
    expect(imports(readFileSync(file, 'utf8'))).toEqual([]);
  });
});

describe('fmukit/browser', () => {
  it('fmukit/browser takes at most 150 kB, compressed, before a page selects the scheme auto', async () => {
    const scripts = loadedFirst(join(await lean(), 'node_modules/fmukit/dist/browser.js'));
    const bytes = scripts.map((script) => gzipSync(script).length).reduce((sum, next) => sum + next);
    expect(bytes).toBeLessThanOrEqual(150_000);
    for (const imported of scripts.flatMap(imports)) expect(imported).toMatch(ownFile);
  });

  it('esbuild bundles fmukit/browser without a shim and without Node modules', () => {
    const script = readFileSync(join(folder, 'page.js'), 'utf8');
    expect(imports(script)).toEqual([]);
    expect(script).toContain('system.json');
  });

  it('vite bundles fmukit/browser without a shim and without Node modules', async () => {
    const built = await viteBuild({
      root: await lean(),
      configFile: false,
      logLevel: 'silent',
      build: { write: false, lib: { entry: 'page.js', formats: ['es'], fileName: 'page' } },
    });
    const [{ output }] = built as { output: { type: string; code?: string }[] }[];
    const scripts = output.flatMap(({ code }) => code ?? []);
    for (const script of scripts) {
      for (const imported of imports(script)) expect(imported).toMatch(/^\.\//);
      expect(script).not.toContain('externalized for browser compatibility');
    }
    expect(scripts.length).toBeGreaterThan(0);
  });

  it('fmukit/browser runs the fmukit FMU of the crane in chromium with the bits of the command line', async ({
    skip,
  }) => {
    if (noBrowser !== undefined) return skip(noBrowser);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const opened = await openBrowser();
    try {
      const tab = await opened.newPage();
      tab.setDefaultTimeout(0);
      const errors: string[] = [];
      tab.on('pageerror', (error) => errors.push(String(error)));
      await tab.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'load' });
      const columns = (await tab.evaluate('globalThis.done')) as [string, string[]][];
      expect(errors).toEqual([]);
      const rows = readFileSync(join(folder, 'command-line.csv'), 'utf8').trim().split(/\r?\n/);
      const names = rows[0].split(',').map((name) => name.replace(/ \[.*\]$/, ''));
      expect(columns.map(([name]) => name)).toEqual(names);
      const bits = (text: string): string =>
        String(new BigInt64Array(new Float64Array([Number(text)]).buffer)[0]);
      const cells = rows.slice(1).map((row) => row.split(',').map(bits));
      expect(cells.length).toBe(1001);
      for (const [k, [, data]] of columns.entries()) expect(data).toEqual(cells.map((row) => row[k]));
    } finally {
      await opened.close();
    }
  });
});
