import type { LargestStepFile } from '../plan/study-file.ts';

/** Trial step: H and a stop time that is a whole number of steps after the start [s]. */
export interface TrialStep {
  readonly step: number;
  readonly stopTime: number;
}

/** Result of a search: the largest valid H, and the search bound that it reached. */
export interface LargestStepResult {
  readonly trial: TrialStep | undefined;
  readonly bound: '' | 'from' | 'to';
  readonly runs: number;
}

/**
 * Possible steps of a run. Their numbers follow the order of H. If H divides the duration T, H = T/n has the
 * number −n. If H is a multiple of h, H = k h, and the run ends at the first whole step at or after
 * its stop time.
 */
interface Ladder {
  readonly first: number;
  readonly last: number;
  trial(number: number): TrialStep;
  /** Returns the number of the step nearest to a given H. */
  numberOf(step: number): number;
}

function ladder({ from, to, multipleOf }: LargestStepFile, startTime: number, stopTime: number): Ladder {
  const duration = stopTime - startTime;
  if (multipleOf === undefined)
    return {
      first: -Math.ceil((duration / from) * (1 - 1e-12)),
      last: -Math.max(1, Math.ceil((duration / to) * (1 - 1e-12))),
      trial: (number) => ({ step: duration / -number, stopTime }),
      numberOf: (step) => -Math.max(1, Math.round(duration / step)),
    };
  return {
    first: Math.max(1, Math.floor((from / multipleOf) * (1 + 1e-12))),
    last: Math.max(1, Math.floor((to / multipleOf) * (1 + 1e-12))),
    trial: (number) => {
      const step = number * multipleOf;
      return { step, stopTime: startTime + Math.ceil((duration / step) * (1 - 1e-12)) * step };
    },
    numberOf: (step) => Math.max(1, Math.round(step / multipleOf)),
  };
}

/** Returns the trial of a step that a search has found. */
export function trialOf(
  options: LargestStepFile,
  startTime: number,
  stopTime: number,
  step: number,
): TrialStep {
  const rungs = ladder(options, startTime, stopTime);
  return rungs.trial(rungs.numberOf(step));
}

/**
 * Searches for the largest H at which `holds` is true. Doubles H from the smallest until `holds` is
 * false. Then bisects the last interval (in log H) down to the relative width `within`, or until no
 * step is left. It does not search beyond the first boundary.
 */
export async function largestStep(
  options: LargestStepFile,
  startTime: number,
  stopTime: number,
  holds: (trial: TrialStep) => Promise<boolean>,
): Promise<LargestStepResult> {
  const { within: tolerance = 0.01 } = options;
  const rungs = ladder(options, startTime, stopTime);
  const { first, last } = rungs;
  let runs = 0;
  const stands = (number: number): Promise<boolean> => {
    runs++;
    return holds(rungs.trial(number));
  };
  const stepOf = (number: number): number => rungs.trial(number).step;
  if (!(await stands(first))) return { trial: undefined, bound: 'from', runs };
  let good = first;
  let bad: number | undefined;
  while (bad === undefined && good < last) {
    const next = Math.min(last, Math.max(good + 1, rungs.numberOf(2 * stepOf(good))));
    if (await stands(next)) good = next;
    else bad = next;
  }
  if (bad === undefined) return { trial: rungs.trial(good), bound: 'to', runs };
  while (bad - good > 1 && stepOf(bad) > stepOf(good) * (1 + tolerance)) {
    const middle = Math.min(
      bad - 1,
      Math.max(good + 1, rungs.numberOf(Math.sqrt(stepOf(good) * stepOf(bad)))),
    );
    if (await stands(middle)) good = middle;
    else bad = middle;
  }
  return { trial: rungs.trial(good), bound: '', runs };
}
