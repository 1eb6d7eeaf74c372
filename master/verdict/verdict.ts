/** Words of a verdict, from the best to the worst. `not judged`: nothing in the run tells its accuracy. */
export const verdictWords = ['good', 'not judged', 'doubtful', 'do not trust'] as const;
export type VerdictWord = (typeof verdictWords)[number];

/** One quantity that was judged, with its limit. */
export interface Ground {
  /** Name of the rule, a row of `thresholds`. */
  rule: string;
  /** Part of the system that it judges, such as a bond or a connection. */
  subject: string;
  word: VerdictWord;
  /** Judged number: a share [1], or a size in `unit`. */
  value: number;
  /** Largest value that counts as good. */
  limit: number;
  unit: string;
  /** Finding in words. */
  text: string;
}

/** Verdict on a run. */
export interface Verdict {
  word: VerdictWord;
  /** Finding that decides. */
  reason: string;
  /**
   * Next command. `<file>` stands for the file of the system, if the run got no path. Missing if
   * nothing is to be done.
   */
  next?: string;
  /** Everything that was judged, the worst first. */
  grounds: Ground[];
}

/** Returns the verdict with the name of the file in its next command. */
export function withFile<Judged extends { verdict: Verdict }>(judged: Judged, file: string): Judged {
  const { next } = judged.verdict;
  if (next === undefined) return judged;
  return { ...judged, verdict: { ...judged.verdict, next: next.replaceAll('<file>', file) } };
}

/** Returns the verdict as one line. */
export const verdictLine = ({ word, reason }: Verdict): string => `${word}: ${reason}`;
