// `npm run build`: what the package consists of, compiled into dist/. `--types` adds the
// declarations.
import { isAscii } from 'node:buffer';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import {
  checkOf,
  checks,
  compiledSchemas,
  compiledSchemasInPage,
  compiledSchemasInRuns,
  withoutModelExchange,
} from './compiled-schemas.mjs';
import { node, root } from './ensure.mjs';
import { startProgress } from './progress.mjs';
import { hashSources, isCompiled, markCompiled, markLookedAt } from './source-stamp.mjs';

/** Entries that share their chunks. Each imports what it needs when it needs it. */
const nodeEntries = {
  index: 'public/index.ts',
  check: 'fmu-sdk/check/index.ts',
  translator: 'fmu-sdk/host/component/translator-task.ts',
  'unit-thread': 'fmu-sdk/host/thread/serve-thread.ts',
  'unit-member': 'master/run/threads/thread-program.ts',
};

/** Packages that stay external and are loaded when needed: compilers and other large packages. */
const large = [
  '@bytecodealliance/*',
  'assemblyscript',
  'assemblyscript/*',
  'binaryen',
  'bullmq',
  'esbuild',
  'fast-check',
  'fmukit/*',
  'ioredis',
  'typescript',
  'wabt',
];

/** Packages that are written as CommonJS ask for Node's modules by this. */
const required =
  "import { createRequire as requireOf } from 'node:module';const require = requireOf(import.meta.url);";

const starting = {
  platform: 'node',
  target: 'node20.19',
  mainFields: ['module', 'main'],
  external: large,
  banner: { js: required },
  plugins: [compiledSchemas],
  minifySyntax: true,
  minifyWhitespace: true,
};

const common = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  logLevel: 'warning',
  legalComments: 'none',
  write: false,
  metafile: true,
};

/** Compiles the package into dist/ unless it is there already. `types` adds the declarations. */
export async function buildPackage({ types = false } = {}) {
  const now = hashSources();
  if (!isCompiled(now)) {
    const compiled = startProgress('Compiling fmukit');
    await compilePackage();
    markCompiled(now);
    await compiled();
  } else markLookedAt();
  if (types) node(['bin/types.mjs', ...process.argv.filter((word) => word === '--update')]);
}

async function compilePackage() {
  const { build } = await import('esbuild');
  const files = [];
  const inputs = [];
  const compile = async (options) => {
    const { outputFiles, metafile } = await build({ ...common, ...options });
    files.push(...outputFiles.map(inAscii));
    inputs.push(...Object.keys(metafile.inputs));
  };
  await compile({
    entryPoints: nodeEntries,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    plugins: [compiledSchemas],
  });
  // What starts with each command, with the packages that it needs. The thread that computes has
  // one file of its own.
  await compile({
    entryPoints: { fmu: 'master/cli/main.ts' },
    ...starting,
    chunkNames: 'chunks/fmu-[name]-[hash]',
    splitting: true,
  });
  // As CommonJS it needs no loader of modules.
  const asScript = {
    ...starting,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    banner: { js: "const addressOfThisFile = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': 'addressOfThisFile' },
  };
  await compile({
    ...asScript,
    entryPoints: { run: 'master/cli/run/main.ts' },
    plugins: [compiledSchemasInRuns],
  });
  await compile({
    ...asScript,
    entryPoints: {
      build: 'master/cli/build/main.ts',
      inspect: 'master/cli/inspect/main.ts',
      trial: 'fmu-sdk/build/trial/trial-thread.ts',
      worker: 'master/run/run-worker.ts',
      'study-worker': 'master/study/study-worker.ts',
      leavings: 'fmu-sdk/util/files/temp-folder.ts',
    },
    plugins: [compiledSchemas],
  });
  for (const { name, file, at } of checks())
    await compile({
      stdin: { contents: checkOf(file, at), resolveDir: root },
      outfile: `dist/checks/${name}.cjs`,
      ...starting,
      outdir: undefined,
      format: 'cjs',
      banner: {},
    });
  // What a unit's author extends: nothing of it is run, but an import of it is found.
  await compile({ entryPoints: { author: 'fmu-sdk/author/index.ts' }, platform: 'neutral' });
  // For pages: one file without imports, and nothing of Node.
  await compile({
    entryPoints: { browser: 'public/browser.ts' },
    plugins: [compiledSchemasInPage, withoutModelExchange],
    platform: 'browser',
    target: 'es2022',
    minify: true,
  });
  // The thread in which a page runs its system again: one script, which stands inside the page.
  await compile({
    entryPoints: { 'page-worker': 'master/report/system/page-worker.ts' },
    plugins: [compiledSchemasInPage],
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    minify: true,
  });
  files.push(glue(), licenses(inputs));
  replace(files);
}

/**
 * A program in ASCII: one with other characters is read in several times the time, and takes twice
 * the memory. esbuild escapes them in texts. What is left stands in regular expressions, where an
 * escape means the same.
 */
function inAscii(file) {
  if (!/\.c?js$/.test(file.path) || isAscii(file.contents)) return file;
  const escaped = file.text.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return { path: file.path, contents: Buffer.from(escaped) };
}

/** The licenses of the packages whose code is part of what was built. */
function licenses(inputs) {
  const packages = new Set(
    inputs.flatMap((input) => /^.*node_modules\/((@[^/]+\/)?[^/]+)/.exec(input)?.[0] ?? []),
  );
  const texts = [...packages].sort().map((path) => {
    const folder = `${root}${path}`;
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const text = file === undefined ? `License: ${license}\n` : readFileSync(`${folder}/${file}`, 'utf8');
    return `${name} ${version}\n\n${text.trim()}\n`;
  });
  return {
    path: `${root}dist/licenses.txt`,
    contents: Buffer.from([...new Set(texts)].join(`\n${'-'.repeat(80)}\n\n`)),
  };
}

/**
 * Returns the sources that are compiled into every unit, as texts by path in `fmu-sdk`, without the
 * author's package. A package does not contain these sources.
 */
function glue() {
  const folder = 'build/component/glue';
  const texts = readdirSync(`${root}fmu-sdk/${folder}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .sort()
    .map((name) => [`${folder}/${name}`, readFileSync(`${root}fmu-sdk/${folder}/${name}`, 'utf8')]);
  return { path: `${root}dist/glue.json`, contents: Buffer.from(JSON.stringify(Object.fromEntries(texts))) };
}

/**
 * Writes changed files atomically, and removes obsolete code. A running program does not notice it.
 */
function replace(files) {
  for (const { path, contents } of files) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
  const present = new Set(files.map(({ path }) => relative(root, path)));
  for (const folder of ['dist', 'dist/chunks', 'dist/checks'])
    for (const name of readdirSync(`${root}${folder}`))
      if (/\.c?js$/.test(name) && !present.has(`${folder}/${name}`)) rmSync(`${root}${folder}/${name}`);
}

if (process.argv[1].endsWith('build.mjs')) await buildPackage({ types: process.argv.includes('--types') });
