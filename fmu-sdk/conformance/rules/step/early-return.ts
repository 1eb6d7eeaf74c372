import { register } from '../../../host/calls.ts';
import { plant } from '../../dynamic/plant.ts';
import type { Conduct } from '../../dynamic/rule.ts';
import { coSimulationOnly } from '../../dynamic/steps.ts';

export const earlyReturn: Conduct = {
  id: 'step/early-return',
  title: 'A unit returns early only where the importer allows it',
  severity: 'error',
  fmi3: '4.2.1',
  explanation:
    'earlyReturn may be true only when earlyReturnAllowed was; an importer that does not expect it goes on at the wrong time. eventHandlingNeeded likewise only with event mode.',
  plants: [
    plant('it says that it has returned early', (base) => ({
      call(this: typeof base, op) {
        const answer = base.call.call(this, op);
        if (op.op === 'doStep') this.registers[register.early] = 1;
        return answer;
      },
    })),
  ],
  without: coSimulationOnly,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('step', { earlyReturnAllowed: false });
    for (let n = 0; n < 10; n++) {
      probe.advance();
      if (probe.left('early') !== 0)
        report(probe, {
          message: 'it returned early, though earlyReturnAllowed is false',
          value: 'earlyReturn = true',
          expected: 'earlyReturn = false',
        });
    }
  },
};
