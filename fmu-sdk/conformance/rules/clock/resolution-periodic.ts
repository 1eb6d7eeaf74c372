import { fmi3 } from '../../example/example.ts';
import { withEvents } from '../../example/parts.ts';
import { defect, modelRule } from '../../factory.ts';
import { clocks, noClocks } from '../../model/clocks.ts';
import { inherited, named } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const clockResolutionPeriodic: StaticRule = modelRule({
  id: 'clock/resolution-periodic',
  title: 'Only periodic clocks have a resolution',
  without: noClocks,
  severity: 'error',
  fmi3: '2.4.4',
  explanation: 'resolution must only be used for constant, fixed and tunable clocks.',
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
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="triggered" resolution="10"/>',
    }),
  ],
  *check(model) {
    for (const variable of clocks(model))
      if (
        ['changing', 'countdown', 'triggered'].includes(inherited(variable, 'intervalVariability') ?? '') &&
        inherited(variable, 'resolution') !== undefined
      )
        yield defect(
          variable.element,
          'resolution',
          `Clock ${named(variable)} is not periodic and has a resolution.`,
          'no such attribute',
        );
  },
});
