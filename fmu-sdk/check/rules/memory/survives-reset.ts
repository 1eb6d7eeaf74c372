import { injectFault } from '../../behaviour/fault-injection.ts';
import { getState, withState } from '../../behaviour/state-support.ts';
import { compareRuns } from '../../behaviour/trajectory-check.ts';
import { solvedSlack } from '../../behaviour/value-difference.ts';
import { outputs, running } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const survivesReset: Rule = {
  id: 'memory/survives-reset',
  title: 'A saved state can be set after reset',
  class: 'robustness',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation: 'A state belongs to the instance until it is freed. reset does not free it.',
  needs: 'behaviour',
  faults: [
    injectFault('after reset the state is invalid', (base) => {
      let reset = false;
      return {
        call(this: typeof base, op) {
          reset ||= op.op === 'reset';
          return base.call.call(this, op);
        },
        setState(this: typeof base, handle) {
          return reset ? 3 : base.setState.call(this, handle);
        },
      };
    }),
  ],
  inapplicableReason: withState,
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(running(target));
    probe.advance();
    const handle = getState(probe);
    const { time } = probe;
    const expected = probe.snapshot(outputs(target));
    probe.requireCall('reset');
    const answer = probe.query('setState', String(handle), (c) => c.setState(handle));
    if (answer > 1) {
      report(probe, { message: 'The state cannot be set after reset.', expected: 'ok' });
      return;
    }
    probe.restoreTime(time);
    compareRuns(
      [expected],
      [probe.snapshot(outputs(target))],
      outputs(target),
      (what) => report(probe, { ...what, message: `After setting a state after reset: ${what.message}` }),
      solvedSlack(target.description),
    );
  },
};
