import { io } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { CallRefused } from '../../behaviour/fmu-probe.ts';
import { running } from '../../behaviour/variable-selection.ts';
import { sentence } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

export const withStopTime: Rule = {
  id: 'run/with-stop-time',
  title: 'The FMU runs up to its stop time',
  class: 'violation',
  fmi2: '2.1.6',
  fmi3: '2.3.2',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'With stopTimeDefined the FMU need not go beyond the stop time. It must make the last step, which ends there.',
  needs: 'behaviour',
  faults: [
    injectFault('the step that ends at the stop time is refused', (base) => ({
      call(this: typeof base, op) {
        const r = this.registers;
        const last = r[io.stopTimeDefined] === 1 && r[io.time] + r[io.step] > r[io.stopTime] * 0.999;
        return op.op === 'doStep' && last ? 3 : base.call.call(this, op);
      },
    })),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    const { startTime } = probe.experiment;
    const stopTime = startTime + 10 * probe.stepSize;
    try {
      probe.reach(running(target), {}, { startTime, stopTime });
      for (let n = 1; n <= 10; n++) probe.advanceTo(n === 10 ? stopTime : startTime + n * probe.stepSize);
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      report(probe, {
        message: `The FMU does not run up to stopTime = ${stopTime} s: ${sentence(error.message)}`,
        expected: 'ten steps',
        ...error.lowerSeverity,
      });
    }
  },
};
