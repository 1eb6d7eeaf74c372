import type { Lab } from './paper-runs.ts';

/**
 * Verdict on a published statement in our runs.
 *
 * - *reproduced*: with its number, if it has one.
 * - *trend only*: the direction but not the number, or only part of the cases.
 * - *not reproduced*: `why` explains it.
 */
export type Verdict = 'reproduced' | 'trend only' | 'not reproduced';

export interface Finding {
  /** Our number or numbers, with units. */
  ours: string;
  verdict: Verdict;
  why?: string;
}

/** A published statement and how it is checked. */
export interface Claim {
  /** Name within the paper, for `--only`. */
  name: string;
  /** Section or table. */
  where: string;
  statement: string;
  /** The paper's number, or "–" without a number. */
  published: string;
  /**
   * Part of our model that was fitted to the published number. Agreement with it is not evidence.
   */
  fitted?: string;
  check(lab: Lab): Promise<Finding>;
}

export interface Paper {
  /** Number under which the project cites it. */
  key: string;
  citation: string;
  claims: readonly Claim[];
  /**
   * Writes figures as data (.csv) and plots (.svg) into a folder. Their files' names without
   * ending.
   */
  figures?(folder: string, lab: Lab): Promise<string[]>;
}

/** The verdict on a number: reproduced within a share of the published one. */
export function near(ours: number, published: number, share: number): Verdict {
  return Math.abs(ours - published) <= share * Math.abs(published) ? 'reproduced' : 'not reproduced';
}

/** A finding on a statement without a number: it holds, in part of the cases, or not. */
export function holds(ours: string, cases: readonly boolean[], why?: string): Finding {
  const count = cases.filter(Boolean).length;
  if (count === cases.length) return { ours, verdict: 'reproduced' };
  if (count === 0) return { ours, verdict: 'not reproduced', why };
  return { ours, verdict: 'trend only', why: why ?? `in ${count} of ${cases.length} cases` };
}
