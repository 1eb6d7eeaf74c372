/**
 * Returns true if a text matches a pattern in which `*` stands for any text. Takes time
 * proportional to the product of both lengths.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const [first, ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const index = text.indexOf(part, at);
    if (index < 0) return false;
    at = index + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** `variable/range`, `order/forbidden-*`, or the area `value`. */
export function namesRule(pattern: string, id: string): boolean {
  return (
    matchesGlob(pattern, id) || (!pattern.includes('/') && matchesGlob(pattern, id.slice(0, id.indexOf('/'))))
  );
}
