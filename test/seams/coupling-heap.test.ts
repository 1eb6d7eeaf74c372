import { GCProfiler } from 'node:v8';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { atWork, stepping } from './support/at-work.ts';
import { makeOscillator } from './support/oscillator.ts';
import { exported } from './support/sections.ts';

const folder = temporaryFolder('coupling-heap');
const example = await exported('coupling');

beforeAll(() => makeOscillator(folder));

// Runs in a separate process, because earlier code affects how well code is optimized.
describe.each([...stepping, ...(example.couplings ?? [])])('coupling scheme $name', (scheme) => {
  const { traits } = scheme;

  it('an optimized step allocates only the start times of substeps', async () => {
    const { coupling, units } = await atWork(scheme, folder);
    for (const unit of units) unit.noting = false;
    /** Returns the heap bytes of 10⁵ steps. Infinite after a garbage collection. */
    const measureHeap = (): number => {
      const profiler = new GCProfiler();
      profiler.start();
      const before = process.memoryUsage().heapUsed;
      // Takes the same short step repeatedly, with a full history.
      for (let n = 0; n < 100_000; n++) coupling.step(3, 0, 1e-9);
      const after = process.memoryUsage().heapUsed;
      return profiler.stop().statistics.length > 0 ? Number.POSITIVE_INFINITY : after - before;
    };
    // One number per step is 1.6 MB. A scheme with substeps passes start and size to each unit.
    const most = 400_000 + (traits.adaptive ? 2 * units.length * 1_600_000 : 0);
    let least = Number.POSITIVE_INFINITY;
    // Another thread decides when the code is optimized.
    for (let round = 0; round < 500 && least > most; round++) least = Math.min(least, measureHeap());
    expect(least).toBeLessThan(most);
  });
});
