/**
 * Returns the prefix that an attribute with this name declares ('' for the default namespace), or
 * undefined.
 */
export function declaredPrefix(name: string): string | undefined {
  if (name === 'xmlns') return '';
  return name.startsWith('xmlns:') ? name.slice(6) : undefined;
}
