import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { aliasSets } from '../../model/alias-sets.ts';
import { named, type Variable } from '../../model/model-variable.ts';
import { ordered } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const variableAliasConstantStart: Rule = {
  id: 'variable/alias-constant-start',
  title: 'Aliases of a constant have its value',
  class: 'violation',
  fmi2: '2.2.7',
  explanation: 'The start values of aliased constants must be identical: they are the value.',
  needs: 'description',
  pass: [fmi2({ variables: scalar('a', 'start="1"') + scalar('b', 'start="1.0"') })],
  fail: [fmi2({ variables: scalar('a', 'start="1"') + scalar('b', 'start="2"') })],
  *check(model) {
    for (const aliases of aliasSets(model)) {
      const constants = aliases.filter(
        (variable) => variable.variability === 'constant' && variable.start !== undefined,
      );
      const value = (variable: Variable): string =>
        String(ordered(variable.type, variable.start![0]) ?? variable.start![0]);
      for (const variable of constants.slice(1))
        if (value(variable) !== value(constants[0]))
          yield defect(
            variable.typed,
            'start',
            `${named(constants[0])}, which shares its value, has ${constants[0].start![0]}.`,
            constants[0].start![0],
          );
    }
  },
};
function scalar(name: string, typed: string): string {
  return `<ScalarVariable name="${name}" valueReference="1" variability="constant"><Real ${typed}/></ScalarVariable>`;
}
