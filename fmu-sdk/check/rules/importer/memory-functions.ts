import { FmuGoneError, status } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import { watchOf, withMemory } from '../../behaviour/process/process-watch.ts';
import { running } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const memoryFunctions: Rule = {
  id: 'importer/memory-functions',
  title: 'freeMemory receives exactly the memory from allocateMemory',
  severity: 'violation',
  fmi2: '2.1.5',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'An importer may implement allocateMemory with its own memory. free of the C library cannot release it, and freeMemory cannot release other memory. The check implements both functions this way, which reveals FMUs that assume calloc.',
  needs: 'behaviour',
  faults: [
    injectFault(
      'memory of malloc is passed to freeMemory',
      (base) => ({
        watch: {
          ...base.watch!,
          trespasses: () => [{ kind: 'freed', call: 'freeInstance', count: 1, more: 0, still: 0 }],
        },
      }),
      { fmi: 2 },
    ),
  ],
  inapplicableReason: withMemory,
  async check(context) {
    // The behaviour with the functions of the C library is not the subject of this rule.
    live(await context.open(), context.target.kind);
    const probe = await context.open();
    const watch = watchOf(context, probe);
    if (watch.guard() !== status.ok) context.skip('the FMU cannot be watched here');
    const expected = 'freeMemory for memory from allocateMemory, and for no other';
    try {
      live(probe, context.target.kind);
    } catch (error) {
      if (!(error instanceof FmuGoneError)) throw error;
      context.report(probe, {
        message: 'The FMU ends its process if allocateMemory is not calloc.',
        expected,
      });
      return;
    }
    if (watch.trespasses().some(({ kind }) => kind === 'freed'))
      context.report(probe, {
        message: 'The FMU passes memory to freeMemory that is not from allocateMemory.',
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
