import { fmi3 } from '../../example/example.ts';
import { clockPart, withEvents } from '../../example/parts.ts';
import { defect, modelRule } from '../../factory.ts';
import { clocks, noClocks } from '../../model/clocks.ts';
import { inherited, named } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

const aperiodic = ['changing', 'countdown', 'triggered'];

export const clockIntervalForbidden: StaticRule = modelRule({
  id: 'clock/interval-forbidden',
  title: 'Only periodic clocks declare an interval',
  without: noClocks,
  severity: 'error',
  fmi3: '2.4.4',
  explanation:
    'intervalDecimal must not be used for changing, countdown and triggered clocks: nobody knows their interval beforehand.',
  pass: [fmi3({ interfaces: withEvents, variables: clockPart })],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="triggered" intervalDecimal="0.1"/>',
    }),
  ],
  *check(model) {
    for (const variable of clocks(model)) {
      const kind = inherited(variable, 'intervalVariability') ?? '';
      if (aperiodic.includes(kind) && inherited(variable, 'intervalDecimal') !== undefined)
        yield defect(
          variable.element,
          'intervalDecimal',
          `Clock ${named(variable)} is ${kind} and declares an interval.`,
          'no intervalDecimal',
        );
    }
  },
});
