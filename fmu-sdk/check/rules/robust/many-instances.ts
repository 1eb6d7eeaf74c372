import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const manyInstances: Rule = {
  id: 'robust/many-instances',
  title: 'A process can create instances one after the other',
  class: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation: 'A process may instantiate and free any number of times.',
  needs: 'behaviour',
  faults: [
    injectFault('the third instance is refused', (base) => {
      let n = 0;
      return { instantiate: (options) => ++n !== 3 && base.instantiate(options) };
    }),
  ],
  async check({ open, report }) {
    const probe = await open();
    for (let n = 1; n <= 20; n++) {
      if (!probe.instantiate()) {
        report(probe, {
          message: `Instance ${n} cannot be created after the others were freed.`,
          expected: 'an instance',
        });
        return;
      }
      probe.initialize(probe.experiment);
      probe.requireCall('exitInitializationMode');
      probe.free();
    }
  },
};
