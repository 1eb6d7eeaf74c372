import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { keyOf } from '../cache/artifact-cache.ts';
import { packageFile, packageRequire, packageVersion } from '../util/package-files.ts';

/** Returns the `generationTool` of the model description. */
export function generationTool(): string {
  return `fmukit ${packageVersion()}`;
}

/**
 * Folders and files of this package that decide the content of an FMU: the code that builds units,
 * the code that compiled it, and the sources that go into units.
 */
const packageFolders: readonly (readonly [string, RegExp])[] = [
  ['dist', /^(build|builder|trial)\.cjs$|\.json(\.gz)?$/],
  ['dist/checks', /\.cjs$/],
  ['fmu-sdk/author', /\.ts$/],
  ['fmu-sdk/export', /\.[ch]$/],
  ['fmu-sdk/standard/c', /\.[ch]$/],
];

/** Other packages that make a part of a unit. */
const others = [
  '@bytecodealliance/jco-transpile',
  'ajv',
  'assemblyscript',
  'binaryen',
  'jszip',
  'typescript',
  'wabt',
];

let identity: string | undefined;

/** Returns the identity of this package, computed once for each process. */
export function toolIdentity(): string {
  identity ??= identityOf(packageFile(''));
  return identity;
}

/**
 * Returns a hash of all that decides an FMU beside the unit and the C compilers. It covers the code
 * and data of this package byte by byte, the package.json of the packages that it builds with, and
 * Node.
 */
export function identityOf(home: string): string {
  const node = [JSON.stringify(process.versions), process.arch];
  return keyOf('tool', [...node, ...ownFiles(home), ...otherPackages()]);
}

function* ownFiles(home: string): Iterable<string | Uint8Array> {
  yield readFileSync(join(home, 'package.json'));
  // Run as source, the code stands there too.
  const source = import.meta.url.endsWith('.ts');
  for (const [folder, which] of source ? [...packageFolders, ...sourceFolders(home)] : packageFolders)
    for (const name of namesIn(join(home, folder)).filter((candidate) => which.test(candidate))) {
      yield `${folder}/${name}`;
      yield readFileSync(join(home, folder, name));
    }
}

/** Lists the folders of sources. The checker does not affect a build and is left out. */
function sourceFolders(home: string): (readonly [string, RegExp])[] {
  const sdk = join(home, 'fmu-sdk');
  const folders = readdirSync(sdk, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(home, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('fmu-sdk/check'))
    .sort();
  return [
    ...['fmu-sdk', ...folders].map((path) => [path, /\.ts$/] as const),
    ['schemas', /\.json$/] as const,
  ];
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function otherPackages(): string[] {
  return others.flatMap((name) => {
    const folders = packageRequire.resolve.paths(name) ?? [];
    const file = folders.map((folder) => join(folder, name, 'package.json')).find(existsSync);
    return [name, file === undefined ? 'none' : readFileSync(file, 'utf8')];
  });
}
