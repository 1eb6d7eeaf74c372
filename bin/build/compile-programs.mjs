// The programs of the package, compiled by esbuild.
import { isAscii } from 'node:buffer';
import { root } from '../setup/ensure.mjs';
import {
  checkOf,
  checks,
  compiledSchemas,
  compiledSchemasInPage,
  compiledSchemasInRuns,
  oneFileOnDemand,
  withoutModelExchange,
} from './compiled-schemas.mjs';

/** Entries that share their chunks. Each imports what it needs when it needs it. */
const nodeEntries = {
  index: 'public/index.ts',
  fmu: 'master/cli/main.ts',
  check: 'fmu-sdk/check/index.ts',
  translator: 'fmu-sdk/host/component/translation/translator-task.ts',
  'unit-thread': 'fmu-sdk/host/thread/serve-thread.ts',
  'first-thread-program': 'master/run/worker/first-thread-program.ts',
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

/** Replacements of modules in pages: of those that xmlbuilder2 imports, and the parser of JSON alone. */
const inPage = {
  ...Object.fromEntries(
    ['events', 'js-yaml', 'url'].map((name) => [name, './bin/build/modules-in-page.mjs']),
  ),
  'jsonc-parser': './node_modules/jsonc-parser/lib/esm/impl/parser.js',
};

const starting = {
  platform: 'node',
  target: 'node20.19',
  mainFields: ['module', 'main'],
  external: large,
  banner: { js: required },
  plugins: [compiledSchemas],
  minifySyntax: true,
  minifyWhitespace: true,
  // Node prints the line of an error that nobody catches.
  lineLimit: 1000,
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

/** As CommonJS a program needs no loader of modules. */
const asScript = {
  ...starting,
  // Node scans the whole file at each start. Short names make it over a quarter smaller.
  minifyIdentifiers: true,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  banner: { js: "const addressOfThisFile = require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': 'addressOfThisFile' },
};

/** Compiles all programs. Returns the files, and the paths of all their sources. */
export async function compilePrograms() {
  const { build } = await import('esbuild');
  const files = [];
  const inputs = [];
  for (const options of [...modules(), ...scripts(), ...schemaChecks(), ...outsideNode()]) {
    const { outputFiles, metafile } = await build({ ...common, ...options });
    files.push(...outputFiles.map(inAscii));
    inputs.push(...Object.keys(metafile.inputs));
  }
  return { files, inputs };
}

/** Returns the options for the library and the command line, which share their chunks. */
function modules() {
  return [
    {
      entryPoints: nodeEntries,
      chunkNames: 'chunks/[name]-[hash]',
      splitting: true,
      platform: 'node',
      target: 'node20.19',
      external: large,
      mainFields: ['module', 'main'],
      banner: starting.banner,
      minifySyntax: true,
      minifyWhitespace: true,
      // Node prints the line of an error that nobody catches.
      lineLimit: 120,
      plugins: [compiledSchemas],
    },
  ];
}

/** Returns the options for commands and threads that start at once. */
function scripts() {
  return [
    {
      ...asScript,
      entryPoints: { run: 'master/cli/run/main.ts' },
      plugins: [compiledSchemasInRuns],
    },
    {
      ...asScript,
      entryPoints: {
        build: 'master/cli/build/main.ts',
        builder: 'fmu-sdk/build/thread/build-program.ts',
        inspect: 'master/cli/inspect/main.ts',
        trial: 'fmu-sdk/build/trial/trial-thread.ts',
        worker: 'master/run/worker/run-worker.ts',
        'study-worker': 'master/study/threads/study-worker.ts',
        leavings: 'fmu-sdk/util/files/temp-folder.ts',
      },
      plugins: [compiledSchemas],
    },
  ];
}

/** Returns the options for the check of each schema. */
function schemaChecks() {
  return checks().map(({ name, file, at }) => ({
    stdin: { contents: checkOf(file, at), resolveDir: root },
    outfile: `dist/checks/${name}.cjs`,
    ...starting,
    outdir: undefined,
    format: 'cjs',
    banner: {},
  }));
}

/** Options for pages, and those for parts that a page loads on demand. */
const inPages = {
  alias: inPage,
  plugins: [compiledSchemasInPage, withoutModelExchange],
  platform: 'browser',
  target: 'es2022',
  minify: true,
};
const ownChunks = { splitting: true, chunkNames: 'chunks/browser-[name]-[hash]' };

/** Returns the options for programs that use nothing of Node: for authors and for pages. */
function outsideNode() {
  return [
    // What a unit's author extends: nothing of it is run, but an import of it is found.
    { entryPoints: { author: 'fmu-sdk/author/index.ts' }, platform: 'neutral' },
    // For pages: files that import only files of their own. A page loads the choice of a scheme by
    // `auto`, and the pairs of terminals, when it needs them.
    {
      ...inPages,
      plugins: [...inPages.plugins, oneFileOnDemand],
      entryPoints: { browser: 'public/browser.ts' },
      ...ownChunks,
    },
    { ...inPages, entryPoints: { 'browser-write': 'public/browser-write.ts' } },
    // The thread in which a page runs its system again: one script, which stands inside the page.
    {
      entryPoints: { 'page-worker': 'master/report/system/page-worker.ts' },
      alias: inPage,
      plugins: [compiledSchemasInPage],
      platform: 'browser',
      target: 'es2022',
      format: 'iife',
      minify: true,
    },
  ];
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
