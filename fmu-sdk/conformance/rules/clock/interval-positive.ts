import { fmi3 } from '../../example/example.ts';
import { withEvents } from '../../example/parts.ts';
import { defect, modelRule } from '../../factory.ts';
import { clocks, noClocks } from '../../model/clocks.ts';
import { numberOf } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const clockIntervalPositive: StaticRule = modelRule({
  id: 'clock/interval-positive',
  title: 'Intervals of clocks are positive',
  without: noClocks,
  severity: 'error',
  fmi3: '2.4.4',
  explanation: 'intervalDecimal is the time between two ticks and must be greater than 0.',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.1"/>',
    }),
  ],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0"/>',
    }),
  ],
  *check(model) {
    for (const { element } of clocks(model))
      if ((numberOf(element, 'intervalDecimal') ?? 1) <= 0)
        yield defect(element, 'intervalDecimal', 'The interval is not positive.', 'a number above 0');
  },
});
