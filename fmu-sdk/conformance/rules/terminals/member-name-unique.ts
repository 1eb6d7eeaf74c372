import { attribute } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { defect, terminalsRule } from '../../factory.ts';
import { descendants, repeated } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

const variables = '<Float64 name="u" valueReference="1" causality="input" start="0"/>';

export const terminalsMemberNameUnique: StaticRule = terminalsRule({
  id: 'terminals/member-name-unique',
  title: 'Members of a terminal have different member names',
  severity: 'error',
  fmi2: '2.3.2',
  fmi3: '2.4.9.2.3',
  explanation: 'memberName must be unique in its terminal, the names of its stream members included.',
  pass: [fmi3({ variables, terminals: terminal('u', 'v') })],
  fail: [fmi3({ variables, terminals: terminal('u', 'u') })],
  *check(root) {
    for (const terminal of descendants(root, 'Terminal')) {
      const names = terminal.children.flatMap((member) =>
        ['memberName', 'inStreamMemberName', 'outStreamMemberName'].flatMap((name) =>
          attribute(member, name) === undefined ? [] : [{ member, name }],
        ),
      );
      for (const { item } of repeated(names, ({ member, name }) => attribute(member, name)))
        yield defect(
          item.member,
          item.name,
          'Another member of the terminal has this name.',
          'a name of its own',
        );
    }
  },
});
function terminal(...names: string[]): string {
  const members = names.map(
    (name) => `<TerminalMemberVariable variableName="u" memberName="${name}" variableKind="signal"/>`,
  );
  return `<Terminals><Terminal name="a" matchingRule="plug">${members.join('')}</Terminal></Terminals>`;
}
