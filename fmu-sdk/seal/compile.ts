import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { UserError } from '../error.ts';
import { keptOfSources, type Read } from '../kept/sources.ts';
import { packageFile, packageRequire } from '../package.ts';

const sdk = packageFile('fmu-sdk');
const options = [
  '--outFile',
  'unit.wasm',
  '-O3',
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
 */
export async function compile(
  folder: string,
  entry: string,
  generated: ReadonlyMap<string, string>,
): Promise<Uint8Array> {
  const root = resolve(folder);
  // What is generated tells one unit from another, so that each has its own list of sources.
  const parts = [compiler(), ...options, entry, ...[...generated].flat()];
  const read = (name: string): string | null => readSource(name, root, generated);
  return keptOfSources('core module', parts, read, (from) => compileAnew(folder, entry, root, from));
}

async function compileAnew(folder: string, entry: string, root: string, read: Read): Promise<Uint8Array> {
  // Loaded here, because it puts its own names among the globals of whoever loads it.
  const { default: asc } = await import('assemblyscript/asc');
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

/** What stands as sources in the repository, and in a package as one file (`bin/build.mjs`). */
function embedded(path: string): string | null {
  const file = packageFile('dist/glue.json');
  texts ??= existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  return texts[path] ?? null;
}

/** Text of a source by its path from the unit's folder. */
function readSource(name: string, root: string, generated: ReadonlyMap<string, string>): string | null {
  const inSdk = /(?:^|\/)fmukit\/(.*)$/.exec(name);
  if (inSdk !== null) return readIfThere(join(sdk, inSdk[1])) ?? embedded(inSdk[1]);
  const own = name.endsWith('.ts') ? generated.get(name.replace(/\.ts$/, '')) : undefined;
  return own ?? readIfThere(resolve(root, name));
}

/** Which compiler this is, the one that it is built on included: it names its exact version. */
function compiler(): string {
  const folders = packageRequire.resolve.paths('assemblyscript') ?? [];
  const file = folders.map((folder) => join(folder, 'assemblyscript/package.json')).find(existsSync);
  return file === undefined ? 'none' : readFileSync(file, 'utf8');
}

function readIfThere(path: string): string | null {
  return path.endsWith('.ts') && existsSync(path) ? plainImports(readFileSync(path, 'utf8')) : null;
}

/** `from './x.js'`, as Node's modules are written, is `from './x'` to AssemblyScript. */
function plainImports(source: string): string {
  return source.replace(/(from\s*['"]\.[^'"\n]*)\.js(?=['"])/g, '$1');
}
