import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { aliasSets } from '../../model/alias-sets.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableAliasStart: Rule = {
  id: 'variable/alias-start',
  title: 'At most one of several aliases has a start value',
  class: 'violation',
  fmi2: '2.2.7',
  explanation:
    'Start values are independent. A value that several variables share can have only one. (Other rules cover constants.)',
  needs: 'description',
  pass: [fmi2({ variables: scalar('a', 'initial="exact"', 'start="1"') + scalar('b', '', '') })],
  fail: [
    fmi2({
      variables: scalar('a', 'initial="exact"', 'start="1"') + scalar('b', 'initial="exact"', 'start="1"'),
    }),
  ],
  *check(model) {
    for (const aliases of aliasSets(model)) {
      const starts = aliases.filter(
        (variable) => variable.variability !== 'constant' && variable.start !== undefined,
      );
      for (const variable of starts.slice(1))
        yield defect(
          variable.typed,
          'start',
          `${named(starts[0])}, an alias of ${named(variable)}, has a start value as well.`,
          'one start value for all aliases',
        );
    }
  },
};
function scalar(name: string, attributes: string, typed: string): string {
  return `<ScalarVariable name="${name}" valueReference="1" ${attributes}><Real ${typed}/></ScalarVariable>`;
}
