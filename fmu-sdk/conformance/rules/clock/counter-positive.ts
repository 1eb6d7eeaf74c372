import { fmi3 } from '../../example/example.ts';
import { withEvents } from '../../example/parts.ts';
import { defect, modelRule } from '../../factory.ts';
import { clocks, noClocks } from '../../model/clocks.ts';
import { numberOf } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const clockCounterPositive: StaticRule = modelRule({
  id: 'clock/counter-positive',
  title: 'Interval counters are positive',
  without: noClocks,
  severity: 'error',
  fmi3: '2.4.4',
  explanation: 'If present, intervalCounter must be greater than 0: it is the time between two ticks.',
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
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.1" supportsFraction="true" resolution="10" intervalCounter="0"/>',
    }),
  ],
  *check(model) {
    for (const { element } of clocks(model))
      if (numberOf(element, 'intervalCounter') === 0)
        yield defect(element, 'intervalCounter', 'The interval counter is zero.', 'an integer from 1');
  },
});
