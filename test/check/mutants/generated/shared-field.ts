import type { Field } from './c-source.ts';
import type { Edit } from './operators.ts';
import { isWord, type Token, tokensOf } from './tokens.ts';

/**
 * Returns the edits that make a field a variable of all instances: its declaration behind the
 * struct, and every access. Returns undefined where a name is that of several fields.
 */
export function shareField(
  field: Field,
  fields: readonly Field[],
  sources: ReadonlyMap<string, string>,
): Map<string, Edit[]> | undefined {
  const alike = fields.filter(({ name }) => name === field.name);
  if (alike.length > 1 || /\*|Callback|Type$/.test(field.type)) return undefined;
  const edits = new Map<string, Edit[]>();
  for (const [file, text] of sources) {
    const tokens = tokensOf(text);
    const found = tokens.flatMap((token, k) => (token.text === field.name ? accessAt(tokens, k) : []));
    const list = found.map(({ from, to }) => ({ from, to, text: `shared_${field.name}` }));
    const end = endOf(text, field);
    if (end !== undefined) list.push({ from: end, to: end, text: declarationOf(field) });
    if (list.length > 0) edits.set(file, list);
  }
  return edits;
}

/** Returns the place of `M(field)`, `c->field` or `c->m.field` that ends at a token. */
function accessAt(tokens: readonly Token[], k: number): { from: number; to: number }[] {
  if (tokens[k - 1]?.text === '(' && tokens[k - 2]?.text === 'M' && tokens[k + 1]?.text === ')')
    return [{ from: tokens[k - 2].from, to: tokens[k + 1].to }];
  let first = k;
  while (/^(?:->|\.)$/.test(tokens[first - 1]?.text ?? '')) {
    if (!isWord(tokens[first - 2])) return [];
    first -= 2;
  }
  return first === k ? [] : [{ from: tokens[first].from, to: tokens[k].to }];
}

/** Returns the offset behind the struct of a field, if the text declares it. */
function endOf(text: string, { struct }: Field): number | undefined {
  const end = new RegExp(`\\}\\s*${struct}\\s*;`).exec(text);
  return end === null ? undefined : end.index + end[0].length;
}

function declarationOf({ struct, name }: Field): string {
  return ` __attribute__((common, visibility("hidden"))) __typeof__(((${struct}*)0)->${name}) shared_${name};`;
}
