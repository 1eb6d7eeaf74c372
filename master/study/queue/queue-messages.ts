import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/** What a worker is asked: runs of a study. */
export interface Portion {
  study: string;
  runs: number[];
}

/** What it answers: lines for the journal, with the numbers of their runs. */
export interface Computed {
  runs: number[];
  lines: string[];
}

/** A text of Redis as what it should be. */
export function computedOf(text: string): Computed {
  const { runs, lines } = JSON.parse(text) as Computed;
  if (Array.isArray(runs) && Array.isArray(lines) && runs.length === lines.length) return { runs, lines };
  throw new UserError(
    'study --queue: a worker has answered what is no result. Update it to the version that runs here.',
  );
}
