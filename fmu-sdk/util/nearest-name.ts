import { someNames } from './printable.ts';

/** Number of names to compare, and characters of each. A hint does not justify more work. */
const mostNames = 10_000;
const mostCharacters = 100;
/** Number of names to compute edit distances for, to suggest, and to list without a near one. */
const [mostCounted, mostSuggested, mostListed] = [50, 3, 8];

/**
 * Returns a hint: the nearest names first (`Did you mean y, u?`), or a list of the names that
 * exist.
 */
export function nameHint(name: string, candidates: readonly string[]): string {
  const near = similarNames(name, candidates);
  if (near.length > 0) return `Did you mean ${someNames(near)}?`;
  return candidates.length === 0 ? '' : `Known: ${someNames(candidates, mostListed)}.`;
}

/**
 * Returns at most three similar names. A name that adds only its unit in front comes first: `car.z_s`
 * for `z_s`, or `u` for `lag.u`. Others are similar if half of the character pairs match (Dice, 1945), one contains
 * the other, or few edits separate them (Damerau, 1964).
 */
export function similarNames(name: string, candidates: readonly string[]): string[] {
  const mine = pairs(name);
  const set = new Set(mine);
  const ranked = candidates
    .slice(0, mostNames)
    .map((other) => {
      const theirs = pairs(other);
      return {
        other,
        score: (2 * theirs.filter((pair) => set.has(pair)).length) / (mine.length + theirs.length),
      };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, mostCounted);
  const near = ranked
    .filter(({ other, score }) => score >= 0.5 || isNear(normalized(name), normalized(other)))
    .map(({ other }) => other);
  const inUnits =
    name === ''
      ? []
      : candidates.slice(0, mostNames).filter((other) => endsSo(other, name) || endsSo(name, other));
  return [...new Set([...inUnits, ...near])].slice(0, mostSuggested);
}

/** Reports whether a name is another one with its unit in front. */
function endsSo(long: string, short: string): boolean {
  const ending = `.${normalized(short)}`;
  return long.slice(-ending.length).toLowerCase() === ending;
}

const normalized = (text: string): string => text.slice(0, mostCharacters).toLowerCase();

function pairs(text: string): string[] {
  const padded = ` ${normalized(text)} `;
  return Array.from({ length: padded.length - 1 }, (_, i) => padded.slice(i, i + 2));
}

function isNear(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= 3 && long.includes(short)) return true;
  return edits(a, b) <= Math.max(1, Math.floor(long.length / 3));
}

/** Counts insertions, deletions, substitutions and transpositions of neighbours. */
function edits(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}
