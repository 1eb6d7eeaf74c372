import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import type * as Asc from 'assemblyscript/asc';
import { keyOf, readOrMakeArtifact } from '../../cache/artifact-cache.ts';
import { keptProgram } from '../../cache/bytecode-cache.ts';
import { importModule } from '../../cache/import-module.ts';
import { packageRequire } from '../../util/package-files.ts';
import { withImportedTable } from '../../wasm/import-table.ts';

interface Program {
  /** Versions of assemblyscript and binaryen. */
  versions: readonly string[];
  start(binaryen: Uint8Array): Promise<typeof Asc>;
}

/**
 * Returns the AssemblyScript compiler, to be started. Where the expected versions are installed, it
 * is one script with cached bytecode (`bin/compiler.mjs`). Otherwise it is loaded from its
 * packages.
 */
export function assemblyScript(): () => Promise<typeof Asc> {
  const installed = installation();
  if (installed === undefined) return asPackages;
  const program = keptProgram('./dist/compiler.cjs') as Program;
  if (program.versions.join() !== installed.versions.join()) return asPackages;
  return () => program.start(binaryenOf(installed));
}

function asPackages(): Promise<typeof Asc> {
  return importModule('assemblyscript/asc') as Promise<typeof Asc>;
}

interface Installation {
  versions: string[];
  /** The file of binaryen in which its WebAssembly stands. */
  file: string;
}

function installation(): Installation | undefined {
  const folder = (packageRequire.resolve.paths('assemblyscript') ?? [])
    .map((path) => `${path}/assemblyscript/package.json`)
    .find((candidate) => versionOf(candidate) !== undefined);
  if (folder === undefined) return undefined;
  const file = createRequire(folder).resolve('binaryen');
  const versions = [versionOf(folder), versionOf(file.replace(/index\.js$/, 'package.json'))];
  return versions.includes(undefined) ? undefined : { versions: versions as string[], file };
}

function versionOf(file: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  } catch {
    return undefined;
  }
}

/**
 * Returns the WebAssembly of binaryen. Its package holds it as a text of 13 MB, one character for
 * each byte. Its table is imported, so that trampolines can be added to it (`bin/trampolines.mjs`).
 */
function binaryenOf({ versions, file }: Installation): Uint8Array {
  return readOrMakeArtifact(keyOf('binaryen with its table imported', [...versions, file]), () => {
    const literal = /\((`\\0asm[^`\\]*(?:\\[\s\S][^`\\]*)*`)\)/.exec(readFileSync(file, 'utf8'));
    const text = literal === null ? '' : (new Script(literal[1]).runInThisContext() as string);
    return withImportedTable(Buffer.from(text, 'latin1'), 'a', 'table');
  }).content;
}
