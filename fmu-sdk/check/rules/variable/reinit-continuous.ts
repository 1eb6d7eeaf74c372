import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { implementsInterface } from '../../model/checked-model.ts';
import { variabilities } from '../../model/initial-tables.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableReinitContinuous: Rule = {
  id: 'variable/reinit-continuous',
  title: 'Only continuous variables have reinit',
  class: 'violation',
  fmi3: '2.4.7.5',
  explanation: 'reinit is for continuous-time states, whatever kinds of interface the FMU has.',
  needs: 'description',
  pass: [fmi3({ variables: '<Float64 name="x" valueReference="1" reinit="true"/>' })],
  fail: [fmi3({ variables: '<Float64 name="x" valueReference="1" variability="discrete" reinit="true"/>' })],
  inapplicableReason: (model) =>
    implementsInterface(model, 'ModelExchange') ? 'the rule for model exchange is stricter' : undefined,
  *check(model) {
    for (const variable of model.variables)
      if (
        attribute(variable.typed, 'reinit') !== undefined &&
        variable.variability !== 'continuous' &&
        variabilities.includes(variable.variability)
      )
        yield defect(
          variable.typed,
          'reinit',
          `${named(variable)} is ${variable.variability}.`,
          'no such attribute',
        );
  },
};
