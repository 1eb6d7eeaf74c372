import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { initialTables, variabilities } from '../../model/initial-tables.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableCausalityVariability: Rule = {
  id: 'variable/causality-variability',
  title: 'Causality and variability form an allowed pair',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.4',
  explanation:
    'Some pairs are not allowed: parameters are fixed or tunable, inputs and outputs discrete or continuous (outputs also constant), the independent variable continuous. Without the attribute, variability is continuous in FMI 2.0. In FMI 3.0 it follows from causality and type.',
  needs: 'description',
  pass: [
    fmi3({
      variables:
        '<Float64 name="p" valueReference="1" causality="parameter" variability="tunable" start="0"/>',
    }),
  ],
  fail: [
    fmi3({
      variables:
        '<Float64 name="p" valueReference="1" causality="parameter" variability="continuous" start="0"/>',
    }),
    fmi2({
      variables:
        '<ScalarVariable name="p" valueReference="1" causality="parameter"><Real start="0"/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables) {
      const allowed = initialTables[model.version][variable.causality];
      if (variable.type === 'Clock' || allowed === undefined || !variabilities.includes(variable.variability))
        continue;
      if (allowed[variable.variability] === undefined)
        yield defect(
          variable.element,
          attribute(variable.element, 'variability') === undefined ? 'causality' : 'variability',
          `${named(variable)} is a ${variable.variability} ${variable.causality}.`,
          `variability ${Object.keys(allowed).join(' or ')} for causality ${variable.causality}`,
        );
    }
  },
};
