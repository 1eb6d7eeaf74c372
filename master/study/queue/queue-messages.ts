import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/** Task of a worker: runs of a study. */
export interface Portion {
  study: string;
  runs: number[];
}

/** Answer of a worker: lines for the journal, with their run numbers. */
export interface PortionResult {
  runs: number[];
  lines: string[];
}

/** Parses an answer from Redis and checks its form. */
export function computedOf(text: string): PortionResult {
  const { runs, lines } = JSON.parse(text) as PortionResult;
  if (Array.isArray(runs) && Array.isArray(lines) && runs.length === lines.length) return { runs, lines };
  throw new UserError(
    'study --queue: a worker sent an invalid result. Update the worker to the version that runs here.',
  );
}
