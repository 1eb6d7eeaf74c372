// What commands would do at each start is done here once: checks of the package's own schemas are
// written as code.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { root } from '../setup/ensure.mjs';
import { hashSources } from './source-stamp.mjs';

const require = createRequire(import.meta.url);
/** Definitions that are checked by themselves, beside whole documents. */
const definitions = { 'fmukit/unit.schema.json': ['/definitions/part'] };

/** esbuild plugin that replaces `fmu-sdk/util/json/ajv.ts` and `compiled-schemas.ts`. */
export const compiledSchemas = {
  name: 'compiled-schemas',
  setup(build) {
    build.onLoad({ filter: /fmu-sdk\/util\/json\/ajv\.ts$/ }, () => ({
      // Modules have no `require`, and a program imports modules.
      contents: `import { packageRequire } from '../package-files.ts';
        export const ajv = () => packageRequire('ajv').Ajv;`,
      resolveDir: `${root}fmu-sdk/util/json`,
    }));
    build.onLoad({ filter: /fmu-sdk\/util\/json\/compiled-schemas\.ts$/ }, () => ({
      contents: `${compiledFromFiles()} export { fromFile as compiledValidator };`,
      resolveDir: `${root}fmu-sdk/util/json`,
    }));
    // What was looked through before by the same program is not looked through again.
    build.onLoad({ filter: /fmu-sdk\/host\/wasm\/checked-once\.ts$/ }, () => ({
      contents: `import { keptCheck } from '../../cache/cached-check.ts';
        export const checkedOnce = (bytes, check) => keptCheck('${hashSources()}', bytes, check);`,
      resolveDir: `${root}fmu-sdk/host/component`,
    }));
  },
};

/**
 * esbuild plugin with the system check in the program itself, whose bytecode is cached. Every run
 * checks a system, even a single FMU.
 */
export const compiledSchemasInRuns = {
  name: 'compiled-schemas-in-runs',
  setup(build) {
    const { file, id } = schemas().find(({ id }) => id === 'fmukit/system.schema.json');
    build.onResolve({ filter: /^check:/ }, ({ path }) => ({ path, namespace: 'check' }));
    build.onLoad({ filter: /^check:/, namespace: 'check' }, () => ({
      contents: checkOf(file, ''),
      resolveDir: root,
    }));
    build.onLoad({ filter: /fmu-sdk\/util\/json\/compiled-schemas\.ts$/ }, () => ({
      contents: `${compiledFromFiles()}
        export const compiledValidator = (id, at, allErrors) =>
          id === ${JSON.stringify(id)} && at === '' && !allErrors ? require('check:system') : fromFile(id, at, allErrors);`,
      resolveDir: `${root}fmu-sdk/util/json`,
    }));
    compiledSchemas.setup(build);
  },
};

/**
 * esbuild plugin for pages, which check only systems. A page that forbids code from text allows no
 * other checks.
 */
export const compiledSchemasInPage = {
  name: 'compiled-schemas-in-page',
  setup(build) {
    build.onLoad({ filter: /fmu-sdk\/util\/json\/ajv\.ts$/ }, () => ({
      contents: "export const ajv = () => { throw new Error('this schema has no compiled check'); };",
    }));
    const { file, id } = schemas().find(({ id }) => id === 'fmukit/system.schema.json');
    // Of the schema itself a page takes what errors hand out.
    const schema = schemaInPage(withoutWords(schemaOf(file)));
    build.onLoad({ filter: /schemas\/system\.schema\.json$/ }, () => ({
      contents: JSON.stringify(schema),
      loader: 'json',
    }));
    build.onResolve({ filter: /^check:/ }, ({ path }) => ({ path, namespace: 'check' }));
    build.onLoad({ filter: /^check:/, namespace: 'check' }, () => ({
      // The check contains the schema too. It takes the one that errors hand out.
      contents: `import schema from './schemas/${file}' with { type: 'json' };
        ${checkOf(file, '', { allErrors: true, esm: true, adapt: schemaInPage }).replace(JSON.stringify(schema), 'schema')}`,
      resolveDir: root,
    }));
    build.onLoad({ filter: /master\/system\/checks\/check-interface\.ts$/ }, () => ({
      contents: 'export const checkInterface = () => ({});',
    }));
    // A second check, which ends at the first fault, would be a twentieth of a page: it only
    // refuses large documents sooner.
    build.onLoad({ filter: /fmu-sdk\/util\/json\/compiled-schemas\.ts$/ }, () => ({
      contents: `import all from 'check:all';
        export const compiledValidator = (id, at) => (id !== ${JSON.stringify(id)} || at !== '' ? undefined : all);`,
      resolveDir: root,
    }));
  },
};

/** `fromFile`: a check of its own file. */
function compiledFromFiles() {
  const entries = checks().map(({ name, key }) => `[${JSON.stringify(key)}]: './checks/${name}.cjs'`);
  return `import { packageRequire } from '../package-files.ts';
    const files = { ${entries.join(', ')} };
    const fromFile = (id, at, allErrors) => {
      const file = allErrors ? undefined : files[\`\${id}#\${at}\`];
      return file === undefined ? undefined : packageRequire(\`./dist/\${file}\`);
    };`;
}

/** Checks that are compiled before a run: those of whole documents and of definitions. */
export function checks() {
  return schemas().flatMap(({ file, id }) =>
    ['', ...(definitions[id] ?? [])].map((at) => ({
      name: `${file.replace('.schema.json', '')}${at.replaceAll('/', '-')}`,
      key: `${id}#${at}`,
      file,
      at,
    })),
  );
}

function schemas() {
  return readdirSync(`${root}schemas`)
    .filter((name) => name.endsWith('.json'))
    .map((file) => ({ file, id: schemaOf(file).$id }));
}

function schemaOf(file) {
  return JSON.parse(readFileSync(`${root}schemas/${basename(file)}`, 'utf8'));
}

/** As in `fmu-sdk/util/json/schema-validator.ts`. `schema-faults.ts` writes the messages. */
const options = { strict: true, allowUnionTypes: true, messages: false };

/** A script whose export is the check that `fmu-sdk/util/json/schema-validator.ts` would make. */
export function checkOf(file, at, { allErrors = false, esm = false, adapt = (schema) => schema } = {}) {
  const { Ajv } = require('ajv');
  const { default: standalone } = require('ajv/dist/standalone');
  const schema = adapt(withoutWords(schemaOf(file)));
  // A page is smaller if the check calls the checks of definitions.
  const inlineRefs = !esm;
  const code = { source: true, esm };
  const ajv = new Ajv({ ...options, allErrors, inlineRefs, code }).addSchema(schema);
  return standalone(ajv, ajv.compile({ $ref: at === '' ? schema.$id : `${schema.$id}#${at}` }));
}

/**
 * Parts of a run that only FMUs of others need, or that would make `fmukit/browser` too large, and
 * what stands for them in a page.
 */
const ofOthers = {
  'master/coupling/transfer/following-instance.ts':
    'export const followedInputs = () => undefined; export const followingInstance = (_s, _k, instance) => instance;',
  'master/coupling/events/point-events.ts':
    'export class PointEvents { static of() {} } export const isTickConnection = () => false;',
  'fmu-sdk/description/fmi1/read-fmi1.ts': `import { UserError } from '../../util/user-error.ts';
    export const read1 = () => { throw new UserError('fmukit/browser does not support FMI 1.0. Use fmukit.'); };`,
  'fmu-sdk/description/fmi1/fmi1-variables.ts': 'export class VariableReader1 {}',
  'master/verdict/growth.ts': 'export class Growth { start() {} look() {} visitState() {} }',
  'master/verdict/constraints.ts': 'export class Constraints { look() {} visitState() {} }',
  'master/verdict/connection-errors.ts':
    'export const cluster = 1; export class ConnectionErrors { count = 0; start() {} look() {} visitState() {} }',
  'fmu-sdk/host/choice/require-odes.ts': 'export const requireOdes = async () => [];',
  'master/coupling/transfer/drift-correction.ts': `export const driftOption = {};
    export class DriftCorrection { notes = []; begin() {} correct() {} visitState() {} }`,
  'master/coupling/schemes/waveform.ts': `import { UserError } from '../../../fmu-sdk/util/user-error.ts';
    const couple = ({ system }) => {
      throw new UserError(\`run \${system.name}: fmukit/browser does not support waveform. Use fmukit.\`);
    };
    const traits = { order: 'extrapolation', implicit: true, unitSteps: true, needs: [] };
    export const waveform = { name: 'waveform', traits, options: {}, couple };`,
  // A page runs no native FMUs, starts no processes, and has one thread.
  'master/coupling/fast-path/called-loop.ts': 'export class CalledLoop { static of() {} }',
  'master/run/threads/concurrent-steps.ts': `import { cell, InstanceFailure } from '../../coupling/activity.ts';
    import { refuseStep } from '../loop/refused-step.ts';
    export const concurrentSteps = (units, instances, { cells }) => (t, H) => {
      for (let i = 0; i < units.length; i++) {
        cells[cell.unit] = units[i];
        try {
          const answer = instances[units[i]].step(t, H);
          if (answer !== 0) refuseStep(instances[units[i]], t, H, answer);
        } catch (thrown) {
          throw new InstanceFailure(units[i], t, thrown);
        }
      }
    };`,
  // Runs of `simulate` in a page are not summarized.
  'master/system/structure/used-extrapolations.ts': 'export const usedExtrapolations = () => [];',
  'master/observe/column-statistics.ts': 'export class Statistics {}',
  'fmu-sdk/util/option-synonyms.ts': 'export const synonymOf = () => undefined;',
  'master/run/instances/opening-notes.ts': 'export class OpeningNotes { of() { return {}; } tell() {} }',
  'master/verdict/judge.ts': `export const judge = () =>
    ({ word: 'not judged', reason: 'fmukit/browser does not support verdicts', grounds: [] });`,
};

/** Parts that a page loads when it needs one of them. In one file they share its chunks. */
const onDemand = ['master/advise/resolve-auto.ts', 'master/system/terminals/system-terminals.ts'];

/** esbuild plugin that puts the parts that `fmukit/browser` loads on demand into one file. */
export const oneFileOnDemand = {
  name: 'one-file-on-demand',
  setup(build) {
    build.onResolve({ filter: /\/(?:resolve-auto|system-terminals)\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: 'on-demand', namespace: 'on-demand' } : undefined,
    );
    build.onLoad({ filter: /^on-demand$/, namespace: 'on-demand' }, () => ({
      contents: onDemand.map((file) => `export * from './${file}';`).join('\n'),
      resolveDir: root,
      loader: 'ts',
    }));
  },
};

/**
 * esbuild plugin for `fmukit/browser`. It runs fmukit FMUs without model exchange, and leaves out
 * the integrators and what only FMUs of others need.
 */
export const withoutModelExchange = {
  name: 'without-model-exchange',
  setup(build) {
    for (const [file, contents] of Object.entries(ofOthers))
      build.onLoad({ filter: new RegExp(`${file.replaceAll('.', '\\.')}$`) }, () => ({
        contents,
        resolveDir: `${root}${dirname(file)}`,
        loader: 'ts',
      }));
    build.onLoad({ filter: /master\/coupling\/continuous\/joined-integration\.ts$/ }, () => ({
      contents: `import { UserError } from '../../../fmu-sdk/util/user-error.ts';
        export class JoinedIntegration {
          constructor({ system }) {
            throw new UserError(\`run \${system.name}: fmukit/browser does not support model exchange. Use fmukit.\`);
          }
        }`,
      resolveDir: `${root}master/coupling/continuous`,
      loader: 'ts',
    }));
  },
};

/**
 * Returns the schema of systems without the details of `interface` and of required signatures. A
 * page makes no packs, and refuses every system that requires a signature.
 */
function schemaInPage({ properties, definitions: { exposed: _, ...others }, ...schema }) {
  const definitions = { ...others, signers: {} };
  return { ...schema, properties: { ...properties, interface: {} }, definitions };
}

/**
 * Returns a schema without its texts for readers. A check contains the parts of the schema that an
 * error reports.
 */
function withoutWords(schema) {
  if (Array.isArray(schema)) return schema.map(withoutWords);
  if (typeof schema !== 'object' || schema === null) return schema;
  const said = Object.entries(schema).filter(
    ([key, value]) => !['description', 'title'].includes(key) || typeof value !== 'string',
  );
  return Object.fromEntries(said.map(([key, value]) => [key, withoutWords(value)]));
}
