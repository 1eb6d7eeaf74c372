/** Reports whether a value has a usable `name`. */
export function isNamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { name } = value as { name?: unknown };
  return typeof name === 'string' && name.trim() !== '';
}
