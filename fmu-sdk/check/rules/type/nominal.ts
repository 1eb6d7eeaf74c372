import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const typeNominal: Rule = {
  id: 'type/nominal',
  title: 'Nominal values of types are positive',
  class: 'violation',
  fmi2: '2.2.3',
  fmi3: '2.3.3',
  explanation:
    'Solvers derive the absolute tolerance of a variable from its nominal value. FMI 2.0 requires nominal > 0, FMI 3.0 requires it for states.',
  needs: 'description',
  pass: [fmi3({ definitions: '<TypeDefinitions><Float64Type name="A" nominal="1e5"/></TypeDefinitions>' })],
  fail: [fmi3({ definitions: '<TypeDefinitions><Float64Type name="A" nominal="0"/></TypeDefinitions>' })],
  *check(model) {
    for (const { typed, name } of model.types)
      if ((numberOf(typed, 'nominal') ?? 1) <= 0)
        yield defect(
          typed,
          'nominal',
          `The nominal value of type ${JSON.stringify(name)} is not positive.`,
          'a number above 0',
        );
  },
};
