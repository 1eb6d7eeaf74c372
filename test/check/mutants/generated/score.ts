import { diffOf, type Generated } from './generate.ts';
import type { Verdict } from './judge.ts';
import { unobservable } from './unobservable.ts';

/** A mutant with its verdict. */
export interface Scored {
  mutant: Generated;
  verdict: Verdict;
}

const isFound = ({ verdict }: Scored): boolean => verdict.found !== 'no';
const isObservable = ({ mutant }: Scored): boolean => unobservable[mutant.id] === undefined;

/** Prints the undetected open mutants with their diffs, and counts. The holdout is only counted. */
export function printScore(scored: readonly Scored[], drawn: number): void {
  const open = scored.filter(({ mutant }) => mutant.third === 'open');
  const holdout = scored.filter(({ mutant }) => mutant.third === 'holdout');
  const survivors = open.filter((each) => !isFound(each) && isObservable(each));
  for (const { mutant } of survivors) console.log(`\nnot found: ${mutant.id}\n${diffOf(mutant)}`);
  const shown = open.filter((each) => isFound(each) || isObservable(each));
  printTable('operator', shown, ({ operator }) => operator);
  printTable('function', shown, ({ fn }) => fn);
  const weak = shown.filter(({ verdict }) => /^(?:robustness|advice)$/.test(verdict.found)).length;
  console.log(`\n${scored.length} of ${drawn} drawn mutants checked`);
  console.log(
    `open: ${shareOf(shown)} found (${weak} without a violation), ${open.length - shown.length} others cannot be observed`,
  );
  console.log(`holdout: ${shareOf(holdout)} found, including those that cannot be observed`);
}

function shareOf(scored: readonly Scored[]): string {
  const found = scored.filter(isFound).length;
  return `${found} of ${scored.length}${scored.length > 0 ? ` (${Math.round((100 * found) / scored.length)} %)` : ''}`;
}

function printTable(title: string, scored: readonly Scored[], keyOf: (mutant: Generated) => string): void {
  const groups = new Map<string, Scored[]>();
  for (const each of scored)
    groups.set(keyOf(each.mutant), [...(groups.get(keyOf(each.mutant)) ?? []), each]);
  console.log(`\n${title.padEnd(28)} found`);
  for (const [key, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${key.padEnd(28)} ${shareOf(group)}`);
}
