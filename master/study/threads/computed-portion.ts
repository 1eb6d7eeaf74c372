import type { RunExecutor } from '../execution/run-executor.ts';
import type { Entry } from '../journal-entry.ts';

/** Interval at which results are handed over [ms]. */
const interval = 100;

/** Runs of a portion that hold, with their entries in the same order. */
export interface ComputedRuns {
  readonly runs: number[];
  readonly entries: Entry[];
  /** True if the portion ends with these runs. */
  readonly last: boolean;
}

/**
 * Computes the runs of a portion, one after the other, and hands them over at intervals. Runs that keep
 * libraries of native FMUs wait until the last one of them was repeated in new processes.
 */
export async function computePortion(
  all: readonly number[],
  executor: Pick<RunExecutor, 'kept' | 'distrust'>,
  entryOf: (run: number) => Promise<Entry>,
  handOver: (computed: ComputedRuns) => void,
): Promise<void> {
  const { kept } = executor;
  kept.begin(all.length);
  let runs: number[] = [];
  let entries: Entry[] = [];
  let since = performance.now();
  for (const [i, run] of all.entries()) {
    const entry = await entryOf(run);
    kept.took(entry.times.wall);
    entries.push(entry);
    runs.push(run);
    const last = i === all.length - 1;
    const isDue = last || (kept.mustConfirm ? kept.mustConfirmNow : performance.now() - since >= interval);
    if (!isDue) continue;
    if (kept.mustConfirm && !(await isConfirmed(run, entry, executor, entryOf))) {
      entries = [];
      for (const again of runs) entries.push(await entryOf(again));
    }
    handOver({ runs, entries, last });
    [runs, entries, since] = [[], [], performance.now()];
  }
}

/** Reports whether a run gives the same outcome in new processes. If not, libraries are kept no longer. */
async function isConfirmed(
  run: number,
  { outcome }: Entry,
  executor: Pick<RunExecutor, 'kept' | 'distrust'>,
  entryOf: (run: number) => Promise<Entry>,
): Promise<boolean> {
  const fresh = await executor.kept.afresh(() => entryOf(run));
  if (JSON.stringify(fresh.outcome) !== JSON.stringify(outcome)) {
    executor.distrust();
    return false;
  }
  executor.kept.trust();
  return true;
}
