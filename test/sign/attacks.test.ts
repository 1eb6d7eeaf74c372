import { sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import JSZip from 'jszip';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { privateKeyFromPem } from '../../fmu-sdk/sign/public-key.ts';
import { signaturePathOf } from '../../fmu-sdk/sign/signed-content.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { root } from '../run-fmu.ts';
import { extraField, type RawEntry, rawZip } from './raw-zip.ts';
import { Workshop } from './workshop.ts';

let shop: Workshop;
let path: string;
beforeAll(() => {
  shop = new Workshop();
  path = signaturePathOf(shop.alice.key.fingerprint);
});

const files: readonly RawEntry[] = [
  { name: 'modelDescription.xml', content: '<fmiModelDescription/>'.repeat(9), deflated: true },
  { name: 'binaries/x86_64-linux/a.so', content: 'ELF' },
  { name: 'resources/a.txt', content: 'one', descriptor: true },
  { name: 'resources/b.txt', content: 'two', extra: extraField(0x5455, Buffer.from([1, 1, 2, 3, 4])) },
];

/** Returns the files with alice's signature, as entries for a test to change. */
async function signed(of: readonly RawEntry[] = files): Promise<RawEntry[]> {
  const archive = await openArchive(await shop.signed(rawZip(of)));
  return [...of, { name: path, content: await archive.bytes(path) }];
}

/** Returns the reason why an archive is invalid, or undefined for a valid one. */
async function refusal(bytes: Uint8Array): Promise<string | undefined> {
  try {
    const { valid, signatures } = await shop.verify(bytes);
    return valid ? undefined : (signatures.find((signature) => !signature.valid)?.reason ?? 'not signed');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message;
  }
}

async function contents(bytes: Uint8Array): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const [name, file] of Object.entries((await JSZip.loadAsync(bytes)).files))
    read[name] = await file.async('binarystring');
  return read;
}

/**
 * Returns the bits of a zip that a signature does not cover: in both headers the versions,
 * compression hint, times, attributes and times in extra fields. Taken from APPNOTE, not from the
 * code.
 */
function freeBits(zip: Buffer): Uint8Array {
  const free = new Uint8Array(zip.length);
  const mark = (from: number, to: number): Uint8Array => free.fill(0xff, from, to);
  const times = (from: number, length: number): void => {
    if (length > 0) mark(from + 4, from + length);
  };
  for (let at = zip.indexOf('PK\x03\x04'); at >= 0; at = zip.indexOf('PK\x03\x04', at + 1)) {
    mark(at + 4, at + 6);
    free[at + 6] = 0x06;
    mark(at + 10, at + 14);
    times(at + 30 + zip.readUInt16LE(at + 26), zip.readUInt16LE(at + 28));
  }
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 1)) {
    mark(at + 4, at + 8);
    free[at + 8] = 0x06;
    mark(at + 12, at + 16);
    mark(at + 36, at + 38);
    // The upper four bits hold the file type. The type of a regular file is optional.
    free.set([0xe7, 0xff, 0xff, 0x8f], at + 38);
    times(at + 46 + zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30));
  }
  return free;
}

/**
 * Returns a test for positions inside the compressed data of the first entry. Bits there may change
 * without changing the inflated content.
 */
function deflated(zip: Buffer): (at: number) => boolean {
  const begin = 30 + zip.readUInt16LE(26);
  return (at) => at >= begin && at < begin + zip.readUInt32LE(18);
}

describe('a change of any bit', () => {
  it('invalidates a small signed archive, except in times, attributes and versions', async () => {
    const zip = rawZip(await signed());
    expect(await refusal(zip)).toBeUndefined();
    const whole = await contents(zip);
    const free = freeBits(zip);
    const inData = deflated(zip);
    const unseen: string[] = [];
    let refused = 0;
    for (let at = 0; at < zip.length; at++)
      for (const flip of [1 << (at % 8), 0xff]) {
        const bytes = Buffer.from(zip);
        bytes[at] ^= flip;
        if ((await refusal(bytes)) !== undefined) refused++;
        else if ((flip & ~free[at]) !== 0 && !inData(at)) unseen.push(`byte ${at} ^ ${flip}`);
        else expect(await contents(bytes)).toEqual(whole);
      }
    expect(unseen).toEqual([]);
    expect(refused).toBeGreaterThan(1.6 * zip.length);
  });

  it('invalidates a packaged FMU at a hundred sampled positions of its content', async () => {
    const zip = readFileSync(await shop.signed(readFileSync(join(root, 'dist/joystick.fmu'))));
    expect(await refusal(zip)).toBeUndefined();
    const whole = await contents(zip);
    const free = freeBits(zip);
    let refused = 0;
    for (let k = 0; k < 100; k++) {
      const at = Math.floor(((k + 0.5) * zip.length) / 100);
      const bytes = Buffer.from(zip);
      bytes[at] ^= 0x10;
      if ((await refusal(bytes)) !== undefined) refused++;
      else expect([(0x10 & ~free[at]) === 0, await contents(bytes)]).toEqual([true, whole]);
    }
    expect(refused).toBeGreaterThan(90);
  });

  it('a signed archive is invalid if it is cut short or has an additional byte at any position', async () => {
    const zip = rawZip(await signed());
    for (let at = 0; at < zip.length; at += 3) {
      expect(await refusal(zip.subarray(0, at))).toBeDefined();
      expect(
        await refusal(Buffer.concat([zip.subarray(0, at), Buffer.from([0]), zip.subarray(at)])),
      ).toBeDefined();
    }
    expect(await refusal(Buffer.concat([zip, Buffer.from([0])]))).toMatch(/follow its directory|cut short/);
  });
});

describe('entries of a signed archive', () => {
  it.each<[string, (entries: RawEntry[]) => RawEntry[], RegExp]>([
    ['one is removed', (e) => e.slice(1), /for other content: removed modelDescription\.xml$/],
    ['one is added in front', (e) => [{ name: 'resources/new', content: '' }, ...e], /added resources\/new$/],
    ['one is added after the signature', (e) => [...e, { name: 'x', content: '1' }], /added x$/],
    [
      'an empty folder is added',
      (e) => [...e, { name: 'resources/c/', content: '' }],
      /added resources\/c\/$/,
    ],
    [
      'one is added beside the signature',
      (e) => [...e, { name: `${path}2`, content: '' }],
      /added extra\/.*\.sig2$/,
    ],
    [
      'one is changed',
      (e) => [{ ...e[0], content: '<other/>' }, ...e.slice(1)],
      /changed modelDescription\.xml$/,
    ],
    [
      'one is renamed',
      (e) => e.map((x) => (x.name === 'resources/a.txt' ? { ...x, name: 'resources/c.txt' } : x)),
      /added resources\/c\.txt; removed resources\/a\.txt$/,
    ],
    [
      'the case of a name changes',
      (e) => e.map((x) => (x.name === 'resources/a.txt' ? { ...x, name: 'resources/A.txt' } : x)),
      /added resources\/A\.txt; removed resources\/a\.txt$/,
    ],
    [
      'one occurs in two Unicode forms',
      (e) => [...e, { ...e[1], name: 'binaries/e\u0301' }, { ...e[1], name: 'binaries/\u00e9' }],
      /one file on Windows/,
    ],
    [
      'two contents are exchanged',
      (e) => e.map((x, i) => (i === 2 || i === 3 ? { ...x, content: e[5 - i].content } : x)),
      /changed resources\/a\.txt, resources\/b\.txt$/,
    ],
    ['one occurs twice', (e) => [...e, e[1]], /"binaries\/x86_64-linux\/a\.so" occurs twice/],
    [
      'one occurs twice in different case',
      (e) => [...e, { ...e[1], name: 'Binaries/x86_64-linux/a.so' }],
      /one file on Windows/,
    ],
  ])('make its signature invalid if %s', async (_, tamper, message) => {
    expect(await refusal(rawZip(tamper(await signed())))).toMatch(message);
  });

  it('make its signature invalid if only the Unicode form of a name changes', async () => {
    const [composed, decomposed] = ['resources/\u00e9.txt', 'resources/e\u0301.txt'];
    const entries = await signed([...files, { name: composed, content: 'x' }]);
    const renamed = entries.map((x) => (x.name === composed ? { ...x, name: decomposed } : x));
    expect(await refusal(rawZip(entries))).toBeUndefined();
    expect(await refusal(rawZip(renamed))).toBe(
      'it is for other content: added resources/e%CC%81.txt; removed resources/%C3%A9.txt',
    );
  });
});

/** Returns a zip of one empty entry with the given external attributes. */
function attributed(name: string, attributes: number): Buffer {
  const zip = rawZip([{ name, content: '' }]);
  zip.writeUInt32LE(attributes, zip.indexOf('PK\x01\x02') + 38);
  return zip;
}

describe('hidden or ambiguous content of a zip', () => {
  const entry = { name: 'a', content: 'A'.repeat(40) };
  it.each<[string, Buffer, RegExp]>([
    [
      'a comment of the archive',
      rawZip([entry], { comment: 'hello' }),
      /a comment or other bytes follow its directory/,
    ],
    ['a comment of an entry', rawZip([{ ...entry, comment: 'hi' }]), /"a" has a comment/],
    [
      'bytes before the first entry',
      rawZip([entry], { prefix: '#!/bin/sh\n' }),
      /other bytes precede its first entry/,
    ],
    [
      'bytes between entries',
      rawZip([
        { ...entry, gap: 'gap' },
        { name: 'b', content: '' },
      ]),
      /"a" is followed by hidden bytes/,
    ],
    ['bytes before the directory', rawZip([{ ...entry, gap: 'gap' }]), /"a" is followed by hidden bytes/],
    [
      'bytes between the directory and its end record',
      rawZip([entry], { gap: 'gap' }),
      /between its directory and its end/,
    ],
    [
      'bytes after compressed data',
      rawZip([{ ...entry, deflated: true, tail: 'tail' }]),
      /follow its compressed data/,
    ],
    ['bytes after a descriptor', rawZip([{ ...entry, descriptor: true, gap: 'x' }]), /hidden bytes/],
    ['an unknown extra field', rawZip([{ ...entry, extra: extraField(0x9999, Buffer.from('x')) }]), /0x9999/],
    [
      'an overlong extra field of times',
      rawZip([{ ...entry, extra: extraField(0x5455, Buffer.alloc(99)) }]),
      /0x5455/,
    ],
    [
      'an extra field in the local header',
      rawZip([{ ...entry, local: { extra: extraField(1, Buffer.alloc(16)) } }]),
      /0x0001/,
    ],
    [
      'an extra field that is cut short',
      rawZip([{ ...entry, extra: Buffer.from([0x55, 0x54, 9, 0, 1]) }]),
      /damaged extra field/,
    ],
    [
      'another name in an extra field',
      rawZip([{ ...entry, extra: extraField(0x7075, Buffer.from('\x01____b')) }]),
      /0x7075/,
    ],
    [
      'another name in the local header',
      rawZip([{ ...entry, local: { name: 'b' } }]),
      /another name in its local header/,
    ],
    [
      'another size in the local header',
      rawZip([{ ...entry, local: { bytes: 39 } }]),
      /differs from its directory record/,
    ],
    [
      'another checksum in the local header',
      rawZip([{ ...entry, local: { crc32: 1 } }]),
      /differs from its directory record/,
    ],
    [
      'other flags in the local header',
      rawZip([{ ...entry, local: { flags: 8 } }]),
      /differs from its directory record/,
    ],
    ['encryption', rawZip([{ ...entry, flags: 1 }]), /encrypted/],
    [
      'a name in an unknown encoding',
      rawZip([{ name: Buffer.from([0xe4]), content: '' }]),
      /not valid|encoded data/,
    ],
    [
      'a name beyond ASCII without the flag for UTF-8',
      rawZip([{ name: 'ä', content: '', flags: 0 }]),
      /neither ASCII nor declared as UTF-8/,
    ],
    [
      'a file that is a folder by its attributes',
      attributed('a', 0x10),
      /attributes of "a" contradict its name/,
    ],
    [
      'a file that is a link by its attributes',
      attributed('a', 0xa1ff0000),
      /attributes of "a" contradict its name/,
    ],
    [
      'a folder that is a file by its attributes',
      attributed('a/', 0x81ed0000),
      /attributes of "a\/" contradict its name/,
    ],
    ['a folder with content', rawZip([{ name: 'a/', content: 'x' }]), /the folder "a\/" has content/],
  ])('signing and verification reject %s', async (_, zip, message) => {
    await expect(shop.signed(zip)).rejects.toThrow(message);
    expect(await refusal(zip)).toMatch(message);
  });

  it('verification rejects two entries that share their bytes', async () => {
    const zip = rawZip([entry, { ...entry, name: 'b' }]);
    const second = zip.lastIndexOf('PK\x01\x02');
    zip.writeUInt32LE(0, second + 42);
    expect(await refusal(zip)).toMatch(/overlaps the next one/);
  });
});

describe('signatures', () => {
  let original: string;
  const withSignature = async (content: string, name = path): Promise<string | undefined> =>
    refusal(rawZip([...files, { name, content: Buffer.from(content, 'latin1') }]));
  beforeAll(async () => {
    original = Buffer.from((await signed()).at(-1)?.content as Uint8Array).toString('latin1');
  });

  it('the signature of another FMU is rejected', async () => {
    const other = (await signed([{ name: 'modelDescription.xml', content: 'other' }])).at(-1) as RawEntry;
    expect(await refusal(rawZip([...files, other]))).toMatch(
      /for other content: changed modelDescription\.xml; added binaries/,
    );
  });

  it('a signature with the key of another signer is rejected, also under the file name of that key', async () => {
    const [mallory, alice] = [shop.mallory, shop.alice].map(({ key }) =>
      Buffer.from(key.raw).toString('base64'),
    );
    expect(await withSignature(original.replace(alice, mallory))).toMatch(/changed, or is not by its key/);
    const malloryFmu = readFileSync(await shop.signed(rawZip(files), shop.mallory));
    const hers = (await contents(malloryFmu))[signaturePathOf(shop.mallory.key.fingerprint)];
    expect(await withSignature(hers)).toMatch(/the name of another key/);
    expect(await withSignature(original, signaturePathOf(shop.mallory.key.fingerprint))).toMatch(
      /the name of another key/,
    );
  });

  it('a broken or misnamed signature beside a valid one makes the archive invalid', async () => {
    const entries = await signed();
    const more = (content: string): RawEntry => ({ name: signaturePathOf('0'.repeat(64)), content });
    expect(await refusal(rawZip([...entries, more('')]))).toMatch(/signature format is unknown/);
    expect(await refusal(rawZip([...entries, more(original)]))).toMatch(/the name of another key/);
  });

  it.each<[string, (signature: string) => string]>([
    ['an older format', (s) => s.replace('signature 1', 'signature 0')],
    ['a newer format', (s) => s.replace('signature 1', 'signature 2')],
    ['another algorithm', (s) => s.replace('ed25519', 'none')],
    ['a missing algorithm', (s) => s.replace('key ed25519 ', 'key ')],
    ['a missing signature', (s) => s.replace(/\nsignature .*\n$/, '\nsignature \n')],
    ['a short signature', (s) => s.replace(/\nsignature (.{40}).*\n$/, '\nsignature $1\n')],
    ['CR before LF', (s) => s.replaceAll('\n', '\r\n')],
    ['an additional line at its end', (s) => `${s}\n`],
    ['an unterminated last line', (s) => s.slice(0, -1)],
    ['an additional space', (s) => s.replace('key ed25519 ', 'key ed25519  ')],
    ['base64 without padding', (s) => s.replace('==\n', '\n')],
    [
      'base64 with bits left over',
      (s) => s.replace(/([A-Za-z0-9+/])==\n/, (_, c: string) => `${c === 'B' ? 'C' : 'B'}==\n`),
    ],
    ['base64 for URLs', (s) => s.replace(/\+|\//g, '_')],
    ['two keys', (s) => s.replace(/\n(key .*)\n/, '\n$1\n$1\n')],
    ['a byte order mark', (s) => `\xef\xbb\xbf${s}`],
    ['a missing entry', (s) => s.replace(/\n.*resources\/a\.txt\n/, '\n')],
    ['a duplicate entry', (s) => s.replace(/\n(.*resources\/a\.txt)\n/, '\n$1\n$1\n')],
  ])('a signature file with %s is rejected', async (_, change) => {
    expect(change(original)).not.toBe(original);
    expect(await withSignature(original)).toBeUndefined();
    expect(await withSignature(change(original))).toMatch(
      /damaged|signature format is unknown|changed, or is not|has 32 bytes|weak/,
    );
  });

  it('a valid signature over entries in another order is rejected', async () => {
    const { key } = privateKeyFromPem(readFileSync(shop.alice.privateFile, 'latin1'), 'alice');
    const lines = original.split('\n').slice(0, -2);
    const text = `${[...lines.slice(0, 2), ...lines.slice(2).reverse()].join('\n')}\n`;
    const signature = sign(null, Buffer.from(text, 'latin1'), key).toString('base64');
    expect(await withSignature(`${text}signature ${signature}\n`)).toMatch(/another order/);
  });

  it('a signature with S + L in place of S is rejected, so that signatures are not malleable', async () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const signature = Buffer.from(/\nsignature (.*)\n$/.exec(original)?.[1] ?? '', 'base64');
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`);
    const other = Buffer.from((s + order).toString(16).padStart(64, '0'), 'hex').reverse();
    const changed = Buffer.concat([signature.subarray(0, 32), other]).toString('base64');
    expect(await withSignature(original.replace(/(\nsignature ).*/, `$1${changed}`))).toMatch(
      /not by its key/,
    );
  });
});
