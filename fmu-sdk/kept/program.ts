import { readFileSync } from 'node:fs';
import module from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { packageRequire } from '../package.ts';
import { keep, kept, keyOf } from './kept.ts';

/**
 * What a large package that is CommonJS exports, with its bytecode of the last time: to parse it takes longer than most of what
 * it is asked for. Node does so itself where it can (`module.enableCompileCache`).
 */
export function keptProgram(name: string): unknown {
  const path = packageRequire.resolve(name);
  return 'enableCompileCache' in module ? packageRequire(path) : run(path);
}

function run(path: string): unknown {
  const source = readFileSync(path, 'utf8');
  const key = keyOf('bytecode', [
    process.versions.v8,
    process.arch,
    process.execArgv.join(' '),
    path,
    source,
  ]);
  const before = kept(key);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: path,
    cachedData: before,
  });
  // When all is done, the functions that were needed are in it too.
  if (before === undefined || script.cachedDataRejected)
    process.once('exit', () => keep(key, script.createCachedData()));
  const made = { exports: {} };
  const call = script.runInThisContext() as (...args: unknown[]) => void;
  call(made.exports, module.createRequire(path), made, path, dirname(path));
  return made.exports;
}
