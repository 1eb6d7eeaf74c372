import type { Redis } from 'ioredis';
import { packageVersion } from '../../../fmu-sdk/util/package-files.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';

/** Time for Redis to answer at the start [ms]. */
const patience = 5000;

/** Connection options for BullMQ and ioredis, which wait for a Redis that disappears. */
export interface Connection {
  url: string;
  maxRetriesPerRequest: null;
  retryStrategy: (times: number) => number;
}

export function connectionOf(url: string): Connection {
  return { url, maxRetriesPerRequest: null, retryStrategy: (times) => Math.min(50 * times, 1000) };
}

/** Name of the queue of all studies. Each version of fmukit has its own queue. */
export const queueName: string = `fmukit-${packageVersion()}`;

/** Time after which unused files and results expire in Redis [s]. */
export const keepSeconds: number = 7 * 86_400;

/** Keys of the parts of a study in Redis. */
export const keys = {
  /** Bytes of a file, by hash. */
  file: (hash: string) => `fmukit:file:${hash}`,
  /** Description of a study for workers. */
  study: (id: string) => `fmukit:study:${id}`,
  /** Computed journal lines, in the order of arrival. */
  results: (id: string) => `fmukit:results:${id}`,
};

/** Returns an address for messages, which others may read in logs. */
function withoutPassword(url: string): string {
  const [from, to] = [url.indexOf('//'), url.lastIndexOf('@')];
  return from >= 0 && to > from ? `${url.slice(0, from)}//…${url.slice(to)}` : url;
}

/** Returns true for an address that the packages for Redis accept. */
function isAddress(url: string): boolean {
  try {
    const { username, password } = new URL(url);
    decodeURIComponent(username + password);
    return /^rediss?:\/\/./.test(url);
  } catch {
    return false;
  }
}

/**
 * Opens a connection to Redis. Later it waits whenever Redis disappears.
 *
 * @throws UserError if the address is invalid, the packages are missing, or Redis does not answer
 */
export async function openRedis(operation: string, url: string): Promise<Redis> {
  if (!isAddress(url))
    throw new UserError(
      `${operation}, queue ${withoutPassword(url)}: invalid Redis address. Give one such as redis://localhost:6379.`,
    );
  const { Redis } = await packages(operation);
  const { maxRetriesPerRequest, retryStrategy } = connectionOf(url);
  const redis = new Redis(url, { maxRetriesPerRequest, retryStrategy });
  let why: unknown = 'no answer';
  let isRefusing = false;
  redis.on('error', (error) => {
    why = error;
  });
  redis.on('connect', () => redis.once('close', () => (isRefusing = true)));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), patience);
  });
  try {
    await Promise.race([redis.ping(), late]);
    return redis;
  } catch {
    redis.disconnect();
    if (isRefusing && why === 'no answer')
      throw new UserError(
        `${operation}, queue: the server does not speak the protocol of Redis (it closes the connection). Give the address of a Redis.`,
      );
    throw new UserError(
      `${operation}, queue ${withoutPassword(url)}: Redis does not answer (${messageOf(why)}). Start Redis there, reachable from this machine, or give another address.`,
    );
  } finally {
    clearTimeout(timer);
  }
}

/** Loads BullMQ and ioredis, if they are installed. */
export async function packages(
  operation: string,
): Promise<Pick<typeof import('ioredis'), 'Redis'> & Pick<typeof import('bullmq'), 'Queue' | 'Worker'>> {
  try {
    const [{ Redis }, { Queue, Worker }] = await Promise.all([import('ioredis'), import('bullmq')]);
    return { Redis, Queue, Worker };
  } catch (error) {
    throw new UserError(
      `${operation}, queue: bullmq and ioredis are not installed (${messageOf(error)}). Install them: npm install bullmq ioredis.`,
    );
  }
}
