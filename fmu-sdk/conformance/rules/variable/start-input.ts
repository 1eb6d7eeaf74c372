import { fmi2, fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { named } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const variableStartInput: StaticRule = modelRule({
  id: 'variable/start-input',
  title: 'Inputs have a start value',
  severity: 'error',
  fmi2: '2.2.7',
  fmi3: '2.4.7.5',
  explanation: 'The unit uses start until the importer sets the input. (Clocks have none.)',
  pass: [fmi3({ variables: '<Float64 name="u" valueReference="1" causality="input" start="0"/>' })],
  fail: [
    fmi3({ variables: '<Float64 name="u" valueReference="1" causality="input"/>' }),
    fmi2({
      variables: '<ScalarVariable name="u" valueReference="1" causality="input"><Real/></ScalarVariable>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (variable.causality === 'input' && variable.start === undefined && variable.type !== 'Clock')
        yield defect(
          variable.element,
          'causality',
          `Input ${named(variable)} has no start.`,
          'a start value',
        );
  },
});
