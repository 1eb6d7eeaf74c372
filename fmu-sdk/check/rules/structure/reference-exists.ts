import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { outputPart, outputStructure } from '../../example/example-parts.ts';
import { referenceName } from '../../model/initial-unknowns.ts';
import { allUnknowns } from '../../model/model-structure-lists.ts';
import type { Rule } from '../../rule.ts';

export const structureReferenceExists: Rule = {
  id: 'structure/reference-exists',
  title: 'Entries of the model structure refer to variables',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation:
    'Every entry refers to a variable: by its index from 1 in FMI 2.0, by its value reference in FMI 3.0.',
  needs: 'description',
  pass: [fmi3({ variables: outputPart, structure: outputStructure })],
  fail: [
    fmi3({ structure: '<Output valueReference="9"/>' }),
    fmi2({ structure: '<Outputs><Unknown index="2"/></Outputs>' }),
  ],
  *check(model) {
    for (const unknown of allUnknowns(model.structure))
      if (unknown.reference !== undefined && unknown.variable === undefined)
        yield defect(
          unknown.element,
          referenceName(model),
          `This ${unknown.list} does not refer to a variable.`,
          model.version === '2.0'
            ? `an index from 1 to ${model.variables.length}`
            : 'the value reference of a variable',
        );
  },
};
