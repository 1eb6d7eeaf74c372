import { status, statusNames } from '../../../host/fmi-api.ts';
import { diesOfError, provokeError } from '../../behaviour/exercise-fmu.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const saysWhy: Rule = {
  id: 'log/says-why',
  title: 'An unsuccessful call is explained by a log message',
  class: 'advice',
  fmi3: '2.3.1',
  explanation:
    'If a function does not return OK, the FMU must log the reason with that status at least once. Otherwise the user learns nothing but a number.',
  needs: 'behaviour',
  faults: [injectFault('the FMU never logs a message', () => ({ takeLog: () => [] }))],
  async check({ open, report, skip }) {
    const probe = await open();
    probe.reach('initialization');
    probe.log.length = 0;
    const answer = provokeError(probe);
    if (answer === undefined) return skip(diesOfError);
    if (answer > status.ok && !probe.log.some((m) => m.status === answer))
      report(probe, {
        message: `The FMU answers ${statusNames[answer]} without a message of that status.`,
        value: `${probe.log.length} messages`,
        expected: 'a log message with the reason',
      });
  },
};
