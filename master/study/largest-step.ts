import type { LargestStepFile } from './study-file.ts';

/** A step that can be tried: H and the stop time, which is a whole number of steps from the start [s]. */
export interface Trial {
  readonly step: number;
  readonly stopTime: number;
}

/** What a search came to: the largest H that holds, and the bound of the search that it met. */
export interface Found {
  readonly trial: Trial | undefined;
  readonly bound: '' | 'from' | 'to';
  readonly runs: number;
}

/**
 * The steps that a run can have, by whole numbers in the order of H. Where H divides the time of the run T, H = T/n, numbered −n; where
 * it is a multiple of h, H = k h, and the run ends at the first whole step at or after its stop time.
 */
interface Ladder {
  readonly first: number;
  readonly last: number;
  trial(number: number): Trial;
  /** The number whose H is nearest to a given one. */
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

/**
 * Looks for the largest H at which `holds`: doubles H from the smallest until it does not, and bisects the last interval (in log H) until
 * it is `within` a share of H, or no H lies between. What lies beyond the first boundary is not looked at.
 */
export async function largestStep(
  asked: LargestStepFile,
  startTime: number,
  stopTime: number,
  holds: (trial: Trial) => Promise<boolean>,
): Promise<Found> {
  const { within = 0.01 } = asked;
  const rungs = ladder(asked, startTime, stopTime);
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
  while (bad - good > 1 && stepOf(bad) > stepOf(good) * (1 + within)) {
    const middle = Math.min(
      bad - 1,
      Math.max(good + 1, rungs.numberOf(Math.sqrt(stepOf(good) * stepOf(bad)))),
    );
    if (await stands(middle)) good = middle;
    else bad = middle;
  }
  return { trial: rungs.trial(good), bound: '', runs };
}
