import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import {
  deserialize,
  getState,
  serialize,
  setState,
  withSerialization,
  withState,
} from '../../behaviour/states/state-support.ts';
import { record, repeatRun } from '../../behaviour/trajectory/trajectory-check.ts';
import { solvedSlack } from '../../behaviour/values/value-difference.ts';
import { outputs, running } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const memorySerialize: readonly Rule[] = ruleFamily(
  {
    needs: 'behaviour',
    severity: 'robustness',
    fmi2: '2.1.8',
    fmi3: '2.2.7.4',
    interfaces: ['coSimulation', 'modelExchange'],
  },
  [
    {
      id: 'memory/serialize',
      title: 'A serialized state continues in another process',
      severity: 'violation',
      explanation:
        'A serialized state outlives its process. Another instance of the FMU, in another process, must read it and continue exactly. It must not contain memory addresses.',
      faults: injectFault('another instance starts from the beginning', (base) => ({
        deserializeState(this: typeof base) {
          return base.getState.call(this);
        },
      })),
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
    },
    {
      id: 'memory/serialize-refused',
      title: 'An FMU that cannot serialize its state refuses to',
      explanation: 'With canSerializeFMUState="false" serializeFMUState must answer error.',
      faults: injectFault('bytes are returned nevertheless', () => ({}), {
        describe: (d) => ({
          ...d,
          coSimulation: d.coSimulation && { ...d.coSimulation, canSerializeFMUState: false },
        }),
      }),
      inapplicableReason: (target) =>
        withState(target) ??
        (target.description[target.kind]?.canSerializeFMUState
          ? 'the FMU can serialize its state'
          : undefined),
      async check({ open, report }) {
        const probe = await open();
        probe.reach('initialization');
        const handle = getState(probe);
        const { status: answer } = probe.query('serializeState', String(handle), (c) =>
          c.serializeState(handle),
        );
        if (answer <= status.warning)
          report(probe, {
            message: 'serializeFMUState succeeds, although canSerializeFMUState="false".',
            value: statusNames[answer],
            expected: 'error, or the flag "true"',
          });
      },
    },
    {
      id: 'memory/serialize-same',
      title: 'Serializing a state twice gives equal bytes',
      explanation:
        'Two serializations of one state must be equal. If they differ, the FMU writes uninitialized memory or addresses.',
      faults: injectFault('a byte of the state differs each time', (base) => {
        let times = 0;
        return {
          serializeState(this: typeof base, handle) {
            const { status, bytes } = base.serializeState.call(this, handle);
            return { status, bytes: Uint8Array.from([...bytes.subarray(1), times++]) };
          },
        };
      }),
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
    },
    {
      id: 'memory/truncated',
      title: 'Truncated states are refused',
      explanation:
        'An FMU must not accept a truncated state. Without a check of the length it reads behind the end of the importer’s memory.',
      faults: injectFault('any bytes are accepted', (base) => ({
        deserializeState(this: typeof base) {
          return base.getState.call(this);
        },
      })),
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
    },
  ],
);
