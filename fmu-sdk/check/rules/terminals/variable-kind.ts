import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { isReverseDomain } from '../../model/structured-names.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

const variables = '<Float64 name="u" valueReference="1" causality="input" start="0"/>';

export const terminalsVariableKind: Rule = {
  id: 'terminals/variable-kind',
  title: 'Kinds of member variables are predefined or have a domain',
  class: 'advice',
  fmi2: '2.3.2',
  fmi3: '2.4.9.2.3',
  explanation:
    'signal, inflow and outflow are predefined. For other kinds reverse domain notation is strongly recommended.',
  needs: 'terminals',
  pass: [fmi3({ variables, terminals: terminal('com.example.across') })],
  fail: [fmi3({ variables, terminals: terminal('across') })],
  *check(root) {
    for (const member of descendants(root, 'TerminalMemberVariable')) {
      const kind = attribute(member, 'variableKind');
      if (kind !== undefined && !['signal', 'inflow', 'outflow'].includes(kind) && !isReverseDomain(kind))
        yield defect(
          member,
          'variableKind',
          'The kind is neither predefined nor in reverse domain notation.',
          'signal, inflow, outflow, or such as com.example.kind',
        );
    }
  },
};
function terminal(kind: string): string {
  return `<Terminals><Terminal name="a" matchingRule="bus"><TerminalMemberVariable variableName="u" memberName="u" variableKind="${kind}"/></Terminal></Terminals>`;
}
