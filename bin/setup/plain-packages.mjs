// Loader hook: the compilers are ES modules of up to 14 MB, which the TypeScript loader would
// rewrite in five seconds.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const plain = /\/node_modules\/(assemblyscript|binaryen|@bytecodealliance\/[^/]+)\/.*\.js$/;

export async function load(url, context, next) {
  const address = url.split('?')[0];
  if (!plain.test(address)) return next(url, context);
  return { format: 'module', source: await readFile(fileURLToPath(address)), shortCircuit: true };
}
