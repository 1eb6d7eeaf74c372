import { injectFault } from '../../behaviour/fault-injection.ts';
import {
  deserialize,
  getState,
  serialize,
  setState,
  withSerialization,
} from '../../behaviour/state-support.ts';
import { record, repeatRun } from '../../behaviour/trajectory-check.ts';
import { solvedSlack } from '../../behaviour/value-difference.ts';
import { outputs, running } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const serialized: Rule = {
  id: 'memory/serialize',
  title: 'A serialized state continues in another process',
  class: 'violation',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'A serialized state outlives its process. Another instance of the FMU, in another process, must read it and continue exactly. It must not contain memory addresses.',
  needs: 'behaviour',
  faults: [
    injectFault('another instance starts from the beginning', (base) => ({
      deserializeState(this: typeof base) {
        return base.getState.call(this);
      },
    })),
  ],
  inapplicableReason: withSerialization,
  async check({ target, open, report }) {
    const one = await open();
    one.reach(running(target));
    one.advance();
    const { time } = one;
    const bytes = serialize(one, getState(one));
    const expected = record(one, outputs(target), 5);
    const two = await open();
    two.reach(running(target));
    setState(two, deserialize(two, bytes));
    two.restoreTime(time);
    repeatRun(
      expected,
      two,
      outputs(target),
      (what) =>
        report(two, { ...what, message: `After setting the state of another process: ${what.message}` }),
      solvedSlack(target.description),
    );
  },
};
