import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Entry, entryOf, lineOf } from '../../master/study/journal-entry.ts';
import type { StudyFile } from '../../master/study/plan/study-file.ts';
import { readPlan } from '../../master/study/plan/study-plan.ts';
import { queueName } from '../../master/study/queue/redis-connection.ts';
import { folderOf, hashOf, unpack } from '../../master/study/queue/study-bundle.ts';
import { WorkerThreads } from '../../master/study/queue/worker-threads.ts';
import { runStudy } from '../../master/study/run-study.ts';
import { resultTable } from '../../master/study/study-results.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmu, root } from '../run-fmu.ts';
import { makeLag } from '../seams/support/lag.ts';
import { spread, width } from '../width.ts';

/** Reason why no queue can be tested here, or undefined. */
function missing(): string | undefined {
  if (spawnSync('redis-server', ['--version']).status !== 0)
    return 'no redis-server (Debian: apt-get install redis-server)';
  try {
    createRequire(import.meta.url).resolve('bullmq');
    createRequire(import.meta.url).resolve('ioredis');
    return undefined;
  } catch {
    return 'bullmq and ioredis are not installed';
  }
}
const why = missing();
if (why !== undefined) process.stderr.write(`tests of queues are skipped: ${why}\n`);

/** Random moments for kill -9. */
const moments = width(1, 6, 20);

const folder = temporaryFolder('queue');
let url: string;
let port: number;
const processes = new Set<ChildProcess>();

beforeAll(async () => {
  await makeLag(folder);
  port = await freePort();
  url = `redis://127.0.0.1:${port}`;
});
afterAll(async () => {
  await Promise.all([...processes].map(killed));
});

/** Ports that no system gives to outgoing connections. */
const [firstPort, portCount] = [16_384, 16_000];

/**
 * Returns a free port. While Redis is down, no outgoing connection takes it: neither that of
 * another program, nor that of a client of Redis to itself. Redis could not start again.
 */
async function freePort(): Promise<number> {
  for (let n = process.pid; ; n++) {
    const candidate = firstPort + (n % portCount);
    if (await isFree(candidate)) return candidate;
  }
}

async function isFree(candidate: number): Promise<boolean> {
  const server = createServer();
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(candidate, '127.0.0.1', () => resolve(true));
  });
  if (listens) await new Promise((resolve) => server.close(resolve));
  return listens;
}

function started(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  processes.add(child);
  return child;
}

/** Sends kill -9. */
async function killed(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  processes.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await ended;
}

function redis(): ChildProcess {
  mkdirSync(join(folder, 'redis'), { recursive: true });
  const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', join(folder, 'redis')];
  return started('redis-server', [...where, '--appendonly', 'yes', '--save', '']);
}

const worker = (env: NodeJS.ProcessEnv = {}): ChildProcess =>
  started(
    process.execPath,
    [`${root}bin/fmu.cjs`, 'worker', '--queue', url, '--workers', '1', '--lease', '1'],
    env,
  );
const master = (file: string, output: string): ChildProcess =>
  started(process.execPath, [`${root}bin/fmu.cjs`, 'study', file, '-o', output, '--queue', url]);

const study = (name: string, count: number): StudyFile => ({
  name,
  system: 'lag.fmu',
  set: { stopTime: 20, 'algorithm.step': 0.001 },
  sample: { method: 'latin-hypercube', count },
  vary: [{ set: 'T', from: 0.1, to: 2 }],
  metrics: { y: { final: 'y' }, most: { max: 'y' } },
});
function put(file: StudyFile): string {
  const path = join(folder, `${file.name}.json`);
  writeFileSync(path, JSON.stringify(file));
  return path;
}
const output = (name: string): string => join(folder, 'results', name);
const sizeOf = (name: string): number =>
  statSync(`${output(name)}.study/runs`, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Runs a study whose processes are killed at most `most` times. Returns how often that happened.
 */
async function killedOften(
  which: 'worker' | 'master' | 'redis',
  file: string,
  name: string,
  most: number,
): Promise<number> {
  const start = { redis, worker: () => worker(), master: () => master(file, output(name)) };
  const running = { redis: redis(), worker: worker(), master: start.master() };
  const written = `${output(name)}.csv`;
  let kills = 0;
  while (kills < most) {
    // Waits for the file to grow, not for a time, because a start takes long on a busy machine.
    const size = sizeOf(name) + 2000 * ((kills * 0.618034) % 1);
    await expect
      .poll(() => running.master.exitCode !== null || sizeOf(name) > size, { interval: 1 })
      .toBe(true);
    if (existsSync(written) || running.master.exitCode !== null) break;
    await killed(running[which]);
    running[which] = start[which]();
    kills++;
  }
  if (running.master.exitCode === null) await new Promise((resolve) => running.master.once('exit', resolve));
  expect(running.master.exitCode).toBe(0);
  await Promise.all(Object.values(running).map(killed));
  return kills;
}

describe.skipIf(why !== undefined)('fmu study --queue', () => {
  it.skipIf(process.platform !== 'linux')(
    'a worker gives back threads, descriptors and files of each study that has ended',
    async () => {
      const scratch = join(folder, 'scratch');
      mkdirSync(scratch, { recursive: true });
      const server = redis();
      const crew = worker({ TMPDIR: scratch });
      const held = (): number[] =>
        ['task', 'fd'].map((what) => readdirSync(`/proc/${crew.pid}/${what}`).length);
      const compute = async (name: string): Promise<void> => {
        const client = master(
          put({ ...study(name, 2), set: { stopTime: 0.1, 'algorithm.step': 0.01 } }),
          output(name),
        );
        await new Promise((resolve) => client.once('exit', resolve));
        expect(client.exitCode).toBe(0);
        // The folder of the worker is empty again.
        await expect
          .poll(() => readdirSync(scratch).flatMap((own) => readdirSync(join(scratch, own))))
          .toEqual([]);
      };
      await compute('warm');
      const [threads, descriptors] = held();
      for (let i = 0; i < width(3, 8); i++) await compute(`one-of-many-${i}`);
      await expect.poll(() => held()[0]).toBeLessThanOrEqual(threads);
      await expect.poll(() => held()[1]).toBeLessThanOrEqual(descriptors + 1);
      await Promise.all([server, crew].map(killed));
    },
  );

  it('two workers of a queue give the bytes of local threads', async () => {
    const server = redis();
    const workers = [worker(), worker()];
    const shared = width(20, 60);
    const file = put(study('shared', shared));
    await runStudy(file, { output: output('here'), workers: 1 });
    const { runs } = await runStudy(file, { output: output('there'), queue: url });
    expect(runs).toBe(shared);
    for (const ending of ['.csv', '.parquet', '.json'])
      expect(readFileSync(output(`there${ending}`)).equals(readFileSync(output(`here${ending}`)))).toBe(true);
    await Promise.all([server, ...workers].map(killed));
  });

  it('a study removes the portions that an interrupted master left in Redis', async () => {
    const server = redis();
    const { Queue } = createRequire(import.meta.url)('bullmq') as typeof import('bullmq');
    const queue = new Queue(queueName, { connection: { port } });
    const file = put(study('left', 20));
    const interrupted = master(file, output('left'));
    await expect.poll(() => queue.getWaitingCount()).toBeGreaterThan(0);
    await killed(interrupted);
    // A restarted Redis may hold a portion twice.
    const [{ name, data }] = await queue.getWaiting();
    await queue.addBulk(Array.from({ length: 500 }, () => ({ name, data })));
    // Another client may have put anything into the queue.
    await queue.add('null', null);
    const crew = worker();
    const again = master(file, output('left'));
    await new Promise((resolve) => again.once('exit', resolve));
    expect([again.exitCode, await queue.getWaitingCount()]).toEqual([0, 0]);
    await queue.close();
    await Promise.all([server, crew].map(killed));
  });

  it('a study that ends with an invalid result removes it from Redis, so that it can start again', async () => {
    const server = redis();
    const { Redis } = createRequire(import.meta.url)('ioredis') as typeof import('ioredis');
    const client = new Redis(url);
    const ending = master(put(study('invalid', 2)), output('invalid'));
    await expect.poll(() => client.keys('fmukit:study:*')).toHaveLength(1);
    const results = (await client.keys('fmukit:study:*'))[0].replace('study', 'results');
    await client.rpush(results, '{"runs":[0],"lines":["x"]}');
    await new Promise((resolve) => ending.once('exit', resolve));
    expect([ending.exitCode, await client.llen(results)]).toEqual([1, 0]);
    await client.flushall();
    client.disconnect();
    await killed(server);
  });

  const count = width(60, 120, 280);
  /** Bytes of the study without an interruption, computed once. */
  let whole: Promise<unknown> | undefined;

  it.each(spread(['worker', 'master', 'redis'] as const, 2))(
    'kill -9 of the %s at random moments neither loses nor duplicates a run of a queue',
    async (which) => {
      const file = put(study('killed', count));
      whole ??= runStudy(file, { output: output('whole'), workers: 2 });
      await whole;
      // Takes as many rounds as the kills need, because the time in one round depends on the
      // machine.
      for (let kills = 0, round = 0; kills < moments; round++) {
        const name = `killed-${which}-${round}`;
        const killCount = await killedOften(which, file, name, moments - kills);
        expect(killCount, `kills of round ${round}`).toBeGreaterThan(0);
        kills += killCount;
        for (const ending of ['.csv', '.parquet'])
          expect(readFileSync(output(name + ending)).equals(readFileSync(output(`whole${ending}`)))).toBe(
            true,
          );
        const lines = readFileSync(`${output(name)}.study/runs`, 'utf8')
          .trimEnd()
          .split('\n');
        const hashes = lines.map((line) => (JSON.parse(line.slice(9)) as { hash: string }).hash);
        expect([hashes.length, new Set(hashes).size]).toEqual([count, count]);
      }
    },
    600_000,
  );
});

describe('errors of a queue', () => {
  it('a queue names an invalid address and a Redis that does not answer', async () => {
    const file = put(study('alone', 2));
    await expect(runStudy(file, { output: output('alone'), queue: 'localhost' })).rejects.toThrow(
      'study, queue localhost: invalid Redis address. Give one such as redis://localhost:6379.',
    );
    for (const address of ['redis://host:99999', 'redis://[::1', 'redis://:%zz@host'])
      await expect(runStudy(file, { output: output('alone'), queue: address })).rejects.toThrow(
        'invalid Redis address',
      );
    // Others can read a log, so it has no password.
    const alone = (queue: string): Promise<unknown> => runStudy(file, { output: output('alone'), queue });
    if (why === undefined)
      await expect(alone('redis://me:secret@127.0.0.1:1')).rejects.toThrow(
        /redis:\/\/…@127\.0\.0\.1:1: Redis does not answer \(.*ECONNREFUSED.*\)\. Start Redis there/,
      );
    await expect(alone('http://me:secret@x')).rejects.toThrow(
      'study, queue http://…@x: invalid Redis address',
    );
    const { code, err } = fmu(['worker', '--queue', 'redis://127.0.0.1:1', '--lease', '0']);
    expect([code, err]).toEqual([1, expect.stringContaining('--lease must be from 0.2 to 3600 s, got 0.')]);
  });

  it('a queue names a unit with an absolute path, which other machines lack', async () => {
    const system = {
      name: 'far',
      units: { lag: { fmu: join(folder, 'lag.fmu') } },
      algorithm: { scheme: 'jacobi', step: 0.1 },
      stopTime: 1,
    };
    writeFileSync(join(folder, 'far-system.json'), JSON.stringify(system));
    const file = put({
      ...study('far', 2),
      system: 'far-system.json',
      vary: [{ set: 'lag.T', values: [1] }],
      sample: {},
      set: {},
    });
    await expect(runStudy(file, { output: output('far'), queue: url })).rejects.toThrow(
      /which does not exist on other machines\. Write the path relative/,
    );
  });

  it('the text of a worker brings no control characters into the results', async () => {
    const outcome = {
      ending: 'failed',
      verdict: '',
      message: '\u001b[2J',
      time: 1,
      steps: 1,
      metrics: [1, 1],
    };
    const entry = { hash: 'a', contents: 'b', outcome, times: { wall: 1, cpu: 1 } } as Entry;
    const { row } = resultTable(await readPlan(put(study('text', 2))));
    expect(row(0, entry).at(-1)).toBe('\\u{1b}[2J');
    expect(entryOf(lineOf(entry).trimEnd())).toEqual(entry);
    for (const field of ['hash', 'contents'])
      expect(entryOf(lineOf({ ...entry, [field]: '\u001b' }).trimEnd())).toBeUndefined();
  });

  it('a worker refuses a study that reads a file which did not come with it', async () => {
    const inside = join(folder, 'inside');
    mkdirSync(inside, { recursive: true });
    const at = (name: string, file: object): string => {
      writeFileSync(join(inside, name), JSON.stringify(file));
      return join(inside, name);
    };
    const outside = /the study reads \S+, expected files of its folder \S+ only/;
    const fmu = { ...study('fmu', 2), system: '../lag.fmu' };
    await expect(WorkerThreads.of(at('fmu.json', fmu), inside)).rejects.toThrow(outside);
    writeFileSync(join(inside, 'lag.fmu'), readFileSync(join(folder, 'lag.fmu')));
    writeFileSync(join(folder, 'secret.csv'), 'time,u\n0,1\n');
    const inputs = { ...study('inputs', 2), set: { stopTime: 1, inputs: '../secret.csv' } };
    await expect(WorkerThreads.of(at('inputs.json', inputs), inside)).rejects.toThrow(outside);
    (await WorkerThreads.of(at('own.json', study('own', 2)), inside)).dispose();
  });

  it('a queue names a server whose answers are not those of Redis', async () => {
    for (const answer of ['*1\r\n'.repeat(100_000), '*-9\r\n$-5\r\n', '*1\r\n']) {
      const server = createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => socket.end(answer));
      });
      const port = await new Promise<number>((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
      });
      const args = ['study', put(study('imposter', 2)), '-o', output('imposter')];
      const child = spawn(process.execPath, [
        `${root}bin/fmu.cjs`,
        ...args,
        '--queue',
        `redis://127.0.0.1:${port}`,
      ]);
      let words = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        words += text;
      });
      const code = await new Promise((resolve) => child.once('close', resolve));
      server.close();
      expect(words).toMatch(
        /^fmu: study, queue: the server does not speak the protocol of Redis \(.*\)\. Give the address of a Redis\.\n$/,
      );
      expect(code).toBe(1);
    }
  });

  it('a worker ends after one signal while its Redis hangs', async () => {
    const server = redis();
    await expect.poll(() => isFree(port)).toBe(false);
    const child = spawn(process.execPath, [`${root}bin/fmu.cjs`, 'worker', '--queue', url, '--workers', '1']);
    processes.add(child);
    await new Promise((resolve) => child.stderr.once('data', resolve));
    // A worker that waits for a task has sent a command that blocks.
    const { Redis } = createRequire(import.meta.url)('ioredis') as typeof import('ioredis');
    const client = new Redis(url);
    await expect.poll(async () => String(await client.client('LIST'))).toMatch(/ cmd=bz?popmin /);
    client.disconnect();
    server.kill('SIGSTOP');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await ended;
    server.kill('SIGCONT');
    await killed(server);
  });

  it('a queue names bundle files with other bytes or outside their folder', async () => {
    const bytes = Buffer.from('{}');
    const bundle = (name: string, hash: string) => ({ study: 'a.json', files: { [name]: hash } });
    const take = (name: string, hash = hashOf(bytes)): Promise<string> =>
      unpack(bundle(name, hash), join(folder, 'unpacked'), async () => bytes);
    expect(readFileSync(await take('a.json'), 'utf8')).toBe('{}');
    await expect(take('../b.json')).rejects.toThrow('the study contains a file ../b.json outside its folder');
    expect(() => folderOf('../../somewhere', folder)).toThrow(
      'expected the id of a study, which names its folder, got ../../somewhere',
    );
    expect(folderOf('0123456789abcdef01234567', 'a')).toBe('a/0123456789abcdef01234567');
    const elsewhere = unpack({ study: '../b.json', files: {} }, join(folder, 'unpacked'), async () => bytes);
    await expect(elsewhere).rejects.toThrow('the study contains a file ../b.json outside its folder');
    await expect(take('a.json', hashOf('other'))).rejects.toThrow('a.json arrived with different bytes');
    await expect(take('\0')).rejects.toThrow('the study contains a file \\u{0} outside its folder');
    await expect(take('x'.repeat(300))).rejects.toThrow(/writing x+.*x+ of a study failed with ENAMETOOLONG/);
    expect(existsSync(join(folder, 'b.json'))).toBe(false);
  });
});
