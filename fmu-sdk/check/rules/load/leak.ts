import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Rule } from '../../rule.ts';

/** Instances that are made before the first look, and in each row between two looks. */
const rows = { first: 40, count: 4, each: 50 };
/**
 * Smallest growth that counts as a leak [bytes of each instance]: less is the page handling of an
 * allocator. In a single series half of it counts.
 */
const least = 512;
const leastOfRow = least / 2;

export const leak: Rule = {
  id: 'load/leak',
  title: 'Instances release their memory',
  severity: 'advice',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'freeInstance must free all memory of the instance. An optimization creates thousands of instances in one process. The check creates as many and measures the memory of the process.',
  needs: 'behaviour',
  faults: [injectFault('4 kB of each instance remain', () => ({}), { leaks: 4096 })],
  inapplicableReason: ({ sandboxed }) => (sandboxed ? 'a component’s memory is released with it' : undefined),
  async check({ open, report, skip }) {
    const probe = await open();
    const { footprint } = probe;
    if (footprint === undefined) return skip('the FMU does not run in its own process');
    /**
     * Returns the bytes that each of `count` instances leaves behind. Returns undefined if an
     * instance cannot be created.
     */
    const measureLeak = (count: number): number | undefined => {
      const before = footprint.memory();
      for (let i = 0; i < count; i++) {
        if (!probe.instantiate({ loggingOn: false })) return undefined;
        probe.free();
        probe.script.length = 0;
      }
      return (footprint.memory() - before) / count;
    };
    if (measureLeak(rows.first) === undefined) return;
    let all = 0;
    for (let row = 0; row < rows.count; row++) {
      const item = measureLeak(rows.each);
      // A leak shows in each of them.
      if (item === undefined || item <= leastOfRow) return;
      all += item / rows.count;
    }
    if (all > least)
      report(probe, {
        message: `Each instance leaves ${Math.round(all)} bytes behind, over ${rows.count * rows.each} cycles of instantiate and free.`,
        value: `${Math.round(all)} bytes`,
        expected: '0 bytes',
      });
  },
};
