import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { variabilities } from '../../model/initial-tables.ts';
import { isFloat, named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureEventIndicatorContinuous: Rule = {
  id: 'structure/event-indicator-continuous',
  title: 'Event indicators are continuous floating-point variables',
  class: 'violation',
  fmi3: '2.4.8',
  explanation:
    'An event indicator changes its sign at an event. Only continuous Float32 and Float64 variables are allowed.',
  needs: 'description',
  pass: [
    fmi3({
      variables: '<Float64 name="z" valueReference="1"/>',
      structure: '<EventIndicator valueReference="1"/>',
    }),
  ],
  fail: [
    fmi3({
      variables: '<Int32 name="z" valueReference="1"/>',
      structure: '<EventIndicator valueReference="1"/>',
    }),
    fmi3({
      variables: '<Float64 name="z" valueReference="1" variability="discrete"/>',
      structure: '<EventIndicator valueReference="1"/>',
    }),
  ],
  *check(model) {
    for (const { element, variable } of model.structure.EventIndicator)
      if (
        variable !== undefined &&
        (!isFloat(variable) || variable.variability !== 'continuous') &&
        variabilities.includes(variable.variability)
      )
        yield defect(
          element,
          'valueReference',
          `Event indicator ${named(variable)} is a ${variable.variability} ${variable.type}.`,
          'a continuous Float64 or Float32',
        );
  },
};
