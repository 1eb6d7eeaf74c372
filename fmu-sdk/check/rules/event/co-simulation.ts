import { CallRefused } from '../../behaviour/fmu-probe.ts';
import { outputs } from '../../behaviour/variable-selection.ts';
import { sentence } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

export const coSimulation: Rule = {
  id: 'event/co-simulation',
  title: 'An FMU with Event Mode runs with it',
  class: 'violation',
  fmi3: '4.2.1',
  interfaces: ['coSimulation'],
  explanation:
    'With eventModeUsed the importer enters Event Mode after the initialization and whenever doStep requests it. Then it continues to step.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'the announced Event Mode is refused',
      fmi: 3,
      kind: 'coSimulation',
      corrupt: (calls) => calls,
      describe: (d) => ({ ...d, coSimulation: d.coSimulation && { ...d.coSimulation, hasEventMode: true } }),
    },
  ],
  inapplicableReason: ({ description }) =>
    description.coSimulation?.hasEventMode
      ? undefined
      : 'the FMU does not support Event Mode in co-simulation',
  async check({ target, open, report }) {
    const probe = await open();
    try {
      probe.reach('step', { eventModeUsed: true });
      for (let n = 0; n < 10; n++) probe.advance();
      probe.snapshot(outputs(target));
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      report(probe, {
        message: `With eventModeUsed the FMU does not run: ${sentence(error.message)}`,
        expected: 'ten steps',
        ...error.lowerSeverity,
      });
    }
  },
};
