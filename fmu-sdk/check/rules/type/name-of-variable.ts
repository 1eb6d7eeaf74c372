import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const typeNameOfVariable: Rule = {
  id: 'type/name-of-variable',
  title: 'Names of types differ from names of variables',
  class: 'violation',
  fmi2: '2.2.3',
  fmi3: '2.4.4',
  explanation:
    'Names of types must differ from all names of variables: in some languages, such as Modelica, a type\u2019s name cannot name an instance.',
  needs: 'description',
  pass: [
    fmi3({
      definitions: '<TypeDefinitions><Float64Type name="A"/></TypeDefinitions>',
      variables: '<Float64 name="a" valueReference="1"/>',
    }),
  ],
  fail: [
    fmi3({
      definitions: '<TypeDefinitions><Float64Type name="A"/></TypeDefinitions>',
      variables: '<Float64 name="A" valueReference="1"/>',
    }),
    fmi2({
      definitions: '<TypeDefinitions><SimpleType name="A"><Real/></SimpleType></TypeDefinitions>',
      variables: '<ScalarVariable name="A" valueReference="1"><Real/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const type of model.types) {
      const variable = model.byName.get(type.name)?.[0];
      if (variable !== undefined && type.name !== '')
        yield defect(
          type.element,
          'name',
          `The variable in line ${variable.element.line} has this name.`,
          'a name other than those of variables',
        );
    }
  },
};
