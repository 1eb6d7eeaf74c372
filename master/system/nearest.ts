/** A hint at the names that exist, the most similar first: `Did you mean y, u?` */
export function nearest(name: string, candidates: readonly string[]): string {
  const pairs = (s: string): string[] =>
    Array.from({ length: s.length + 1 }, (_, i) => ` ${s} `.slice(i, i + 2));
  const mine = pairs(name.toLowerCase());
  const score = (other: string): number =>
    pairs(other.toLowerCase()).filter((pair) => mine.includes(pair)).length / (other.length + name.length);
  const best = [...candidates].sort((a, b) => score(b) - score(a)).slice(0, 3);
  return best.length === 0 ? '' : `Did you mean ${best.join(', ')}?`;
}
