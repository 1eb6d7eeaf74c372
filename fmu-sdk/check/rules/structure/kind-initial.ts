import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { ioPart } from '../../example/example-parts.ts';
import type { Rule } from '../../rule.ts';

export const structureKindInitial: Rule = {
  id: 'structure/kind-initial',
  title: 'Initial unknowns have dependencies of kind dependent or constant',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation:
    'fixed, tunable and discrete describe when a factor changes after initialization, so they are not allowed for InitialUnknown.',
  needs: 'description',
  pass: [
    fmi3({
      variables: ioPart,
      structure:
        '<Output valueReference="1"/><InitialUnknown valueReference="1" dependencies="2" dependenciesKind="constant"/>',
    }),
  ],
  fail: [
    fmi3({
      variables: ioPart,
      structure:
        '<Output valueReference="1"/><InitialUnknown valueReference="1" dependencies="2" dependenciesKind="fixed"/>',
    }),
  ],
  *check(model) {
    for (const { element, kinds } of model.structure.InitialUnknown) {
      const wrong = kinds?.find((kind) => ['fixed', 'tunable', 'discrete'].includes(kind));
      if (wrong !== undefined)
        yield defect(
          element,
          'dependenciesKind',
          `An initial unknown has a dependency of kind ${wrong}.`,
          'dependent or constant',
        );
    }
  },
};
