import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../error.ts';
import { packageFile } from '../package.ts';

const sdk = packageFile('fmu-sdk');

/**
 * Compiles a unit's sources with the generated ones to a core module (AssemblyScript → wasm).
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
  // Loaded here, because it puts its own names among the globals of whoever loads it.
  const { default: asc } = await import('assemblyscript/asc');
  const root = resolve(folder);
  let wasm: Uint8Array | undefined;
  const read = (name: string, base: string): string | null => {
    const inSdk = /(?:^|\/)fmukit\/(.*)$/.exec(name);
    if (inSdk !== null) return readIfThere(join(sdk, inSdk[1])) ?? embedded(inSdk[1]);
    const path = resolve(base, name);
    const own = relative(root, path).replace(/\.ts$/, '');
    return (path.endsWith('.ts') ? generated.get(own) : undefined) ?? readIfThere(path);
  };
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
  const result = await asc.main([`${entry}.ts`, '--baseDir', root, ...options], {
    readFile: (name, base) => read(name, base),
    writeFile: (_name, contents) => {
      if (typeof contents !== 'string') wasm = contents;
    },
    listFiles: () => null,
  });
  if (result.error !== null || wasm === undefined) {
    const text = `${result.stderr.toString().trim()}\n${result.error?.message ?? ''}`.trim();
    throw new UserError(`compile ${folder}: the unit is not valid AssemblyScript:\n${text}`);
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

function readIfThere(path: string): string | null {
  return path.endsWith('.ts') && existsSync(path) ? plainImports(readFileSync(path, 'utf8')) : null;
}

/** `from './x.js'`, as Node's modules are written, is `from './x'` to AssemblyScript. */
function plainImports(source: string): string {
  return source.replace(/(from\s*['"]\.[^'"\n]*)\.js(?=['"])/g, '$1');
}
