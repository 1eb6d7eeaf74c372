import { withStates } from '../../behaviour/continuous-states.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import { valuesText } from '../../behaviour/message-text.ts';
import { differenceOf, solvedSlack, withLowerSeverity } from '../../behaviour/value-difference.ts';
import type { Rule } from '../../rule.ts';

export const pure: Rule = {
  id: 'states/pure',
  title: 'Derivatives depend only on time, states and inputs',
  class: 'violation',
  fmi2: '3.1',
  fmi3: '3.1',
  interfaces: ['modelExchange'],
  explanation:
    'An integrator tries points and returns. At equal times and states the derivatives must be equal, to the last bit, whatever was evaluated between.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'the derivatives depend on earlier calls',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => {
          let n = 0;
          return {
            call(this: typeof base, op) {
              const answer = base.call.call(this, op);
              if (op.op === 'getContinuousStateDerivatives' && op.doubles.length > 0) op.doubles[0] += n++;
              return answer;
            },
          };
        }),
    },
  ],
  inapplicableReason: withStates,
  async check({ description, open, report }) {
    const probe = await open();
    probe.reach('continuousTime');
    probe.requireCall('getContinuousStates');
    const x = probe.vectorFor('getContinuousStates');
    const dx = probe.vectorFor('getContinuousStateDerivatives');
    const start = x.slice();
    const at = (time: number, states: ArrayLike<number>): number[] => {
      probe.requireCall('setTime', { time });
      x.set(states);
      probe.requireCall('setContinuousStates');
      probe.requireCall('getContinuousStateDerivatives');
      return [...dx];
    };
    const t = probe.time;
    const before = at(t, start);
    const aside = (share: number): void => {
      const states = start.map((v) => v + share * Math.max(1, Math.abs(v)));
      at(t + probe.stepSize * 0.5, states);
    };
    // Evaluates an odd and an even number of other points, to detect values that are computed every
    // second time.
    for (const looks of [[0.01], [0.02, 0.015]]) {
      looks.forEach(aside);
      const after = at(t, start);
      const difference = differenceOf(after, before, solvedSlack(description));
      if (difference === 'none') continue;
      const defect = {
        message: 'The derivatives at one point differ after evaluating another.',
        value: valuesText(after),
        expected: valuesText(before),
      };
      report(probe, withLowerSeverity(defect, difference));
      return;
    }
  },
};
