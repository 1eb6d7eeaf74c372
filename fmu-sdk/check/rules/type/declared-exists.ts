import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const typeDeclaredExists: Rule = {
  id: 'type/declared-exists',
  title: 'Every declared type is defined',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.5',
  explanation:
    'declaredType names a definition in TypeDefinitions. Its attributes are the defaults of the variable.',
  needs: 'description',
  pass: [
    fmi3({
      definitions: '<TypeDefinitions><Float64Type name="A"/></TypeDefinitions>',
      variables: '<Float64 name="x" valueReference="1" declaredType="A"/>',
    }),
  ],
  fail: [
    fmi3({ variables: '<Float64 name="x" valueReference="1" declaredType="A"/>' }),
    fmi2({
      variables: '<ScalarVariable name="x" valueReference="1"><Real declaredType="A"/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (attribute(variable.typed, 'declaredType') !== undefined && variable.declared === undefined)
        yield defect(
          variable.typed,
          'declaredType',
          `The type of ${named(variable)} is not defined.`,
          'the name of a type in TypeDefinitions',
        );
  },
};
