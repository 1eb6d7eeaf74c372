import { simplest } from './moves.ts';
import type { PairChoices } from './typical-pairs.ts';

/** Parts of a pair in the order in which they are shortened: each walk makes the moves before. */
const parts = ['before', 'after', 'detour'] as const;

/**
 * Returns simpler choices that still fail. Removes halves of a part, quarters and so on down to
 * single moves, and then makes single moves simpler. Tries each candidate once, and at most
 * `mostTries` of them.
 */
export function shortenChoices(
  choices: PairChoices,
  fails: (candidate: PairChoices) => boolean,
  mostTries: number,
): PairChoices {
  const tried = new Set([JSON.stringify(choices)]);
  let best = choices;
  for (;;) {
    const next = firstFailing(best, fails, tried, mostTries);
    if (next === undefined) return best;
    best = next;
  }
}

function firstFailing(
  best: PairChoices,
  fails: (candidate: PairChoices) => boolean,
  tried: Set<string>,
  mostTries: number,
): PairChoices | undefined {
  for (const candidate of simplerChoices(best)) {
    const key = JSON.stringify(candidate);
    if (tried.has(key)) continue;
    if (tried.size > mostTries) return undefined;
    tried.add(key);
    if (fails(candidate)) return candidate;
  }
  return undefined;
}

/** Yields simpler choices, those with the fewest moves first. */
function* simplerChoices(choices: PairChoices): Generator<PairChoices> {
  const longest = Math.max(...parts.map((part) => choices[part].length));
  for (let size = longest; size >= 1; size = size >> 1)
    for (const part of parts) {
      const moves = choices[part];
      if (size > moves.length) continue;
      for (let at = 0; at < moves.length; at += size)
        yield { ...choices, [part]: moves.filter((_, i) => i < at || i >= at + size) };
    }
  for (const part of parts)
    for (const [at, number] of choices[part].entries())
      for (const simple of new Set([0, simplest(number)]))
        if (simple < number)
          yield { ...choices, [part]: choices[part].map((other, i) => (i === at ? simple : other)) };
}
