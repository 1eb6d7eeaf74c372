import { register } from '../../../host/fmi-api.ts';
import { plant } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const reaches: Rule = {
  id: 'step/reaches',
  title: 'A step that succeeds ends where it should',
  class: 'violation',
  fmi3: '4.2.1',
  interfaces: ['coSimulation'],
  explanation:
    'lastSuccessfulTime is the time that the unit has reached. It may deviate from the end of the step, where an integrator cannot land on it for example; it is not before its begin, and not far beyond its end.',
  needs: 'behaviour',
  plants: [
    plant('lastSuccessfulTime is the begin of the step', (base) => ({
      call(this: typeof base, op) {
        const answer = base.call.call(this, op);
        if (op.op === 'doStep') this.registers[register.lastTime] = this.registers[register.time];
        return answer;
      },
    })),
  ],
  async check({ description, open, report }) {
    const probe = await open();
    probe.reach('step');
    const h = probe.stepSize;
    for (let n = 0; n < 5; n++) {
      const { time } = probe;
      probe.advance();
      const last = probe.left('lastTime');
      if (!(last >= time && last <= time + 2 * h))
        report(probe, {
          message: 'lastSuccessfulTime is no time that the step can have ended at.',
          value: `${last} s`,
          expected: `${time + h} s, or near it`,
        });
      else if (
        Math.abs(last - time - h) > Math.max(description.coSimulation?.fixedInternalStepSize ?? 0, h / 2)
      )
        report(probe, {
          message: 'lastSuccessfulTime is far from the end of the step, without earlyReturn.',
          value: `${last} s`,
          expected: `${time + h} s, or near it`,
          class: 'robustness',
        });
    }
  },
};
