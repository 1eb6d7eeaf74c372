import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CouplingScheme } from '../../coupling/coupling.ts';
import { variantOf } from '../../error/coarser-system.ts';
import { type ErrorLimit, type WorstError, worstError } from '../../error/error-limits.ts';
import type { RunResult } from '../../run/worker/run-protocol.ts';
import type { CheckedSystem } from '../../system/system.ts';

/** Run whose bands should lie within limits. */
export interface WantedRun {
  readonly operation: string;
  readonly system: CheckedSystem;
  /** Scheme of the system. Missing if only the computing thread knows it. */
  readonly scheme: CouplingScheme | undefined;
  readonly limits: readonly ErrorLimit[];
  /** Runs a system with error bands, and writes its results. */
  run(system: CheckedSystem): Promise<RunResult>;
  /** Receives a sentence on each run that is not the last. */
  note(text: string): void;
}

/** Best run, and why its bands are not within the limits. */
export interface RunWithin {
  readonly result: RunResult;
  /** System with the step of the result. */
  readonly system: CheckedSystem;
  /** Missing if the bands are within the limits. */
  readonly missed?: string;
}

/** Number of runs, and the smallest part of the step. */
const [mostRuns, mostParts] = [6, 256];
/** Largest factor between the steps of two runs: with an order, and without one. */
const mostAtOnce = { ordered: 32, guessed: 8 } as const;
/** Orders that two runs may show. A lower one would ask for steps that no run can pay for. */
const [lowestOrder, highestOrder] = [0.5, 4];
/** Factors of the parts of a step. The digits of a step end, as FMUs with a fixed step need it. */
const factors = [2, 5] as const;
/** Share of the limit that a step aims at. */
const aim = 0.8;

/**
 * Runs a system with smaller and smaller steps, until its error bands lie within limits. The order of
 * the worst column gives the next step. Without an order, the last two runs give it.
 */
export async function runWithin(wanted: WantedRun): Promise<RunWithin> {
  const { operation, system, scheme, limits } = wanted;
  let result = await wanted.run(system);
  let ran = system;
  let parts = 1;
  let earlier: Attempt | undefined;
  for (let runs = 1; ; runs++) {
    const worst = worstError(operation, result.error?.columns ?? [], limits);
    const best = { result, system: ran };
    if (result.outcome !== 'finished') return { ...best, missed: 'the run was interrupted' };
    if (worst === undefined) return { ...best, missed: 'the run has no error bands' };
    if (worst.ratio <= 1) return best;
    const now = textOf(worst);
    const attempt = { parts, worst };
    parts = nextParts(attempt, earlier);
    earlier = attempt;
    if (runs === mostRuns || parts > mostParts)
      return { ...best, missed: `${now} after ${runs} runs, the limit of work` };
    const { system: finer, by, value } = variantOf(system, scheme, 1 / parts);
    wanted.note(
      `${now}, so the run begins again with ${by === 'step' ? `H = ${value} s` : `tolerance ${value}`}`,
    );
    try {
      result = await wanted.run(finer);
      ran = finer;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { ...best, missed: `${now}, and a smaller step fails (${error.message.split(/\.\s|\n/)[0]})` };
    }
  }
}

/** Run with a part of the step, and its worst column. */
interface Attempt {
  readonly parts: number;
  readonly worst: WorstError;
}

/** Returns the number of parts of the step that should bring the worst error to its limit. */
export function nextParts({ parts, worst }: Attempt, earlier?: Attempt): number {
  const { order, asymptotic } = worst.column;
  const isOrdered = order !== undefined && asymptotic >= 0.5;
  const p = isOrdered ? Math.max(1, order) : shownOrder({ parts, worst }, earlier);
  const most = isOrdered ? mostAtOnce.ordered : mostAtOnce.guessed;
  return roundParts(parts * Math.min(most, (worst.ratio / aim) ** (1 / p)));
}

/** Returns the order that the bands of two runs show. Without an earlier run it is 1. */
function shownOrder({ parts, worst }: Attempt, earlier: Attempt | undefined): number {
  if (earlier === undefined) return 1;
  const p = Math.log(earlier.worst.ratio / worst.ratio) / Math.log(parts / earlier.parts);
  return p > lowestOrder ? Math.min(p, highestOrder) : lowestOrder;
}

/** Returns the smallest product of 2 and 5 that is at least `least`. */
function roundParts(least: number): number {
  const [two, five] = factors;
  let best = Number.POSITIVE_INFINITY;
  for (let fives = 1; fives < five * least; fives *= five) {
    let parts = fives;
    while (parts < least) parts *= two;
    best = Math.min(best, parts);
  }
  return best;
}

function textOf({ column: { name, largest, unitOfMeasure }, ratio }: WorstError): string {
  const short = (x: number): string => String(Number(x.toPrecision(2)));
  return `the error of ${name} is up to ${short(largest)} ${unitOfMeasure}, ${short(ratio)} times its limit`;
}
