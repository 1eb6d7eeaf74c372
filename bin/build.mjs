// `npm run build`: what the package consists of, compiled into dist/. `--types` adds the declarations.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { build } from 'esbuild';
import { node, root } from './ensure.mjs';

/** Entries that share their chunks; each imports what it needs when it needs it. */
const nodeEntries = {
  index: 'public/index.ts',
  check: 'fmu-sdk/conformance/index.ts',
  fmu: 'master/cli/main.ts',
  worker: 'master/run/worker.ts',
  translator: 'fmu-sdk/host/component/translator.ts',
  'unit-thread': 'fmu-sdk/host/thread/serve.ts',
  trial: 'fmu-sdk/seal/trial-thread.ts',
};

const common = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  logLevel: 'warning',
  legalComments: 'none',
  write: false,
};

export async function buildPackage({ types = false } = {}) {
  const files = [];
  const compile = async (options) => files.push(...(await build({ ...common, ...options })).outputFiles);
  await compile({
    entryPoints: nodeEntries,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
  });
  // What a unit's author extends: nothing of it is run, but an import of it is found.
  await compile({ entryPoints: { author: 'fmu-sdk/author/index.ts' }, platform: 'neutral' });
  // For pages: one file without imports, and nothing of Node.
  await compile({
    entryPoints: { browser: 'public/browser.ts' },
    platform: 'browser',
    target: 'es2022',
    minify: true,
  });
  files.push(glue());
  replace(files);
  if (types) node(['bin/types.mjs', ...process.argv.filter((word) => word === '--update')]);
}

/** What is compiled into every unit beside the author's package, as texts by path in `fmu-sdk`: a package has no sources of it. */
function glue() {
  const folder = 'component/glue';
  const texts = readdirSync(`${root}fmu-sdk/${folder}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .sort()
    .map((name) => [`${folder}/${name}`, readFileSync(`${root}fmu-sdk/${folder}/${name}`, 'utf8')]);
  return { path: `${root}dist/glue.json`, contents: Buffer.from(JSON.stringify(Object.fromEntries(texts))) };
}

/** Writes what has changed, whole, and removes chunks that are no more: who runs the package meanwhile notices nothing. */
function replace(files) {
  for (const { path, contents } of files) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
  const chunks = `${root}dist/chunks`;
  const present = new Set(files.map(({ path }) => relative(chunks, path)));
  for (const name of readdirSync(chunks)) if (!present.has(name)) rmSync(`${chunks}/${name}`);
}

if (process.argv[1].endsWith('build.mjs')) await buildPackage({ types: process.argv.includes('--types') });
