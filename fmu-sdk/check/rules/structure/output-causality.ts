import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { outputPart, outputStructure } from '../../example/example-parts.ts';
import { referenceName } from '../../model/initial-unknowns.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureOutputCausality: Rule = {
  id: 'structure/output-causality',
  title: 'Listed outputs have causality output',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation: 'Every variable of the list of outputs must have causality output.',
  needs: 'description',
  pass: [fmi3({ variables: outputPart, structure: outputStructure })],
  fail: [
    fmi3({ variables: '<Float64 name="x" valueReference="1"/>', structure: '<Output valueReference="1"/>' }),
    fmi2({ structure: '<Outputs><Unknown index="1"/></Outputs>' }),
  ],
  *check(model) {
    for (const { element, variable } of model.structure.Output)
      if (variable !== undefined && variable.causality !== 'output')
        yield defect(
          element,
          referenceName(model),
          `${named(variable)} is listed as an output and is ${variable.causality}.`,
          'causality output',
        );
  },
};
