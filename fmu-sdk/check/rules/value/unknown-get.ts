import { status, statusNames } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { numericTypes, unknownReference } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const unknownGet: Rule = {
  id: 'value/unknown-get',
  title: 'Reading an unknown value reference is refused',
  class: 'robustness',
  fmi2: '2.1.7',
  fmi3: '2.2.7.2',
  explanation:
    'A getter that answers ok to an unknown reference returns an arbitrary number, or memory that is not its own.',
  needs: 'behaviour',
  faults: [
    injectFault('any reference is read as 0', (base) => ({
      get: (v) => (v.valueReferences[0] > 900_000 ? 0 : base.get(v)),
    })),
  ],
  async check({ target, open, report }) {
    for (const type of numericTypes(target)) {
      const probe = await open();
      probe.reach('initialization');
      const { status: answer } = probe.readAs(type, [unknownReference(target)], 1);
      if (answer <= status.warning)
        report(probe, {
          message: `Unknown value reference ${unknownReference(target)} can be read as ${type}.`,
          value: statusNames[answer],
          expected: 'error',
        });
      probe.close();
    }
  },
};
