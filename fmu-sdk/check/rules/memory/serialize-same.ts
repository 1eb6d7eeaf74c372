import { injectFault } from '../../behaviour/fault-injection.ts';
import { getState, serialize, withSerialization } from '../../behaviour/state-support.ts';
import { running } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const serializeSame: Rule = {
  id: 'memory/serialize-same',
  title: 'Serializing a state twice gives equal bytes',
  class: 'robustness',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'Two serializations of one state must be equal. If they differ, the FMU writes uninitialized memory or addresses.',
  needs: 'behaviour',
  faults: [
    injectFault('a byte of the state differs each time', (base) => {
      let times = 0;
      return {
        serializeState(this: typeof base, handle) {
          const { status, bytes } = base.serializeState.call(this, handle);
          return { status, bytes: Uint8Array.from([...bytes.subarray(1), times++]) };
        },
      };
    }),
  ],
  inapplicableReason: withSerialization,
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(running(target));
    probe.advance();
    const [a, b] = [serialize(probe, getState(probe)), serialize(probe, getState(probe))];
    const at = a.findIndex((byte, i) => byte !== b[i]);
    if (a.length !== b.length || at >= 0)
      report(probe, {
        message: 'Two serializations of one state differ.',
        value: a.length === b.length ? `byte ${at} is ${b[at]}` : `${b.length} bytes`,
        expected: a.length === b.length ? String(a[at]) : `${a.length} bytes`,
      });
  },
};
