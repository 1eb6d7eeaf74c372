import { io } from '../../../host/fmi-api.ts';
import { withEvents } from '../../behaviour/event-support.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import { CallRefused, StatesUnsettled } from '../../behaviour/fmu-probe.ts';
import { sentence } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

export const settles: Rule = {
  id: 'event/settles',
  title: 'The event iteration after the initialization ends',
  class: 'violation',
  fmi2: '3.2.2',
  fmi3: '2.3.4',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'The importer calls updateDiscreteStates until the FMU reports that it needs no further iteration. If it never reports this, every importer hangs.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'another iteration is always required',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          call(this: typeof base, op) {
            const answer = base.call.call(this, op);
            if (op.op === 'updateDiscreteStates') this.registers[io.newDiscreteStatesNeeded] = 1;
            return answer;
          },
        })),
    },
  ],
  inapplicableReason: withEvents,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('event');
    try {
      probe.settleEvents();
    } catch (error) {
      if (!(error instanceof StatesUnsettled || error instanceof CallRefused)) throw error;
      report(probe, {
        message: `The events do not settle: ${sentence(error.message)}`,
        expected: 'newDiscreteStatesNeeded = false after some iterations',
      });
    }
  },
};
