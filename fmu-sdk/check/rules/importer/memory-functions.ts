import { status, UnitGone } from '../../../host/fmi-api.ts';
import { replacing } from '../../behaviour/fault-injection.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import { watchOf, withMemory } from '../../behaviour/process-watch.ts';
import { running } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const memoryFunctions: Rule = {
  id: 'importer/memory-functions',
  title: 'Memory from allocateMemory goes back by freeMemory, and no other does',
  class: 'violation',
  fmi2: '2.1.5',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'An importer may serve allocateMemory from memory of its own: free of the C library cannot take that back, and freeMemory can take back nothing else. The check serves it so, where units get by that are made for calloc alone.',
  needs: 'behaviour',
  plants: [
    {
      says: 'memory of malloc is given to freeMemory',
      fmi: 2,
      kind: 'coSimulation',
      corrupt: (calls) =>
        replacing(calls, (base) => ({
          watch: {
            ...base.watch!,
            trespasses: () => [{ kind: 'freed', call: 'freeInstance', count: 1, more: 0, still: 0 }],
          },
        })),
    },
  ],
  without: withMemory,
  async check(bench) {
    // What it does with the functions of the C library is no fault of these.
    live(await bench.open(), bench.target.kind);
    const probe = await bench.open();
    const watch = watchOf(bench, probe);
    if (watch.guard() !== status.ok) bench.skip('the unit cannot be watched here');
    const expected = 'freeMemory for what allocateMemory gave, and for nothing else';
    try {
      live(probe, bench.target.kind);
    } catch (error) {
      if (!(error instanceof UnitGone)) throw error;
      bench.report(probe, {
        message: 'The unit ends its process when allocateMemory is not calloc.',
        expected,
      });
      return;
    }
    if (watch.trespasses().some(({ kind }) => kind === 'freed'))
      bench.report(probe, {
        message: 'The unit gives memory to freeMemory that allocateMemory has not given.',
        expected,
      });
  },
};

function live(probe: Probe, kind: Probe['target']['kind']): void {
  probe.reach(running(probe.target));
  if (kind === 'coSimulation') probe.advance();
  probe.free();
  // Something that needs the process, so that its end is noticed.
  probe.calls.getVersion();
}
