import { closeOf, splitAtCommas, tokensOf } from './tokens.ts';

const marks = /^(?:ADD|OMIT|MUTANT)$/;

/**
 * Returns a C source without the marks of mutants, as the correct FMU is compiled. Lines keep their
 * numbers.
 */
export function withoutMarks(text: string): string {
  const tokens = tokensOf(text);
  const k = tokens.findIndex((token, n) => marks.test(token.text) && tokens[n + 1]?.text === '(');
  if (k < 0) return text;
  const close = closeOf(tokens, k + 1);
  const [from, to] = [tokens[k].from, tokens[close].to];
  const [, ...parts] = splitAtCommas(tokens, k + 2, close);
  const kept = { ADD: [], OMIT: parts, MUTANT: parts.slice(0, 1) }[tokens[k].text] ?? [];
  const first = kept.length > 0 ? tokens[kept[0][0]].from : to;
  const last = kept.length > 0 ? tokens[(kept.at(-1)?.[1] ?? 1) - 1].to : to;
  const middle = blank(text.slice(from, first)) + text.slice(first, last) + blank(text.slice(last, to));
  return text.slice(0, from) + withoutMarks(middle + text.slice(to));
}

/** Returns the text with all but its ends of lines replaced by nothing. */
const blank = (text: string): string => (text.match(/\\?\r?\n/g) ?? []).join('') || ' ';
