import { FmuGoneError } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { hasPhase, phases } from '../../behaviour/fmi-phases.ts';
import { RuleSkipped } from '../../behaviour/fmu-probe.ts';
import type { Rule } from '../../rule.ts';

export const freeAnywhere: Rule = {
  id: 'load/free-anywhere',
  title: 'An instance can be freed in every state',
  class: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'freeInstance ends an instance in any state. An importer that gives up must be able to clean up, and the process continues afterwards.',
  needs: 'behaviour',
  faults: [
    injectFault('the process ends', () => ({
      freeInstance: () => {
        throw new FmuGoneError('the FMU crashed in freeInstance', []);
      },
    })),
  ],
  async check({ target, open }) {
    for (const phase of phases) {
      if (!hasPhase(target.fmi, target.kind, phase) || phase === 'configuration') continue;
      const probe = await open();
      try {
        probe.reach(phase);
      } catch (error) {
        if (!(error instanceof RuleSkipped)) throw error;
      }
      probe.free();
      // Something that needs the library, so that a process that is gone is noticed.
      probe.record(`fmi${target.fmi}GetVersion`, '', () => probe.calls.getVersion(), JSON.stringify);
      probe.close();
    }
  },
};
