import { status, statusNames } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { isNumber } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const wrongType: Rule = {
  id: 'value/wrong-type',
  title: 'A variable cannot be read as another type',
  class: 'robustness',
  fmi3: '2.2.7.2',
  explanation:
    'Value references of FMI 3.0 identify one variable of one type. The getter of another type must refuse it.',
  needs: 'behaviour',
  faults: [injectFault('every type is accepted', () => ({ get: () => 0 }))],
  async check({ variables, open, report }) {
    const types = ['Float64', 'Int32', 'Boolean'] as const;
    for (const variable of variables
      .filter((v) => isNumber(v) && (v.clocks?.length ?? 0) === 0)
      .slice(0, 20)) {
      const other = types.find((type) => type !== variable.type) as (typeof types)[number];
      const probe = await open();
      probe.reach('initialization');
      const { status: answer } = probe.readAs(
        other,
        [variable.valueReference],
        1,
        `${variable.name} as ${other}`,
      );
      if (answer <= status.warning)
        report(probe, {
          message: `"${variable.name}" is ${variable.type} and can be read as ${other}.`,
          value: statusNames[answer],
          expected: 'error',
        });
      probe.close();
    }
  },
};
