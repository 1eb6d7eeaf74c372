import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { isReverseDomain } from '../../model/structured-names.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const terminalsKindForm: Rule = {
  id: 'terminals/kind-form',
  title: 'Kinds of terminals are in reverse domain notation',
  class: 'advice',
  fmi2: '2.3.2',
  fmi3: '2.4.9.2.2',
  explanation:
    'terminalKind is optional. Reverse domain notation is strongly recommended for it, so that kinds of different authors never clash.',
  needs: 'terminals',
  pass: [
    fmi3({
      terminals:
        '<Terminals><Terminal name="a" matchingRule="none" terminalKind="com.example.flange"/></Terminals>',
    }),
  ],
  fail: [
    fmi3({
      terminals: '<Terminals><Terminal name="a" matchingRule="none" terminalKind="flange"/></Terminals>',
    }),
  ],
  *check(root) {
    for (const terminal of descendants(root, 'Terminal')) {
      const kind = attribute(terminal, 'terminalKind');
      if (kind !== undefined && !isReverseDomain(kind))
        yield defect(terminal, 'terminalKind', 'The kind lacks a domain.', 'such as com.example.flange');
    }
  },
};
