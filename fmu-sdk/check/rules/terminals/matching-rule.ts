import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { isReverseDomain } from '../../model/structured-names.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const terminalsMatchingRule: Rule = {
  id: 'terminals/matching-rule',
  title: 'Matching rules are predefined or have a domain',
  class: 'violation',
  fmi2: '2.3.2',
  fmi3: '2.4.9.2.2',
  explanation:
    'plug, bus, sequence and none are predefined. The author of another rule must name it in reverse domain notation.',
  needs: 'terminals',
  pass: [fmi3({ terminals: '<Terminals><Terminal name="a" matchingRule="com.example.rule"/></Terminals>' })],
  fail: [fmi3({ terminals: '<Terminals><Terminal name="a" matchingRule="Plug"/></Terminals>' })],
  *check(root) {
    for (const terminal of descendants(root, 'Terminal')) {
      const rule = attribute(terminal, 'matchingRule');
      if (rule !== undefined && !['plug', 'bus', 'sequence', 'none'].includes(rule) && !isReverseDomain(rule))
        yield defect(
          terminal,
          'matchingRule',
          'The matching rule is neither predefined nor in reverse domain notation.',
          'plug, bus, sequence, none, or such as com.example.rule',
        );
    }
  },
};
