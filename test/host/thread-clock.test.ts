import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { cpuSecondsOf, thisTask } from '../../fmu-sdk/host/watchdog/thread-clock.ts';

/** A thread that reports its number and computes forever, or sleeps. */
async function thread(body: string): Promise<{ task: number; worker: Worker }> {
  const code = `
    const { parentPort } = require('node:worker_threads');
    parentPort.postMessage(Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1)));
    ${body}`;
  const worker = new Worker(code, { eval: true });
  return { worker, task: await new Promise((resolve) => worker.once('message', resolve)) };
}

describe.skipIf(process.platform !== 'linux')('the clock of a thread', () => {
  it('a thread clock runs while the thread computes, and stops while it sleeps', async () => {
    const asleep = await thread('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);');
    const busy = await thread('for (;;) continue;');
    const begin = [asleep, busy].map(({ task }) => cpuSecondsOf(task));
    await expect.poll(() => cpuSecondsOf(busy.task) - begin[1]).toBeGreaterThan(0.5);
    expect(cpuSecondsOf(asleep.task) - begin[0]).toBeLessThan(0.1);
    for (const { worker } of [asleep, busy]) await worker.terminate();
  });

  it('a thread clock shows 0 for a thread that has ended', async () => {
    const { task, worker } = await thread('');
    await worker.terminate();
    await expect.poll(() => cpuSecondsOf(task)).toBe(0);
  });

  it('a thread clock shows the time of the whole process if threads lack numbers', () => {
    const before = process.cpuUsage();
    const seconds = cpuSecondsOf(0);
    const after = process.cpuUsage();
    expect(seconds).toBeGreaterThanOrEqual((before.user + before.system) / 1e6);
    expect(seconds).toBeLessThanOrEqual((after.user + after.system) / 1e6);
    expect(thisTask()).toBeGreaterThan(0);
  });
});
