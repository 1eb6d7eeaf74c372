import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { withEvents } from '../../example/example-parts.ts';
import { clocks, noClocks } from '../../model/clock-access.ts';
import { inherited, named } from '../../model/model-variable.ts';
import { toNumber } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const clockFractionEqualsDecimal: Rule = {
  id: 'clock/fraction-equals-decimal',
  title: 'Interval and shift are equal as decimals and as fractions',
  inapplicableReason: noClocks,
  class: 'advice',
  fmi3: '2.4.4',
  explanation:
    'A clock may give its timing twice. If both differ by more than rounding, importers tick at different times.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.1" supportsFraction="true" resolution="10" intervalCounter="1"/>',
    }),
  ],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.1" supportsFraction="true" resolution="10" intervalCounter="2"/>',
    }),
  ],
  *check(model) {
    for (const variable of clocks(model)) {
      const [counter, resolution, decimal] = ['intervalCounter', 'resolution', 'intervalDecimal'].map(
        (name) => toNumber(inherited(variable, name)),
      );
      if (!counter || !resolution || decimal === undefined) continue;
      if (Math.abs(counter / resolution - decimal) > 1e-9 * decimal)
        yield defect(
          variable.element,
          'intervalDecimal',
          `Clock ${named(variable)} has the interval ${decimal}, and ${counter}/${resolution}.`,
          `${counter / resolution}`,
        );
    }
  },
};
