import { nameText } from '../../fmu-sdk/printable.ts';

/** Names that are compared, and the characters of each: a hint is not worth more. */
const mostNames = 10_000;
const mostCharacters = 100;

/** A hint at the names that exist, the most similar first: `Did you mean y, u?` */
export function nearest(name: string, candidates: readonly string[]): string {
  const pairs = (s: string): string[] => {
    const text = ` ${s.slice(0, mostCharacters).toLowerCase()} `;
    return Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2));
  };
  const mine = new Set(pairs(name));
  const score = (other: string): number =>
    pairs(other).filter((pair) => mine.has(pair)).length / (other.length + name.length);
  const best = candidates
    .slice(0, mostNames)
    .map((other) => ({ other, score: score(other) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 3);
  return best.length === 0 ? '' : `Did you mean ${best.map(({ other }) => nameText(other)).join(', ')}?`;
}
