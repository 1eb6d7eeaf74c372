import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const instanceName: Rule = {
  id: 'load/instance-name',
  title: 'Every instance name is accepted',
  class: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'The importer chooses the instance name: any nonempty string in UTF-8, of any length. It appears in messages and does not affect the FMU.',
  needs: 'behaviour',
  faults: [
    injectFault('a name with non-ASCII characters is refused', (base) => ({
      instantiate: (options) => /^[ -~]*$/.test(options.instanceName) && base.instantiate(options),
    })),
  ],
  async check({ open, report }) {
    for (const instanceName of ['x', 'Ventil №7 “β”', 'a.b[1,2]', 'n'.repeat(2000)]) {
      const probe = await open();
      if (!probe.instantiate({ instanceName }))
        report(probe, {
          message: 'The FMU cannot be instantiated with this name.',
          value: instanceName.slice(0, 40),
          expected: 'an instance',
        });
      probe.close();
    }
  },
};
