import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { ioPart, ioStructure } from '../../example/example-parts.ts';
import { allUnknowns } from '../../model/model-structure-lists.ts';
import { isFloat, named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureKindFloat: Rule = {
  id: 'structure/kind-float',
  title: 'Only floating-point unknowns depend by a factor',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation:
    'The kinds constant, fixed, tunable and discrete describe the factor of the known, which exists only for floating-point unknowns. Other unknowns are dependent.',
  needs: 'description',
  pass: [fmi3({ variables: ioPart, structure: ioStructure('dependencies="2" dependenciesKind="constant"') })],
  fail: [
    fmi3({
      variables:
        '<Int32 name="y" valueReference="1" causality="output"/><Int32 name="u" valueReference="2" causality="input" start="0"/>',
      structure: ioStructure('dependencies="2" dependenciesKind="constant"'),
    }),
  ],
  *check(model) {
    for (const { element, kinds, variable } of allUnknowns(model.structure)) {
      const wrong = kinds?.find((kind) => ['constant', 'fixed', 'tunable', 'discrete'].includes(kind));
      if (variable !== undefined && !isFloat(variable) && variable.type !== '' && wrong !== undefined)
        yield defect(
          element,
          'dependenciesKind',
          `${variable.type} ${named(variable)} has a dependency of kind ${wrong}.`,
          'dependent',
        );
    }
  },
};
