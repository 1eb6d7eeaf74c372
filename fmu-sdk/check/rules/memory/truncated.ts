import { status, statusNames } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { getState, serialize, withSerialization } from '../../behaviour/state-support.ts';
import { running } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const truncated: Rule = {
  id: 'memory/truncated',
  title: 'Truncated states are refused',
  class: 'robustness',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'An FMU must not accept a truncated state. Without a check of the length it reads behind the end of the importer’s memory.',
  needs: 'behaviour',
  faults: [
    injectFault('any bytes are accepted', (base) => ({
      deserializeState(this: typeof base) {
        return base.getState.call(this);
      },
    })),
  ],
  inapplicableReason: withSerialization,
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(running(target));
    const whole = serialize(probe, getState(probe));
    const half = whole.subarray(0, whole.length >> 1);
    const { status: answer, handle } = probe.query(
      'deserializeState',
      `the first ${half.length} of ${whole.length} bytes`,
      (c) => c.deserializeState(half),
    );
    if (answer > status.warning) return;
    // A component deserializes in one call: it refuses the state there.
    const set = probe.query('setState', 'the deserialized state', (c) => c.setState(handle));
    if (set <= status.warning)
      report(probe, {
        message: 'Half of a serialized state is accepted as a state.',
        value: statusNames[set],
        expected: 'error',
      });
  },
};
