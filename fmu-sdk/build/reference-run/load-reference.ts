import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { keyOf, readArtifact, storeArtifact } from '../../cache/artifact-cache.ts';
import { packageRequire } from '../../util/package-files.ts';
import { readSource } from '../../util/regular-file.ts';
import { UserError } from '../../util/user-error.ts';
import { authorFile, resolveImport } from '../lint/resolve-import.ts';
import { dialectGlobals, type ReferenceOptions } from './dialect-runtime.ts';
import { SourceLocations } from './source-locations.ts';
import type { TransformedSource, transformSource } from './transform-source.ts';
import { loadMath } from './wasm-math.ts';

/** Exports of a unit's module. */
export type ModuleExports = Record<string, unknown>;

/**
 * Files of the author's package that use NaN and Infinity themselves. These values are not errors
 * of the unit.
 */
const sdkFilesWithNaN = ['run-unit', 'unit-events', 'zeno-guard'].map((name) =>
  join(dirname(authorFile), `${name}.ts`),
);

/** A set of modules. Loading a file again returns equal exports. */
export interface ReferenceProgram {
  load(file: string): ModuleExports;
  readonly places: SourceLocations;
}

/**
 * Loads a unit's source and its imports for the reference run. Each call creates separate modules,
 * as each instance of a sealed FMU has separate memory. Globals do not change.
 */
export async function loadReference(file: string): Promise<ModuleExports> {
  return (await loadReferenceProgram([resolve(file)])).load(resolve(file));
}

/**
 * Returns a loader of one set of modules for any files. Loading a file again returns equal exports.
 */
export async function createModuleLoader(): Promise<(file: string) => ModuleExports> {
  await startCompiler();
  return (await loadReferenceProgram([])).load;
}

/** Loads these files and their imports for the reference run, with these options. */
export async function loadReferenceProgram(
  files: readonly string[],
  options: ReferenceOptions = {},
): Promise<ReferenceProgram> {
  const watched = (file: string): boolean => options.watch !== undefined && !sdkFilesWithNaN.includes(file);
  const prepared = new Set<string>();
  for (const file of files) await prepare(file, watched, prepared);
  const dialect = dialectGlobals(await loadMath(), options);
  const names = ['exports', 'require', ...Object.keys(dialect)];
  const modules = new Map<string, ModuleExports>();
  const places = new SourceLocations();
  const load = (file: string): ModuleExports => {
    const known = modules.get(file);
    if (known !== undefined) return known;
    const exports: ModuleExports = {};
    modules.set(file, exports);
    const require = (name: string): ModuleExports => {
      const modulePath = resolveImport(name, file);
      if (modulePath !== undefined) return load(modulePath);
      throw new UserError(`load ${file}: the imported file '${name}' does not exist. Run fmu lint.`);
    };
    const { code, map } = transformOnce(file, watched(file));
    places.add(file, map);
    compileFunction(code, names, { filename: file })(exports, require, ...Object.values(dialect));
    return exports;
  };
  return { load, places };
}

/** Loaded on first use: most trials succeed without it, and its compiler is large. */
let transform: typeof transformSource | undefined;

async function startCompiler(): Promise<void> {
  transform ??= (await import('./transform-source.ts')).transformSource;
}

/**
 * Transforms a file and its imports unless the results are cached. Starts the compiler only for new
 * files.
 */
async function prepare(
  file: string,
  watched: (file: string) => boolean,
  prepared: Set<string>,
): Promise<void> {
  // A missing file is reported when it is loaded.
  if (prepared.has(file) || !existsSync(file)) return;
  prepared.add(file);
  if (known(file, watched(file)).result === undefined) await startCompiler();
  for (const [, name] of transformOnce(file, watched(file)).code.matchAll(/\brequire\("([^"]+)"\)/g)) {
    const modulePath = resolveImport(name, file);
    if (modulePath !== undefined) await prepare(modulePath, watched, prepared);
  }
}

const sources = new Map<string, { source: string; result: TransformedSource }>();

/** Transforms a file once, until it changes. */
function transformOnce(file: string, watched: boolean): TransformedSource {
  const { source, key, result: before } = known(file, watched);
  if (before !== undefined) return before;
  const result = (transform as typeof transformSource)(source, file, watched);
  sources.set(`${watched}:${file}`, { source, result });
  storeArtifact(key, new TextEncoder().encode(JSON.stringify(result)));
  return result;
}

/** Returns a file's text, the cache key of its transformed text, and that text if it is cached. */
function known(file: string, watched: boolean): { source: string; key: string; result?: TransformedSource } {
  const source = readSource(file);
  const cached = sources.get(`${watched}:${file}`);
  const key =
    cached?.source === source ? '' : keyOf('plain', [transformIdentity(), `${watched}`, file, source]);
  if (key === '') return { source, key, result: cached?.result };
  const bytes = readArtifact(key);
  if (bytes === undefined) return { source, key };
  const result = JSON.parse(new TextDecoder().decode(bytes)) as TransformedSource;
  sources.set(`${watched}:${file}`, { source, result });
  return { source, key, result };
}

let identity: string | undefined;

/**
 * Returns the identity of the transforming code: the compiler's version and our text. In the built
 * package the text is the file that contains this function, which names the other by a hash.
 */
function transformIdentity(): string {
  if (identity !== undefined) return identity;
  const url = import.meta.url;
  const codeFile = fileURLToPath(url.endsWith('.ts') ? new URL('./transform-source.ts', url) : url);
  const { version } = packageRequire('typescript/package.json') as { version: string };
  identity = keyOf('transformer', [version, readFileSync(codeFile)]);
  return identity;
}
