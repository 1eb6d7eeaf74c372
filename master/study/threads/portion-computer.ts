import type { RunExecutor } from '../execution/run-executor.ts';
import type { Entry } from '../journal-entry.ts';

/** Interval at which results are handed over [ms]. */
const interval = 100;

/** Runs with their entries in the same order. */
export interface ComputedRuns {
  readonly runs: number[];
  readonly entries: Entry[];
  /** True if the portion ends with these runs. */
  readonly last: boolean;
  /** True if they replace entries that were handed over before. */
  readonly isAgain: boolean;
}

/**
 * Computes portions of runs, one after the other, and hands the runs over at intervals. Runs that keep
 * libraries of native FMUs wait until the last one of them was repeated in new processes. If its
 * outcome differs, these runs and all earlier ones in kept libraries are repeated.
 */
export class PortionComputer {
  /** Runs in kept libraries that were handed over. */
  private confirmed: number[] = [];

  constructor(
    private readonly executor: Pick<RunExecutor, 'kept' | 'distrust'>,
    private readonly entryOf: (run: number) => Promise<Entry>,
    private readonly handOver: (computed: ComputedRuns) => void,
  ) {}

  async compute(all: readonly number[]): Promise<void> {
    const { kept } = this.executor;
    kept.begin(all.length);
    let runs: number[] = [];
    let entries: Entry[] = [];
    let since = performance.now();
    for (const [i, run] of all.entries()) {
      const entry = await this.entryOf(run);
      kept.took(entry.times.wall);
      entries.push(entry);
      runs.push(run);
      const last = i === all.length - 1;
      const isDue = last || (kept.mustConfirm ? kept.mustConfirmNow : performance.now() - since >= interval);
      if (!isDue) continue;
      if (kept.mustConfirm) entries = await this.confirm(runs, entries);
      this.handOver({ runs, entries, last, isAgain: false });
      [runs, entries, since] = [[], [], performance.now()];
    }
  }

  /** Returns the entries if the last run gives an equal outcome in new processes, else new entries. */
  private async confirm(runs: readonly number[], entries: Entry[]): Promise<Entry[]> {
    const { executor, confirmed } = this;
    const last = runs.length - 1;
    const fresh = await executor.kept.afresh(() => this.entryOf(runs[last]));
    if (JSON.stringify(fresh.outcome) === JSON.stringify(entries[last].outcome)) {
      executor.kept.trust();
      confirmed.push(...runs);
      return entries;
    }
    executor.distrust();
    this.confirmed = [];
    for (const run of confirmed) {
      const again = { runs: [run], entries: [await this.entryOf(run)] };
      this.handOver({ ...again, last: false, isAgain: true });
    }
    const repeated: Entry[] = [];
    for (const run of runs) repeated.push(await this.entryOf(run));
    return repeated;
  }
}
