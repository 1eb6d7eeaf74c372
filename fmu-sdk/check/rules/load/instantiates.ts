import { plant } from '../../behaviour/fault-injection.ts';
import { sentence } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

export const instantiates: Rule = {
  id: 'load/instantiates',
  title: 'The unit can be instantiated with its own token',
  class: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'With the token (GUID) of its description, without a user to ask and with all callbacks there, a unit gives an instance. NULL says that it cannot run at all.',
  needs: 'behaviour',
  stage: 'instantiate',
  plants: [plant('NULL whatever the operands', () => ({ instantiate: () => false }))],
  async check({ open, report }) {
    const probe = await open();
    if (!probe.instantiate()) {
      const said = probe.log.map(({ message }) => message).join('; ');
      report(probe, {
        message:
          said === ''
            ? 'The unit cannot be instantiated, and does not say why.'
            : `The unit cannot be instantiated: ${sentence(said)}`,
        expected: 'an instance',
      });
    }
  },
};
