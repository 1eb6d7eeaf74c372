// `npm run build`: what the package consists of, compiled into dist/. `--types` adds the declarations.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import { node, root } from './ensure.mjs';

/** Entries that share their chunks; each imports what it needs when it needs it. */
const nodeEntries = {
  index: 'public/index.ts',
  check: 'fmu-sdk/conformance/index.ts',
  fmu: 'master/cli/main.ts',
  worker: 'master/run/worker.ts',
};

const common = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  logLevel: 'warning',
  legalComments: 'none',
};

/**
 * Bundles, and writes the files that have changed, each whole and chunks before what imports them: a command that starts
 * meanwhile finds one build or the other. Gives the paths.
 */
async function bundle(options) {
  const { outputFiles } = await build({ ...common, ...options, write: false });
  const isChunk = ({ path }) => path.includes('/chunks/');
  for (const file of [...outputFiles.filter(isChunk), ...outputFiles.filter((file) => !isChunk(file))])
    if (!existsSync(file.path) || !readFileSync(file.path).equals(file.contents)) writeWhole(file);
  return outputFiles.map(({ path }) => path);
}

function writeWhole({ path, contents }) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, contents);
  renameSync(`${path}.${process.pid}`, path);
}

export async function buildPackage({ types = false } = {}) {
  rmSync(`${root}dist/types`, { recursive: true, force: true });
  const written = await bundle({
    entryPoints: nodeEntries,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
  });
  for (const name of readdirSync(`${root}dist/chunks`))
    if (!written.includes(`${root}dist/chunks/${name}`)) rmSync(`${root}dist/chunks/${name}`);
  // What a unit's author extends: nothing of it is run, but an import of it is found.
  await bundle({ entryPoints: { author: 'fmu-sdk/author/index.ts' }, platform: 'neutral' });
  // For pages: one file without imports, and nothing of Node.
  await bundle({
    entryPoints: { browser: 'public/browser.ts' },
    platform: 'browser',
    target: 'es2022',
    minify: true,
  });
  if (types) node(['bin/types.mjs', ...process.argv.filter((word) => word === '--update')]);
}

if (process.argv[1].endsWith('build.mjs')) await buildPackage({ types: process.argv.includes('--types') });
