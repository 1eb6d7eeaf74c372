import { fmi3 } from '../../example/example.ts';
import { withEvents } from '../../example/parts.ts';
import { defect, modelRule } from '../../factory.ts';
import { clocks, noClocks } from '../../model/clocks.ts';
import { numberOf } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const clockShiftNotNegative: StaticRule = modelRule({
  id: 'clock/shift-not-negative',
  title: 'Shifts of clocks are not negative',
  without: noClocks,
  severity: 'error',
  fmi3: '2.4.4',
  explanation: 'shiftDecimal delays the first tick after the start time; it is 0 or more.',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.1" shiftDecimal="0"/>',
    }),
  ],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.1" shiftDecimal="-1"/>',
    }),
  ],
  *check(model) {
    for (const { element } of clocks(model))
      if ((numberOf(element, 'shiftDecimal') ?? 0) < 0)
        yield defect(element, 'shiftDecimal', 'The shift is negative.', 'a number from 0');
  },
});
