import { Session } from '../../master/run/loop/session.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { type Line, once } from '../bench-measure.ts';

/**
 * Growth of the heap over 10⁶ communication steps of a system, after garbage collection [bytes].
 */
export function heapGrowth(system: CheckedSystem): Line {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('measure the heap: expected node --expose-gc. Run npm run bench.');
  const session = new Session(system);
  session.start();
  session.advance(100_000);
  const used = (): number => {
    gc();
    gc();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    return heapUsed + external + arrayBuffers;
  };
  const before = used();
  // A tenth of the steps also reveals a single number retained in each step.
  session.advance(once ? 100_000 : 1_000_000);
  const grown = used() - before;
  // Growth of the runtime itself when it optimises code. A single number retained in each step
  // would be 8 MB.
  return {
    what: '(d) heap growth over 10⁶ steps',
    measured: grown <= 65536 ? `none (${grown} B)` : `${grown} B`,
    target: 'none (≤ 64 kB)',
    reached: grown <= 65536,
    untimed: true,
  };
}
