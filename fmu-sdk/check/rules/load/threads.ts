import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const threads: Rule = {
  id: 'load/threads',
  title: 'All threads end with freeInstance',
  class: 'advice',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'freeInstance must release all resources. The importer unloads the library next, in which a remaining thread still runs.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'a thread continues',
      fmi: 3,
      kind: 'coSimulation',
      corrupt: (calls) => replaceCalls(calls, () => ({})),
      threads: 1,
    },
  ],
  inapplicableReason: ({ sandboxed }) => (sandboxed ? 'a component does not have threads' : undefined),
  async check({ open, report, skip }) {
    const probe = await open();
    const { footprint } = probe;
    if (footprint === undefined) return skip('the FMU does not run in its own process');
    const before = footprint.threads();
    probe.reach('initialization');
    probe.free();
    const remaining = footprint.threads() - before;
    if (remaining > 0)
      report(probe, {
        message: 'Threads continue after freeInstance.',
        value: String(remaining),
        expected: 'none',
      });
  },
};
