import { fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { named } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const structureEventIndicatorCausality: StaticRule = modelRule({
  id: 'structure/event-indicator-causality',
  title: 'Event indicators are local or outputs',
  severity: 'error',
  fmi3: '2.4.7.4',
  explanation: 'The unit computes its event indicators: their causality is local or output.',
  pass: [
    fmi3({
      variables: '<Float64 name="z" valueReference="1"/>',
      structure: '<EventIndicator valueReference="1"/>',
    }),
  ],
  fail: [
    fmi3({
      variables: '<Float64 name="u" valueReference="1" causality="input" start="0"/>',
      structure: '<EventIndicator valueReference="1"/>',
    }),
  ],
  *check(model) {
    for (const { element, variable } of model.structure.EventIndicator)
      if (
        variable !== undefined &&
        ['input', 'independent', 'calculatedParameter'].includes(variable.causality)
      )
        yield defect(
          element,
          'valueReference',
          `Event indicator ${named(variable)} has causality ${variable.causality}.`,
          'local or output',
        );
  },
});
