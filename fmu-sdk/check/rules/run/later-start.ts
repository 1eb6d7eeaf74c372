import { register } from '../../../host/fmi-api.ts';
import { plant } from '../../behaviour/fault-injection.ts';
import { Refused } from '../../behaviour/fmu-probe.ts';
import { running } from '../../behaviour/variable-selection.ts';
import { sentence } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

export const laterStart: Rule = {
  id: 'run/later-start',
  title: 'A run may begin at another time than 0',
  class: 'robustness',
  fmi2: '2.1.6',
  fmi3: '2.3.2',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation: 'startTime is the importer’s to choose.',
  needs: 'behaviour',
  plants: [
    plant('a start time that is not 0 is refused', (base) => ({
      call(this: typeof base, op) {
        const late = op.op === 'enterInitializationMode' && this.registers[register.startTime] !== 0;
        return late ? 3 : base.call.call(this, op);
      },
    })),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    const startTime = (probe.experiment.startTime ?? 0) + 8;
    try {
      probe.reach(running(target), {}, { startTime });
      for (let n = 0; n < 3; n++) probe.advance();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      report(probe, {
        message: `With startTime = ${startTime} s the unit does not run: ${sentence(error.message)}`,
        expected: 'three steps',
        ...error.milder,
      });
    }
  },
};
