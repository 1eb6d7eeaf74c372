import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { ordered } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const typeRange: Rule = {
  id: 'type/range',
  title: 'The minimum of a type is not above its maximum',
  class: 'violation',
  fmi2: '2.2.3',
  fmi3: '2.4.4',
  explanation: 'min and max bound the region of the model\u2019s validity. max must be at least min.',
  needs: 'description',
  pass: [fmi3({ definitions: '<TypeDefinitions><Float64Type name="A" min="0" max="1"/></TypeDefinitions>' })],
  fail: [
    fmi3({ definitions: '<TypeDefinitions><Float64Type name="A" min="1" max="0"/></TypeDefinitions>' }),
    fmi2({
      definitions:
        '<TypeDefinitions><SimpleType name="A"><Integer min="1" max="0"/></SimpleType></TypeDefinitions>',
    }),
  ],
  *check(model) {
    for (const { typed, type, name } of model.types) {
      const [min, max] = ['min', 'max'].map((bound) => ordered(type, attribute(typed, bound)));
      if (min !== undefined && max !== undefined && min > max)
        yield defect(
          typed,
          'max',
          `Type ${JSON.stringify(name)} has min ${min} above max ${max}.`,
          `at least ${min}`,
        );
    }
  },
};
