import { injectFault } from '../../behaviour/fault-injection.ts';
import { readableInInitialization } from '../../behaviour/readable-variables.ts';
import { compareRuns, record, repeatRun } from '../../behaviour/trajectory-check.ts';
import { solvedSlack } from '../../behaviour/value-difference.ts';
import { outputs, running } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const reset: Rule = {
  id: 'run/reset',
  title: 'After reset the FMU equals a new instance',
  class: 'violation',
  fmi2: '2.1.6',
  fmi3: '2.3.1',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'reset restores all start values and forgets the run. The next run must equal that of a fresh instance exactly.',
  needs: 'behaviour',
  faults: [
    injectFault('reset forgets nothing', (base) => ({
      call(this: typeof base, op) {
        if (op.op !== 'reset') return base.call.call(this, op);
        const buffer = this.values('Float64', Uint32Array.of(6));
        this.get(buffer);
        const answer = base.call.call(this, op);
        buffer.view[0] = 5;
        this.set(buffer);
        return answer;
      },
    })),
  ],
  async check({ target, open, report }) {
    const slack = solvedSlack(target.description);
    const fresh = await open();
    fresh.reach(running(target));
    const expected = record(fresh, outputs(target), 5);
    const used = await open();
    used.reach(running(target));
    for (let n = 0; n < 7; n++) used.advance();
    used.requireCall('reset');
    const other = await open();
    other.reach('initialization');
    used.initialize(used.experiment);
    const variables = readableInInitialization(target);
    compareRuns(
      [other.snapshot(variables)],
      [used.snapshot(variables)],
      variables,
      (what) => report(used, { ...what, message: `After reset, in Initialization Mode: ${what.message}` }),
      slack,
    );
    used.leaveInitialization(running(target));
    repeatRun(
      expected,
      used,
      outputs(target),
      (what) =>
        report(used, {
          ...what,
          message: `The run after reset differs from that of a fresh instance: ${what.message}`,
        }),
      slack,
    );
  },
};
