/** A token of C source, with its place in the text. */
export interface Token {
  text: string;
  /** Offset of the first character. */
  from: number;
  /** Offset behind the last character. */
  to: number;
}

/** Comments, line continuations and white space are skipped. Directives are found first. */
const pattern = new RegExp(
  [
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|\\\r?\n|\s+/, // skipped
    /(?<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')/,
    /(?<number>\.?\d(?:[eEpP][+-]|[\w.])*)/,
    /(?<word>[A-Za-z_]\w*)/,
    /(?<sign>->|\+\+|--|&&|\|\||<<=|>>=|<<|>>|\.\.\.|[-+*/%&|^=!<>]=|##|[\s\S])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Returns the tokens of C source between two offsets. The preprocessor does not run. */
export function tokensOf(text: string, from = 0, to: number = text.length): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null && match.index < to; match = pattern.exec(text)) {
    const { string, number, word, sign } = match.groups ?? {};
    const token = string ?? number ?? word ?? sign;
    if (token !== undefined) tokens.push({ text: token, from: match.index, to: match.index + token.length });
  }
  return tokens;
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Returns the index of the bracket that closes the one at `open`, or the number of tokens. */
export function closeOf(tokens: readonly Token[], open: number): number {
  const [opener, closer] = [tokens[open].text, closing[tokens[open].text]];
  let depth = 0;
  for (let k = open; k < tokens.length; k++) {
    if (tokens[k].text === opener) depth++;
    if (tokens[k].text === closer && --depth === 0) return k;
  }
  return tokens.length;
}

/** Returns the ranges of indices between commas at depth 0, for tokens in `[from, to)`. */
export function splitAtCommas(tokens: readonly Token[], from: number, to: number): [number, number][] {
  const parts: [number, number][] = [];
  let start = from;
  for (let k = from; k < to; k++) {
    if (tokens[k].text in closing) k = closeOf(tokens, k);
    else if (tokens[k].text === ',') {
      parts.push([start, k]);
      start = k + 1;
    }
  }
  return start < to ? [...parts, [start, to]] : parts;
}

export const isWord = (token: Token | undefined): boolean =>
  token !== undefined && /^[A-Za-z_]/.test(token.text);
export const isNumber = (token: Token | undefined): boolean =>
  token !== undefined && /^\.?\d/.test(token.text);
