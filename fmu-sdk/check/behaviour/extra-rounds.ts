import type { RuleOutcome } from '../result/check-result.ts';

/** Time budget of a check. Starts with its creation. */
export class TimeBudget {
  private readonly begin: number;

  /** @param now returns the time [s] from any origin. */
  constructor(
    readonly seconds: number,
    private readonly now: () => number = () => performance.now() / 1000,
  ) {
    this.begin = now();
  }

  /** Returns the share of the budget that is used (0 … 1). */
  get share(): number {
    return Math.min(1, (this.now() - this.begin) / this.seconds);
  }
}

/** A rule that samples randomly, on one target. */
export interface Sampled {
  /** Judges the target with other random choices. */
  judge(seed: number): Promise<RuleOutcome>;
  /** Size of the target's coverage. */
  size(): number;
  /** Receives an outcome with findings. */
  fail(outcome: RuleOutcome): void;
}

/** Result of all rounds. */
export interface Rounds {
  rounds: number;
  gained: number;
}

interface Candidate {
  readonly sampled: Sampled;
  rounds: number;
  /** Mean gain of its rounds, in which each round counts half as much as the next one. */
  score: number;
}

/**
 * Judges again with other seeds until the time is used. Each round takes the candidate whose last
 * rounds raised the coverage most, and of equal ones the candidate with the fewest rounds. So the
 * clock decides only on the number of rounds. A candidate that finds something, or cannot go on,
 * leaves.
 */
export async function runExtraRounds(
  list: readonly Sampled[],
  time: Pick<TimeBudget, 'share'>,
  onProgress: (share: number) => void,
): Promise<Rounds> {
  let candidates: Candidate[] = list.map((sampled) => ({ sampled, rounds: 0, score: 0 }));
  const result = { rounds: 0, gained: 0 };
  while (candidates.length > 0 && time.share < 1) {
    const next = candidates.reduce((best, other) => (comesBefore(other, best) ? other : best));
    const before = next.sampled.size();
    next.rounds++;
    const outcome = await next.sampled.judge(firstSeed + next.rounds);
    const gain = next.sampled.size() - before;
    next.score = (next.score + gain) / 2;
    result.rounds++;
    result.gained += gain;
    if (!('findings' in outcome) || outcome.findings.length > 0)
      candidates = candidates.filter((candidate) => candidate !== next);
    if ('findings' in outcome && outcome.findings.length > 0) next.sampled.fail(outcome);
    onProgress(time.share);
  }
  return result;
}

/** Seed of the ordinary check, so that findings can be reproduced. */
export const firstSeed = 1;

/** Every candidate has a first round before any has a second one. */
function comesBefore(a: Candidate, b: Candidate): boolean {
  if (a.rounds === 0 || b.rounds === 0) return a.rounds < b.rounds;
  return a.score > b.score || (a.score === b.score && a.rounds < b.rounds);
}
