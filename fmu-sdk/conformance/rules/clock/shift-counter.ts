import { attribute } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { withEvents } from '../../example/parts.ts';
import { defect, modelRule } from '../../factory.ts';
import { clocks, noClocks } from '../../model/clocks.ts';
import { inherited, named } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const clockShiftCounter: StaticRule = modelRule({
  id: 'clock/shift-counter',
  title: 'A clock with a shift counter has an interval counter',
  without: noClocks,
  severity: 'error',
  fmi3: '2.4.4',
  explanation: 'shiftCounter requires intervalCounter: both are counted in the resolution.',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.1" supportsFraction="true" resolution="10" intervalCounter="1" shiftCounter="2"/>',
    }),
  ],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.1" shiftCounter="2"/>',
    }),
  ],
  *check(model) {
    for (const variable of clocks(model))
      if (
        attribute(variable.element, 'shiftCounter') !== undefined &&
        inherited(variable, 'intervalCounter') === undefined
      )
        yield defect(
          variable.element,
          'shiftCounter',
          `Clock ${named(variable)} has a shift counter and no interval counter.`,
          'an attribute intervalCounter',
        );
  },
});
