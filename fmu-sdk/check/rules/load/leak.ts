import { replacing } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

/** Instances that are made before the first look, and in each row between two looks. */
const rows = { first: 40, count: 4, each: 50 };
/** Less than this, in bytes of each instance, is what an allocator does with pages; in a single row half of it. */
const least = 512;
const leastOfRow = least / 2;

export const leak: Rule = {
  id: 'load/leak',
  title: 'Instances give back the memory that they took',
  class: 'advice',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'freeInstance frees all that the instance has allocated. An optimization makes thousands of instances in one process; the check makes them too, and looks at the memory of the process.',
  needs: 'behaviour',
  plants: [
    {
      says: '4 kB remain of each instance',
      fmi: 3,
      kind: 'coSimulation',
      corrupt: (calls) => replacing(calls, () => ({})),
      leaks: 4096,
    },
  ],
  without: ({ sandboxed }) => (sandboxed ? 'the memory of a component ends with it' : undefined),
  async check({ open, report, skip }) {
    const probe = await open();
    const { footprint } = probe;
    if (footprint === undefined) return skip('the unit is in no process of its own');
    /** Bytes that each of so many instances leaves behind; undefined where one cannot be made. */
    const left = (count: number): number | undefined => {
      const before = footprint.memory();
      for (let i = 0; i < count; i++) {
        if (!probe.instantiate({ loggingOn: false })) return undefined;
        probe.free();
        probe.script.length = 0;
      }
      return (footprint.memory() - before) / count;
    };
    if (left(rows.first) === undefined) return;
    let all = 0;
    for (let row = 0; row < rows.count; row++) {
      const each = left(rows.each);
      // A leak shows in each of them.
      if (each === undefined || each <= leastOfRow) return;
      all += each / rows.count;
    }
    if (all > least)
      report(probe, {
        message: `Each instance leaves ${Math.round(all)} bytes behind, over ${rows.count * rows.each} times instantiate and free.`,
        value: `${Math.round(all)} bytes`,
        expected: '0 bytes',
      });
  },
};
