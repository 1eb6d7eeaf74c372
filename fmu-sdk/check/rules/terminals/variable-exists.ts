import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { noModel, variableNamed } from '../../model/named-variables.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

const variables = '<Float64 name="u" valueReference="1" causality="input" start="0"/>';

export const terminalsVariableExists: Rule = {
  id: 'terminals/variable-exists',
  title: 'Members of terminals are variables',
  class: 'violation',
  fmi2: '2.3.2',
  fmi3: '2.4.9.2.3',
  explanation: 'variableName names a variable of the model description, or an alias of one.',
  needs: 'terminals',
  pass: [fmi3({ variables, terminals: terminal('u') })],
  fail: [fmi3({ variables, terminals: terminal('v') })],
  inapplicableReason: noModel,
  *check(root, fmu) {
    for (const member of descendants(root, 'TerminalMemberVariable')) {
      const name = attribute(member, 'variableName');
      if (name !== undefined && variableNamed(fmu, name) === undefined)
        yield defect(
          member,
          'variableName',
          'The model description does not contain a variable with this name.',
          'the name of a variable',
        );
    }
  },
};
function terminal(name: string): string {
  return `<Terminals><Terminal name="a" matchingRule="sequence"><TerminalMemberVariable variableName="${name}" variableKind="signal"/></Terminal></Terminals>`;
}
