import { fmi3 } from '../../example/example.ts';
import { withEvents } from '../../example/parts.ts';
import { defect, modelRule } from '../../factory.ts';
import { clocks, noClocks } from '../../model/clocks.ts';
import { inherited, named } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const clockIntervalRequired: StaticRule = modelRule({
  id: 'clock/interval-required',
  title: 'Clocks of constant interval declare it',
  without: noClocks,
  severity: 'error',
  fmi3: '2.4.4',
  explanation:
    'intervalDecimal is required for a constant periodic clock: its interval is known from the description alone. (For fixed and tunable clocks the standard\u2019s clauses differ: without it, the unit tells the interval.)',
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
      variables: '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant"/>',
    }),
  ],
  *check(model) {
    for (const variable of clocks(model))
      if (
        inherited(variable, 'intervalVariability') === 'constant' &&
        inherited(variable, 'intervalDecimal') === undefined
      )
        yield defect(
          variable.element,
          'intervalVariability',
          `Clock ${named(variable)} has a constant interval, and none is given.`,
          'an attribute intervalDecimal',
        );
  },
});
