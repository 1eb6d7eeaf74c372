import { attribute } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { withEvents } from '../../example/parts.ts';
import { defect, modelRule } from '../../factory.ts';
import { clocks, noClocks } from '../../model/clocks.ts';
import { inherited, named } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const clockShiftNeedsInterval: StaticRule = modelRule({
  id: 'clock/shift-needs-interval',
  title: 'A clock with a shift has an interval',
  without: noClocks,
  severity: 'error',
  fmi3: '2.4.4',
  explanation: 'shiftDecimal requires intervalDecimal: both describe a periodic clock.',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.1" shiftDecimal="0.05"/>',
    }),
  ],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="triggered" shiftDecimal="0.05"/>',
    }),
  ],
  *check(model) {
    for (const variable of clocks(model))
      if (
        attribute(variable.element, 'shiftDecimal') !== undefined &&
        inherited(variable, 'intervalDecimal') === undefined
      )
        yield defect(
          variable.element,
          'shiftDecimal',
          `Clock ${named(variable)} has a shift and no interval.`,
          'an attribute intervalDecimal',
        );
  },
});
