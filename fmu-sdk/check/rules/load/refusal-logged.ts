import { plant } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const refusalLogged: Rule = {
  id: 'load/refusal-logged',
  title: 'A unit that refuses to be instantiated says why',
  class: 'violation',
  fmi3: '2.3.1',
  explanation: 'When an FMI 3.0 unit answers NULL it must call the log callback with the reason.',
  needs: 'behaviour',
  plants: [plant('nothing is logged', () => ({ takeLog: () => [] }))],
  async check({ open, report }) {
    const probe = await open();
    if (probe.instantiate({ token: '{this is another token}' })) return;
    if (probe.log.length === 0)
      report(probe, {
        message: 'The unit refuses without a word.',
        expected: 'a log message with the reason',
      });
  },
};
