import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { inherited, named } from '../../model/model-variable.ts';
import { ordered } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const variableStartRange: Rule = {
  id: 'variable/start-range',
  title: 'Start values are between min and max',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.4',
  explanation:
    'min and max, of the variable or else of its declared type, bound the values for which the FMU is made. Start values must be inside.',
  needs: 'description',
  pass: [
    fmi3({
      variables: '<Float64 name="p" valueReference="1" causality="parameter" min="0" max="1" start="1"/>',
    }),
  ],
  fail: [
    fmi3({
      variables: '<Float64 name="p" valueReference="1" causality="parameter" min="0" max="1" start="2"/>',
    }),
    fmi3({
      definitions: '<TypeDefinitions><Int32Type name="A" min="0"/></TypeDefinitions>',
      variables: '<Int32 name="p" valueReference="1" causality="parameter" declaredType="A" start="-1"/>',
    }),
    fmi2({
      variables:
        '<ScalarVariable name="u" valueReference="1" causality="input"><Real max="1" start="2"/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables) {
      const min = ordered(variable.type, inherited(variable, 'min'));
      const max = ordered(variable.type, inherited(variable, 'max'));
      if ((min === undefined && max === undefined) || (min !== undefined && max !== undefined && min > max))
        continue;
      const outside = variable.start?.find((text) => {
        const value = ordered(variable.type, text);
        return (
          value !== undefined && ((min !== undefined && value < min) || (max !== undefined && value > max))
        );
      });
      if (outside !== undefined)
        yield defect(
          variable.typed,
          'start',
          `Start ${outside} of ${named(variable)} is outside its range.`,
          `a value from ${min ?? 'any'} to ${max ?? 'any'}`,
        );
    }
  },
};
