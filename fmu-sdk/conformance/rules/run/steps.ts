import { sentence } from '../../defect.ts';
import { running } from '../../dynamic/pick.ts';
import { plant } from '../../dynamic/plant.ts';
import { Unreachable } from '../../dynamic/probe.ts';
import type { Rule } from '../../rule.ts';

export const steps: Rule = {
  id: 'run/steps',
  title: 'The unit runs with its start values',
  class: 'violation',
  fmi2: '3.2 and 4.2',
  fmi3: '3.2 and 4.2',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'Initialized with nothing set, the unit makes ten communication steps of its default experiment (model exchange: steps of explicit Euler).',
  needs: 'behaviour',
  plants: [
    plant('the third step fails', (base) => {
      let n = 0;
      return {
        call(this: typeof base, op) {
          return op.op === 'doStep' && ++n === 3 ? 3 : base.call.call(this, op);
        },
      };
    }),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    try {
      probe.reach(running(target));
      for (let n = 0; n < 10; n++) probe.advance();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      const said = probe.log.filter((m) => m.status > 1).map((m) => m.message);
      report(probe, {
        message: `The run ends at t = ${probe.time} s: ${sentence(error.message)}${said.length > 0 ? ` It says: ${sentence(said[said.length - 1])}` : ''}`,
        expected: 'ten steps',
      });
    }
  },
};
