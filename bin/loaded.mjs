// Reports progress while the sources of a script load, which takes seconds.
import { ticking } from './ticking.mjs';

/** Imports a TypeScript module by its path from `bin/`. */
export async function loaded(file) {
  const done = ticking('Loading');
  try {
    await import('./typescript.mjs');
    return await import(file);
  } finally {
    await done();
  }
}
