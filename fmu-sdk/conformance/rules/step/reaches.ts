import { register } from '../../../host/calls.ts';
import { plant } from '../../dynamic/plant.ts';
import type { Rule } from '../../rule.ts';

export const reaches: Rule = {
  id: 'step/reaches',
  title: 'A step that succeeds ends where it should',
  class: 'violation',
  fmi3: '4.2.1',
  interfaces: ['coSimulation'],
  explanation:
    'lastSuccessfulTime is the time the unit has reached: without early return the end of the step.',
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
  async check({ open, report }) {
    const probe = await open();
    probe.reach('step');
    for (let n = 0; n < 5; n++) {
      probe.advance();
      const off = Math.abs(probe.left('lastTime') - probe.time);
      if (!(off <= 1e-9 * Math.max(1, Math.abs(probe.time))))
        report(probe, {
          message: 'lastSuccessfulTime is not the end of the step.',
          value: `${probe.left('lastTime')} s`,
          expected: `${probe.time} s`,
        });
    }
  },
};
