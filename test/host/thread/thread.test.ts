import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { FmuThread } from '../../../fmu-sdk/host/thread/fmu-thread.ts';
import { cell } from '../../../fmu-sdk/host/thread/thread-messages.ts';

it('an answer is not lost if its notice comes after the next question', async () => {
  const thread = new FmuThread();
  const { cells } = thread as unknown as { cells: Int32Array };
  const late = new Worker(
    `const { cells, at } = require('node:worker_threads').workerData;
     for (;;) Atomics.notify(cells, at);`,
    { eval: true, workerData: { cells, at: cell.answered } },
  );
  try {
    const bounds = { cpuSeconds: 60, wallSeconds: 1200 };
    for (let n = 0; n < 200; n++)
      expect(() => thread.ask({ ask: 'close', unit: 7 }, bounds)).toThrow(/reading 'calls'/);
    expect(thread.ended).toBeUndefined();
  } finally {
    await late.terminate();
    thread.hold();
    thread.release();
  }
});
