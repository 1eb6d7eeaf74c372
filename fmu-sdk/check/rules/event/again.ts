import { withEvents } from '../../behaviour/event-support.ts';
import { changeReading, replaceCalls } from '../../behaviour/fault-injection.ts';
import { compareRuns } from '../../behaviour/trajectory-check.ts';
import { solvedSlack } from '../../behaviour/value-difference.ts';
import { readable } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const again: Rule = {
  id: 'event/again',
  title: 'An event iteration after the last one changes nothing',
  class: 'robustness',
  fmi2: '3.2.2',
  fmi3: '2.3.4',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'After the FMU has reported that its discrete states are settled, another call at the same time with equal inputs must not change values. Importers iterate over several FMUs and repeat the call for settled ones.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'a counter counts iterations',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => {
          let n = 0;
          return {
            call(this: typeof base, op) {
              if (op.op === 'updateDiscreteStates') n++;
              return base.call.call(this, op);
            },
            get(this: typeof base, values) {
              const answer = base.get.call(this, values);
              changeReading(values, 2, () => n);
              return answer;
            },
          };
        }),
    },
  ],
  inapplicableReason: withEvents,
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach('event');
    probe.settleEvents();
    const before = probe.snapshot(readable(target));
    probe.requireCall('updateDiscreteStates');
    compareRuns(
      [before],
      [probe.snapshot(readable(target))],
      readable(target),
      (what) =>
        report(probe, { ...what, message: `Another event iteration after the last: ${what.message}` }),
      solvedSlack(target.description),
    );
  },
};
