/** Whether a value has a name by which it can be chosen, and told. */
export function isNamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { name } = value as { name?: unknown };
  return typeof name === 'string' && name.trim() !== '';
}
