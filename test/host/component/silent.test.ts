import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { inBoundedThread } from '../../../fmu-sdk/host/watchdog/bounded-thread.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

/** Returns the number of ports that keep this process alive. */
const portCount = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'MessagePort').length;

it('an idle bounded thread that is silent prints nothing and lets the process end, and another one prints', async () => {
  const program = join(temporaryFolder('silent'), 'panics.mjs');
  writeFileSync(
    program,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', (word) => {
       for (const stream of [process.stdout, process.stderr]) stream.write(word + ' panicked\\n');
       parentPort.postMessage({ kind: 'done', result: word });
     });`,
  );
  const printed: string[] = [];
  const before = portCount();
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed.push(String(text));
      return true;
    }),
  );
  try {
    const limits = { cpuSeconds: 30, wallSeconds: 600 };
    for (let n = 0; n < 3; n++)
      expect(await inBoundedThread(program, 'silent', { ...limits, heapMegabytes: 64, silent: true })).toBe(
        'silent',
      );
    // The port of a thread is released in the turn in which its task ends.
    expect(portCount()).toBe(before);
    expect(await inBoundedThread(program, 'loud', limits)).toBe('loud');
    await expect.poll(() => printed.filter((text) => text.includes('loud')).length).toBe(2);
    expect(printed.filter((text) => text.includes('silent'))).toEqual([]);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
});
