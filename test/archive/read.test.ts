import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { type Archive, defaultLimits, type Limits, TooLargeError } from '../../fmu-sdk/archive/archive.ts';
import { openArchive, zlib } from '../../fmu-sdk/archive/open-archive.ts';
import { zip } from '../../fmu-sdk/archive/write-zip.ts';
import { notesOnPaths } from '../../fmu-sdk/archive/zip-directory.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('archive');

async function archive(bytes: Uint8Array, limits: Partial<Limits> = defaultLimits): Promise<Archive> {
  const file = join(folder, 'a.zip');
  writeFileSync(file, bytes);
  return openArchive(file, limits);
}

/** Replaces a name by one of equal length, in the local header and in the directory. */
function renamed(bytes: Uint8Array, to: string, from: string = 'x'.repeat(to.length)): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1').replaceAll(from, to);
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** Returns true if no name is both a file and a folder. */
const foldersApart = (content: Record<string, unknown>): boolean =>
  Object.keys(content).every((a) => Object.keys(content).every((b) => !b.startsWith(`${a}/`)));

describe('zip archives', () => {
  it('an entry with its checksum and sizes after the data is readable, with or without a size in its header', async () => {
    for (const fields of [
      [14, 18],
      [14, 18, 22],
    ]) {
      const bytes = await zip(new Map([['a.txt', 'some text']]));
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      view.setUint16(6, view.getUint16(6, true) | 8, true);
      for (const field of fields) view.setUint32(field, 0, true);
      expect(await (await archive(bytes)).text('a.txt')).toBe('some text');
    }
  });

  it('reading returns the written content in its order, and equal content gives equal bytes', async () => {
    const path = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,3}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(path, fc.uint8Array({ maxLength: 300 }), { maxKeys: 6 }).filter(foldersApart),
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

  it('any stated size inflates to equal bytes, and cannot make the buffer large', () => {
    const content = Buffer.from('0123456789'.repeat(5000));
    const stored = deflateRawSync(content);
    for (const stated of [undefined, 0, 1, 49_999, 50_000, 50_001, 2 ** 29]) {
      const inflated = zlib.inflate(stored, 2 ** 29, stated) as Uint8Array;
      expect(Buffer.compare(content, inflated), `${stated}`).toBe(0);
      expect(inflated.buffer.byteLength).toBeLessThanOrEqual(2 ** 20);
    }
    expect(() => zlib.inflate(stored, 49_999, 50_000)).toThrow(TooLargeError);
  });

  it('an archive that is cut short at any position is rejected', async () => {
    const whole = await zip(new Map([['modelDescription.xml', 'x'.repeat(500)]]));
    for (let n = 0; n < whole.length; n += 7)
      await expect(archive(whole.subarray(0, n))).rejects.toThrow(/damaged or cut short/);
  });

  it('a zip bomb is rejected by the limit of an entry, of all entries, of their number or of the archive', async () => {
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
      /it has 2 entries, and the limit is 1/,
    );
    await expect(archive(bomb, { ...defaultLimits, archiveBytes: 100 })).rejects.toThrow(
      /the limit is 100 bytes/,
    );
  });

  it('omitted limits have their defaults, and invalid limits are rejected', async () => {
    const bomb = await new JSZip()
      .file('a', new Uint8Array(3_000_000))
      .generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
    for (const limits of [{ entryBytes: 1_000_000 }, { totalBytes: 1_000_000, entryBytes: undefined }]) {
      const read = await archive(bomb, limits as Partial<Limits>);
      await expect(read.bytes('a')).rejects.toThrow(/a inflates beyond/);
      expect(read.content.entries).toHaveLength(1);
    }
    const read = await archive(bomb);
    for (const most of [Number.NaN, -1])
      await expect(read.bytes('a', most)).rejects.toThrow(`expected a number of bytes for a, got ${most}.`);
    for (const [limit, what] of [
      [Number.NaN, 'NaN'],
      [-1, '-1'],
      ['9', '"9"'],
    ])
      await expect(archive(bomb, { totalBytes: limit as number })).rejects.toThrow(
        `limits: totalBytes: expected a number of 0 or more, got ${what}. Correct the value, or omit it.`,
      );
    await expect(archive(bomb, { entrys: 5 } as object)).rejects.toThrow(
      'unknown option "entrys". Did you mean entries',
    );
  });

  it('an entry that is read repeatedly counts once for the limit of all entries', async () => {
    const bytes = await zip(
      new Map([
        ['a', new Uint8Array(3000)],
        ['b', new Uint8Array(900)],
        ['c', new Uint8Array(200)],
      ]),
    );
    const read = await archive(bytes, { ...defaultLimits, totalBytes: 4000 });
    for (const path of ['a', 'b', 'a', 'b', 'a']) expect(await read.bytes(path)).toBeDefined();
    await expect(read.bytes('c')).rejects.toThrow(/c inflates beyond the limit of all entries together/);
    expect((await read.bytes('a')).length).toBe(3000);
    expect(await read.text('b')).toHaveLength(900);
    await expect(read.bytes('a', 100)).rejects.toThrow(/a inflates beyond 100 bytes/);
  });

  it.each([
    ['../x', /points outside/],
    ['a/../../x', /points outside/],
    ['/etc/x', /points outside/],
    ['C:/x', /points outside/],
    ['..\\x', /points outside/],
    ['a\\..\\..\\x', /points outside/],
    ['\\etc\\x', /points outside/],
    ['C:\\x', /points outside/],
    ['a\\\\b', /not a file name/],
  ])('an entry with the path %s is rejected', async (name, message) => {
    const bytes = await new JSZip()
      .file(name, 'x', { createFolders: false })
      .generateAsync({ type: 'uint8array' });
    await expect(archive(bytes)).rejects.toThrow(message);
  });

  it('backslashes become slashes with a note in archives from Windows, and are rejected in archives from Unix', async () => {
    const createZip = (platform: 'DOS' | 'UNIX', ...names: string[]): Promise<Uint8Array> => {
      const zip = new JSZip();
      for (const name of names) zip.file(name, 'x', { createFolders: false });
      return zip.generateAsync({ type: 'uint8array', platform });
    };
    const read = await archive(await createZip('DOS', 'binaries\\win64\\a.dll', 'b/c'));
    expect(read.paths).toEqual(['binaries/win64/a.dll', 'b/c']);
    expect(await read.text('binaries/win64/a.dll')).toBe('x');
    expect(notesOnPaths(read.content.entries)).toEqual([
      '1 of its 2 paths have backslashes, which were read as "/": zip files have "/" (APPNOTE 4.4.17)',
    ]);
    await expect(archive(await createZip('UNIX', 'a\\b'))).rejects.toThrow(
      '"a\\b" has a backslash in its path',
    );
    expect(notesOnPaths((await archive(await createZip('DOS', 'a/b'))).content.entries)).toEqual([]);
  });

  it.each([
    ['./x', 'x'],
    ['a/./x', 'a/x'],
  ])('the path %s is read as %s', async (name, path) => {
    const bytes = renamed(await zip(new Map([['x'.repeat(name.length), 'x']])), name);
    expect((await archive(bytes)).paths).toEqual([path]);
  });

  it('a symbolic link is rejected', async () => {
    const bytes = await new JSZip()
      .file('resources/link', '/etc/passwd', { unixPermissions: 0o120777, createFolders: false })
      .generateAsync({ type: 'uint8array', platform: 'UNIX' });
    await expect(archive(bytes)).rejects.toThrow('the entry "resources/link" is a symbolic link');
  });

  it('a duplicate entry is rejected if its content differs, and names are case-sensitive', async () => {
    const two = async (other: string, content = '2'): Promise<Archive> =>
      archive(
        renamed(
          await zip(
            new Map([
              ['a/b', '1'],
              ['x/y', content],
            ]),
          ),
          other,
          'x/y',
        ),
      );
    await expect(two('a/b')).rejects.toThrow('the entry "a/b" occurs twice, with different content');
    // Only names that importers search are also compared without case (test/hostile/inputs).
    expect((await two('A/b')).paths).toEqual(['a/b', 'A/b']);
    expect((await two('a/b', '1')).paths).toEqual(['a/b']);
    expect((await two('a/c')).paths).toEqual(['a/b', 'a/c']);
  });

  it('a duplicate folder counts once', async () => {
    const jsZip = new JSZip();
    jsZip.folder('a');
    jsZip.folder('b');
    jsZip.file('a/x', '1', { createFolders: false });
    const bytes = await jsZip.generateAsync({ type: 'uint8array' });
    expect((await archive(renamed(bytes, 'a/', 'b/'))).paths).toEqual(['a/x']);
  });

  it('a name that is both a file and a folder is rejected', async () => {
    const bytes = await zip(
      new Map([
        ['a', '1'],
        ['a/b', '2'],
      ]),
    );
    await expect(archive(bytes)).rejects.toThrow('the entry "a" is a file and a folder');
  });

  it('an entry with different names in its local header and in the directory is rejected on opening', async () => {
    const bytes = await zip(new Map([['abc', '1']]));
    const at = Buffer.from(bytes).lastIndexOf('abc');
    bytes[at] = 0x78;
    await expect(archive(bytes)).rejects.toThrow('the entry "xbc" has another name in its local header');
  });

  it('a changed byte of an entry is detected by the checksum', async () => {
    const content = Uint8Array.from({ length: 64 }, (_, i) => (i * 37) % 256);
    const stored = await new JSZip().file('a', content).generateAsync({ type: 'uint8array' });
    const at = Buffer.from(stored).indexOf(Buffer.from(content));
    stored[at + 5] ^= 1;
    await expect((await archive(stored)).bytes('a')).rejects.toThrow('a is damaged (its checksum is wrong)');
  });

  it('a directory with any damaged byte gives a UserError or remains readable', async () => {
    const whole = await zip(
      new Map([
        ['modelDescription.xml', 'x'.repeat(50)],
        ['resources/a', 'y'],
      ]),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bytes = whole.slice();
        bytes[at] ^= change;
        try {
          const read = await archive(bytes);
          for (const path of read.paths) await read.bytes(path);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('the error for a missing entry names it, and a folder that contains it', async () => {
    const read = await archive(await zip(new Map([['M/modelDescription.xml', 'x']])));
    await expect(read.bytes('modelDescription.xml')).rejects.toThrow(
      'modelDescription.xml is not at its top but at M/modelDescription.xml. Zip the content of that folder',
    );
    await expect(read.bytes('other')).rejects.toThrow('it does not contain other. Is it an FMU?');
  });

  it('text that is not UTF-8 is rejected', async () => {
    const read = await archive(await zip(new Map([['t', Uint8Array.of(0xff, 0xfe)]])));
    await expect(read.text('t')).rejects.toThrow(/t is not UTF-8 text/);
  });
});
