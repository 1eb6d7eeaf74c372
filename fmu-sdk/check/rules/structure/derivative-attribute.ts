import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { statePart, stateStructure } from '../../example/example-parts.ts';
import { referenceName } from '../../model/initial-unknowns.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureDerivativeAttribute: Rule = {
  id: 'structure/derivative-attribute',
  title: 'Listed derivatives refer to their state',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation:
    'Every variable in the list of derivatives must have the attribute derivative, which defines the continuous states.',
  needs: 'description',
  pass: [fmi3({ variables: statePart, structure: stateStructure })],
  fail: [
    fmi3({ variables: '<Float64 name="v" valueReference="2"/>', structure: stateStructure }),
    fmi2({
      structure:
        '<Derivatives><Unknown index="1"/></Derivatives><InitialUnknowns><Unknown index="1"/></InitialUnknowns>',
    }),
  ],
  *check(model) {
    for (const { element, variable } of model.structure.ContinuousStateDerivative)
      if (variable !== undefined && attribute(variable.typed, 'derivative') === undefined)
        yield defect(
          element,
          referenceName(model),
          `${named(variable)} is listed as a derivative but does not refer to a state.`,
          'an attribute derivative of the variable',
        );
  },
};
