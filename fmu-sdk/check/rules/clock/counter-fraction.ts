import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { withEvents } from '../../example/example-parts.ts';
import { clocks, noClocks } from '../../model/clock-access.ts';
import { inherited, named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const clockCounterFraction: Rule = {
  id: 'clock/counter-fraction',
  title: 'Only periodic clocks that support fractions have an interval counter',
  inapplicableReason: noClocks,
  class: 'violation',
  fmi3: '2.4.4',
  explanation:
    'intervalCounter is allowed only if supportsFraction is true and the clock is constant, fixed or tunable.',
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
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.1" resolution="10" intervalCounter="1"/>',
    }),
  ],
  *check(model) {
    for (const variable of clocks(model)) {
      const isPeriodic = ['constant', 'fixed', 'tunable'].includes(
        inherited(variable, 'intervalVariability') ?? 'constant',
      );
      const fractions = ['true', '1'].includes(inherited(variable, 'supportsFraction') ?? '');
      if (inherited(variable, 'intervalCounter') !== undefined && !(isPeriodic && fractions))
        yield defect(
          variable.element,
          'intervalCounter',
          `Clock ${named(variable)} has a counter, but ${isPeriodic ? 'does not support fractions' : 'is not periodic'}.`,
          'no counter, or a periodic clock with supportsFraction="true"',
        );
    }
  },
};
