import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/variables/model-variable.ts';
import { noModel, variableNamed } from '../../model/variables/named-variables.ts';
import { isReverseDomain } from '../../model/variables/structured-names.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const terminals =
  '<Terminals><Terminal name="a" matchingRule="sequence"><TerminalMemberVariable variableName="u" variableKind="signal"/></Terminal></Terminals>';
const connectable = ['input', 'output', 'parameter', 'calculatedParameter'];
const variables = '<Float64 name="u" valueReference="1" causality="input" start="0"/>';

export const terminalsMembers: readonly Rule[] = ruleFamily(
  { needs: 'terminals', severity: 'violation', fmi2: '2.3.2' },
  [
    {
      id: 'terminals/kind-form',
      title: 'Kinds of terminals are in reverse domain notation',
      severity: 'advice',
      fmi3: '2.4.9.2.2',
      explanation:
        'terminalKind is optional. Reverse domain notation is strongly recommended for it, so that kinds of different authors never clash.',
      pass: fmi3({
        terminals:
          '<Terminals><Terminal name="a" matchingRule="none" terminalKind="com.example.flange"/></Terminals>',
      }),
      fail: fmi3({
        terminals: '<Terminals><Terminal name="a" matchingRule="none" terminalKind="flange"/></Terminals>',
      }),
      *check(root) {
        for (const terminal of descendants(root, 'Terminal')) {
          const kind = attribute(terminal, 'terminalKind');
          if (kind !== undefined && !isReverseDomain(kind))
            yield defect(terminal, 'terminalKind', 'The kind lacks a domain.', 'such as com.example.flange');
        }
      },
    },
    {
      id: 'terminals/member-causality',
      title: 'Signals and flows of terminals are inputs, outputs, parameters or calculated parameters',
      fmi3: '2.4.9.2.3',
      explanation:
        'The kinds signal, inflow and outflow are restricted to these causalities: local variables cannot be connected.',
      pass: fmi3({
        variables: '<Float64 name="u" valueReference="1" causality="input" start="0"/>',
        terminals,
      }),
      fail: fmi3({ variables: '<Float64 name="u" valueReference="1"/>', terminals }),
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
    },
    {
      id: 'terminals/member-name-required',
      title: 'Members of plugs and buses have member names',
      fmi3: '2.4.9.2.3',
      explanation:
        'With the matching rules plug and bus importers match variables by memberName, so it is required.',
      pass: fmi3({
        variables,
        terminals:
          '<Terminals><Terminal name="a" matchingRule="sequence"><TerminalMemberVariable variableName="u" variableKind="signal"/></Terminal></Terminals>',
      }),
      fail: fmi3({
        variables,
        terminals:
          '<Terminals><Terminal name="a" matchingRule="plug"><TerminalMemberVariable variableName="u" variableKind="signal"/></Terminal></Terminals>',
      }),
      *check(root) {
        for (const member of descendants(root, 'TerminalMemberVariable')) {
          const rule = member.parent === undefined ? undefined : attribute(member.parent, 'matchingRule');
          if (['plug', 'bus'].includes(rule ?? '') && attribute(member, 'memberName') === undefined)
            yield defect(
              member,
              undefined,
              `A member of a ${rule} lacks a memberName.`,
              'an attribute memberName',
            );
        }
      },
    },
    {
      id: 'terminals/variable-exists',
      title: 'Members of terminals are variables',
      fmi3: '2.4.9.2.3',
      explanation: 'variableName names a variable of the model description, or an alias of one.',
      pass: fmi3({ variables, terminals: memberOf('u') }),
      fail: fmi3({ variables, terminals: memberOf('v') }),
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
    },
    {
      id: 'terminals/variable-kind',
      title: 'Kinds of member variables are predefined or have a domain',
      severity: 'advice',
      fmi3: '2.4.9.2.3',
      explanation:
        'signal, inflow and outflow are predefined. For other kinds reverse domain notation is strongly recommended.',
      pass: fmi3({ variables, terminals: memberOfKind('com.example.across') }),
      fail: fmi3({ variables, terminals: memberOfKind('across') }),
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
    },
  ],
);

function memberOf(name: string): string {
  return `<Terminals><Terminal name="a" matchingRule="sequence"><TerminalMemberVariable variableName="${name}" variableKind="signal"/></Terminal></Terminals>`;
}

function memberOfKind(kind: string): string {
  return `<Terminals><Terminal name="a" matchingRule="bus"><TerminalMemberVariable variableName="u" memberName="u" variableKind="${kind}"/></Terminal></Terminals>`;
}
