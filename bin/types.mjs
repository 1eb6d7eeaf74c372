// The declarations of the package's public face: one file for each of its entries, and the report of what is public.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import extractor from '@microsoft/api-extractor';
import { node, root } from './ensure.mjs';

const { CompilerState, Extractor, ExtractorConfig } = extractor;

const entries = {
  index: { types: 'public/index.d.ts', report: 'fmukit' },
  check: { types: 'fmu-sdk/conformance/index.d.ts', report: 'fmukit-check' },
  browser: { types: 'public/browser.d.ts', report: 'fmukit-browser' },
  author: { types: 'fmu-sdk/author/index.d.ts', report: 'fmukit-author' },
};

/** Whether the report on disk is to be written anew, or else compared. */
const update = process.argv.includes('--update');

// Types are checked elsewhere (`npm run check`): declarations say themselves what they are.
node(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json', '--noCheck']);
const configs = Object.entries(entries).map(([entry, { types, report }]) =>
  ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: `<projectFolder>/dist/types/${types}`,
      compiler: { tsconfigFilePath: `${root}tsconfig.types.json` },
      apiReport: {
        enabled: true,
        reportFileName: `${report}.api.md`,
        reportFolder: '<projectFolder>/docs/api/',
        reportTempFolder: '<projectFolder>/dist/api/',
      },
      dtsRollup: { enabled: true, untrimmedFilePath: `<projectFolder>/dist/${entry}.d.ts` },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: { logLevel: 'none' } },
        extractorMessageReporting: {
          default: { logLevel: 'none' },
          'ae-forgotten-export': { logLevel: 'warning', addToApiReportFile: true },
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
let failed = false;
for (const config of configs) {
  const result = Extractor.invoke(config, { compilerState, localBuild: update, showVerboseMessages: false });
  if (result.apiReportChanged && !update) failed = true;
}
rmSync(`${root}dist/types`, { recursive: true, force: true });

// What a unit's author writes is in a dialect whose types are global.
copyFileSync(`${root}fmu-sdk/author/dialect.d.ts`, `${root}dist/dialect.d.ts`);
const author = `${root}dist/author.d.ts`;
writeFileSync(author, `/// <reference path="./dialect.d.ts" />\n${readFileSync(author, 'utf8')}`);
if (failed) {
  process.stderr.write(
    'The public face of the package has changed: look at docs/api/ and run npm run build -- --update.\n',
  );
  process.exit(1);
}
