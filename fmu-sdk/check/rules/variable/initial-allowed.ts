import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { valueChecks } from '../../grammar/xsd-types.ts';
import { initialTables } from '../../model/initial-tables.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableInitialAllowed: Rule = {
  id: 'variable/initial-allowed',
  title: 'initial matches causality and variability',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.5',
  explanation:
    'Variables that are set from outside (parameters, inputs, constants) are exact. Variables computed from parameters are calculated or approx. Other outputs and locals may be any of the three.',
  needs: 'description',
  pass: [fmi3({ variables: '<Float64 name="x" valueReference="1" initial="approx" start="0"/>' })],
  fail: [
    fmi3({
      variables: '<Float64 name="p" valueReference="1" causality="parameter" initial="approx" start="0"/>',
    }),
    fmi2({
      variables:
        '<ScalarVariable name="p" valueReference="1" variability="fixed" initial="exact"><Real start="0"/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables) {
      const initial = attribute(variable.element, 'initial');
      const allowed = initialTables[model.version][variable.causality]?.[variable.variability];
      if (
        initial === undefined ||
        allowed === undefined ||
        allowed.length === 0 ||
        valueChecks.initial(initial) !== undefined
      )
        continue;
      if (!allowed.includes(initial))
        yield defect(
          variable.element,
          'initial',
          `${named(variable)}, a ${variable.variability} ${variable.causality}, has initial ${initial}.`,
          allowed.join(' or '),
        );
    }
  },
};
