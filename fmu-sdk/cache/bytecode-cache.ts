import { isAscii } from 'node:buffer';
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { packageRequire } from '../util/package-files.ts';
import { keyOf, readArtifact, storeArtifact } from './artifact-cache.ts';
import { registerImport } from './import-module.ts';
import { withDefaultFlags } from './v8-flags.ts';

/**
 * Loads a large CommonJS package with cached bytecode, because parsing it takes longer than most of
 * its work. Uses Node's `module.enableCompileCache` if available.
 */
export function keptProgram(name: string): unknown {
  const path = packageRequire.resolve(name);
  return 'enableCompileCache' in module ? packageRequire(path) : run(path);
}

/**
 * Programs loaded by this thread whose bytecode must be stored. One list per thread, although the
 * bundle contains several copies of this module.
 */
const pendingStores: (() => void)[] = listOfThread();

function listOfThread(): (() => void)[] {
  const place = globalThis as { fmukitProgramsToBeKept?: (() => void)[] };
  if (place.fmukitProgramsToBeKept === undefined) process.once('exit', storeBytecode);
  place.fmukitProgramsToBeKept ??= [];
  return place.fmukitProgramsToBeKept;
}

/**
 * Stores the bytecode of the loaded programs, including the functions compiled so far. Call it at
 * the end of a process, or earlier in a thread that others terminate.
 */
export function storeBytecode(): void {
  for (const keepOne of pendingStores.splice(0)) keepOne();
}

function run(path: string): unknown {
  const bytes = readFileSync(path);
  const key = keyOf('bytecode', [
    process.versions.v8,
    process.arch,
    process.execArgv.join(' '),
    process.env.NODE_OPTIONS ?? '',
    path,
    bytes,
  ]);
  // Decoding UTF-8 takes several times longer, and the text takes twice the memory.
  const source = isAscii(bytes) ? bytes.toString('latin1') : bytes.toString();
  const before = readArtifact(key);
  const text = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const script = withDefaultFlags(() => new Script(text, { filename: path, cachedData: before }));
  if (before === undefined || script.cachedDataRejected)
    pendingStores.push(() => storeArtifact(key, script.createCachedData()));
  registerImport((specifier) => import(specifier));
  const loadedModule = { exports: {} };
  const call = script.runInThisContext() as (...args: unknown[]) => void;
  call(loadedModule.exports, module.createRequire(path), loadedModule, path, dirname(path));
  return loadedModule.exports;
}
