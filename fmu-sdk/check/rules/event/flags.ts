import { io } from '../../../host/fmi-api.ts';
import { withEvents } from '../../behaviour/event-support.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const flags: Rule = {
  id: 'event/flags',
  title: 'The event iteration sets its flags to true or false',
  class: 'violation',
  fmi2: '3.2.2',
  fmi3: '2.3.4',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'Every call of updateDiscreteStates must set every flag. A flag that is not set contains whatever was in the importer’s memory.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'terminateSimulation is not set',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          call(this: typeof base, op) {
            const before = this.registers[io.terminate];
            const answer = base.call.call(this, op);
            if (op.op === 'updateDiscreteStates') this.registers[io.terminate] = before;
            return answer;
          },
        })),
    },
  ],
  inapplicableReason: withEvents,
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach('event');
    const flags = [
      'newDiscreteStatesNeeded',
      'terminate',
      'nextEventTimeDefined',
      // Valid in model exchange alone (FMI 3.0.2, 2.3.4).
      ...(target.kind === 'modelExchange' ? (['nominalsChanged', 'valuesChanged'] as const) : []),
    ] as const;
    for (const flag of flags) probe.calls.registers[io[flag]] = 165;
    probe.requireCall('updateDiscreteStates');
    for (const flag of flags)
      if (probe.flag(flag) !== 0 && probe.flag(flag) !== 1)
        report(probe, {
          message: `updateDiscreteStates does not set ${flag}.`,
          value: String(probe.flag(flag)),
          expected: '0 or 1',
        });
  },
};
