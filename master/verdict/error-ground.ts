import { distrustFactor, limitsFrom, rest, type VerdictLimits } from './thresholds.ts';
import type { Ground, Verdict, VerdictWord } from './verdict.ts';

/** Error of a column that a verdict rests on. */
export interface JudgedError {
  readonly name: string;
  /** Half width of its band as a share of the range: the largest, and the root mean square. */
  readonly share: number;
  readonly mean: number;
  /** Largest half width of its band, in its unit of measure. */
  readonly largest: number;
  /** Share of the time in which the band follows an order. */
  readonly asymptotic: number;
  /** Present for a column of whole numbers, which is not judged. */
  readonly differs?: number;
}

const rank: Readonly<Record<VerdictWord, number>> = {
  good: 0,
  'not judged': 1,
  doubtful: 2,
  'do not trust': 3,
};

/**
 * Returns the verdict with the largest error band as a further ground. The root mean square counts,
 * because a value that jumps is wrong for a moment with every step. A band that does not follow
 * an order is wide to be safe, so it makes a run doubtful at most. Values at rest are not judged,
 * because their range is rounding.
 */
export function withErrorGround(
  verdict: Verdict,
  errors: readonly JudgedError[],
  limits: VerdictLimits,
  step: number,
): Verdict {
  const [worst] = errors
    .filter(({ differs, largest, share }) => differs === undefined && !(largest < rest * share))
    .sort((a, b) => b.mean - a.mean);
  if (worst === undefined) return verdict;
  const { maxResidual: limit } = limitsFrom(limits);
  const ground = groundOf(worst, limit);
  const grounds = [...verdict.grounds, ground].sort(
    (a, b) => rank[b.word] - rank[a.word] || b.value / b.limit - a.value / a.limit,
  );
  const isWorst = grounds[0] === ground && rank[ground.word] >= rank[verdict.word];
  const decides = ground.word === 'good' ? verdict.word === 'not judged' : isWorst;
  if (!decides) return { ...verdict, grounds };
  const { word, text: reason } = ground;
  return word === 'good'
    ? { word, reason, grounds }
    : { word, reason, next: `fmu run <file> --error --step ${step / 2}`, grounds };
}

/** Returns the word of a verdict with the largest error band as a further ground. */
export function wordWithErrors(
  word: VerdictWord,
  errors: readonly JudgedError[],
  limits: VerdictLimits = {},
): VerdictWord {
  return withErrorGround({ word, reason: '', grounds: [] }, errors, limits, 0).word;
}

function groundOf({ name, share, mean, asymptotic }: JudgedError, limit: number): Ground {
  const beyond = mean > distrustFactor * limit && asymptotic === 1 ? 'do not trust' : 'doubtful';
  const how = asymptotic === 1 ? '' : ', and not asymptotic everywhere';
  const percent = (x: number): string => `${Number((100 * x).toPrecision(2))} %`;
  return {
    rule: 'error',
    subject: name,
    word: mean <= limit ? 'good' : beyond,
    value: mean,
    limit,
    unit: '1',
    text: `${name}: the error band is ${percent(mean)} of the range on average, at most ${percent(share)}${how} (limit ${percent(limit)})`,
  };
}
