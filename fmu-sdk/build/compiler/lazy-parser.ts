/** Members of AssemblyScript's tokenizer that are used here. */
export interface Tokenizer {
  readonly source: { readonly normalizedPath: string };
  /** Position after the last token [characters]. */
  pos: number;
  /** Before the last token [characters]. */
  readonly tokenPos: number;
}

/** Members of AssemblyScript's parser that are used here. */
export interface Parser {
  readonly diagnostics: unknown;
  /** Name of the module, in WebAssembly's sense, of what is declared. */
  currentModuleName: unknown;
}

/** Parts of a source: where each begins, and behind which character it ends. */
export type SourceRanges = readonly (readonly [begin: number, end: number])[];

/** Parses a part with a tokenizer that stands before it. */
type Parse = (tokenizer: Tokenizer) => unknown[];

/**
 * Returns the content of a part, which is parsed at its first use. Returns undefined where the part
 * must be parsed at once.
 */
export type LazyParse = (parser: Parser, tokenizer: Tokenizer, parse: Parse) => unknown[] | undefined;

/**
 * Returns the function that AssemblyScript's parser calls after the opening bracket of a block or a
 * literal array. For a part that is parsed later, the tokenizer then stands before the closing
 * bracket.
 *
 * @param places by the paths of error-free sources, not nested
 */
export function createLazyParser(places: Readonly<Record<string, SourceRanges>>): LazyParse {
  const ends = new Map(Object.entries(places).map(([path, list]) => [path, new Map(list)]));
  let atOnce = false;
  return (parser, tokenizer, parse) => {
    const { source, tokenPos } = tokenizer;
    const end = ends.get(source.normalizedPath)?.get(tokenPos);
    if (end === undefined || atOnce) return undefined;
    tokenizer.pos = end - 1;
    const { diagnostics, currentModuleName } = parser;
    const ReplayTokenizer = tokenizer.constructor as new (...args: unknown[]) => Tokenizer;
    return filledWhenRead(() => {
      const meanwhile = parser.currentModuleName;
      const replayTokenizer = new ReplayTokenizer(source, diagnostics);
      replayTokenizer.pos = tokenPos;
      parser.currentModuleName = currentModuleName;
      atOnce = true;
      try {
        return parse(replayTokenizer);
      } finally {
        atOnce = false;
        parser.currentModuleName = meanwhile;
      }
    });
  };
}

function filledWhenRead<Item>(items: () => readonly Item[]): Item[] {
  let isFilled = false;
  return new Proxy<Item[]>([], {
    get(list, key) {
      if (!isFilled) list.push(...items());
      isFilled = true;
      return Reflect.get(list, key);
    },
  });
}
