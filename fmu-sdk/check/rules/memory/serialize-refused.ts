import { status, statusNames } from '../../../host/fmi-api.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import { getState, withState } from '../../behaviour/state-support.ts';
import type { Rule } from '../../rule.ts';

export const serializeRefused: Rule = {
  id: 'memory/serialize-refused',
  title: 'An FMU that cannot serialize its state refuses to',
  class: 'robustness',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation: 'With canSerializeFMUState="false" serializeFMUState must answer error.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'bytes are returned nevertheless',
      fmi: 3,
      kind: 'coSimulation',
      corrupt: (calls) => replaceCalls(calls, () => ({})),
      describe: (d) => ({
        ...d,
        coSimulation: d.coSimulation && { ...d.coSimulation, canSerializeFMUState: false },
      }),
    },
  ],
  inapplicableReason: (target) =>
    withState(target) ??
    (target.description[target.kind]?.canSerializeFMUState ? 'the FMU can serialize its state' : undefined),
  async check({ open, report }) {
    const probe = await open();
    probe.reach('initialization');
    const handle = getState(probe);
    const { status: answer } = probe.query('serializeState', String(handle), (c) => c.serializeState(handle));
    if (answer <= status.warning)
      report(probe, {
        message: 'serializeFMUState succeeds, although canSerializeFMUState="false".',
        value: statusNames[answer],
        expected: 'error, or the flag "true"',
      });
  },
};
