import { fmi3 } from '../../example/example.ts';
import { clockedState, clockPart, withEvents } from '../../example/parts.ts';
import { modelRule } from '../../factory.ts';
import { repeatedEntries } from '../../model/unknowns.ts';
import type { StaticRule } from '../../rule.ts';

export const structureClockedStateUnique: StaticRule = modelRule({
  id: 'structure/clocked-state-unique',
  title: 'No clocked state is listed twice',
  severity: 'error',
  fmi3: '2.4.8',
  explanation: 'The list of clocked states defines an order, in which each has one place.',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}${clockedState}`,
      structure: '<ClockedState valueReference="3"/>',
    }),
  ],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}${clockedState}`,
      structure: '<ClockedState valueReference="3"/><ClockedState valueReference="3"/>',
    }),
  ],
  check: (model) => repeatedEntries(model, 'ClockedState'),
});
