import { attribute } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { defect, terminalsRule } from '../../factory.ts';
import { descendants } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const terminalsNameNonempty: StaticRule = terminalsRule({
  id: 'terminals/name-nonempty',
  title: 'Every terminal has a name',
  severity: 'error',
  fmi2: '2.3.2',
  fmi3: '2.4',
  explanation: 'Names of list elements must not be empty.',
  pass: [fmi3({ terminals: '<Terminals><Terminal name="a" matchingRule="none"/></Terminals>' })],
  fail: [fmi3({ terminals: '<Terminals><Terminal name="" matchingRule="none"/></Terminals>' })],
  *check(root) {
    for (const terminal of descendants(root, 'Terminal'))
      if (attribute(terminal, 'name') === '')
        yield defect(terminal, 'name', 'A terminal has an empty name.', 'a name');
  },
});
