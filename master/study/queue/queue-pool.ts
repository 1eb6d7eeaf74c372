import { setTimeout as delay } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Entry, lineOf } from '../journal-entry.ts';
import { configuration, type Plan } from '../plan/study-plan.ts';
import type { PoolOptions } from '../threads/thread-pool.ts';
import { computedOf, maxRuns, type Portion } from './queue-messages.ts';
import { connectionOf, keepSeconds, keys, openRedis, packages, queueName } from './redis-connection.ts';
import { hashOf, type Packed, pack, readStudyFile } from './study-bundle.ts';

/** Target duration of a portion [s]. */
const share = 0.3;
/** Number of portions in the queue. */
const queuedPortions = 64;
/**
 * Pauses between two checks for results, first and last after doubling, and between two repairs
 * [ms].
 */
const [interval, longest, repairInterval] = [20, 160, 1000];
/** Time to remove a finished study from Redis, which may be unreachable [ms]. */
const clearing = 5000;

export interface QueuePoolOptions extends Omit<PoolOptions, 'workers' | 'file' | 'bounds'> {
  plan: Plan;
  /** Redis address. */
  url: string;
  /** Id of the journal that takes the results. */
  owner: string;
}

interface Given {
  runs: number[];
  since: number;
}

/**
 * Computes runs with the workers of a queue. The journal decides: lost entries of Redis are sent
 * again, and duplicate results are taken once. If a worker disappears, others get its portions when
 * the lease ends.
 */
export class QueuePool {
  private readonly packed: Packed;
  private readonly id: string;
  private readonly sentPortions = new Map<string, Given>();
  /** Runs that were sent and not yet answered. */
  private readonly pending = new Set<number>();
  private stopping = false;
  private stopNow: () => void = () => {};
  private readonly stopped = new Promise<void>((resolve) => {
    this.stopNow = resolve;
  });
  private portion = 1;

  constructor(private readonly options: QueuePoolOptions) {
    this.packed = pack(options.plan);
    const { plan, owner } = options;
    this.id = hashOf(JSON.stringify([plan.version, owner, this.packed.bundle])).slice(0, 24);
  }

  /** Stops sending runs. */
  stop(): void {
    this.stopping = true;
    this.stopNow();
  }

  async run(): Promise<void> {
    const { url } = this.options;
    const redis = await openRedis('study', url);
    const { Queue } = await packages('study');
    const queue: Queue<Portion> = new Queue(queueName, { connection: connectionOf(url) });
    queue.on('error', () => {});
    try {
      await Promise.race([this.put(redis).then(() => this.loop(redis, queue)), this.stopped]);
      if (!this.stopping) await Promise.race([this.clear(redis, queue), delay(clearing)]);
    } finally {
      // Do not wait for a Redis that is unreachable.
      await Promise.race([queue.close().catch(() => {}), delay(1000)]);
      redis.disconnect();
    }
  }

  private async loop(redis: Redis, queue: Queue<Portion>): Promise<void> {
    let repaired = performance.now();
    let pause = interval;
    while (!this.stopping) {
      await this.fill(queue);
      if (this.pending.size === 0) return;
      if (await this.take(redis)) {
        pause = interval;
        continue;
      }
      await delay(pause);
      pause = Math.min(2 * pause, longest);
      if (performance.now() - repaired < repairInterval) continue;
      await this.repair(redis, queue);
      repaired = performance.now();
    }
  }

  /**
   * Removes a finished study from Redis, with portions that an interrupted master or a restarted Redis
   * left in the queue. A worker would try each of them.
   */
  private async clear(redis: Redis, queue: Queue<Portion>): Promise<void> {
    await redis.del(keys.study(this.id), keys.results(this.id));
    const jobs = await queue.getJobs(['waiting', 'failed']);
    // A worker may have taken one meanwhile.
    await Promise.all(
      jobs.filter((job) => job?.data?.study === this.id).map((job) => job.remove().catch(() => {})),
    );
  }

  /** Uploads what workers need, if it is missing. */
  private async put(redis: Redis): Promise<void> {
    const { bundle, paths } = this.packed;
    for (const [hash, path] of paths)
      if ((await redis.expire(keys.file(hash), keepSeconds)) === 0) {
        const bytes = readStudyFile(path);
        if (hashOf(bytes) !== hash)
          throw new UserError(`study, queue: ${path} changed while its study ran. Start the study again.`);
        await redis.set(keys.file(hash), bytes, 'EX', keepSeconds);
      }
    await redis.set(keys.study(this.id), JSON.stringify(bundle), 'EX', keepSeconds);
  }

  private async fill(queue: Queue<Portion>): Promise<void> {
    const more: number[][] = [];
    while (this.sentPortions.size + more.length < queuedPortions) {
      const runs: number[] = [];
      while (runs.length < this.portion) {
        const { done, value } = this.options.runs.next();
        if (done === true) break;
        runs.push(value);
      }
      if (runs.length === 0) break;
      more.push(runs);
    }
    if (more.length > 0) await this.give(queue, more);
  }

  private async give(queue: Queue<Portion>, portions: readonly number[][]): Promise<void> {
    for (const runs of portions) {
      this.sentPortions.set(this.nameOf(runs), { runs, since: performance.now() });
      for (const run of runs) this.pending.add(run);
    }
    await queue.addBulk(
      portions.map((runs) => ({
        name: 'runs',
        data: { study: this.id, runs },
        opts: { jobId: this.nameOf(runs), removeOnComplete: true },
      })),
    );
  }

  private nameOf(runs: readonly number[]): string {
    return `${this.id}-${hashOf(runs.join()).slice(0, 16)}`;
  }

  /**
   * Takes results, and deletes them after they are in the journal. An invalid result is deleted too,
   * so that the study can start again. Returns true if there were any.
   */
  private async take(redis: Redis): Promise<boolean> {
    const texts = await redis.lrange(keys.results(this.id), 0, 63);
    let taken = 0;
    try {
      for (const text of texts) {
        taken++;
        this.takeResult(text);
      }
    } finally {
      if (taken > 0) await redis.ltrim(keys.results(this.id), taken, -1);
    }
    for (const [name, { runs }] of this.sentPortions)
      if (!runs.some((run) => this.pending.has(run))) this.sentPortions.delete(name);
    return texts.length > 0;
  }

  /** Puts the runs of a result that are still missing into the journal. */
  private takeResult(text: string): void {
    const { runs, entries } = computedOf(text);
    const fresh = runs.flatMap((run, i) =>
      this.pending.delete(run) ? [{ run, entry: this.checked(run, entries[i]) }] : [],
    );
    if (fresh.length === 0) return;
    this.options.onLines(
      fresh.map(({ run }) => run),
      fresh.map(({ entry }) => lineOf(entry)),
    );
    this.pace(fresh.map(({ entry }) => entry));
  }

  /** Checks that a line belongs to this system, its files and this version. */
  private checked(run: number, entry: Entry | undefined): Entry {
    if (entry === undefined || entry.outcome.metrics.length !== this.options.plan.metrics.length)
      throw new UserError(`study, queue: the result of run ${run} is damaged. Start the study again.`);
    let hash: string | undefined;
    try {
      hash = configuration(this.options.plan, run).hash;
    } catch (error) {
      // An invalid run is refused everywhere, with its own hash.
      if (!(error instanceof UserError)) throw error;
    }
    if (hash !== undefined && entry.hash !== hash)
      throw new UserError(
        `study, queue: a worker computed run ${run} with other files or another version. Start workers with the fmukit version that runs here.`,
      );
    return entry;
  }

  /** Adapts the size of portions: large enough for few requests, small enough for a common end. */
  private pace(entries: readonly Entry[]): void {
    const mean = entries.reduce((sum, { times }) => sum + times.wall, 0) / entries.length;
    const fitting = Math.floor(share / Math.max(mean, share / maxRuns));
    this.portion = Math.max(1, Math.min(fitting, 2 * this.portion, maxRuns));
  }

  /** Sends again what Redis lost, and handles portions that end their workers repeatedly. */
  private async repair(redis: Redis, queue: Queue<Portion>): Promise<void> {
    const late = performance.now() - repairInterval;
    const old = [...this.sentPortions].filter(([, { since }]) => since < late);
    if (old.length === 0) return;
    await this.put(redis);
    const states = await Promise.all(old.map(async ([name]) => queue.getJob(name)));
    // Runs that finished meanwhile have a result.
    await this.take(redis);
    for (const [i, [name, { runs }]] of old.entries()) {
      if (!this.sentPortions.has(name)) continue;
      const job = states[i];
      const pendingRuns = runs.filter((run) => this.pending.has(run));
      if (job === undefined) await this.give(queue, [pendingRuns]);
      else if (job.failedReason && (await job.isFailed()))
        await this.failed(queue, name, pendingRuns, job.failedReason);
    }
  }

  /** Splits a portion that ends every worker into single runs. A single run counts as stopped. */
  private async failed(queue: Queue<Portion>, name: string, runs: number[], why: string): Promise<void> {
    if (!/stalled/.test(why)) throw UserError.again(why);
    await queue.remove(name);
    this.sentPortions.delete(name);
    if (runs.length > 1) {
      await this.give(
        queue,
        runs.map((run) => [run]),
      );
      return;
    }
    this.pending.delete(runs[0]);
    this.options.onStopped(runs[0], 'every worker that computed it ended');
  }
}
