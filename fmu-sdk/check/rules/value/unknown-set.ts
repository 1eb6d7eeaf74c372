import { status, statusNames } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { numericTypes, unknownReference } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const unknownSet: Rule = {
  id: 'value/unknown-set',
  title: 'Setting an unknown value reference is refused',
  class: 'robustness',
  fmi2: '2.1.7',
  fmi3: '2.2.7.2',
  explanation:
    'A setter that answers ok to an unknown reference has dropped the value, or overwritten other memory.',
  needs: 'behaviour',
  faults: [
    injectFault('any reference is accepted', (base) => ({
      set: (v) => (v.valueReferences[0] > 900_000 ? 0 : base.set(v)),
    })),
  ],
  async check({ target, open, report }) {
    for (const type of numericTypes(target)) {
      const probe = await open();
      probe.reach('instantiated');
      const answer = probe.writeAs(type, [unknownReference(target)], [1]);
      if (answer <= status.warning)
        report(probe, {
          message: `Unknown value reference ${unknownReference(target)} can be set as ${type}.`,
          value: statusNames[answer],
          expected: 'error',
        });
      probe.close();
    }
  },
};
