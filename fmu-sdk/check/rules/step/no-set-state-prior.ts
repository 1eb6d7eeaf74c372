import { io } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { compareRuns, record } from '../../behaviour/trajectory-check.ts';
import { solvedSlack } from '../../behaviour/value-difference.ts';
import { outputs } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const noSetStatePrior: Rule = {
  id: 'step/no-set-state-prior',
  title: 'noSetFMUStatePriorToCurrentPoint does not change results',
  class: 'violation',
  fmi2: '4.2.2',
  fmi3: '4.2.1',
  interfaces: ['coSimulation'],
  explanation:
    'The argument declares whether the importer may return to an earlier time, so that an FMU can empty its buffers. The results must not depend on it.',
  needs: 'behaviour',
  faults: [
    injectFault('with false the step is omitted', (base) => ({
      call(this: typeof base, op) {
        const isOmitted = op.op === 'doStep' && this.registers[io.noSetStatePrior] === 0;
        return isOmitted ? 0 : base.call.call(this, op);
      },
    })),
  ],
  async check({ target, open, report }) {
    const [one, two] = [await open(), await open()];
    one.reach('step');
    two.reach('step');
    const a = record(one, outputs(target), 5);
    const b = record(two, outputs(target), 5, (probe) => probe.advance(probe.stepSize, false));
    compareRuns(
      a,
      b,
      outputs(target),
      (what) =>
        report(two, { ...what, message: `With noSetFMUStatePriorToCurrentPoint = false: ${what.message}` }),
      solvedSlack(target.description),
    );
  },
};
