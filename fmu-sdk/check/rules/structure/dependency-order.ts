import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { allUnknowns } from '../../model/model-structure-lists.ts';
import { reference } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

const io2 = [
  '<ScalarVariable name="u" valueReference="1" causality="input"><Real start="0"/></ScalarVariable>',
  '<ScalarVariable name="v" valueReference="2" causality="input"><Real start="0"/></ScalarVariable>',
  '<ScalarVariable name="y" valueReference="3" causality="output"><Real/></ScalarVariable>',
].join('');

export const structureDependencyOrder: Rule = {
  id: 'structure/dependency-order',
  title: 'Dependencies are in ascending order of their indices',
  class: 'violation',
  fmi2: '2.2.8',
  explanation: 'The indices in dependencies are in ascending order.',
  needs: 'description',
  pass: [fmi2({ variables: io2, structure: structure2('1 2') })],
  fail: [fmi2({ variables: io2, structure: structure2('2 1') })],
  *check(model) {
    for (const { element, dependencies } of allUnknowns(model.structure)) {
      const indices = (dependencies ?? []).flatMap((word) => reference(word) ?? []);
      if (indices.some((index, k) => k > 0 && index < indices[k - 1]))
        yield defect(
          element,
          'dependencies',
          'The indices are not in ascending order.',
          [...indices].sort((a, b) => a - b).join(' '),
        );
    }
  },
};
function structure2(dependencies: string): string {
  return `<Outputs><Unknown index="3" dependencies="${dependencies}"/></Outputs><InitialUnknowns><Unknown index="3"/></InitialUnknowns>`;
}
