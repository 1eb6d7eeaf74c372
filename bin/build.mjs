// `npm run build`: what the package consists of, compiled into dist/. `--types` adds the declarations.
import { rmSync } from 'node:fs';
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

export async function buildPackage({ types = false } = {}) {
  for (const old of ['chunks', 'types']) rmSync(`${root}dist/${old}`, { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: nodeEntries,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
  });
  // What a unit's author extends: nothing of it is run, but an import of it is found.
  await build({ ...common, entryPoints: { author: 'fmu-sdk/author/index.ts' }, platform: 'neutral' });
  // For pages: one file without imports, and nothing of Node.
  await build({
    ...common,
    entryPoints: { browser: 'public/browser.ts' },
    platform: 'browser',
    target: 'es2022',
    minify: true,
  });
  if (types) node(['bin/types.mjs', ...process.argv.filter((word) => word === '--update')]);
}

if (process.argv[1].endsWith('build.mjs')) await buildPackage({ types: process.argv.includes('--types') });
