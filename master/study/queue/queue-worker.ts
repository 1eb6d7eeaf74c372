import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { makeFolder } from '../../../fmu-sdk/util/files/make-folder.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { bundleOf, type Portion, portionOf } from './queue-messages.ts';
import { connectionOf, keepSeconds, keys, openRedis, packages, queueName } from './redis-connection.ts';
import { folderOf, unpack } from './study-bundle.ts';
import { StudyCrews } from './study-crews.ts';

/** Number of lost workers after which a portion is not given out again. */
const mostLosses = 20;
/**
 * Time after connecting to Redis in which a study may lack its files [ms]. A Redis that restarts loses
 * its last entries, and the master sends them again. Later, a portion without files belongs to a study
 * that has ended.
 */
const patience = 10_000;
/** Interval at which threads and files of ended studies are given back [ms]. */
const releaseInterval = 1000;

export interface QueueWorkerOptions {
  /** Redis address. */
  url: string;
  /** Number of threads. */
  workers: number;
  /** Time after which others get the runs of a lost worker [s]. */
  lease: number;
  /** Ends the worker after its present portions. */
  signal: AbortSignal;
  onStudy?: (study: string) => void;
}

/**
 * Computes runs of all studies in a queue, until it is asked to end. Returns false if Redis does not
 * answer at the end. Then connections remain, which wait for Redis.
 */
export async function serveQueue({
  url,
  workers,
  lease,
  signal,
  onStudy,
}: QueueWorkerOptions): Promise<boolean> {
  const redis = await openRedis('worker', url);
  const { Worker } = await packages('worker');
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-worker-'));
  let connected = performance.now();
  redis.on('ready', () => {
    connected = performance.now();
  });
  const crews = new StudyCrews({
    fetch: (study) => fetched(redis, study, folderOf(study, folder), () => connected + patience),
    has: async (study) => (await redis.exists(keys.study(study))) > 0,
    folder: (study) => folderOf(study, folder),
    remove: (study) => rmSync(folderOf(study, folder), { recursive: true, force: true }),
  });
  const worker = new Worker<Portion>(
    queueName,
    async ({ data }: Job<Portion>) => {
      const { study, runs } = portionOf(data);
      if (!crews.has(study)) onStudy?.(study);
      // Store the result before the job ends. A result lost in between is computed again, and taken
      // once. A result that nobody takes expires.
      await crews.compute(study, runs, (result) =>
        redis
          .multi()
          .rpush(keys.results(study), JSON.stringify(result))
          .expire(keys.results(study), keepSeconds)
          .exec(),
      );
    },
    {
      connection: connectionOf(url),
      concurrency: workers,
      lockDuration: 1000 * lease,
      stalledInterval: 500 * lease,
      maxStalledCount: mostLosses,
      removeOnComplete: { count: 0 },
    },
  );
  worker.on('error', () => {});
  const giveBack = setInterval(() => void crews.release().catch(() => {}), releaseInterval);
  try {
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return await Promise.race([worker.close().then(() => true), silence(redis).then(() => false)]);
  } finally {
    clearInterval(giveBack);
    crews.dispose();
    redis.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Time for Redis to answer a worker that ends, and interval between two questions [ms]. */
const [answerTime, askInterval] = [1000, 500];

/** Waits until Redis answers no more. A worker that ends cannot store results then. */
async function silence(redis: Redis): Promise<void> {
  for (;;) {
    const answer = await Promise.race([redis.ping().catch(() => ''), delay(answerTime, '', { ref: false })]);
    if (answer !== 'PONG') return;
    await delay(askInterval, undefined, { ref: false });
  }
}

/**
 * Downloads the files of a study, and returns the path of its study.json. Waits for missing files until
 * `deadline` [ms].
 */
async function fetched(redis: Redis, study: string, folder: string, deadline: () => number): Promise<string> {
  const waitFor = async <T>(read: () => Promise<T | null>): Promise<T> => {
    for (;;) {
      const value = await read();
      if (value !== null) return value;
      if (performance.now() > deadline())
        throw new UserError(`worker: the files of study ${study} have disappeared from Redis.`);
      await delay(100);
    }
  };
  try {
    const bundle = bundleOf(await waitFor(() => redis.get(keys.study(study))));
    makeFolder(folder);
    return await unpack(bundle, folder, (hash) => waitFor(() => redis.getBuffer(keys.file(hash))));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `worker: cannot unpack study ${study}: ${messageOf(error)}. Free space in ${tmpdir()}.`,
    );
  }
}
