import { status, statusNames } from '../../../host/fmi-api.ts';
import { diesOfError, provokeError } from '../../behaviour/exercise-fmu.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const afterError: Rule = {
  id: 'robust/after-error',
  title: 'The FMU can be reset and used again after an error',
  class: 'violation',
  fmi2: '2.1.3',
  fmi3: '2.3.1',
  explanation: 'An error ends the run but not the instance: reset makes it usable again.',
  needs: 'behaviour',
  faults: [
    injectFault('after an error reset is refused', (base) => {
      let failed = false;
      return {
        get(this: typeof base, values) {
          const answer = base.get.call(this, values);
          failed ||= answer === 3;
          return answer;
        },
        call(this: typeof base, op) {
          return failed ? 3 : base.call.call(this, op);
        },
      };
    }),
  ],
  async check({ open, report, skip }) {
    const probe = await open();
    probe.reach('initialization');
    const answer = provokeError(probe);
    if (answer === undefined) return skip(diesOfError);
    if (answer !== status.error) return;
    const reset = probe.do('reset');
    if (reset > status.warning) {
      report(probe, {
        message: 'The FMU cannot be reset after an error.',
        value: statusNames[reset],
        expected: 'ok',
      });
      return;
    }
    probe.initialize(probe.experiment);
    probe.requireCall('exitInitializationMode');
  },
};
