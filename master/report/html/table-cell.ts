/**
 * Cell that begins with a number, split at the decimal point. `after` contains the point, the
 * exponent and the rest.
 */
export interface NumberCell {
  value: number;
  before: string;
  after: string;
}

const pattern = /^([<>≤≥≈~±]?\s*)([-+−]?\d+)((?:\.\d+)?(?:e[-+−]?\d+)?)(?![\d.])(.*)$/i;

/**
 * Parses the number that a cell begins with (`-1.25e-6`, `< 0.1 %`, `2.5 ×`). Returns null for text
 * such as `unstable`, `0.1.0` and ``.
 */
export function numberCell(text: string): NumberCell | null {
  const match = pattern.exec(text.trim());
  if (!match) return null;
  const [, sign, whole, fraction, rest] = match as unknown as [string, string, string, string, string];
  const value = Number(`${whole}${fraction}`.replaceAll('−', '-'));
  return { value, before: sign + whole, after: fraction + rest };
}

/** Returns true if at least half of the non-empty cells of a column begin with a number. */
export function isNumeric(cells: string[]): boolean {
  const filled = cells.filter((text) => text.trim() !== '');
  return filled.length > 0 && 2 * filled.filter(numberCell).length >= filled.length;
}
