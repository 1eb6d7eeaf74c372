import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type BoundedOptions,
  inBoundedThread,
  TaskEndedError,
} from '../../fmu-sdk/host/watchdog/bounded-thread.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';

/** A program whose tasks are named after their behaviour. */
const source = `
import { threadId } from 'node:worker_threads';
import { UserError } from './fmu-sdk/util/user-error.ts';
import { serveTasks } from './fmu-sdk/host/watchdog/bounded-task.ts';
const seconds = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
serveTasks((task, here) => {
  const compute = (s) => { for (const end = seconds() + s; seconds() < end; ) continue; };
  switch (task) {
    case 'thread': return threadId;
    case 'mistake': throw new UserError('set u: 3 m is too much. Give less.');
    case 'defect': throw new TypeError('x is no function');
    case 'loop': here.tell('half of it'); here.at(3, 7); for (;;) continue;
    case 'wait': here.at(1); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); break;
    case 'load': compute(1.2); return 'loaded';
    case 'steps': for (let n = 0; n < 6; n++) { here.at(n); compute(0.25); } return 'stepped';
    case 'heed': here.at(5); while (!here.asked()) continue; return 'in line 12';
    case 'eat': { here.at(9); const all = []; for (;;) all.push({ n: all.length }); }
    case 'leave': process.exit(3);
  }
});`;

const folder = temporaryFolder('bounded');
const program = join(folder, 'program.mjs');
beforeAll(async () => {
  await build({
    stdin: { contents: source, resolveDir: root },
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
  });
});

const bounds = { cpuSeconds: 0.6, wallSeconds: 1e6 };
const done = (task: string, options: BoundedOptions = bounds): Promise<unknown> =>
  inBoundedThread(program, task, options);
const ended = async (task: string, options?: BoundedOptions): Promise<TaskEndedError> => {
  const error = await done(task, options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TaskEndedError);
  return error as TaskEndedError;
};

describe('a bounded thread', () => {
  it('a bounded thread is reused for the next task, and replaced after a task that was ended', async () => {
    const first = await done('thread');
    expect(await done('thread')).toBe(first);
    await ended('loop');
    expect(await done('thread')).not.toBe(first);
  });

  it('a bounded thread reports a mistake with the message for the user, and a defect with its stack', async () => {
    await expect(done('mistake')).rejects.toThrow(new UserError('set u: 3 m is too much. Give less.'));
    await expect(done('defect')).rejects.toThrow(/^TypeError: x is no function\n/);
    await expect(done('defect')).rejects.not.toBeInstanceOf(UserError);
  });

  it('a bounded thread ends a loop by its CPU time, and reports its location and its last message', async () => {
    const { words, place, lastMessage: message } = await ended('loop');
    expect(words).toBe('computed for 0.6 s of CPU time without returning');
    expect([place, message]).toEqual([[3, 7, 0, 0], 'half of it']);
  });

  it('a bounded thread ends an endless wait by wall time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let error: TaskEndedError | undefined;
    void ended('wait', { cpuSeconds: 0.5, wallSeconds: 1 }).then((thrown) => (error = thrown));
    await expect.poll(() => vi.advanceTimersByTime(100) && error).toBeDefined();
    const { words, place } = error!;
    expect(words).toMatch(/^did not return within 1 s of wall time and used only 0\.\d+ s of CPU time/);
    expect(place).toEqual([1, 0, 0, 0]);
  });

  it('a bounded thread counts neither time outside of FMU calls, nor several calls as one', async () => {
    expect(await done('load')).toBe('loaded');
    expect(await done('steps')).toBe('stepped');
  });

  it('a bounded thread accepts the last message of a task that checks the request to stop', async () => {
    expect(await done('heed', { ...bounds, lastWordSeconds: 60 })).toBe('in line 12');
    expect((await ended('loop', { ...bounds, lastWordSeconds: 0.2 })).place).toEqual([3, 7, 0, 0]);
  });

  it('a bounded thread ends a task by its heap without ending this process', async () => {
    const { words, place } = await ended('eat', { ...bounds, cpuSeconds: 1e6, heapMegabytes: 64 });
    expect(words).toBe('took more than 64 MB of memory');
    expect(place).toEqual([9, 0, 0, 0]);
  });

  it('a bounded thread reports a task that ends itself', async () => {
    expect((await ended('leave')).words).toBe('ended its thread (exit code 3)');
  });
});
