import { io } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { CallRefused } from '../../behaviour/fmu-probe.ts';
import { running } from '../../behaviour/variable-selection.ts';
import { sentence } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

export const laterStart: Rule = {
  id: 'run/later-start',
  title: 'A run may start at a time other than 0',
  class: 'robustness',
  fmi2: '2.1.6',
  fmi3: '2.3.2',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation: 'The importer chooses startTime.',
  needs: 'behaviour',
  faults: [
    injectFault('a start time other than 0 is refused', (base) => ({
      call(this: typeof base, op) {
        const late = op.op === 'enterInitializationMode' && this.registers[io.startTime] !== 0;
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
      if (!(error instanceof CallRefused)) throw error;
      report(probe, {
        message: `With startTime = ${startTime} s the FMU does not run: ${sentence(error.message)}`,
        expected: 'three steps',
        ...error.lowerSeverity,
      });
    }
  },
};
