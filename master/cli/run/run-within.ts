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
/** Largest factor between the steps of two runs, because an order may change. */
const mostAtOnce = 8;
/** Share of the limit that a step aims at. */
const aim = 0.8;

/**
 * Runs a system with smaller and smaller steps, until its error bands lie within limits. The order of
 * the worst column gives the next step. Without an order the step is halved.
 */
export async function runWithin(wanted: WantedRun): Promise<RunWithin> {
  const { operation, system, scheme, limits } = wanted;
  let result = await wanted.run(system);
  let ran = system;
  let parts = 1;
  for (let runs = 1; ; runs++) {
    const worst = worstError(operation, result.error?.columns ?? [], limits);
    const best = { result, system: ran };
    if (result.outcome !== 'finished') return { ...best, missed: 'the run was interrupted' };
    if (worst === undefined) return { ...best, missed: 'the run has no error bands' };
    if (worst.ratio <= 1) return best;
    const now = textOf(worst);
    parts *= nextParts(worst);
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

/** Returns the number of parts of the step that should bring the worst error to its limit. */
function nextParts({ ratio, column: { order, asymptotic } }: WorstError): number {
  const p = order === undefined || asymptotic < 0.5 ? 1 : Math.max(1, order);
  const parts = (ratio / aim) ** (1 / p);
  return 2 ** Math.min(Math.log2(mostAtOnce), Math.max(1, Math.ceil(Math.log2(parts))));
}

function textOf({ column: { name, largest, unitOfMeasure }, ratio }: WorstError): string {
  const short = (x: number): string => String(Number(x.toPrecision(2)));
  return `the error of ${name} is up to ${short(largest)} ${unitOfMeasure}, ${short(ratio)} times its limit`;
}
