import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureEventIndicatorCausality: Rule = {
  id: 'structure/event-indicator-causality',
  title: 'Event indicators are local or outputs',
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation: 'The FMU computes its event indicators: their causality is local or output.',
  needs: 'description',
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
};
