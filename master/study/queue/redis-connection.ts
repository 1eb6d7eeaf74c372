import type { Redis } from 'ioredis';
import { packageVersion } from '../../../fmu-sdk/util/package-files.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';

/** How long a Redis has to answer at the start [ms]. */
const patience = 5000;

/** What BullMQ and ioredis are given: a Redis that goes away is waited for. */
export interface Connection {
  url: string;
  maxRetriesPerRequest: null;
  retryStrategy: (times: number) => number;
}

export function connectionOf(url: string): Connection {
  return { url, maxRetriesPerRequest: null, retryStrategy: (times) => Math.min(50 * times, 1000) };
}

/** The queue of all studies: workers of another version have another one. */
export const queueName: string = `fmukit-${packageVersion()}`;

/** Where a study's parts stand in Redis. */
export const keys = {
  /** Bytes of a file by their hash. */
  file: (hash: string) => `fmukit:file:${hash}`,
  /** What a worker needs to know of a study. */
  study: (id: string) => `fmukit:study:${id}`,
  /** Lines of its journal that were computed, in the order in which they came. */
  results: (id: string) => `fmukit:results:${id}`,
};

/**
 * Opens a connection to a Redis that answers. Later it is waited for whenever it goes away.
 *
 * @throws UserError where the address is none, the packages are not installed, or nothing answers
 */
export async function openRedis(operation: string, url: string): Promise<Redis> {
  if (!/^rediss?:\/\/./.test(url))
    throw new UserError(
      `${operation} --queue ${url}: this is no address of a Redis. Give one such as redis://localhost:6379.`,
    );
  const { Redis } = await packages(operation);
  const { maxRetriesPerRequest, retryStrategy } = connectionOf(url);
  const redis = new Redis(url, { maxRetriesPerRequest, retryStrategy });
  let why: unknown = 'no answer';
  redis.on('error', (error) => {
    why = error;
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), patience);
  });
  try {
    await Promise.race([redis.ping(), late]);
    return redis;
  } catch {
    redis.disconnect();
    throw new UserError(
      `${operation} --queue ${url}: no Redis answers (${messageOf(why)}). Start one (redis-server --appendonly yes), or name another.`,
    );
  } finally {
    clearTimeout(timer);
  }
}

/** BullMQ and ioredis, where they are installed. */
export async function packages(
  operation: string,
): Promise<Pick<typeof import('ioredis'), 'Redis'> & Pick<typeof import('bullmq'), 'Queue' | 'Worker'>> {
  try {
    const [{ Redis }, { Queue, Worker }] = await Promise.all([import('ioredis'), import('bullmq')]);
    return { Redis, Queue, Worker };
  } catch (error) {
    throw new UserError(
      `${operation} --queue: bullmq and ioredis are not installed (${messageOf(error)}). Install them: npm install bullmq ioredis.`,
    );
  }
}
