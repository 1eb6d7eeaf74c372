import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import { isTrue } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const variableIntermediateUpdateContinuous: Rule = {
  id: 'variable/intermediate-update-continuous',
  title: 'Only continuous variables are accessible in intermediate updates',
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation:
    'intermediateUpdate="true" gives access in Intermediate Update Mode, where only continuous-time variables change.',
  needs: 'description',
  pass: [fmi3({ variables: '<Float64 name="x" valueReference="1" intermediateUpdate="true"/>' })],
  fail: [
    fmi3({
      variables:
        '<Float64 name="p" valueReference="1" causality="parameter" start="0" intermediateUpdate="true"/>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (
        isTrue(variable.element, 'intermediateUpdate') &&
        variable.variability !== 'continuous' &&
        variable.type !== 'Clock'
      )
        yield defect(
          variable.element,
          'intermediateUpdate',
          `${named(variable)} is ${variable.variability}.`,
          'variability continuous, or no such attribute',
        );
  },
};
