import { io } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const earlyReturn: Rule = {
  id: 'step/early-return',
  title: 'An FMU returns early only if the importer allows it',
  class: 'violation',
  fmi3: '4.2.1',
  interfaces: ['coSimulation'],
  explanation:
    'earlyReturn may be true only if earlyReturnAllowed was. An importer that does not expect it continues at the wrong time. Likewise eventHandlingNeeded may be true only with Event Mode.',
  needs: 'behaviour',
  faults: [
    injectFault('it reports an early return', (base) => ({
      call(this: typeof base, op) {
        const answer = base.call.call(this, op);
        if (op.op === 'doStep') this.registers[io.early] = 1;
        return answer;
      },
    })),
  ],
  async check({ open, report }) {
    const probe = await open();
    probe.reach('step', { earlyReturnAllowed: false });
    for (let n = 0; n < 10; n++) {
      probe.advance();
      if (probe.flag('early') !== 0)
        report(probe, {
          message: 'The FMU returned early, although earlyReturnAllowed is false.',
          value: 'earlyReturn = true',
          expected: 'earlyReturn = false',
        });
    }
  },
};
