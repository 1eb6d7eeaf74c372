import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeXml, otherEncoding } from '../../../fmu-sdk/util/xml/decode-xml.ts';
import { attribute, parseXml } from '../../../fmu-sdk/util/xml/parse-xml.ts';

const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf8'));
const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>\n`;
const bytesOf = (...bytes: (number | Uint8Array)[]): Uint8Array =>
  new Uint8Array(Buffer.concat(bytes.map((byte) => Buffer.from(typeof byte === 'number' ? [byte] : byte))));

function utf16(text: string, big = false, mark = true): Uint8Array {
  const bytes = Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le');
  return new Uint8Array(big ? bytes.swap16() : bytes);
}

/** The attribute x of the root, and the note on the document's encoding. */
function read(bytes: Uint8Array): [value: string | undefined, said: string | undefined] {
  return [attribute(parseXml(bytes), 'x'), otherEncoding(decodeXml(bytes))];
}

describe('the bytes of an XML document', () => {
  it.each([
    ['ISO-8859-1', latin1(`${declared('ISO-8859-1')}<r x="Größe 1°"/>`), 'Größe 1°'],
    ['iso-8859-1', latin1(`${declared('iso-8859-1')}<r x="é"/>`), 'é'],
    ['windows-1252', bytesOf(latin1(`${declared('windows-1252')}<r x="`), 0x80, 0x96, latin1('ü"/>')), '€–ü'],
    ['ISO-8859-15', bytesOf(latin1(`${declared('ISO-8859-15')}<r x="`), 0xa4, latin1('"/>')), '€'],
    ['Shift_JIS', bytesOf(latin1(`${declared('Shift_JIS')}<r x="`), 0x83, 0x67, latin1('"/>')), 'ト'],
    ['GBK', bytesOf(latin1(`${declared('GBK')}<r x="`), 0xd6, 0xd0, latin1('"/>')), '中'],
    ['US-ASCII', latin1(`${declared('US-ASCII')}<r x="plain"/>`), 'plain'],
  ])('decode as declared in %s', (encoding, bytes, value) => {
    expect(read(bytes)).toEqual([
      value,
      `is in ${encoding.toUpperCase() === 'ISO-8859-1' ? 'ISO-8859-1' : encoding}, and was decoded so`,
    ]);
    expect(decodeXml(bytes).misdeclared).toBe(false);
  });

  it('reveal UTF-16 of either byte order by a byte order mark, or by the first bytes', () => {
    for (const big of [false, true])
      for (const mark of [false, true]) {
        const text = `<?xml version="1.0" encoding="UTF-16"?>\n<r x="Größe 😀"/>`;
        const name = big ? 'UTF-16BE' : 'UTF-16LE';
        expect(read(utf16(text, big, mark))).toEqual(['Größe 😀', `is in ${name}, and was decoded so`]);
      }
    expect(read(utf16('<r x="ü"/>'))).toEqual(['ü', 'is in UTF-16LE, and was decoded so']);
    expect(() => parseXml(bytesOf(utf16('<r/>'), 0x20))).toThrow(/^line 1, column 1: it begins as UTF-16LE/);
    expect(() => parseXml(bytesOf(utf16('<r x="'), 0x00, 0xd8, utf16('"/>', false, false)))).toThrow(
      /it begins as UTF-16LE, but its bytes are not valid UTF-16LE/,
    );
  });

  it('satisfy FMI in UTF-8, with or without a byte order mark or declaration', () => {
    for (const text of [`${declared('UTF-8')}<r x="ü"/>`, `${declared('utf-8')}<r x="ü"/>`, '<r x="ü"/>'])
      for (const mark of [[], [0xef, 0xbb, 0xbf]])
        expect(read(bytesOf(...mark, utf8(text)))).toEqual(['ü', undefined]);
  });

  it('decode as UTF-8 if they are not in the declared encoding but valid UTF-8', () => {
    for (const name of ['US-ASCII', 'UTF-16', 'ucs-2', 'x-unknown', 'UTF-7'])
      expect(read(utf8(`${declared(name)}<r x="ü"/>`))).toEqual([
        'ü',
        `declares ${name}, but is in UTF-8, and was decoded so`,
      ]);
    const marked = bytesOf(0xef, 0xbb, 0xbf, utf8(`${declared('ISO-8859-1')}<r x="ü"/>`));
    expect(read(marked)).toEqual(['ü', 'declares ISO-8859-1, but is in UTF-8, and was decoded so']);
  });

  it('lose nothing if they are neither declared correctly nor UTF-8: each becomes a character', () => {
    const every = Uint8Array.from({ length: 256 }, (_, i) => i);
    for (const head of ['', declared('UTF-8'), declared('Shift_JIS'), declared('nothing')]) {
      const { text, encoding, misdeclared } = decodeXml(bytesOf(latin1(head), every));
      const characters = [...text.slice(head.length)];
      expect([encoding, misdeclared]).toEqual(['windows-1252', true]);
      expect([characters.length, new Set(characters).size]).toEqual([256, 256]);
    }
    const [value, note] = read(latin1(`${declared('UTF-8')}<r x="Größe"/>`));
    expect(value).toBe('Größe');
    expect(note).toBe(
      'declares UTF-8, but its bytes do not match. Each byte was decoded as a character of windows-1252',
    );
    expect(read(latin1('<r x="ü"/>'))[1]).toMatch(
      /^does not declare an encoding, but its bytes do not match\./,
    );
  });

  it('never yield more characters than bytes', () => {
    const name = fc.constantFrom(
      '',
      ...['UTF-8', 'ISO-8859-1', 'GB18030', 'Big5', 'ISO-2022-JP', 'UTF-16'].map(declared),
    );
    const mark = fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff], [0x3c, 0], [0, 0x3c]);
    fc.assert(
      fc.property(mark, name, fc.uint8Array({ maxLength: 200 }), (begin, head, rest) => {
        const bytes = bytesOf(...begin, latin1(head), rest);
        try {
          expect(decodeXml(bytes).text.length).toBeLessThanOrEqual(bytes.length);
        } catch (error) {
          expect((error as Error).message).toMatch(/begins as UTF-16/);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('reveal a document type in every encoding', () => {
    const text = (name: string): string => `${declared(name)}<!DOCTYPE r [<!ENTITY a "b">]><r x="&a;"/>`;
    const documents = [
      latin1(text('ISO-8859-1')),
      utf8(text('windows-1252')),
      utf8(text('ISO-2022-JP')),
      bytesOf(latin1(text('UTF-8')), 0x20),
      bytesOf(latin1(text('UTF-8').replace('x=', 'y="\xe4" x='))),
      bytesOf(0xef, 0xbb, 0xbf, utf8(text('ISO-8859-1'))),
      utf16(text('UTF-16')),
      utf16(text('UTF-8'), true),
      utf16(text('UTF-16'), true, false),
      // UTF-7, which processors need not know.
      latin1(`${declared('UTF-7')}+ADwAIQ-DOCTYPE r><r/>`),
    ];
    for (const bytes of documents)
      expect(() => parseXml(bytes)).toThrow(/DTD|undefined entity|outside of root/);
  });

  it('lead to an error before decoding if there are too many', () => {
    const size = 256 * 2 ** 20 + 1;
    // The array is never written, so it takes no memory.
    expect(() => parseXml(new Uint8Array(size))).toThrow(/^line 1, column 1: more than 268435456 bytes/);
  });

  it('give the positions of the decoded text: a byte order mark does not count, a character counts once', () => {
    const text = (name: string): string => `${declared(name)}<r>\n  <ä é="ü" z="1"/>\n</r>`;
    for (const bytes of [
      latin1(text('ISO-8859-1')),
      latin1(text('UTF-8')),
      utf8(text('UTF-8')),
      bytesOf(0xef, 0xbb, 0xbf, utf8(text('UTF-8'))),
      utf16(text('UTF-16')),
    ]) {
      const [child] = parseXml(bytes).children;
      const z = child.attributes.get('z');
      expect([child.name, child.line, child.column, z?.line, z?.column]).toEqual(['ä', 3, 3, 3, 12]);
    }
    expect(parseXml(bytesOf(0xef, 0xbb, 0xbf, utf8('<r/>'))).column).toBe(1);
  });

  it('declare an encoding in their first 1024 bytes or not at all, and a longer search takes no time', () => {
    const far = utf8(`<?xml version="1.0"${' '.repeat(100_000)}encoding="ISO-8859-1"?><r x="ü"/>`);
    expect(decodeXml(far).declared).toBeUndefined();
    expect(read(far)[0]).toBe('ü');
  });
});
