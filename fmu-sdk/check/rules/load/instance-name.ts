import { plant } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const instanceName: Rule = {
  id: 'load/instance-name',
  title: 'Any instance name will do',
  class: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'The instance name is chosen by the importer: any string that is not empty, in UTF-8, of any length. It serves messages and means nothing to the unit.',
  needs: 'behaviour',
  plants: [
    plant('a name that is not ASCII is refused', (base) => ({
      instantiate: (options) => /^[ -~]*$/.test(options.instanceName) && base.instantiate(options),
    })),
  ],
  async check({ open, report }) {
    for (const instanceName of ['x', 'Ventil №7 “β”', 'a.b[1,2]', 'n'.repeat(2000)]) {
      const probe = await open();
      if (!probe.instantiate({ instanceName }))
        report(probe, {
          message: 'The unit cannot be instantiated under this name.',
          value: instanceName.slice(0, 40),
          expected: 'an instance',
        });
      probe.close();
    }
  },
};
