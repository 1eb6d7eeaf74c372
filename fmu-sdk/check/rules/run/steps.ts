import { injectFault } from '../../behaviour/fault-injection.ts';
import { CallRefused } from '../../behaviour/fmu-probe.ts';
import { running } from '../../behaviour/variable-selection.ts';
import { sentence } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

export const steps: Rule = {
  id: 'run/steps',
  title: 'The FMU runs with its start values',
  class: 'violation',
  fmi2: '3.2 and 4.2',
  fmi3: '3.2, 4.2 and 5.2',
  explanation:
    'Initialized with its start values, the FMU makes ten communication steps of its default experiment. In model exchange these are steps of explicit Euler. Scheduled execution does not have steps.',
  needs: 'behaviour',
  stage: 'run',
  faults: [
    injectFault('the third step fails', (base) => {
      let n = 0;
      return {
        call(this: typeof base, op) {
          return op.op === 'doStep' && ++n === 3 ? 3 : base.call.call(this, op);
        },
      };
    }),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    try {
      probe.reach(running(target));
      if (target.kind !== 'scheduledExecution') for (let n = 0; n < 10; n++) probe.advance();
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      report(probe, {
        message: `The run ends at t = ${probe.time} s: ${sentence(error.message)}`,
        expected: 'ten steps',
        ...error.lowerSeverity,
      });
    }
  },
};
