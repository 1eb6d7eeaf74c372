import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { ioPart, ioStructure } from '../../example/example-parts.ts';
import { allUnknowns } from '../../model/model-structure-lists.ts';
import type { Rule } from '../../rule.ts';

export const structureKindNeedsDependencies: Rule = {
  id: 'structure/kind-needs-dependencies',
  title: 'dependenciesKind requires dependencies',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation: 'The kinds belong to the listed dependencies, item by item.',
  needs: 'description',
  pass: [fmi3({ variables: ioPart, structure: ioStructure('dependencies="2" dependenciesKind="constant"') })],
  fail: [fmi3({ variables: ioPart, structure: ioStructure('dependenciesKind="constant"') })],
  *check(model) {
    for (const { element, dependencies, kinds } of allUnknowns(model.structure))
      if (kinds !== undefined && dependencies === undefined)
        yield defect(
          element,
          'dependenciesKind',
          'The entry has dependenciesKind but lacks dependencies.',
          'an attribute dependencies',
        );
  },
};
