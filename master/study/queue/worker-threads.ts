import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { lineOf } from '../journal-entry.ts';
import { type Plan, readPlan } from '../plan/study-plan.ts';
import { boundsOf, stoppedEntry } from '../threads/stopped-entry.ts';
import type { ThreadAnswer } from '../threads/study-protocol.ts';
import { lookInterval, Thread } from '../threads/study-thread.ts';
import type { PortionResult } from './queue-messages.ts';
import { requireInside } from './study-bundle.ts';

/**
 * Threads that compute runs of one study, a portion each. An FMU that does not return ends with its
 * thread, and its run counts as stopped.
 */
export class WorkerThreads {
  private readonly idle: Thread[] = [];
  private readonly all = new Set<Thread>();

  private constructor(private readonly plan: Plan) {}

  /** Opens a study that reads files of this folder only. */
  static async of(file: string, folder: string): Promise<WorkerThreads> {
    const plan = await readPlan(file);
    requireInside(plan, folder);
    return new WorkerThreads(plan);
  }

  /** Computes runs, one after the other. */
  async compute(runs: readonly number[]): Promise<PortionResult> {
    const { count } = this.plan.design;
    if (runs.some((run) => run >= count))
      throw new UserError(
        `worker: expected numbers of runs below ${count}, got ${runs.join(', ')}. Start the study again.`,
      );
    const computed: PortionResult = { runs: [], lines: [] };
    let remaining = [...runs];
    while (remaining.length > 0) {
      const thread = this.idle.pop() ?? this.begin();
      const stopped = await this.answers(thread, remaining, computed);
      if (stopped === undefined) {
        this.idle.push(thread);
        break;
      }
      this.end(thread);
      const { run, why } = stopped;
      computed.runs.push(run);
      computed.lines.push(lineOf(stoppedEntry(this.plan, run, why)));
      remaining = remaining.filter((candidate) => !computed.runs.includes(candidate));
    }
    return computed;
  }

  dispose(): void {
    for (const thread of this.all) this.end(thread);
  }

  private begin(): Thread {
    const thread = new Thread(this.plan.file);
    this.all.add(thread);
    return thread;
  }

  private end(thread: Thread): void {
    this.all.delete(thread);
    void thread.worker.terminate();
  }

  /** Waits for all answers, or for a run whose FMU exceeded its time. */
  private answers(
    thread: Thread,
    runs: readonly number[],
    computed: PortionResult,
  ): Promise<{ run: number; why: string } | undefined> {
    const bounds = boundsOf(this.plan);
    return new Promise((resolve, reject) => {
      const watch = setInterval(() => {
        const why = thread.overdue(bounds);
        if (why !== undefined) settled(() => resolve({ run: thread.run, why }));
      }, lookInterval);
      const settled = (how: () => void): void => {
        clearInterval(watch);
        thread.worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
        thread.worker.on('error', () => {});
        how();
      };
      const onAnswer = (answer: ThreadAnswer): void => {
        if (answer.kind === 'failed') {
          const error = answer.user ? UserError.again(answer.message) : new Error(answer.message);
          this.end(thread);
          settled(() => reject(error));
          return;
        }
        if (answer.isAgain) {
          replace(computed, answer);
          return;
        }
        computed.runs.push(...answer.runs);
        computed.lines.push(...answer.lines);
        thread.done(answer.runs.length, answer.wanted);
        if (answer.last) settled(() => resolve(undefined));
      };
      const onExit = (code: unknown): void => {
        this.end(thread);
        settled(() => reject(new UserError(`study: run ${thread.run} ended its thread (${String(code)}).`)));
      };
      thread.worker.on('message', onAnswer).on('error', onExit).on('exit', onExit);
      thread.ask(runs);
    });
  }
}

/** Replaces the lines of a portion. Earlier portions have been sent and stay. */
function replace(
  { runs, lines }: PortionResult,
  again: { readonly runs: readonly number[]; readonly lines: readonly string[] },
): void {
  again.runs.forEach((run, k) => {
    const at = runs.indexOf(run);
    if (at >= 0) lines[at] = again.lines[k];
  });
}
