import { status, statusNames } from '../../../host/fmi-api.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const refused: Rule = {
  id: 'memory/refused',
  title: 'An FMU that cannot get its state refuses to',
  class: 'robustness',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  explanation: 'With canGetAndSetFMUState="false" getFMUState must answer error.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'a state is returned nevertheless',
      fmi: 3,
      kind: 'coSimulation',
      corrupt: (calls) => replaceCalls(calls, () => ({})),
      describe: (d) => ({
        ...d,
        coSimulation: d.coSimulation && { ...d.coSimulation, canGetAndSetFMUState: false },
      }),
    },
  ],
  inapplicableReason: ({ kind, description }) =>
    description[kind]?.canGetAndSetFMUState ? 'the FMU can get its state' : undefined,
  async check({ open, report }) {
    const probe = await open();
    probe.reach('initialization');
    const { status: answer } = probe.query('getState', '', (c) => c.getState());
    if (answer <= status.warning)
      report(probe, {
        message: 'getFMUState succeeds, although canGetAndSetFMUState="false".',
        value: statusNames[answer],
        expected: 'error, or the flag "true"',
      });
  },
};
