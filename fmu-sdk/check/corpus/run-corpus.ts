import { join } from 'node:path';
import type { Score } from './fmu-score.ts';
import { hashOf } from './judge-fmu.ts';
import { type ChildOptions, judgeInProcess } from './judge-process.ts';
import type { SavedScores } from './saved-scores.ts';

export interface CorpusOptions extends ChildOptions {
  /** Number of FMUs that are checked in parallel. */
  jobs: number;
  /** Saved scores of an interrupted run, to which this run adds its scores. */
  saved?: SavedScores;
  /** Returns the task that a child receives for an FMU. */
  taskOf(unit: string): unknown;
  /**
   * Receives, after each FMU, the number of finished FMUs, the total, and the number judged in this
   * run.
   */
  onScore?(done: number, all: number, judged: number): void;
}

/**
 * Returns the scores of the FMUs in their order. Checks each FMU in a separate process, so that a
 * crash does not stop the others. Reuses saved scores of unchanged files.
 */
export async function scoresOf(
  folder: string,
  units: readonly string[],
  { jobs, saved, taskOf, onScore, ...options }: CorpusOptions,
): Promise<Score[]> {
  const scores = new Map<string, Score>();
  const rest: string[] = [];
  for (const unit of units) {
    const known = saved?.scores.get(unit);
    if (known !== undefined && known.sha256 === hashOf(join(folder, unit))) scores.set(unit, known);
    else rest.push(unit);
  }
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once('exit', end);
  let judged = 0;
  const worker = async (): Promise<void> => {
    for (let unit = rest.shift(); unit !== undefined; unit = rest.shift()) {
      const score = await judgeInProcess(unit, taskOf(unit), options, stop.signal);
      // Also of an FMU whose process has died.
      const whole = score.sha256 === '' ? { ...score, sha256: hashOf(join(folder, unit)) } : score;
      scores.set(unit, whole);
      saved?.add(whole);
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
