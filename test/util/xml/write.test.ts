import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute, parseXml } from '../../../fmu-sdk/util/xml/parse-xml.ts';
import { listTag, type Tag, tag, textTag, writeXml } from '../../../fmu-sdk/util/xml/write-xml.ts';

const difficult = [
  ...['\t', '\n', '\r', '\r\n', ' ', '&', '<', '>', '"', "'", ']]>', '<![CDATA[', '-->', '<?x'],
  ...['&amp;', '&lt;', '&#10;', '&#xA;', '&unknown;', '\u007f', '\u0085', '\u2028', '\ufffd', 'ü', '😀', 'x'],
];

describe('written XML', () => {
  it('gives every permitted character of an attribute and of a text back to the reader', () => {
    const value = fc.string({ unit: fc.constantFrom(...difficult) });
    fc.assert(
      fc.property(value, value, (inAttribute, inText) => {
        const root = parseXml(writeXml(textTag('r', { value: inAttribute }, inText)));
        expect([attribute(root, 'value'), root.text]).toEqual([inAttribute, inText]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ...Array.from({ length: 32 }, (_, i) => String.fromCharCode(i)).filter((c) => !'\t\n\r'.includes(c)),
    ...['\ufffe', '\uffff', '\ud83d', '\ude00', '\ude00\ud83d'],
  ])('an attribute with the character %j is refused', (character) => {
    expect(() => writeXml(tag('r', { value: `a${character}b` }))).toThrow(
      /contains a character that XML does not allow. Remove it/,
    );
  });

  it.each(['a', 'br'])('an empty element "%s" in the namespace of XHTML is closed', (name) => {
    const empty = { ...tag(name, { xmlns: 'http://www.w3.org/1999/xhtml' }), raw: '' };
    const root = parseXml(writeXml(tag('r', {}, [empty, tag('next', { xmlns: '' })])));
    expect(root.children.map((child) => [child.name, child.children.length])).toEqual([
      [name, 0],
      ['next', 0],
    ]);
  });

  it('written XML indents elements by two spaces, and keeps raw content', () => {
    const raw: Tag = { name: 'a', attributes: [], children: [], raw: ' <p:b q="1"></p:b>\r\n&#9; ' };
    const root = tag('s:r', { 'xmlns:s': 'u:s', xmlns: 'u', b: 1, c: undefined, d: '\'>"\n' }, [
      raw,
      { ...raw, attributes: [['xmlns:p', 'u:p']] },
      { ...raw, raw: '' },
      undefined,
      listTag('none', []),
      listTag('list', [tag('s:item', { 's:e': 'ü' }, [tag('deep')]), textTag('t', {}, 'x > y\n & z')]),
    ]);
    expect(writeXml(root)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<s:r xmlns:s="u:s" xmlns="u" b="1" d="'>&quot;&#10;">
  <a> <p:b q="1"></p:b>\r\n&#9; </a>
  <a xmlns:p="u:p"> <p:b q="1"></p:b>\r\n&#9; </a>
  <a/>
  <list>
    <s:item s:e="ü">
      <deep/>
    </s:item>
    <t>x &gt; y
 &amp; z</t>
  </list>
</s:r>
`);
  });
});
