import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { aliasSets } from '../../model/alias-sets.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableAliasConstant: Rule = {
  id: 'variable/alias-constant',
  title: 'Constants share values only with constants',
  class: 'violation',
  fmi2: '2.2.7',
  explanation:
    'A variable that shares a value with a constant never changes, so it must be constant as well.',
  needs: 'description',
  pass: [
    fmi2({
      variables:
        scalar('a', 'variability="constant"', 'start="1"') +
        scalar('b', 'variability="constant"', 'start="1"'),
    }),
  ],
  fail: [fmi2({ variables: scalar('a', 'variability="constant"', 'start="1"') + scalar('b', '', '') })],
  *check(model) {
    for (const aliases of aliasSets(model)) {
      const other = aliases.find((variable) => variable.variability !== 'constant');
      if (other !== undefined && aliases.some((variable) => variable.variability === 'constant'))
        yield defect(
          other.element,
          'valueReference',
          `${named(other)} shares its value with a constant.`,
          'variability constant, or a separate value reference',
        );
    }
  },
};
function scalar(name: string, attributes: string, typed: string): string {
  return `<ScalarVariable name="${name}" valueReference="1" ${attributes}><Real ${typed}/></ScalarVariable>`;
}
