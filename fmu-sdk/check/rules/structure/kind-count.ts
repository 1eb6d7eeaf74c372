import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { ioPart, ioStructure } from '../../example/example-parts.ts';
import { allUnknowns } from '../../model/model-structure-lists.ts';
import type { Rule } from '../../rule.ts';

export const structureKindCount: Rule = {
  id: 'structure/kind-count',
  title: 'dependenciesKind has as many items as dependencies',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation: 'dependenciesKind must have the same number of items as dependencies.',
  needs: 'description',
  pass: [fmi3({ variables: ioPart, structure: ioStructure('dependencies="2" dependenciesKind="constant"') })],
  fail: [
    fmi3({ variables: ioPart, structure: ioStructure('dependencies="2" dependenciesKind="constant fixed"') }),
  ],
  *check(model) {
    for (const { element, dependencies, kinds } of allUnknowns(model.structure))
      if (kinds !== undefined && dependencies !== undefined && kinds.length !== dependencies.length)
        yield defect(
          element,
          'dependenciesKind',
          `dependenciesKind has ${kinds.length} items, but dependencies has ${dependencies.length}.`,
          `${dependencies.length} kinds`,
        );
  },
};
