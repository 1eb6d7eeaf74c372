import { ASTBuilder, Node, Parser, type Tokenizer } from 'assemblyscript';
import { describe, expect, it } from 'vitest';
import { createLazyParser, type LazyParse } from '../../fmu-sdk/build/compiler/lazy-parser.ts';

const path = '~lib/a.ts';
const text = `
  export function first(x: f64): f64 { if (x < 0.0) { return -x; } return x; }
  class Second { third(): i32 { for (let i = 0; i < 3; i++) { first(f64(i)); } return 3; } }`;

/** Asks at each block, as the compiler's parser does. */
class Asking extends Parser {
  private readonly later: LazyParse;
  parsed = 0;

  constructor(later: LazyParse) {
    super();
    this.later = later;
  }

  override parseBlockStatement(
    tokenizer: Tokenizer,
    topLevel: boolean,
  ): ReturnType<Parser['parseBlockStatement']> {
    const begin = tokenizer.tokenPos;
    const statements = this.later(this, tokenizer, (bodyTokenizer) => {
      const again = bodyTokenizer as Tokenizer;
      again.next();
      return this.parseBlockStatement(again, false)?.statements ?? [];
    });
    if (statements === undefined) {
      this.parsed += 1;
      return super.parseBlockStatement(tokenizer, topLevel);
    }
    tokenizer.next();
    return Node.createBlockStatement(statements as Node[], tokenizer.range(begin, tokenizer.pos));
  }
}

function parsedWith(later: LazyParse, at: string): Asking {
  const parser = new Asking(later);
  parser.parseFile(text, at, false);
  return parser;
}

/** Begin and end of the outer blocks. */
const places = [/\{ if/, /\{ for/].map((block): [number, number] => {
  const begin = text.search(block);
  let depth = 0;
  for (let at = begin; ; at++) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return [begin, at + 1];
  }
});

describe('lazily parsed bodies', () => {
  it('parse once at their first use, with the result of immediate parsing', () => {
    const parser = parsedWith(createLazyParser({ [path]: places }), path);
    expect(parser.parsed).toBe(0);
    const [source] = parser.sources;
    expect(source.statements).toHaveLength(2);
    const whole = parsedWith(() => undefined, path);
    const expected = ASTBuilder.build(whole.sources[0]);
    expect(ASTBuilder.build(source)).toBe(expected);
    expect(parser.parsed).toBe(whole.parsed);
    expect(ASTBuilder.build(source)).toBe(expected);
    expect(parser.parsed).toBe(whole.parsed);
    expect(parser.diagnostics).toEqual([]);
  });

  it('keep their positions in the source, and belong to the module declared around them', () => {
    const parser = parsedWith(createLazyParser({ [path]: places }), path);
    parser.currentModuleName = 'another';
    const [first] = parser.sources[0].statements as unknown as { body: { statements: Node[] } }[];
    const [whole] = parsedWith(() => undefined, path).sources[0].statements as unknown as (typeof first)[];
    const rangesOf = ({ body }: typeof first): string[] => body.statements.map(({ range }) => `${range}`);
    expect(rangesOf(first)).toEqual(rangesOf(whole));
    expect(first.body.statements).toHaveLength(2);
    expect(parser.currentModuleName).toBe('another');
  });

  it('belong only to the named sources, and all others parse at once', () => {
    const parser = parsedWith(createLazyParser({ [path]: places }), '~lib/b.ts');
    expect(parser.parsed).toBe(4);
  });
});
