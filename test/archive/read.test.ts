import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Archive, defaultLimits, openArchive } from '../../fmu-sdk/archive/read.ts';
import { zip } from '../../fmu-sdk/archive/write.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fmukit-archive-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function archive(bytes: Uint8Array, limits = defaultLimits): Promise<Archive> {
  const file = join(folder, 'a.zip');
  writeFileSync(file, bytes);
  return openArchive(file, limits);
}

describe('archives', () => {
  it('what is written is read back, in its order, and the same content gives the same bytes', async () => {
    const path = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,3}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(path, fc.uint8Array({ maxLength: 300 }), { maxKeys: 6 }),
        async (content) => {
          const files = new Map(Object.entries(content));
          const bytes = await zip(files);
          expect(await zip(files)).toEqual(bytes);
          const read = await archive(bytes);
          expect(read.paths).toEqual([...files.keys()]);
          for (const [name, data] of files) expect(await read.bytes(name)).toEqual(data);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('an archive that is cut short anywhere is refused', async () => {
    const whole = await zip(new Map([['modelDescription.xml', 'x'.repeat(500)]]));
    for (let n = 0; n < whole.length; n += 7)
      await expect(archive(whole.subarray(0, n))).rejects.toThrow(/damaged or cut short/);
  });

  it('a zip bomb ends at the limit of an entry, and many entries at the limit of all', async () => {
    const bomb = await new JSZip()
      .file('a', new Uint8Array(3_000_000))
      .file('b', new Uint8Array(3_000_000))
      .generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
    expect(bomb.length).toBeLessThan(10_000);
    const one = await archive(bomb, { ...defaultLimits, entryBytes: 1_000_000 });
    await expect(one.bytes('a')).rejects.toThrow(/a inflates beyond 1000000 bytes/);
    const all = await archive(bomb, { ...defaultLimits, totalBytes: 4_000_000 });
    expect((await all.bytes('a')).length).toBe(3_000_000);
    await expect(all.bytes('b')).rejects.toThrow(/b inflates beyond the limit of all entries together/);
    await expect(archive(bomb, { ...defaultLimits, entries: 1 })).rejects.toThrow(
      /2 entries, and the limit is 1/,
    );
    await expect(archive(bomb, { ...defaultLimits, archiveBytes: 100 })).rejects.toThrow(
      /the limit is 100 bytes/,
    );
  });

  it.each(['../x', 'a/../../x', '/etc/x', 'C:/x', 'a\\b'])('the entry %s is refused', async (name) => {
    const bytes = await new JSZip()
      .file(name, 'x', { createFolders: false })
      .generateAsync({ type: 'uint8array' });
    await expect(archive(bytes)).rejects.toThrow(/points outside the archive/);
  });

  it('text that is not UTF-8 is refused', async () => {
    const read = await archive(await zip(new Map([['t', Uint8Array.of(0xff, 0xfe)]])));
    await expect(read.text('t')).rejects.toThrow(/t is not UTF-8 text/);
  });
});
