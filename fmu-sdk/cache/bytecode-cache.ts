import { isAscii } from 'node:buffer';
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { packageRequire } from '../util/package-files.ts';
import { keep, kept, keyOf } from './artifact-cache.ts';
import { lendImport } from './import-module.ts';
import { asUsual } from './v8-flags.ts';

/**
 * What a large package that is CommonJS exports, with its bytecode of the last time: to parse it takes longer than most of what
 * it is asked for. Node does so itself where it can (`module.enableCompileCache`).
 */
export function keptProgram(name: string): unknown {
  const path = packageRequire.resolve(name);
  return 'enableCompileCache' in module ? packageRequire(path) : run(path);
}

/** What is to be kept of programs that this thread has loaded; one list, though their code holds several copies of this. */
const toBeKept: (() => void)[] = listOfThread();

function listOfThread(): (() => void)[] {
  const place = globalThis as { fmukitProgramsToBeKept?: (() => void)[] };
  if (place.fmukitProgramsToBeKept === undefined) process.once('exit', keepPrograms);
  place.fmukitProgramsToBeKept ??= [];
  return place.fmukitProgramsToBeKept;
}

/**
 * Keeps the bytecode of programs, with the functions that were needed so far: at the end of a process, or before that, in a
 * thread that others end.
 */
export function keepPrograms(): void {
  for (const keepOne of toBeKept.splice(0)) keepOne();
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
  // UTF-8 is decoded in several times the time, to text that takes twice the memory.
  const source = isAscii(bytes) ? bytes.toString('latin1') : bytes.toString();
  const before = kept(key);
  const text = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const script = asUsual(() => new Script(text, { filename: path, cachedData: before }));
  if (before === undefined || script.cachedDataRejected)
    toBeKept.push(() => keep(key, script.createCachedData()));
  lendImport((specifier) => import(specifier));
  const made = { exports: {} };
  const call = script.runInThisContext() as (...args: unknown[]) => void;
  call(made.exports, module.createRequire(path), made, path, dirname(path));
  return made.exports;
}
