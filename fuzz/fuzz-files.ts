import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const folder: string = fileURLToPath(new URL('.', import.meta.url));

/** A stored case: a seed of the corpus, or an earlier finding. */
export interface Kept {
  /** Path from `fuzz/`. */
  path: string;
  bytes: Uint8Array;
}

/** Lists the stored cases of a target, seeds first, by name. */
export function keptCases(target: string): Kept[] {
  return ['corpus', 'found'].flatMap((kind) => {
    const path = `${kind}/${target}`;
    if (!existsSync(folder + path)) return [];
    return readdirSync(folder + path)
      .sort()
      .map((name) => ({
        path: `${path}/${name}`,
        bytes: new Uint8Array(readFileSync(`${folder}${path}/${name}`)),
      }));
  });
}

/**
 * Keeps a case in which something was found. Its path from the root. The same case has the same
 * name.
 */
export function keepFound(target: string, bytes: Uint8Array): string {
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  mkdirSync(`${folder}found/${target}`, { recursive: true });
  writeFileSync(`${folder}found/${target}/${name}`, bytes);
  return `fuzz/found/${target}/${name}`;
}
