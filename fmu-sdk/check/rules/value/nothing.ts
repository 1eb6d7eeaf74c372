import { status, statusNames } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const nothing: Rule = {
  id: 'value/nothing',
  title: 'A call with no value references is granted',
  class: 'robustness',
  fmi2: '2.1.7',
  fmi3: '2.2.7.2',
  explanation:
    'An importer without values of a type to set or get may call the function nevertheless, with a length of 0.',
  needs: 'behaviour',
  faults: [
    injectFault('an empty list is refused', (base) => ({ get: (v) => (v.length === 0 ? 3 : base.get(v)) })),
  ],
  async check({ open, report }) {
    const probe = await open();
    probe.reach('initialization');
    const { status: answer } = probe.readAs('Float64', [], 0, 'nothing');
    if (answer > status.warning)
      report(probe, {
        message: 'A getter refuses an empty list.',
        value: statusNames[answer],
        expected: 'ok',
      });
  },
};
