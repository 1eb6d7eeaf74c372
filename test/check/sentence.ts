/** Beginnings that are no capital letter and right all the same: names stand as they are written. */
const names = [
  /^["“‘]/, // A quoted name.
  /^\d/, // A number or value reference.
  /^∂/, // A derivative.
  /^fmi[23][A-Z]/, // A function.
  /^[a-z]+[A-Z]\w*/, // An attribute or argument of the standard: lastSuccessfulTime.
  /^[\w-]+[./][\w./-]+/, // A file.
];

/** Why a text is no sentence; undefined when it is one. */
export function sentenceFault(text: string): string | undefined {
  if (text !== text.trim()) return 'it begins or ends with a blank';
  if (!/[.!?…)]$/.test(text)) return 'it has no full stop';
  return /^\p{Lu}/u.test(text) || names.some((name) => name.test(text)) ? undefined : 'it begins small';
}
