import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { keptOfSources } from '../../cache/source-cache.ts';
import { hastened } from '../../cache/v8-flags.ts';
import { optimization } from '../../util/c-compiler/optimization-level.ts';
import { packageFile, packageRequire } from '../../util/package-files.ts';
import { UserError } from '../../util/user-error.ts';
import { type Source, sourcesOf } from '../unit-sources.ts';
import { assemblyScript } from './assemblyscript.ts';

const sdk = packageFile('fmu-sdk');
const options = (): string[] => [
  '--outFile',
  'unit.wasm',
  optimization('AssemblyScript'),
  '--runtime',
  'stub',
  '--use',
  'abort=',
  '--path',
  'packages',
];

/**
 * Compiles a unit's sources with the generated ones to a core module (AssemblyScript → wasm); as it was, where the same
 * compiler has compiled the same sources before.
 *
 * @param folder    the unit's folder; imports are resolved from there, `fmukit/…` from this package
 * @param entry     name of the generated file that is the module's root, without extension
 * @param generated generated files by name without extension; they need not exist on disk
 * @param source    the unit's sources; as they stand in the folder, when left out
 */
export async function compile(
  folder: string,
  entry: string,
  generated: ReadonlyMap<string, string>,
  source: Source = sourcesOf(folder),
): Promise<Uint8Array> {
  const root = resolve(folder);
  // What is generated tells one unit from another, so that each has its own list of sources.
  const parts = [compiler(), ...options(), entry, ...[...generated].flat()];
  const read = (name: string): string | null => readSource(name, source, generated);
  const made = await keptOfSources('core module', parts, read, (from) => {
    const start = assemblyScript();
    return hastened(() => compileAnew(start, folder, entry, root, from));
  });
  return made.content;
}

async function compileAnew(
  start: ReturnType<typeof assemblyScript>,
  folder: string,
  entry: string,
  root: string,
  read: Source,
): Promise<Uint8Array> {
  // Started here, because it puts its own names among the globals of whoever starts it.
  const asc = await start();
  let wasm: Uint8Array | undefined;
  const result = await asc.main([`${entry}.ts`, '--baseDir', root, ...options()], {
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

/** What stands as sources in the repository, and in a package as one file (`bin/build.mjs`). */
function embedded(path: string): string | null {
  const file = packageFile('dist/glue.json');
  texts ??= existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  return texts[path] ?? null;
}

/** Text of a source by its path from the unit's folder, as AssemblyScript reads it. */
function readSource(name: string, source: Source, generated: ReadonlyMap<string, string>): string | null {
  if (!name.endsWith('.ts')) return null;
  const inSdk = /(?:^|\/)fmukit\/(.*)$/.exec(name);
  if (inSdk !== null) return plainImports(packaged(inSdk[1])) ?? embedded(inSdk[1]);
  return generated.get(name.replace(/\.ts$/, '')) ?? plainImports(source(name));
}

function packaged(path: string): string | null {
  const file = join(sdk, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Which compiler this is, the one that it is built on included: it names its exact version. */
function compiler(): string {
  const folders = packageRequire.resolve.paths('assemblyscript') ?? [];
  const file = folders.map((folder) => join(folder, 'assemblyscript/package.json')).find(existsSync);
  return file === undefined ? 'none' : readFileSync(file, 'utf8');
}

/** `from './x.js'`, as Node's modules are written, is `from './x'` to AssemblyScript. */
function plainImports(source: string | null): string | null {
  return source?.replace(/(from\s*['"]\.[^'"\n]*)\.js(?=['"])/g, '$1') ?? null;
}
