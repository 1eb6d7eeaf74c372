import { io } from '../../../host/fmi-api.ts';
import { withStates } from '../../behaviour/continuous-states.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const integratorFlags: Rule = {
  id: 'event/integrator-flags',
  title: 'completedIntegratorStep sets its flags to true or false',
  class: 'violation',
  fmi2: '3.2.2',
  fmi3: '3.2.1',
  interfaces: ['modelExchange'],
  explanation: 'Every successful call must set enterEventMode and terminateSimulation.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'enterEventMode is not set',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          call(this: typeof base, op) {
            const before = this.registers[io.enterEventMode];
            const answer = base.call.call(this, op);
            if (op.op === 'completedIntegratorStep') this.registers[io.enterEventMode] = before;
            return answer;
          },
        })),
    },
  ],
  inapplicableReason: withStates,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('continuousTime');
    for (const flag of ['enterEventMode', 'terminate'] as const) probe.calls.registers[io[flag]] = 165;
    probe.requireCall('completedIntegratorStep', { noSetStatePrior: 1 });
    for (const flag of ['enterEventMode', 'terminate'] as const)
      if (probe.flag(flag) !== 0 && probe.flag(flag) !== 1)
        report(probe, {
          message: `completedIntegratorStep does not set ${flag}.`,
          value: String(probe.flag(flag)),
          expected: '0 or 1',
        });
  },
};
