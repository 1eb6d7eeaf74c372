import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { zip } from '../../fmu-sdk/archive/write-zip.ts';
import { signFmu } from '../../fmu-sdk/sign/sign-fmu.ts';
import { signaturePathOf } from '../../fmu-sdk/sign/signed-content.ts';
import { verifyOpened } from '../../fmu-sdk/sign/verify-fmu.ts';
import { entryRangesOf } from '../../fmu-sdk/sign/zip-tiles.ts';
import { extraField, type RawEntry, rawZip } from './raw-zip.ts';
import { Workshop } from './workshop.ts';

const shop = new Workshop();

/** Archive as other tools write it: descriptors, times and owners, folders, names beyond ASCII. */
const foreign: readonly RawEntry[] = [
  { name: 'binaries/', content: '' },
  { name: 'modelDescription.xml', content: '<xml/>'.repeat(90), deflated: true, descriptor: true },
  { name: 'binaries/linux64/a.so', content: 'ELF', extra: extraField(0x5455, Buffer.alloc(5, 1)) },
  { name: 'resources/größe 10 %.txt', content: '10', deflated: true },
];

async function contents(bytes: Uint8Array): Promise<Map<string, string>> {
  const { files } = await JSZip.loadAsync(bytes);
  const entries = new Map<string, string>();
  for (const [name, file] of Object.entries(files)) entries.set(name, await file.async('binarystring'));
  return entries;
}

describe('signing', () => {
  it('leaves every entry unchanged byte for byte, and adds one entry that other readers accept', async () => {
    const before = rawZip(foreign);
    const after = readFileSync(await shop.signed(before));
    const [old, now] = [before, after].map((bytes) => {
      const tiles = entryRangesOf(bytes);
      return tiles.map(({ name, begin, end }) => [name, bytes.subarray(begin, end).toString('hex')]);
    });
    expect(now.slice(0, -1)).toEqual(old);
    const path = signaturePathOf(shop.alice.key.fingerprint);
    expect(now.at(-1)?.[0]).toBe(path);
    const read = await contents(after);
    expect(read.get(path)).toMatch(/^fmukit signature 1\nkey ed25519 .{44}\n[\s\S]*\nsignature .{88}\n$/);
    read.delete(path);
    expect(read).toEqual(await contents(before));
  });

  it('gives equal bytes for equal FMUs and keys, also if the FMU is signed again', async () => {
    const file = await shop.signed(rawZip(foreign));
    const once = readFileSync(file);
    expect(readFileSync(await shop.signed(rawZip(foreign)))).toEqual(once);
    await signFmu(file, { key: shop.alice.privateFile });
    expect(readFileSync(file)).toEqual(once);
  });

  it('a signature stays valid if the order, compression and dates of the entries change', async () => {
    const file = await shop.signed(rawZip(foreign));
    const { content } = await shop.verify(file);
    const read = await contents(readFileSync(file));
    const other = [...read].reverse().map(([name, text]): RawEntry => {
      const bytes = Buffer.from(text, 'latin1');
      return { name, content: bytes, deflated: name.endsWith('.so'), date: 0x4d21 };
    });
    const verification = await shop.verify(rawZip(other));
    expect(verification).toMatchObject({ valid: true, trusted: true });
    expect(verification.content).toEqual(content);
  });

  it('several signers add independent signatures that do not cover one another', async () => {
    const file = await shop.signed(rawZip(foreign));
    for (const by of [shop.mallory, shop.bob]) await signFmu(file, { key: by.privateFile });
    const { valid, trusted, signatures } = await shop.verify(file);
    expect({ valid, trusted }).toEqual({ valid: true, trusted: true });
    expect(signatures.map(({ name, fingerprint }) => [name, fingerprint])).toEqual([
      ['alice', shop.alice.key.fingerprint],
      [undefined, shop.mallory.key.fingerprint],
      ['bob', shop.bob.key.fingerprint],
    ]);
  });

  it('a signature by an unknown key is valid but not trusted, and an unsigned FMU is not valid', async () => {
    const verification = await shop.verify(await shop.signed(rawZip(foreign), shop.mallory));
    expect(verification).toMatchObject({ valid: true, trusted: false });
    expect(await shop.verify(rawZip(foreign))).toMatchObject({
      valid: false,
      trusted: false,
      signatures: [],
    });
  });

  it('writes a detached signature, leaves the FMU unchanged, and verification finds the signature', async () => {
    const file = shop.file(rawZip(foreign));
    const { file: signature } = await signFmu(file, { key: shop.bob.privateFile, detached: true });
    expect(signature).toBe(`${file}.sig`);
    expect(readFileSync(file)).toEqual(rawZip(foreign));
    const verify = async (): Promise<unknown> =>
      verifyOpened(await openArchive(file), { keyRing: shop.ring });
    expect(await verify()).toMatchObject({ trusted: true, signatures: [{ name: 'bob', place: signature }] });
    // A detached signature equals the one inside an FMU.
    const inside = await openArchive(await shop.signed(rawZip(foreign), shop.bob));
    const path = signaturePathOf(shop.bob.key.fingerprint);
    expect(Buffer.from(await inside.bytes(path))).toEqual(readFileSync(signature));
    writeFileSync(file, rawZip(foreign.slice(1)));
    expect(await verify()).toMatchObject({ valid: false, trusted: false });
  });

  it('rejects an FMU with an outdated signature, or drops that signature with --replace', async () => {
    const file = await shop.signed(rawZip(foreign));
    const archive = await openArchive(file);
    const path = signaturePathOf(shop.alice.key.fingerprint);
    const stale: RawEntry = { name: path, content: await archive.bytes(path) };
    const changed = shop.file(rawZip([...foreign.slice(1), stale]));
    await expect(signFmu(changed, { key: shop.bob.privateFile })).rejects.toThrow(
      /sign .*: the signature extra\/org\.fmukit\.signature\/[0-9a-f]{64}\.sig in it does not match its content\. .* \(replace\)\./,
    );
    expect(readFileSync(changed)).toEqual(rawZip([...foreign.slice(1), stale]));
    await signFmu(changed, { key: shop.bob.privateFile, replace: true });
    expect((await shop.verify(changed)).signatures.map(({ name, valid }) => [name, valid])).toEqual([
      ['bob', true],
    ]);
  });

  it('signatures of arbitrary files are valid, and invalid after any change of a file', async () => {
    const path = fc.stringMatching(/^[a-zä-ü %]{1,8}(\/[a-z]{1,8}){0,2}$/);
    const files = fc.dictionary(path, fc.uint8Array({ maxLength: 60 }), { minKeys: 1, maxKeys: 5 });
    await fc.assert(
      fc.asyncProperty(files, fc.nat(), fc.uint8Array({ maxLength: 60 }), async (map, at, other) => {
        const names = Object.keys(map);
        const write = (of: Record<string, Uint8Array>): Promise<Uint8Array> =>
          zip(new Map(Object.entries(of)));
        const file = await shop.signed(await write(map)).catch(() => undefined);
        // Archives reject names that are one file on some systems.
        fc.pre(file !== undefined);
        expect(await shop.verify(file as string)).toMatchObject({ valid: true, trusted: true });
        const signed = signaturePathOf(shop.alice.key.fingerprint);
        const signature = await (await openArchive(file as string)).bytes(signed);
        const name = names[at % names.length];
        fc.pre(!Buffer.from(map[name]).equals(other));
        const changed = await shop.verify(await write({ ...map, [name]: other, [signed]: signature }));
        expect(changed).toMatchObject({
          valid: false,
          signatures: [{ difference: { changed: [expect.any(String)] } }],
        });
      }),
      { numRuns: 40 },
    );
  });
});
