// Reports progress while the sources of a script load, which takes seconds.
import { startProgress } from './progress.mjs';

/** Imports a TypeScript module by its path from `bin/`. */
export async function loadWithProgress(file) {
  const done = startProgress('Loading');
  try {
    await import('./typescript.mjs');
    return await import(new URL(file, new URL('..', import.meta.url)).href);
  } finally {
    await done();
  }
}
