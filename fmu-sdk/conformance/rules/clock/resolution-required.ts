import { fmi3 } from '../../example/example.ts';
import { withEvents } from '../../example/parts.ts';
import { defect, modelRule } from '../../factory.ts';
import { clocks, noClocks } from '../../model/clocks.ts';
import { inherited, named } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const clockResolutionRequired: StaticRule = modelRule({
  id: 'clock/resolution-required',
  title: 'A clock with an interval counter has a resolution',
  without: noClocks,
  severity: 'error',
  fmi3: '2.4.4',
  explanation:
    'The interval as a fraction is intervalCounter / resolution; with supportsFraction and intervalCounter the resolution is required.',
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
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.1" supportsFraction="true" intervalCounter="1"/>',
    }),
  ],
  *check(model) {
    for (const variable of clocks(model))
      if (
        inherited(variable, 'intervalCounter') !== undefined &&
        inherited(variable, 'resolution') === undefined
      )
        yield defect(
          variable.element,
          'intervalCounter',
          `Clock ${named(variable)} has a counter and no resolution.`,
          'an attribute resolution',
        );
  },
});
