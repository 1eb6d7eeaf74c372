import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const refusalLogged: Rule = {
  id: 'load/refusal-logged',
  title: 'An FMU that refuses instantiation logs the reason',
  class: 'violation',
  fmi3: '2.3.1',
  explanation: 'If an FMU of FMI 3.0 answers NULL, it must call the log callback with the reason.',
  needs: 'behaviour',
  faults: [injectFault('nothing is logged', () => ({ takeLog: () => [] }))],
  async check({ open, report }) {
    const probe = await open();
    if (probe.instantiate({ token: '{this is another token}' })) return;
    if (probe.log.length === 0)
      report(probe, {
        message: 'The FMU refuses without a log message.',
        expected: 'a log message with the reason',
      });
  },
};
