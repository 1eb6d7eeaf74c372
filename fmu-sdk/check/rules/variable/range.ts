import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { inherited, named } from '../../model/model-variable.ts';
import { ordered } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const variableRange: Rule = {
  id: 'variable/range',
  title: 'The minimum of a variable is not above its maximum',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.5',
  explanation:
    'max must be at least min. Each is an attribute of the variable or, without it, of its declared type.',
  needs: 'description',
  pass: [fmi3({ variables: '<Float64 name="x" valueReference="1" min="0" max="1"/>' })],
  fail: [
    fmi3({ variables: '<Float64 name="x" valueReference="1" min="1" max="0"/>' }),
    fmi2({
      variables: '<ScalarVariable name="x" valueReference="1"><Real min="1" max="0"/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables) {
      if (attribute(variable.typed, 'min') === undefined && attribute(variable.typed, 'max') === undefined)
        continue;
      const [min, max] = ['min', 'max'].map((bound) => ordered(variable.type, inherited(variable, bound)));
      if (min !== undefined && max !== undefined && min > max)
        yield defect(
          variable.typed,
          'max',
          `${named(variable)} has min ${min} above max ${max}.`,
          `at least ${min}`,
        );
    }
  },
};
