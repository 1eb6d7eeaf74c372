import { io } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const reaches: Rule = {
  id: 'step/reaches',
  title: 'A successful step ends at the requested time',
  class: 'violation',
  fmi3: '4.2.1',
  interfaces: ['coSimulation'],
  explanation:
    'lastSuccessfulTime is the time that the FMU has reached. It may deviate from the end of the step, for example if an integrator cannot reach it exactly. It must not be before the start of the step, nor far beyond its end.',
  needs: 'behaviour',
  faults: [
    injectFault('lastSuccessfulTime is the start of the step', (base) => ({
      call(this: typeof base, op) {
        const answer = base.call.call(this, op);
        if (op.op === 'doStep') this.registers[io.lastTime] = this.registers[io.time];
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
      const last = probe.flag('lastTime');
      if (!(last >= time && last <= time + 2 * h))
        report(probe, {
          message: 'lastSuccessfulTime is not a possible end of the step.',
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
