import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packArtifacts, unpackArtifacts } from '../../../fmu-sdk/build/artifact-bytes.ts';
import { keyOf, readArtifact } from '../../../fmu-sdk/cache/artifact-cache.ts';
import { cachedFromSources } from '../../../fmu-sdk/cache/source-cache.ts';
import { holds, reads, type Target } from '../../fuzz-target.ts';
import { joined, mutateBytes } from '../../mutate/mutate-bytes.ts';

const hashBytes = 32;
const sum = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
let folder: string | undefined;

/**
 * Artifacts of the cache. A file with a wrong hash is made again. With a right hash, the list of
 * sources is used or made again, and a build equals itself after packing.
 */
export const cache: Target = {
  name: 'cache',
  about: 'artifacts of the cache',
  mutate: (seed, dice, others) => {
    const content = mutateBytes(seed.subarray(0, -hashBytes), dice, others);
    return dice.once(4) ? joined([content, seed.subarray(-hashBytes)]) : joined([content, sum(content)]);
  },
  hasForm: (bytes) => bytes.length >= hashBytes,
  run: async (bytes) => {
    folder ??= mkdtempSync(join(tmpdir(), 'fmukit-fuzz-'));
    chmodSync(folder, 0o700);
    const before = process.env.FMUKIT_CACHE;
    process.env.FMUKIT_CACHE = folder;
    try {
      const key = keyOf('names for fuzz', ['part']);
      writeFileSync(join(folder, key), bytes);
      const content = readArtifact(key);
      const right =
        bytes.length >= hashBytes &&
        Buffer.from(sum(bytes.subarray(0, -hashBytes))).equals(bytes.subarray(-hashBytes));
      holds((content !== undefined) === right, 'an artifact with a wrong hash is used');
      const made = await cachedFromSources(
        'fuzz',
        ['part'],
        () => null,
        async () => ({ content: Uint8Array.of(7) }),
      );
      holds(made.content[0] === 7, 'another artifact is returned');
      if (content === undefined) return 'made again';
      const packed = reads(() => unpackArtifacts(content));
      if (packed)
        holds(
          reads(() => packArtifacts(unpackArtifacts(content))),
          'a build cannot be packed',
        );
      return `accepted ${packed} ${Math.min(20, content.length >> 2)}`;
    } finally {
      if (before === undefined) delete process.env.FMUKIT_CACHE;
      else process.env.FMUKIT_CACHE = before;
    }
  },
  close: () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
  },
};
