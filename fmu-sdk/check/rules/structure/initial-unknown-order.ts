import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

const outputs2 =
  '<ScalarVariable name="y" valueReference="1" causality="output"><Real/></ScalarVariable><ScalarVariable name="z" valueReference="2" causality="output"><Real/></ScalarVariable>';

export const structureInitialUnknownOrder: Rule = {
  id: 'structure/initial-unknown-order',
  title: 'Initial unknowns are in ascending order of their indices',
  class: 'violation',
  fmi2: '2.2.8',
  explanation: 'The entries of InitialUnknowns must be in ascending order of the index of their variable.',
  needs: 'description',
  pass: [
    fmi2({
      variables: outputs2,
      structure:
        '<Outputs><Unknown index="2"/><Unknown index="1"/></Outputs><InitialUnknowns><Unknown index="1"/><Unknown index="2"/></InitialUnknowns>',
    }),
  ],
  fail: [
    fmi2({
      variables: outputs2,
      structure:
        '<Outputs><Unknown index="1"/><Unknown index="2"/></Outputs><InitialUnknowns><Unknown index="2"/><Unknown index="1"/></InitialUnknowns>',
    }),
  ],
  *check(model) {
    let last = 0;
    for (const { element, reference: index } of model.structure.InitialUnknown) {
      if (index === undefined) continue;
      if (index < last)
        yield defect(element, 'index', `Index ${index} stands behind ${last}.`, 'indices in ascending order');
      last = Math.max(last, index);
    }
  },
};
