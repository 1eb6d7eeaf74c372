import { fmi3 } from '../../example/example.ts';
import { withEvents } from '../../example/parts.ts';
import { defect, modelRule } from '../../factory.ts';
import { clocks, noClocks } from '../../model/clocks.ts';
import { numberOf } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const clockResolutionPositive: StaticRule = modelRule({
  id: 'clock/resolution-positive',
  title: 'The resolution of a clock is not zero',
  without: noClocks,
  severity: 'error',
  fmi3: '2.4.4',
  explanation: 'Interval and shift are counters divided by the resolution.',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.1" resolution="10"/>',
    }),
  ],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.1" resolution="0"/>',
    }),
  ],
  *check(model) {
    for (const { element } of clocks(model))
      if (numberOf(element, 'resolution') === 0)
        yield defect(element, 'resolution', 'The resolution is zero.', 'an integer from 1');
  },
});
