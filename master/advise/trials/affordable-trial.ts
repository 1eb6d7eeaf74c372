import type { Candidate } from '../candidates.ts';
import { runnerFor, type TimeBudget } from '../time-budget.ts';
import type { TrialData } from './prepare-trials.ts';
import { runTrial, type Trial } from './scheme-trial.ts';
import type { TrialRunner } from './trial-runner.ts';

/** Share of the time budget that one coarse run may take, and the largest time [s]. */
const shareOfRun = 1 / 8;
const mostSeconds = 0.5;
/** Smallest number of coarse steps in a shortened run. */
const leastSteps = 5;

/** Trials that fit into a time budget, and a first one of them. */
export interface AffordableTrials {
  data: TrialData;
  /** End of the trials [s], if the whole run takes too long. */
  until?: number | undefined;
  /** Candidate that applies, and its run with the largest step, if that was not cut off. */
  candidate?: Candidate | undefined;
  first?: Trial | undefined;
}

/**
 * Runs the first candidate that applies with the largest step. If that takes too long, all trials
 * end at the time that this run reached. If it did not reach enough steps, `prepare` returns data
 * with at least a number of smaller ones.
 */
export async function affordableTrials(
  lab: TrialRunner,
  data: TrialData,
  candidates: readonly Candidate[],
  budget: TimeBudget,
  prepare: (until: number, steps: number) => Promise<TrialData>,
): Promise<AffordableTrials> {
  const { grid, values } = data;
  const parts = grid.parts(1);
  if (parts === undefined) return { data };
  const seconds = Math.min(mostSeconds, shareOfRun * budget.seconds);
  for (const candidate of candidates) {
    const first = await runTrial(runnerFor(lab, seconds, budget.clock), grid, values, candidate, parts);
    if (first.refused === true) continue;
    if (first.lateAt === undefined) return { data, candidate, first };
    const { startTime, step } = lab.system;
    const count = Math.floor((first.lateAt - startTime) / grid.interval + 1e-9);
    const enough = count >= leastSteps;
    const reached = enough ? startTime + count * grid.interval : Math.max(first.lateAt, startTime + step);
    const until = Number(reached.toPrecision(12));
    return {
      data: enough ? { grid: grid.shorten(count), values } : await prepare(until, leastSteps),
      until,
      candidate,
    };
  }
  return { data };
}
