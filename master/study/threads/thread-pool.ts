import type { TimeLimits } from '../../../fmu-sdk/host/watchdog/time-limits.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { ThreadAnswer } from './study-protocol.ts';
import { lookInterval, Thread } from './study-thread.ts';

export interface PoolOptions {
  /** Study file. */
  file: string;
  workers: number;
  /** Time limits of an FMU for one communication step. */
  bounds: TimeLimits;
  /** Remaining runs. */
  runs: Iterator<number>;
  /** Receives completed runs and their lines. With `isAgain` the lines replace earlier ones. */
  onLines(runs: readonly number[], lines: readonly string[], isAgain?: boolean): void;
  /** Receives a run that was ended because an FMU exceeded its time. */
  onStopped(run: number, message: string): void;
}

/**
 * Threads that compute runs in portions. An FMU that does not return ends with its thread, which is
 * replaced. Unfinished runs of the portion are given out again.
 */
export class Pool {
  private readonly threads = new Set<Thread>();
  private readonly again: number[] = [];
  private settle: { resolve(): void; reject(error: Error): void } | undefined;
  private stopping = false;

  constructor(private readonly options: PoolOptions) {}

  /** Computes all runs, or fewer after `stop`. */
  async run(): Promise<void> {
    const watch = setInterval(() => this.look(), lookInterval);
    try {
      await new Promise<void>((resolve, reject) => {
        this.settle = { resolve, reject };
        for (let i = 0; i < this.options.workers; i++) this.begin();
        this.endIfDone();
      });
    } finally {
      clearInterval(watch);
      // Do not wait: a thread inside a native FMU may never end.
      for (const thread of this.threads) void thread.worker.terminate();
    }
  }

  /** Stops giving out runs. */
  stop(): void {
    this.stopping = true;
    this.settle?.resolve();
  }

  /** Starts a thread, if runs remain. */
  private begin(): void {
    const nextRuns = this.next(1);
    if (nextRuns.length === 0) return;
    const thread = new Thread(this.options.file);
    this.threads.add(thread);
    thread.worker
      .on('message', (answer: ThreadAnswer) => this.onAnswer(thread, answer))
      .on('error', (error) => this.settle?.reject(error))
      .on('exit', (code) => {
        if (!this.threads.has(thread) || this.stopping) return;
        this.settle?.reject(new UserError(`study: run ${thread.run} ended its thread (exit code ${code}).`));
      });
    thread.ask(nextRuns);
  }

  private onAnswer(thread: Thread, answer: ThreadAnswer): void {
    if (!this.threads.has(thread) || this.stopping) return;
    try {
      if (answer.kind === 'failed')
        throw answer.user ? UserError.again(answer.message) : new Error(answer.message);
      this.options.onLines(answer.runs, answer.lines, answer.isAgain);
      if (answer.isAgain) return;
      thread.done(answer.runs.length, answer.wanted);
      if (!answer.last) return;
      const nextRuns = this.next(thread.portion());
      if (nextRuns.length > 0) thread.ask(nextRuns);
      else {
        this.leave(thread);
        this.endIfDone();
      }
    } catch (error) {
      this.settle?.reject(error as Error);
    }
  }

  /** Returns the next runs. */
  private next(count: number): number[] {
    const nextRuns: number[] = this.again.splice(0, count);
    while (nextRuns.length < count) {
      const { done, value } = this.options.runs.next();
      if (done === true) break;
      nextRuns.push(value);
    }
    return nextRuns;
  }

  private leave(thread: Thread): void {
    this.threads.delete(thread);
    void thread.worker.terminate();
  }

  private endIfDone(): void {
    if (this.threads.size === 0) this.settle?.resolve();
  }

  private look(): void {
    for (const thread of [...this.threads]) {
      const why = thread.overdue(this.options.bounds);
      if (why === undefined) continue;
      const { run } = thread;
      this.again.push(...thread.unansweredRuns(run));
      this.leave(thread);
      try {
        this.options.onStopped(run, why);
        this.begin();
        this.endIfDone();
      } catch (error) {
        this.settle?.reject(error as Error);
      }
    }
  }
}
