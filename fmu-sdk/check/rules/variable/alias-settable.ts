import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { aliasSets } from '../../model/alias-sets.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableAliasSettable: Rule = {
  id: 'variable/alias-settable',
  title: 'Settable variables do not share a value',
  class: 'violation',
  fmi2: '2.2.7',
  explanation:
    'Variables of one base type with one value reference are aliases with one value. Two parameters, inputs or variables with initial exact or approx, or one of them and the independent variable, would depend on each other.',
  needs: 'description',
  pass: [
    fmi2({
      variables:
        scalar('a', 'causality="parameter" variability="fixed"', 'start="1"') +
        scalar('b', 'causality="calculatedParameter" variability="fixed"', ''),
      structure: '<InitialUnknowns><Unknown index="2"/></InitialUnknowns>',
    }),
  ],
  fail: [
    fmi2({
      variables:
        scalar('a', 'causality="parameter" variability="fixed"', 'start="1"') +
        scalar('b', 'causality="independent"', ''),
    }),
  ],
  *check(model) {
    for (const aliases of aliasSets(model)) {
      const settable = aliases.filter(
        (variable) =>
          variable.variability !== 'constant' &&
          (['parameter', 'input', 'independent'].includes(variable.causality) ||
            ['exact', 'approx'].includes(variable.initial ?? '')),
      );
      const starts = settable.filter((variable) => variable.start !== undefined);
      if (settable.length > 1 && starts.length < 2)
        yield defect(
          settable[1].element,
          'valueReference',
          `${named(settable[0])} and ${named(settable[1])} can both be set and share a value.`,
          'separate value references',
        );
    }
  },
};
function scalar(name: string, attributes: string, typed: string): string {
  return `<ScalarVariable name="${name}" valueReference="1" ${attributes}><Real ${typed}/></ScalarVariable>`;
}
