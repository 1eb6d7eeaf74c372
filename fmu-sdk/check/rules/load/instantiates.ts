import { injectFault } from '../../behaviour/fault-injection.ts';
import { sentence } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

export const instantiates: Rule = {
  id: 'load/instantiates',
  title: 'The FMU can be instantiated with its token',
  class: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'With the token (GUID) of its description, without user interaction and with all callbacks, an FMU must create an instance. NULL means that it cannot run at all.',
  needs: 'behaviour',
  stage: 'instantiate',
  faults: [injectFault('NULL for all arguments', () => ({ instantiate: () => false }))],
  async check({ open, report }) {
    const probe = await open();
    if (!probe.instantiate()) {
      const logText = probe.log.map(({ message }) => message).join('; ');
      report(probe, {
        message:
          logText === ''
            ? 'The FMU cannot be instantiated, and does not log a reason.'
            : `The FMU cannot be instantiated: ${sentence(logText)}`,
        expected: 'an instance',
      });
    }
  },
};
