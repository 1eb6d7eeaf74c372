import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { cachedFromSources } from '../../cache/source-cache.ts';
import { optimizationOption } from '../../util/c-compiler/optimization-level.ts';
import { packageFile, packageRequire } from '../../util/package-files.ts';
import { UserError } from '../../util/user-error.ts';
import { type Source, sourcesOf } from '../unit-sources.ts';

const sdk = packageFile('fmu-sdk');
const commonOptions = (): string[] => [
  '--outFile',
  'unit.wasm',
  optimizationOption('AssemblyScript'),
  '--runtime',
  'stub',
  '--use',
  'abort=',
  '--path',
  'packages',
];

/**
 * Compiles the sources of a unit and its generated sources to a core module (AssemblyScript →
 * wasm). Takes the module from the cache when compiler and sources have not changed.
 *
 * @param folder unit folder, from which imports are resolved, and `fmukit/…` from this package
 * @param entry name of the generated root file, without extension
 * @param generated generated files by name without extension. They need not exist on disk.
 * @param source sources of the unit, by default the files in the folder
 * @param more further options of the compiler
 */
export async function compile(
  folder: string,
  entry: string,
  generated: ReadonlyMap<string, string>,
  source: Source = sourcesOf(folder),
  more: readonly string[] = [],
): Promise<Uint8Array> {
  const options = [...commonOptions(), ...more];
  // Generated sources identify the unit, so that each unit has its own list of sources.
  const parts = [compiler(), ...options, entry, ...[...generated].flat()];
  const read = (name: string): string | null => readSource(name, source, generated);
  const artifact = await cachedFromSources('core module', parts, read, async (from) => ({
    content: await compileAnew(folder, entry, options, from),
  }));
  return artifact.content;
}

async function compileAnew(
  folder: string,
  entry: string,
  options: readonly string[],
  read: Source,
): Promise<Uint8Array> {
  const root = resolve(folder);
  // The compiler is loaded here, because loading it takes longer than a build from the cache.
  const asc = await import('assemblyscript/asc');
  let wasm: Uint8Array | undefined;
  const result = await asc.main([`${entry}.ts`, '--baseDir', root, ...options], {
    readFile: (name, base) => read(relative(root, resolve(base, name)).split(sep).join('/')),
    writeFile: (_name, contents) => {
      if (typeof contents !== 'string') wasm = contents;
    },
    listFiles: () => null,
  });
  if (result.error !== null || wasm === undefined) {
    const text = `${result.stderr.toString().trim()}\n${result.error?.message ?? ''}`.trim();
    throw new UserError(`compile ${folder}: the unit is not valid AssemblyScript:`, {
      details: text.split('\n'),
    });
  }
  return wasm;
}

let texts: Record<string, string> | undefined;

/**
 * Returns a source of this package, which a published package holds in one file (`bin/build.mjs`).
 */
function embeddedSource(path: string): string | null {
  const file = packageFile('dist/glue.json.gz');
  texts ??= existsSync(file)
    ? (JSON.parse(gunzipSync(readFileSync(file)).toString()) as Record<string, string>)
    : {};
  return texts[path] ?? null;
}

/** Returns the text of a source for AssemblyScript, by its path from the unit's folder. */
function readSource(name: string, source: Source, generated: ReadonlyMap<string, string>): string | null {
  if (!name.endsWith('.ts')) return null;
  const inSdk = /(?:^|\/)fmukit\/(.*)$/.exec(name);
  if (inSdk !== null) return withoutImportExtensions(packaged(inSdk[1])) ?? embeddedSource(inSdk[1]);
  return generated.get(name.replace(/\.ts$/, '')) ?? withoutImportExtensions(source(name));
}

function packaged(path: string): string | null {
  const file = join(sdk, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Returns the identity of the compiler. It includes the exact version of binaryen. */
function compiler(): string {
  const folders = packageRequire.resolve.paths('assemblyscript') ?? [];
  const file = folders.map((folder) => join(folder, 'assemblyscript/package.json')).find(existsSync);
  return file === undefined ? 'none' : readFileSync(file, 'utf8');
}

/** Rewrites imports of Node's modules (`from './x.js'`) for AssemblyScript (`from './x'`). */
function withoutImportExtensions(source: string | null): string | null {
  return source?.replace(/(from\s*['"]\.[^'"\n]*)\.js(?=['"])/g, '$1') ?? null;
}
