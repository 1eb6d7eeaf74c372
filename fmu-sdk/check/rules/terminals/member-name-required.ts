import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

const variables = '<Float64 name="u" valueReference="1" causality="input" start="0"/>';

export const terminalsMemberNameRequired: Rule = {
  id: 'terminals/member-name-required',
  title: 'Members of plugs and buses have member names',
  class: 'violation',
  fmi2: '2.3.2',
  fmi3: '2.4.9.2.3',
  explanation:
    'With the matching rules plug and bus importers match variables by memberName, so it is required.',
  needs: 'terminals',
  pass: [
    fmi3({
      variables,
      terminals:
        '<Terminals><Terminal name="a" matchingRule="sequence"><TerminalMemberVariable variableName="u" variableKind="signal"/></Terminal></Terminals>',
    }),
  ],
  fail: [
    fmi3({
      variables,
      terminals:
        '<Terminals><Terminal name="a" matchingRule="plug"><TerminalMemberVariable variableName="u" variableKind="signal"/></Terminal></Terminals>',
    }),
  ],
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
};
