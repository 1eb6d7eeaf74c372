/** What is used here of AssemblyScript's tokenizer. */
export interface Tokenizer {
  readonly source: { readonly normalizedPath: string };
  /** Behind the last token [characters]. */
  pos: number;
  /** Before the last token [characters]. */
  readonly tokenPos: number;
}

/** What is used here of AssemblyScript's parser. */
export interface Parser {
  readonly diagnostics: unknown;
  /** Name of the module, in WebAssembly's sense, of what is declared. */
  currentModuleName: unknown;
}

/** Parts of a source: where each begins, and behind which character it ends. */
export type Places = readonly (readonly [begin: number, end: number])[];

/** Parses a part with a tokenizer that stands before it. */
type Parse = (tokenizer: Tokenizer) => unknown[];

/** What stands in a part, parsed when it is first looked at; undefined where it is to be parsed at once, since it is none of the places. */
export type Later = (parser: Parser, tokenizer: Tokenizer, parse: Parse) => unknown[] | undefined;

/**
 * What AssemblyScript's parser asks behind the bracket with which a block or a literal array begins. Of what is parsed later, the
 * tokenizer then stands before the closing bracket, as if all of it had been read.
 *
 * @param places by the paths of sources that are known to have no errors; none inside another
 */
export function parsedLater(places: Readonly<Record<string, Places>>): Later {
  const ends = new Map(Object.entries(places).map(([path, list]) => [path, new Map(list)]));
  let atOnce = false;
  return (parser, tokenizer, parse) => {
    const { source, tokenPos } = tokenizer;
    const end = ends.get(source.normalizedPath)?.get(tokenPos);
    if (end === undefined || atOnce) return undefined;
    tokenizer.pos = end - 1;
    const { diagnostics, currentModuleName } = parser;
    const Again = tokenizer.constructor as new (...given: unknown[]) => Tokenizer;
    return filledWhenRead(() => {
      const meanwhile = parser.currentModuleName;
      const own = new Again(source, diagnostics);
      own.pos = tokenPos;
      parser.currentModuleName = currentModuleName;
      atOnce = true;
      try {
        return parse(own);
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
