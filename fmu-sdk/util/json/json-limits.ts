/** Bytes of a JSON file, values in it, and arrays and objects inside one another. */
export const mostJsonBytes: number = 32 * 2 ** 20;
export const mostJsonValues = 1_000_000;
export const deepestJson = 100;

/**
 * Where a JSON text goes beyond the bounds: its offset, and what is too much there. Looks at the text once, so that no parser
 * meets what would fill its stack or the memory; what is no JSON is the parser's to say.
 */
export function beyondBounds(text: string): { offset: number; what: string } | undefined {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === quote) i = endOfString(text, i);
    else if (character === comma) values++;
    else if (character === openBracket || character === openBrace) {
      values++;
      depth++;
    } else if (character === closeBracket || character === closeBrace) depth--;
    if (depth > deepestJson)
      return { offset: i, what: `more than ${deepestJson} lists and objects stand inside one another` };
    if (values > mostJsonValues) return { offset: i, what: `there are more than ${mostJsonValues} values` };
  }
  return undefined;
}

/** Offset of the quote that ends a string; the text's length where none does. */
function endOfString(text: string, begin: number): number {
  let i = begin + 1;
  while (i < text.length && text.charCodeAt(i) !== quote) i += text.charCodeAt(i) === backslash ? 2 : 1;
  return i;
}

const [quote, comma, openBracket, openBrace, closeBracket, closeBrace, backslash] = [
  0x22, 0x2c, 0x5b, 0x7b, 0x5d, 0x7d, 0x5c,
];
