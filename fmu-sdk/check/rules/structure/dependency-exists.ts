import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { ioPart, ioStructure } from '../../example/example-parts.ts';
import { allUnknowns } from '../../model/model-structure-lists.ts';
import { reference } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureDependencyExists: Rule = {
  id: 'structure/dependency-exists',
  title: 'Dependencies refer to variables',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation:
    'Every item of dependencies refers to a variable: by its index from 1 in FMI 2.0, by its value reference in FMI 3.0.',
  needs: 'description',
  pass: [fmi3({ variables: ioPart, structure: ioStructure('dependencies="2"') })],
  fail: [fmi3({ variables: ioPart, structure: ioStructure('dependencies="9"') })],
  *check(model) {
    for (const unknown of allUnknowns(model.structure))
      for (const [k, word] of (unknown.dependencies ?? []).entries())
        if (reference(word) !== undefined && unknown.knowns[k] === undefined)
          yield defect(
            unknown.element,
            'dependencies',
            `Dependency ${word} does not refer to a variable.`,
            model.version === '2.0' ? 'indices of variables, from 1' : 'value references of variables',
          );
  },
};
