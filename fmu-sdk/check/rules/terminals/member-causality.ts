import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import { noModel, variableNamed } from '../../model/named-variables.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

const terminals =
  '<Terminals><Terminal name="a" matchingRule="sequence"><TerminalMemberVariable variableName="u" variableKind="signal"/></Terminal></Terminals>';
const connectable = ['input', 'output', 'parameter', 'calculatedParameter'];

export const terminalsMemberCausality: Rule = {
  id: 'terminals/member-causality',
  title: 'Signals and flows of terminals are inputs, outputs, parameters or calculated parameters',
  class: 'violation',
  fmi2: '2.3.2',
  fmi3: '2.4.9.2.3',
  explanation:
    'The kinds signal, inflow and outflow are restricted to these causalities: local variables cannot be connected.',
  needs: 'terminals',
  pass: [
    fmi3({ variables: '<Float64 name="u" valueReference="1" causality="input" start="0"/>', terminals }),
  ],
  fail: [fmi3({ variables: '<Float64 name="u" valueReference="1"/>', terminals })],
  inapplicableReason: noModel,
  *check(root, fmu) {
    for (const member of descendants(root, 'TerminalMemberVariable')) {
      const variable = variableNamed(fmu, attribute(member, 'variableName') ?? '');
      if (
        variable === undefined ||
        !['signal', 'inflow', 'outflow'].includes(attribute(member, 'variableKind') ?? '')
      )
        continue;
      if (!connectable.includes(variable.causality))
        yield defect(
          member,
          'variableName',
          `${named(variable)} has causality ${variable.causality}.`,
          connectable.join(', '),
        );
    }
  },
};
