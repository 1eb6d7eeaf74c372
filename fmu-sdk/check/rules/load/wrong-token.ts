import { plant } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const wrongToken: Rule = {
  id: 'load/wrong-token',
  title: 'A wrong token is refused',
  class: 'robustness',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'The token (GUID) is there so that the library can tell that a description is not its own, from another export for instance, whose value references mean other variables. A unit that takes any token gives wrong results where it should refuse.',
  needs: 'behaviour',
  plants: [
    plant('any token is taken', (base) => ({
      instantiate: (options) => base.instantiate({ ...options, token: '{specimen}' }),
    })),
  ],
  async check({ open, report }) {
    const probe = await open();
    if (probe.instantiate({ token: '{this is another token}' }))
      report(probe, {
        message: 'The unit takes the token of another unit.',
        expected: 'NULL, and a message that says why',
      });
  },
};
