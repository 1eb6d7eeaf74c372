import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const typeDeclaredMatches: Rule = {
  id: 'type/declared-matches',
  title: 'A declared type matches the type of the variable',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.5',
  explanation:
    'A Float64 variable may have a Float64Type only, and so on: the definition\u2019s attributes must be those of the variable.',
  needs: 'description',
  pass: [
    fmi3({
      definitions: '<TypeDefinitions><Int32Type name="A"/></TypeDefinitions>',
      variables: '<Int32 name="x" valueReference="1" declaredType="A"/>',
    }),
  ],
  fail: [
    fmi3({
      definitions: '<TypeDefinitions><Int32Type name="A"/></TypeDefinitions>',
      variables: '<Float64 name="x" valueReference="1" declaredType="A"/>',
    }),
    fmi2({
      definitions: '<TypeDefinitions><SimpleType name="A"><Integer/></SimpleType></TypeDefinitions>',
      variables: '<ScalarVariable name="x" valueReference="1"><Real declaredType="A"/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables) {
      const type = variable.declared?.name.replace(/Type$/, '');
      if (type !== undefined && variable.type !== '' && type !== variable.type)
        yield defect(
          variable.typed,
          'declaredType',
          `${variable.type} ${named(variable)} has a declared type for ${type}.`,
          `a type for ${variable.type}`,
        );
    }
  },
};
