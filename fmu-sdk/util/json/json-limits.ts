/**
 * Largest size of a JSON file [bytes], number of values, and nesting depth of arrays and objects.
 */
export const mostJsonBytes: number = 32 * 2 ** 20;
export const mostJsonValues = 1_000_000;
export const deepestJson = 100;

/**
 * Finds the first position where a JSON text exceeds the limits. Scans the text once, so that no
 * parser exhausts its stack or the memory. Leaves syntax errors to the parser.
 */
export function findLimitViolation(text: string): { offset: number; what: string } | undefined {
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
      return { offset: i, what: `lists and objects are nested more than ${deepestJson} deep` };
    if (values > mostJsonValues) return { offset: i, what: `it has more than ${mostJsonValues} values` };
  }
  return undefined;
}

/** Returns the offset of the quote that ends a string, or the text's length if it is missing. */
function endOfString(text: string, begin: number): number {
  let i = begin + 1;
  while (i < text.length && text.charCodeAt(i) !== quote) i += text.charCodeAt(i) === backslash ? 2 : 1;
  return i;
}

const [quote, comma, openBracket, openBrace, closeBracket, closeBrace, backslash] = [
  0x22, 0x2c, 0x5b, 0x7b, 0x5d, 0x7d, 0x5c,
];
