import { elementCount } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { isNumber } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const wrongCount: Rule = {
  id: 'value/wrong-count',
  title: 'A wrong number of values is refused',
  class: 'robustness',
  fmi3: '2.2.7.2',
  explanation:
    'nValues must be the sum of the sizes of the variables. With fewer, a getter without a check writes behind the end of the importer’s array.',
  needs: 'behaviour',
  faults: [
    injectFault('the number of values is ignored', (base) => ({
      get: (v) => (v.length === v.valueReferences.length ? base.get(v) : 0),
    })),
  ],
  async check({ variables, open, report }) {
    for (const variable of variables
      .filter((v) => isNumber(v) && (v.clocks?.length ?? 0) === 0)
      .slice(0, 20)) {
      const probe = await open();
      probe.reach('initialization');
      const count = elementCount(variable) + 1;
      const { status: answer } = probe.readAs(
        variable.type,
        [variable.valueReference],
        count,
        `${variable.name}, nValues = ${count}`,
      );
      if (answer <= status.warning)
        report(probe, {
          message: `"${variable.name}" has ${count - 1} ${count === 2 ? 'element' : 'elements'} and can be read with nValues = ${count}.`,
          value: statusNames[answer],
          expected: 'error',
        });
      probe.close();
    }
  },
};
