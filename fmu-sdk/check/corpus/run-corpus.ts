import { join } from 'node:path';
import type { Score } from './fmu-score.ts';
import { hashOf } from './judge-fmu.ts';
import { type ChildOptions, judgedApart } from './judge-process.ts';
import type { KeptScores } from './saved-scores.ts';

export interface CorpusOptions extends ChildOptions {
  /** How many units are checked at once. */
  jobs: number;
  /** Scores of a run that was ended before, and where those of this one are kept. */
  kept?: KeptScores;
  /** What a child is asked about a unit. */
  taskOf(unit: string): unknown;
  /** Told after each unit: how many are done of how many, and how many of them were judged in this run. */
  onScore?(done: number, all: number, judged: number): void;
}

/**
 * Scores of the units in their order, each judged in a process of its own, so that none stops the rest; those that are
 * kept and whose file is the same are not judged again.
 */
export async function scoresOf(
  folder: string,
  units: readonly string[],
  { jobs, kept, taskOf, onScore, ...options }: CorpusOptions,
): Promise<Score[]> {
  const scores = new Map<string, Score>();
  const rest: string[] = [];
  for (const unit of units) {
    const known = kept?.scores.get(unit);
    if (known !== undefined && known.sha256 === hashOf(join(folder, unit))) scores.set(unit, known);
    else rest.push(unit);
  }
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once('exit', end);
  let judged = 0;
  const worker = async (): Promise<void> => {
    for (let unit = rest.shift(); unit !== undefined; unit = rest.shift()) {
      const score = await judgedApart(unit, taskOf(unit), options, stop.signal);
      // Also of a unit whose process has died.
      const whole = score.sha256 === '' ? { ...score, sha256: hashOf(join(folder, unit)) } : score;
      scores.set(unit, whole);
      kept?.add(whole);
      onScore?.(scores.size, units.length, ++judged);
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs }, worker));
  } finally {
    end();
    process.off('exit', end);
  }
  return units.map((unit) => scores.get(unit) as Score);
}
