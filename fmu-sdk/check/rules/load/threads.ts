import { replacing } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const threads: Rule = {
  id: 'load/threads',
  title: 'No thread goes on after the instance was freed',
  class: 'advice',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'freeInstance gives back all resources. A thread that goes on runs in a library that the importer unloads next.',
  needs: 'behaviour',
  plants: [
    {
      says: 'a thread goes on',
      fmi: 3,
      kind: 'coSimulation',
      corrupt: (calls) => replacing(calls, () => ({})),
      threads: 1,
    },
  ],
  without: ({ sandboxed }) => (sandboxed ? 'a component has no threads' : undefined),
  async check({ open, report, skip }) {
    const probe = await open();
    const { footprint } = probe;
    if (footprint === undefined) return skip('the unit is in no process of its own');
    const before = footprint.threads();
    probe.reach('initialization');
    probe.free();
    const left = footprint.threads() - before;
    if (left > 0)
      report(probe, { message: 'Threads go on after freeInstance.', value: String(left), expected: 'none' });
  },
};
