/** Allowed starts without a capital letter: names are written unchanged. */
const names = [
  /^["“‘]/, // A quoted name.
  /^\d/, // A number or value reference.
  /^∂/, // A derivative.
  /^fmi[23][A-Z]/, // A function.
  /^[a-z]+[A-Z]\w*/, // An attribute or argument of the standard: lastSuccessfulTime.
  /^[\w-]+[./][\w./-]+/, // A file.
];

/** Returns the reason why a text is not a sentence, or undefined. */
export function sentenceFault(text: string): string | undefined {
  if (text !== text.trim()) return 'it begins or ends with a blank';
  if (!/[.!?…)]$/.test(text)) return 'it has no full stop';
  return /^\p{Lu}/u.test(text) || names.some((name) => name.test(text)) ? undefined : 'it begins small';
}
