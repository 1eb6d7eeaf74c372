import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { flatNames, isStructured } from '../../model/structured-names.ts';
import type { Rule } from '../../rule.ts';

export const namingStructuredType: Rule = {
  id: 'naming/structured-type',
  title: 'Names of types follow the declared structured naming convention',
  class: 'advice',
  fmi2: '2.2.1',
  fmi3: '2.4.1',
  explanation: 'The declared convention applies to names of types as well as of variables.',
  needs: 'description',
  pass: [
    fmi3({
      attributes: { variableNamingConvention: 'structured' },
      definitions: '<TypeDefinitions><Float64Type name="Modelica.Units.SI.Angle"/></TypeDefinitions>',
    }),
  ],
  fail: [
    fmi3({
      attributes: { variableNamingConvention: 'structured' },
      definitions: '<TypeDefinitions><Float64Type name="my angle"/></TypeDefinitions>',
    }),
  ],
  inapplicableReason: flatNames,
  *check(model) {
    for (const { element, name } of model.types)
      if (name !== '' && !isStructured(name))
        yield defect(
          element,
          'name',
          `${JSON.stringify(name)} is not a structured name.`,
          'identifiers separated by points',
        );
  },
};
