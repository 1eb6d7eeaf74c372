import type { PortionResult } from './queue-messages.ts';
import { WorkerThreads } from './worker-threads.ts';

/** Time without a portion after which the threads of a study end [ms]. */
const idleMilliseconds = 60_000;

/** Threads of one study. */
interface Crew {
  threads: Promise<WorkerThreads>;
  /** Portions that are being computed. */
  portions: number;
  /** Time of the end of the last portion [ms]. */
  since: number;
}

/** Access to the studies of a queue. */
export interface StudySource {
  /** Puts the files of a study into its folder, and returns the path of its study.json. */
  fetch(study: string): Promise<string>;
  /** Returns the folder of the files of a study. */
  folder(study: string): string;
  /** Reports whether the queue still has the study. */
  has(study: string): Promise<boolean>;
  /** Removes the files of a study. */
  remove(study: string): void;
}

/**
 * Threads of the studies of a queue. `release` gives back the threads and the files of studies that
 * have ended or wait for long. A study that continues later gets new ones.
 */
export class StudyCrews {
  private readonly crews = new Map<string, Crew>();

  /** @param now reads a clock [ms] */
  constructor(
    private readonly source: StudySource,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Number of studies that have threads. */
  get size(): number {
    return this.crews.size;
  }

  has(study: string): boolean {
    return this.crews.has(study);
  }

  /** Computes runs of a study, and calls `store` with their result before the study may end. */
  async compute(
    study: string,
    runs: readonly number[],
    store: (result: PortionResult) => Promise<unknown>,
  ): Promise<void> {
    const crew = this.crewOf(study);
    crew.portions++;
    try {
      await store(await (await crew.threads).compute(runs));
    } finally {
      crew.portions--;
      crew.since = this.now();
    }
  }

  /** Ends the threads of studies that the queue no longer has, or that had no portion for long. */
  async release(): Promise<void> {
    for (const [study, crew] of this.crews) {
      if (crew.portions > 0) continue;
      const isLate = this.now() - crew.since > idleMilliseconds;
      if (!isLate && (await this.source.has(study))) continue;
      // A portion may have arrived meanwhile.
      if (crew.portions === 0 && this.crews.get(study) === crew) this.end(study, crew);
    }
  }

  dispose(): void {
    for (const [study, crew] of this.crews) this.end(study, crew);
  }

  private crewOf(study: string): Crew {
    const known = this.crews.get(study);
    if (known !== undefined) return known;
    const threads = this.source
      .fetch(study)
      .then((file) => WorkerThreads.of(file, this.source.folder(study)));
    const crew = { threads, portions: 0, since: this.now() };
    this.crews.set(study, crew);
    threads.catch(() => this.crews.get(study) === crew && this.end(study, crew));
    return crew;
  }

  private end(study: string, { threads }: Crew): void {
    this.crews.delete(study);
    threads.then(
      (its) => its.dispose(),
      () => {},
    );
    this.source.remove(study);
  }
}
