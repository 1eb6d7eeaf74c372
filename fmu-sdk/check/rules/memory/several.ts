import { injectFault } from '../../behaviour/fault-injection.ts';
import { getState, setState, withState } from '../../behaviour/state-support.ts';
import { compareRuns } from '../../behaviour/trajectory-check.ts';
import { solvedSlack } from '../../behaviour/value-difference.ts';
import { outputs, running } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const several: Rule = {
  id: 'memory/several',
  title: 'Several states can exist at once',
  class: 'violation',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation: 'Every getFMUState makes a separate copy, and setFMUState leaves it valid.',
  needs: 'behaviour',
  faults: [
    injectFault('only the last state exists', (base) => {
      let last = 0;
      return {
        getState(this: typeof base) {
          const got = base.getState.call(this);
          last = got.handle;
          return got;
        },
        setState(this: typeof base) {
          return base.setState.call(this, last);
        },
      };
    }),
  ],
  inapplicableReason: withState,
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(running(target));
    probe.advance();
    const early = getState(probe);
    const atEarlyTime = probe.time;
    const atEarly = probe.snapshot(outputs(target));
    for (let n = 0; n < 4; n++) probe.advance();
    const late = getState(probe);
    const atLateTime = probe.time;
    const atLate = probe.snapshot(outputs(target));
    for (const [handle, expected, time] of [
      [early, atEarly, atEarlyTime],
      [late, atLate, atLateTime],
      [early, atEarly, atEarlyTime],
    ] as const) {
      setState(probe, handle);
      probe.restoreTime(time);
      compareRuns(
        [expected],
        [probe.snapshot(outputs(target))],
        outputs(target),
        (what) =>
          report(probe, { ...what, message: `After setting one of two saved states: ${what.message}` }),
        solvedSlack(target.description),
      );
    }
  },
};
