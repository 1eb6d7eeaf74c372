import { injectFault } from '../../behaviour/fault-injection.ts';
import { getState, setState, withState } from '../../behaviour/state-support.ts';
import { record, repeatRun } from '../../behaviour/trajectory-check.ts';
import { solvedSlack } from '../../behaviour/value-difference.ts';
import { outputs, running } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const runAgain: Rule = {
  id: 'memory/run-again',
  title: 'After setting a state the run repeats exactly',
  class: 'violation',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'getFMUState copies all internal data of the FMU. After setting the state, equal steps must give equal results, to the last bit: iterating masters and step-size control depend on it.',
  needs: 'behaviour',
  faults: [injectFault('the state is not set', () => ({ setState: () => 0 }))],
  inapplicableReason: withState,
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(running(target));
    probe.advance();
    const time = probe.time;
    const handle = getState(probe);
    const first = record(probe, outputs(target), 5);
    setState(probe, handle);
    probe.restoreTime(time);
    repeatRun(
      first,
      probe,
      outputs(target),
      (what) => report(probe, { ...what, message: `After setFMUState: ${what.message}` }),
      solvedSlack(target.description),
    );
  },
};
