import { io } from '../../../host/fmi-api.ts';
import { withEvents } from '../../behaviour/event-support.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const nextTime: Rule = {
  id: 'event/next-time',
  title: 'The next time event is in the future',
  class: 'violation',
  fmi2: '3.2.2',
  fmi3: '2.3.4',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'nextEventTime is the time of the FMU’s next event. A time that is not in the future stops the simulation, or is never reached.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'the next event is now',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          call(this: typeof base, op) {
            const answer = base.call.call(this, op);
            if (op.op === 'updateDiscreteStates') {
              this.registers[io.nextEventTimeDefined] = 1;
              this.registers[io.nextEventTime] = 0;
            }
            return answer;
          },
        })),
    },
  ],
  inapplicableReason: withEvents,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('event');
    probe.settleEvents();
    if (probe.flag('nextEventTimeDefined') !== 0 && !(probe.flag('nextEventTime') > probe.time))
      report(probe, {
        message: 'The next time event is not after the present time.',
        value: `nextEventTime = ${probe.flag('nextEventTime')} s at t = ${probe.time} s`,
        expected: `later than ${probe.time} s`,
      });
  },
};
