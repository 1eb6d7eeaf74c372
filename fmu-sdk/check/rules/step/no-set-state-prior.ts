import { register } from '../../../host/fmi-api.ts';
import { plant } from '../../behaviour/fault-injection.ts';
import { compareRuns, record } from '../../behaviour/trajectory-check.ts';
import { solvedSlack } from '../../behaviour/value-difference.ts';
import { outputs } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const noSetStatePrior: Rule = {
  id: 'step/no-set-state-prior',
  title: 'noSetFMUStatePriorToCurrentPoint changes no result',
  class: 'violation',
  fmi2: '4.2.2',
  fmi3: '4.2.1',
  interfaces: ['coSimulation'],
  explanation:
    'The operand tells whether the importer may come back to an earlier time, so that buffers can be emptied; what is computed does not depend on it.',
  needs: 'behaviour',
  plants: [
    plant('with false the step is not made', (base) => ({
      call(this: typeof base, op) {
        const kept = op.op === 'doStep' && this.registers[register.noSetStatePrior] === 0;
        return kept ? 0 : base.call.call(this, op);
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
