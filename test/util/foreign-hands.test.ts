import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readArtifact, storeArtifact } from '../../fmu-sdk/cache/artifact-cache.ts';
import { cacheFolder } from '../../fmu-sdk/cache/cache-folder.ts';
import { readKeyRing } from '../../fmu-sdk/sign/key-ring.ts';
import { createKey } from '../../fmu-sdk/sign/new-key.ts';
import { writeAtomically } from '../../fmu-sdk/util/files/atomic-write.ts';
import { foreignHands } from '../../fmu-sdk/util/files/foreign-hands.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('foreign');
const isRoot = process.getuid?.() === 0;
const somebody = 65_534;
afterEach(() => void vi.unstubAllEnvs());

let count = 0;
/** Makes a folder with a folder in it, both of this user alone. */
function nested(): { outer: string; inner: string } {
  const outer = join(folder, String(count++));
  const inner = join(outer, 'inner');
  mkdirSync(inner, { recursive: true, mode: 0o755 });
  return { outer, inner };
}

describe.skipIf(process.platform === 'win32')('a folder that others can write', () => {
  it('a folder that others can write is found at the path itself, above it and behind a link, but not with a sticky bit', () => {
    const { outer, inner } = nested();
    expect(foreignHands(inner)).toBeUndefined();
    chmodSync(inner, 0o777);
    expect(foreignHands(inner)).toContain('may write to it');
    chmodSync(inner, 0o755);
    chmodSync(outer, 0o777);
    const link = join(folder, `link${count++}`);
    symlinkSync(inner, link);
    for (const path of [inner, link]) expect(foreignHands(path)).toContain('exchange');
    chmodSync(outer, 0o1777);
    expect(foreignHands(link)).toBeUndefined();
  });

  it.skipIf(!isRoot)('a folder is found below a folder of another user', () => {
    const { outer, inner } = nested();
    chownSync(outer, somebody, somebody);
    expect(foreignHands(inner)).toContain('belongs to another user');
  });

  it('a cache is off if others can exchange its folder', () => {
    const { outer, inner } = nested();
    vi.stubEnv('FMUKIT_CACHE', inner);
    expect(cacheFolder()).toBe(inner);
    chmodSync(outer, 0o777);
    expect(cacheFolder()).toBeUndefined();
  });

  it('the cache gives no artifact that somebody else may have written, whatever its path', () => {
    const { inner } = nested();
    vi.stubEnv('FMUKIT_CACHE', inner);
    storeArtifact('key', Uint8Array.of(1));
    expect(readArtifact('key')).toEqual(Uint8Array.of(1));
    chmodSync(join(inner, 'key'), 0o666);
    expect(readArtifact('key')).toBeUndefined();
  });

  it('a key ring that others can write is refused, and so is a single key', () => {
    const { outer, inner } = nested();
    vi.stubEnv('XDG_CONFIG_HOME', outer);
    createKey('dora');
    const ring = join(outer, 'fmukit/keys');
    expect(readKeyRing(ring).keys).toHaveLength(1);
    chmodSync(join(ring, 'dora.pem'), 0o666);
    expect(() => readKeyRing(ring)).toThrow(/^read the key ring .*dora\.pem: other users may write to it/);
    chmodSync(join(ring, 'dora.pem'), 0o644);
    chmodSync(ring, 0o777);
    expect(() => readKeyRing(ring)).toThrow(/^read the key ring .*keys: other users may write to it/);
    expect(inner).toContain(outer);
  });

  it.skipIf(!isRoot)('an output does not follow a link that another user made', () => {
    const { outer } = nested();
    const [target, link] = [join(outer, 'target'), join(outer, 'link')];
    writeFileSync(target, 'mine');
    symlinkSync(target, link);
    writeAtomically(link, 'own link');
    expect(readFileSync(target, 'utf8')).toBe('own link');
    lchownSync(link, somebody, somebody);
    expect(() => writeAtomically(link, 'overwritten')).toThrow(/^write .*another user made the link/);
    expect(readFileSync(target, 'utf8')).toBe('own link');
  });
});
