import { fmi3 } from '../../example/example.ts';
import { ioPart, ioStructure } from '../../example/parts.ts';
import { defect, modelRule } from '../../factory.ts';
import { repeated } from '../../model/elements.ts';
import { allUnknowns } from '../../model/structure.ts';
import { reference } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const structureDependencyUnique: StaticRule = modelRule({
  id: 'structure/dependency-unique',
  title: 'A dependency is listed once',
  severity: 'error',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation: 'dependencies is a set of knowns; with dependenciesKind, a repeated one could have two kinds.',
  pass: [fmi3({ variables: ioPart, structure: ioStructure('dependencies="2"') })],
  fail: [fmi3({ variables: ioPart, structure: ioStructure('dependencies="2 2"') })],
  *check(model) {
    for (const { element, dependencies } of allUnknowns(model.structure))
      for (const { item } of repeated(dependencies ?? [], (word) => reference(word)))
        yield defect(element, 'dependencies', `Dependency ${item} is listed twice.`, 'each once');
  },
});
