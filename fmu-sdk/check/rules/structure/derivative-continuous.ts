import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { statePart, stateStructure } from '../../example/example-parts.ts';
import { variabilities } from '../../model/initial-tables.ts';
import { referenceName } from '../../model/initial-unknowns.ts';
import { isFloat, named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureDerivativeContinuous: Rule = {
  id: 'structure/derivative-continuous',
  title: 'Listed derivatives are continuous floating-point variables',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation: 'Only continuous floating-point variables are state derivatives.',
  needs: 'description',
  pass: [fmi3({ variables: statePart, structure: stateStructure })],
  fail: [
    fmi3({
      variables:
        '<Float64 name="x" valueReference="1" initial="exact" start="0"/><Float64 name="v" valueReference="2" derivative="1" variability="discrete"/>',
      structure: stateStructure,
    }),
  ],
  *check(model) {
    for (const { element, variable } of model.structure.ContinuousStateDerivative)
      if (
        variable !== undefined &&
        (!isFloat(variable) || variable.variability !== 'continuous') &&
        variabilities.includes(variable.variability)
      )
        yield defect(
          element,
          referenceName(model),
          `Derivative ${named(variable)} is a ${variable.variability} ${variable.type}.`,
          'a continuous floating-point variable',
        );
  },
};
