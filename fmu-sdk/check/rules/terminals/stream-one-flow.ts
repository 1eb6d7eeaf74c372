import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { streamOf } from '../../example/example-parts.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const terminalsStreamOneFlow: Rule = {
  id: 'terminals/stream-one-flow',
  title: 'A terminal with stream members has at most one flow',
  class: 'violation',
  fmi2: '2.3.2',
  fmi3: '2.4.9.2.4',
  explanation:
    'One flow carries the streams: only one member of kind inflow or outflow is allowed beside them.',
  needs: 'terminals',
  pass: [fmi3(streamOf('h_in', 'h_out'))],
  fail: [
    fmi3(streamOf('h_in', 'h_out', '<TerminalMemberVariable variableName="m2" variableKind="outflow"/>')),
  ],
  *check(root) {
    for (const terminal of descendants(root, 'Terminal')) {
      const flows = childrenNamed(terminal, 'TerminalMemberVariable').filter((member) =>
        ['inflow', 'outflow'].includes(attribute(member, 'variableKind') ?? ''),
      );
      if (childrenNamed(terminal, 'TerminalStreamMemberVariable').length > 0 && flows.length > 1)
        yield defect(
          flows[1],
          'variableKind',
          'A terminal with streams has a second flow.',
          'one flow, or nested terminals',
        );
    }
  },
};
