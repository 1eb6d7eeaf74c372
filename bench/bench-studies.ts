import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buildUnit } from '../fmu-sdk/build/build-unit.ts';
import { runStudy } from '../master/study/run-study.ts';
import { type Line, once, ratioLine } from './bench-measure.ts';
import { median } from './median.ts';

/** Runs of a small unit in one study, and runs of 200 000 steps in a study on a queue. */
const [many, queued] = once ? [2000, 40] : [100_000, 800];
/** Number of measurements of one worker and of two, in turns. */
const turns = once ? 1 : 3;
/** CPU time in `/proc` is counted in these [1/s]. */
const ticks = 100;

/**
 * Measures many short runs of `fmu new`'s unit: time, memory and descriptors. Also measures an
 * equal study by one and by two workers of a queue.
 */
export async function studies(folder: string, root: string): Promise<Line[]> {
  const unit = join(folder, 'lag');
  spawnSync(process.execPath, [join(root, 'bin/fmu.cjs'), 'new', 'lag'], { cwd: folder });
  await buildUnit(unit, folder);
  return [...(await manyRuns(folder)), ...(await onQueue(folder, root))];
}

async function manyRuns(folder: string): Promise<Line[]> {
  const file = study(folder, 'many', many, 0.2, 0.01);
  const looks: { done: number; memory: number; descriptors: number }[] = [];
  const look = (done: number): void => {
    looks.push({ done, memory: process.memoryUsage.rss(), descriptors: descriptors() });
  };
  const cpu = process.cpuUsage();
  const { wallSeconds } = await runStudy(file, {
    output: join(folder, 'results', 'many'),
    workers: 2,
    onProgress: ({ done }) => look(done),
  });
  const { user, system } = process.cpuUsage(cpu);
  const value = (user + system) / 1e3 / many;
  const most = (from: number, to: number, of: 'memory' | 'descriptors'): number =>
    Math.max(
      ...looks.filter(({ done }) => done > from * many && done <= to * many).map((sample) => sample[of]),
    );
  const [early, late] = [most(0.1, 0.4, 'memory'), most(0.7, 1, 'memory')];
  const opened = most(0.7, 1, 'descriptors') - most(0, 0.4, 'descriptors');
  return [
    {
      what: `(y) a run among ${many} of a small unit, CPU time of all threads`,
      measured: `${value.toFixed(2)} ms`,
      target: '≤ 1.0 ms',
      reached: value <= 1,
    },
    {
      what: '(y) the same, runs a second',
      measured: (many / wallSeconds).toFixed(0),
      target: '≥ 2000',
      reached: many / wallSeconds >= 2000,
    },
    {
      what: '(y) the same, memory of its last third against its second',
      measured: `${(late / early).toFixed(2)}× (${(late / 2 ** 20).toFixed(0)} MiB), ${opened} descriptors more`,
      target: '≤ 1.2×, none more',
      reached: late <= 1.2 * early && opened <= 0,
    },
  ];
}

function descriptors(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}

/**
 * Wall times by one worker and by two, in turns, and what master and Redis take of CPU time beside
 * the workers.
 */
async function onQueue(folder: string, root: string): Promise<Line[]> {
  if (process.platform !== 'linux' || spawnSync('redis-server', ['--version']).status !== 0) return [];
  const queue = new MeasuredQueue(folder, root, await freePort());
  const pairs: QueueTimes[] = [];
  try {
    for (let turn = 0; turn < turns; turn++) pairs.push(await queue.measure());
  } finally {
    queue.close();
  }
  return queueLines(pairs);
}

/** Times of equal studies by one worker and by two [s], and CPU times relative to the one worker. */
interface QueueTimes {
  readonly one: number;
  readonly two: number;
  /** CPU time of the master and of Redis. */
  readonly share: number;
  readonly redisShare: number;
  /** CPU time of both workers. */
  readonly work: number;
}

/** Redis server with one worker. A second worker is added for a part of a measurement. */
class MeasuredQueue {
  private readonly url: string;
  private readonly redis: ChildProcess;
  private readonly first: ChildProcess;
  /** Number of studies so far. */
  private n = 0;

  constructor(
    private readonly folder: string,
    private readonly root: string,
    port: number,
  ) {
    this.url = `redis://127.0.0.1:${port}`;
    mkdirSync(join(folder, 'redis'));
    const at = ['--port', String(port), '--bind', '127.0.0.1', '--dir', join(folder, 'redis')];
    this.redis = spawn('redis-server', [...at, '--appendonly', 'yes', '--save', ''], { stdio: 'ignore' });
    this.first = this.startWorker();
  }

  /** Measures one study by one worker and by two. */
  async measure(): Promise<QueueTimes> {
    const { first, redis } = this;
    await this.time(40);
    const before = cpuOf(first);
    const [master, server] = [cpuHere(), cpuOf(redis)];
    const one = await this.time(queued);
    const worked = cpuOf(first) - before;
    const [share, redisShare] = [(cpuHere() - master) / worked, (cpuOf(redis) - server) / worked];
    const second = this.startWorker();
    // Until it has begun to compute.
    while (cpuOf(second) < 2) await this.time(20);
    const start = cpuOf(first) + cpuOf(second);
    const two = await this.time(queued);
    const work = (cpuOf(first) + cpuOf(second) - start) / worked;
    second.kill('SIGKILL');
    return { one, two, share, redisShare, work };
  }

  /** Ends the server and the first worker. */
  close(): void {
    for (const child of [this.first, this.redis]) child.kill('SIGKILL');
  }

  private startWorker(): ChildProcess {
    const words = ['worker', '--queue', this.url, '--workers', '1'];
    return spawn(process.execPath, [join(this.root, 'bin/fmu.cjs'), ...words], { stdio: 'ignore' });
  }

  /** Returns the wall time of a study of `count` runs [s]. */
  private async time(count: number): Promise<number> {
    const { folder, url } = this;
    const name = `queued-${this.n++}`;
    const file = study(folder, name, count, 200, 0.001);
    return (await runStudy(file, { output: join(folder, 'results', name), queue: url })).wallSeconds;
  }
}

/** Returns the lines of the measured times, by their medians. */
function queueLines(pairs: readonly QueueTimes[]): Line[] {
  const of = (read: (pair: QueueTimes) => number): number => median(pairs.map(read));
  const speed = of(({ one, two }) => one / two);
  const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
  return [
    {
      what: '(y) two workers of a queue against one',
      measured: `${speed.toFixed(2)}× as fast, for ${of(({ work }) => work).toFixed(2)}× the CPU time`,
      target: '≥ 1.7×',
      reached: speed >= 1.7,
    },
    ratioLine(
      '(y) CPU time of the master of a queue, against its worker',
      [of(({ share }) => share), 1],
      0.1,
      percent,
    ),
    ratioLine(
      '(y) CPU time of Redis, against the worker',
      [of(({ redisShare }) => redisShare), 1],
      0.1,
      percent,
    ),
  ];
}

/** A study of `count` runs of a lag, over `stopTime` in steps of H. */
function study(folder: string, name: string, count: number, stopTime: number, H: number): string {
  const file = join(folder, `${name}.json`);
  const json = {
    name,
    system: 'lag.fmu',
    set: { stopTime, 'algorithm.step': H },
    sample: { method: 'latin-hypercube', count },
    vary: [{ set: 'T', from: 0.1, to: 2 }],
    metrics: { y: { final: 'y' }, most: { max: 'y' } },
  };
  writeFileSync(file, JSON.stringify(json));
  return file;
}

/** CPU time of a process [s]: proc(5), fields 14 and 15. */
function cpuOf({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

function cpuHere(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
