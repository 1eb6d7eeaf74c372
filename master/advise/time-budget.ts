import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { TrialRunner } from './trials/trial-runner.ts';

/** Time for a search and for each of its runs. */
export interface TimeBudget {
  /** Whole time [s]. */
  readonly seconds: number;
  /** Returns the share of the time that is used, 1 if it is over. */
  used(): number;
  clock(): number;
}

/** Returns the budget of a search that begins now, or undefined without a limit of time. */
export function budgetOf(
  name: string,
  seconds: number | undefined,
  clock: () => number = () => performance.now() / 1000,
): TimeBudget | undefined {
  if (seconds === undefined) return undefined;
  if (!(seconds > 0))
    throw new UserError(`advise ${name}: the time budget must be above 0 s, got ${seconds} s.`);
  const begin = clock();
  return { seconds, clock, used: () => (clock() - begin) / seconds };
}

/** Largest share of the time that is kept for the analysis of the interface. */
const mostKept = 0.25;

/** Returns the budget of the search if an analysis of `seconds` follows it. */
export function budgetBefore(budget: TimeBudget, seconds: number): TimeBudget {
  const share = 1 - Math.min(mostKept, seconds / budget.seconds);
  return { ...budget, used: () => budget.used() / share };
}

/** Returns a runner whose trials end with the budget. */
export function runnerWithin(lab: TrialRunner, budget: TimeBudget): TrialRunner {
  return { ...lab, late: () => budget.used() >= 1 };
}

/**
 * Returns a runner whose next trial may step for `seconds`. The time begins with its first step,
 * because a shorter run does not open its FMUs faster.
 */
export function runnerFor(lab: TrialRunner, seconds: number, clock: () => number): TrialRunner {
  let begin: number | undefined;
  const late = (): boolean => {
    begin ??= clock();
    return clock() - begin >= seconds;
  };
  return { ...lab, late };
}
