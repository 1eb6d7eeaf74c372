import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { aliasSets } from '../../model/alias-sets.ts';
import { inherited, named, type Variable } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

const units = '<UnitDefinitions><Unit name="m"/><Unit name="s"/></UnitDefinitions>';

export const variableAliasUnit: Rule = {
  id: 'variable/alias-unit',
  title: 'Aliases have the same unit',
  class: 'violation',
  fmi2: '2.2.7',
  explanation: 'Aliases are one number, so all of them have the same unit or all lack one.',
  needs: 'description',
  pass: [fmi2({ definitions: units, variables: scalar('a', 'unit="m"') + scalar('b', 'unit="m"') })],
  fail: [fmi2({ definitions: units, variables: scalar('a', 'unit="m"') + scalar('b', 'unit="s"') })],
  *check(model) {
    for (const aliases of aliasSets(model)) {
      const measureOf = (variable: Variable): string => inherited(variable, 'unit') ?? 'no unit';
      const other = aliases.find((variable) => measureOf(variable) !== measureOf(aliases[0]));
      if (other !== undefined)
        yield defect(
          other.typed,
          'unit',
          `${named(other)} has ${measureOf(other)}, and its alias ${named(aliases[0])} ${measureOf(aliases[0])}.`,
          measureOf(aliases[0]),
        );
    }
  },
};
function scalar(name: string, typed: string): string {
  return `<ScalarVariable name="${name}" valueReference="1"><Real ${typed}/></ScalarVariable>`;
}
