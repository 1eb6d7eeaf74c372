import { replacing } from '../../dynamic/plant.ts';
import type { Rule } from '../../rule.ts';

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
    const rounds = 400;
    let before = 0;
    for (let i = 0; i < 2 * rounds; i++) {
      if (i === rounds) before = footprint.memory();
      if (!probe.instantiate({ loggingOn: false })) return;
      probe.free();
      probe.script.length = 0;
    }
    const each = (footprint.memory() - before) / rounds;
    // Less than this is what an allocator does with pages.
    if (each > 512)
      report(probe, {
        message: `Each instance leaves ${Math.round(each)} bytes behind, over ${rounds} times instantiate and free.`,
        value: `${Math.round(each)} bytes`,
        expected: '0 bytes',
      });
  },
};
