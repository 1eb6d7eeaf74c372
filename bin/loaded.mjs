// What a script of this repository is written in takes seconds to load: it says so meanwhile.
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
