/** A cell that begins with a number, cut at the decimal point; `after` holds the point, the exponent and what follows. */
export interface NumberCell {
  value: number;
  before: string;
  after: string;
}

const pattern = /^([<>≤≥≈~±]?\s*)([-+−]?\d+)((?:\.\d+)?(?:e[-+−]?\d+)?)(?![\d.])(.*)$/i;

/** The number that a cell begins with (`-1.25e-6`, `< 0.1 %`, `2.5 ×`), or null: `unstable`, `0.1.0` and `` are text. */
export function numberCell(text: string): NumberCell | null {
  const match = pattern.exec(text.trim());
  if (!match) return null;
  const [, sign, whole, fraction, rest] = match as unknown as [string, string, string, string, string];
  const value = Number(`${whole}${fraction}`.replaceAll('−', '-'));
  return { value, before: sign + whole, after: fraction + rest };
}

/** A column is one of numbers when at least half of its cells that are not empty begin with one. */
export function isNumeric(cells: string[]): boolean {
  const filled = cells.filter((text) => text.trim() !== '');
  return filled.length > 0 && 2 * filled.filter(numberCell).length >= filled.length;
}
