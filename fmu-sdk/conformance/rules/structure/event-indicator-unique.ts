import { fmi3 } from '../../example/example.ts';
import { modelRule } from '../../factory.ts';
import { repeatedEntries } from '../../model/unknowns.ts';
import type { StaticRule } from '../../rule.ts';

export const structureEventIndicatorUnique: StaticRule = modelRule({
  id: 'structure/event-indicator-unique',
  title: 'No event indicator is listed twice',
  severity: 'error',
  fmi3: '2.4.8',
  explanation: 'The list of event indicators defines an order, in which each has one place.',
  pass: [
    fmi3({
      variables: '<Float64 name="z" valueReference="1"/>',
      structure: '<EventIndicator valueReference="1"/>',
    }),
  ],
  fail: [
    fmi3({
      variables: '<Float64 name="z" valueReference="1"/>',
      structure: '<EventIndicator valueReference="1"/><EventIndicator valueReference="1"/>',
    }),
  ],
  check: (model) => repeatedEntries(model, 'EventIndicator'),
});
