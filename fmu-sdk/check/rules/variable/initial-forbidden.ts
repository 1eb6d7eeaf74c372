import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { initialTables } from '../../model/initial-tables.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableInitialForbidden: Rule = {
  id: 'variable/initial-forbidden',
  title: 'The independent variable, and in FMI 2.0 inputs, do not have initial',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.5',
  explanation:
    'The independent variable starts at the startTime of the run. In FMI 2.0 the value of an input comes from outside, so initial is not allowed for it either.',
  needs: 'description',
  pass: [
    fmi2({
      variables:
        '<ScalarVariable name="u" valueReference="1" causality="input"><Real start="0"/></ScalarVariable>',
    }),
  ],
  fail: [
    fmi2({
      variables:
        '<ScalarVariable name="u" valueReference="1" causality="input" initial="exact"><Real start="0"/></ScalarVariable>',
    }),
    fmi2({
      variables:
        '<ScalarVariable name="t" valueReference="1" causality="independent" initial="calculated"><Real/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (
        attribute(variable.element, 'initial') !== undefined &&
        initialTables[model.version][variable.causality]?.[variable.variability]?.length === 0
      )
        yield defect(
          variable.element,
          'initial',
          `${named(variable)} is ${variable.causality} and has initial.`,
          'no attribute initial',
        );
  },
};
