/** The prefix that an attribute of this name declares ('' for elements without one); undefined for other attributes. */
export function declaredPrefix(name: string): string | undefined {
  if (name === 'xmlns') return '';
  return name.startsWith('xmlns:') ? name.slice(6) : undefined;
}
