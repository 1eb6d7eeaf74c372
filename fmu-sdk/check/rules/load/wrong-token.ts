import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const wrongToken: Rule = {
  id: 'load/wrong-token',
  title: 'A wrong token is refused',
  class: 'robustness',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'With the token (GUID) the library can recognize a description that is not its own, for example from another export, with other value references. An FMU that accepts any token gives wrong results instead of an error.',
  needs: 'behaviour',
  faults: [
    injectFault('any token is accepted', (base) => ({
      instantiate: (options) => base.instantiate({ ...options, token: '{specimen}' }),
    })),
  ],
  async check({ open, report }) {
    const probe = await open();
    if (probe.instantiate({ token: '{this is another token}' }))
      report(probe, {
        message: 'The FMU accepts the token of another FMU.',
        expected: 'NULL, and a log message with the reason',
      });
  },
};
