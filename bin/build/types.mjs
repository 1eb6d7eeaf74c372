// The declarations of the package's public face: one file for each of its entries, and the report
// of what is public.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import extractor from '@microsoft/api-extractor';
import ts from 'typescript';
import { root } from '../setup/ensure.mjs';
import { entryReport, withRuntimeValues } from './entry-declarations.mjs';

const { CompilerState, Extractor, ExtractorConfig } = extractor;

const entries = {
  index: { types: 'public/index.d.ts', report: 'fmukit' },
  check: { types: 'fmu-sdk/check/index.d.ts', report: 'fmukit-check' },
  browser: { types: 'public/browser.d.ts', report: 'fmukit-browser' },
  'browser-write': {
    types: 'public/browser-write.d.ts',
    report: 'fmukit-browser-write',
  },
  author: { types: 'fmu-sdk/author/index.d.ts', report: 'fmukit-author' },
};

/** Writes the report anew if true, else compares it with the file. */
const update = process.argv.includes('--update');

declare(Object.values(entries).map(({ types }) => types.replace(/\.d\.ts$/, '.ts')));
const configs = Object.entries(entries).map(([entry, { types, report }]) =>
  ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: `<projectFolder>/dist/types/${types}`,
      compiler: { tsconfigFilePath: `${root}tsconfig.types.json` },
      apiReport: {
        enabled: true,
        reportFileName: `${report}.api.md`,
        reportFolder: '<projectFolder>/dist/api/',
        reportTempFolder: '<projectFolder>/dist/api/now/',
      },
      dtsRollup: { enabled: true, untrimmedFilePath: `<projectFolder>/dist/${entry}.d.ts` },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: { logLevel: 'none' } },
        extractorMessageReporting: {
          default: { logLevel: 'none' },
        },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: `${root}package.json`,
  }),
);
// All entries are of one program, which is compiled once.
const compilerState = CompilerState.create(configs[0], {
  additionalEntryPoints: configs.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
});
mkdirSync(`${root}dist/api`, { recursive: true });
const messageCallback = (message) => {
  if (message.category === 'console') message.handled = true;
};
for (const config of configs) Extractor.invoke(config, { compilerState, localBuild: true, messageCallback });
rmSync(`${root}dist/types`, { recursive: true, force: true });

let failed = false;
let mainReport;
for (const [entry, { report }] of Object.entries(entries)) {
  const there = new Set(Object.keys(await import(`${root}dist/${entry}.js`)));
  const file = `${root}dist/${entry}.d.ts`;
  writeFileSync(file, withRuntimeValues(published(readFileSync(file, 'utf8')), there));
  const kept = `${root}docs/api/${report}.api.md`;
  const now = entryReport(readFileSync(`${root}dist/api/${report}.api.md`, 'utf8'), there, mainReport);
  mainReport ??= now;
  if (existsSync(kept) && readFileSync(kept, 'utf8') === now) continue;
  if (update) writeFileSync(kept, now);
  else failed = true;
}

// What a unit's author writes is in a dialect whose types are global.
copyFileSync(`${root}fmu-sdk/author/dialect.d.ts`, `${root}dist/dialect.d.ts`);
const author = `${root}dist/author.d.ts`;
writeFileSync(author, `/// <reference path="./dialect.d.ts" />\n${readFileSync(author, 'utf8')}`);
if (failed) {
  process.stderr.write(
    'The public API of the package has changed. Review docs/api/ and run npm run build -- --update.\n',
  );
  process.exit(1);
}

/**
 * Writes the declarations of these sources, and of the sources they name, to dist/types. Each
 * declaration comes from its source alone (`isolatedDeclarations`). Imports of the code alone are
 * not read. `npm run check` checks types.
 */
function declare(sources) {
  const { options } = ts.getParsedCommandLineOfConfigFile(`${root}tsconfig.types.json`, {}, ts.sys);
  const all = new Set(sources);
  for (const source of all) for (const named of namedBy(source, options)) all.add(named);
  const alone = { ...options, noResolve: true, noCheck: true, types: [] };
  ts.createProgram(
    [...all, 'fmu-sdk/author/dialect.d.ts'].map((source) => join(root, source)),
    alone,
  ).emit();
}

/** The sources that the declarations of a source name. */
function namedBy(fileName, compilerOptions) {
  const { outputText } = ts.transpileDeclaration(readFileSync(join(root, fileName), 'utf8'), {
    fileName,
    compilerOptions,
  });
  return ts
    .preProcessFile(outputText)
    .importedFiles.filter((each) => each.fileName.startsWith('.'))
    .map((each) => join(dirname(fileName), each.fileName.replace(/(\.ts)?$/, '.ts')))
    .filter((file) => existsSync(join(root, file)));
}

/**
 * Returns declarations in their published form. Entries share classes through one declaration.
 * Private members would otherwise make them different types, and one entry would reject values of
 * another.
 */
function published(text) {
  const file = ts.createSourceFile('entry.d.ts', text, ts.ScriptTarget.Latest);
  const cuts = [];
  const visit = (node) => {
    const flags = ts.canHaveModifiers(node) ? ts.getCombinedModifierFlags(node) : 0;
    if (ts.isClassElement(node) && !ts.isConstructorDeclaration(node) && flags & ts.ModifierFlags.Private)
      cuts.push(node);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  const kept = cuts.reduceRight((whole, { pos, end }) => whole.slice(0, pos) + whole.slice(end), text);
  // A page's project need not have it.
  return /Symbol\.(async)?dispose/i.test(kept) ? `/// <reference lib="esnext.disposable" />\n${kept}` : kept;
}
