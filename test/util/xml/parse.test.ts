import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute, deepest, parseXml, type XmlElement } from '../../../fmu-sdk/util/xml/parse-xml.ts';
import { type Tag, writeXml } from '../../../fmu-sdk/util/xml/write-xml.ts';

/** Returns the error for a rejected document, with its position. */
function fault(text: string): string {
  try {
    parseXml(text);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
}

const name = fc.stringMatching(/^[a-zA-Zé_][a-zA-Z0-9._-]{0,8}$/);
const text = fc.string({
  unit: fc.constantFrom('x', ' ', '\n', '\r', '\t', '&', '<', '>', '"', "'", 'ü', '😀', ']]>'),
});
const tree = fc.letrec<{ element: Tag }>((tie) => ({
  element: fc
    .record({
      name,
      attributes: fc.uniqueArray(fc.tuple(name, text), { selector: ([n]) => n, maxLength: 4 }),
      children: fc.oneof({ maxDepth: 3 }, fc.constant<Tag[]>([]), fc.array(tie('element'), { maxLength: 3 })),
    })
    .map((fields): Tag => fields),
})).element;

/** Returns an element in the form of the writer. */
function tagOf(e: XmlElement): Tag {
  const attributes = [...e.attributes.values()].map(({ name: n, value }) => [n, value] as const);
  return { name: e.name, attributes, children: e.children.map(tagOf) };
}

describe('XML', () => {
  it('reads written documents back: every name, and every character of every value', () => {
    fc.assert(
      fc.property(tree, (root) => {
        expect(tagOf(parseXml(writeXml(root)))).toEqual(root);
      }),
      { numRuns: 300 },
    );
  });

  it('knows line and column of elements and of attributes’ names, across all line ends', () => {
    const document =
      '<?xml version="1.0"?>\n<root\r\n  one="1"\ttwo =\n "a&#10;b">\r<inner x=\'=>\' yy="z=\'1\'"/></root>';
    const root = parseXml(document);
    const [inner] = root.children;
    const places = (e: XmlElement): unknown[] =>
      [...e.attributes.values()].map((a) => [a.name, a.line, a.column]);
    expect([root.line, root.column]).toEqual([2, 1]);
    expect(places(root)).toEqual([
      ['one', 3, 3],
      ['two', 3, 11],
    ]);
    expect([inner.line, inner.column]).toEqual([5, 1]);
    expect(places(inner)).toEqual([
      ['x', 5, 8],
      ['yy', 5, 15],
    ]);
    expect(inner.attributes.get('yy')?.value).toBe("z='1'");
    expect(attribute(root, 'two')).toBe('a\nb');
  });

  it('applies declared namespaces to elements, but not to attributes without a prefix', () => {
    const root = parseXml(
      '<r xmlns="a" xmlns:p="b" q="1"><p:x/><y xmlns="c"><z p:q="1" q="2"/></y><w xmlns=""><xml:v/></w><s xml:lang="en"/></r>',
    );
    const [x, y, w, s] = root.children;
    const all = [root, x, y, y.children[0], w, w.children[0], s].map((e) => [e.name, e.namespace]);
    expect(all).toEqual([
      ['r', 'a'],
      ['p:x', 'b'],
      ['y', 'c'],
      ['z', 'c'],
      ['w', ''],
      ['xml:v', 'http://www.w3.org/XML/1998/namespace'],
      ['s', 'a'],
    ]);
  });

  it('returns the content of an element as it was written', () => {
    const root = parseXml('<r><a> x &amp; <b/>\r\n</a><c/><d></d></r>');
    expect(root.children.map((e) => e.raw)).toEqual([' x &amp; <b/>\r\n', '', '']);
  });

  it.each([
    ['<!DOCTYPE r><r/>', 'line 1, column 1: a document type (DTD) is not supported'],
    ['<!-- <!DOCTYPE x> --> <!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>', /DTD|entity/],
    ['<r>&nbsp;</r>', /^line 1, column \d+: undefined entity/],
    ['<r a="1"\n a="2"/>', /^line 2, column \d: duplicate attribute: a/],
    ['<r>\n <a></b></r>', /^line 2, column \d: unexpected close tag/],
    ['<r>\n <a>', /^line 2, column 5: unclosed tag: a/],
    ['<r a="<"/>', /^line 1, column \d: disallowed character/],
    ['<r/><r/>', /^line 1, column \d: documents may contain only one root/],
    ['<p:r/>', /^line 1, column \d: unbound namespace prefix/],
    ['<r p:a="1"/>', /^line 1, column \d: unbound namespace prefix/],
    ['<r><p:a xmlns:p="x"/><p:b/></r>', /^line 1, column \d+: unbound namespace prefix/],
    ['<r xmlns:p="x" xmlns:q="x" p:a="1" q:a="2"/>', /duplicate attribute: {x}a/],
    ['<r xmlns:p=""/>', /undefine prefix/],
    ['<r xmlns:xml="x"/>', /the prefix "xml" may not stand for "x"/],
    ['<r xmlns:xmlns="x"/>', /the prefix "xmlns" may not/],
    ['<r xmlns="http://www.w3.org/2000/xmlns/"/>', /may not stand for/],
    ['<xmlns:r/>', /may not have "xmlns" as prefix|xmlns/],
    ['<r xmlns:p="x"><p:a:b/></r>', /malformed name: p:a:b/],
    ['<r :a="1"/>', /malformed name: :a/],
    ['<r a:="1"/>', /malformed name: a:/],
    ['<r>\u0000</r>', /^line 1, column \d: disallowed character/],
    ['<r>&#0;</r>', /^line 1, column \d: malformed character entity/],
    ['', /^line 1, column 1: document must contain a root element/],
  ])('%j is rejected: %s', (document, reason) => {
    expect(fault(document)).toMatch(reason);
  });

  it('elements nested too deeply, or with too many attributes, are rejected', () => {
    const nested = (n: number): string => '<a>'.repeat(n) + '</a>'.repeat(n);
    expect(fault(nested(deepest))).toBe('none');
    expect(fault(nested(deepest + 1))).toContain('more than 200 levels of nested elements');
    const many = Array.from({ length: 201 }, (_, i) => ` a${i}=""`).join('');
    expect(fault(`<a${many}/>`)).toContain('more than 200 attributes');
  });

  it('consumed elements are complete and removed from their parent’s children', () => {
    const elements: string[] = [];
    const root = parseXml('<r><v>1<w/></v><x/><v>2</v></r>', (e) => {
      if (e.name !== 'v') return false;
      elements.push(`${e.raw} ${e.children.length} ${e.parent?.name}`);
      return true;
    });
    expect(elements).toEqual(['1<w/> 1 r', '2 0 r']);
    expect(root.children.map((e) => e.name)).toEqual(['x']);
  });
});
