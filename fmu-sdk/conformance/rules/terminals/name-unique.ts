import { attribute, childrenNamed } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { defect, terminalsRule } from '../../factory.ts';
import { descendants, repeated } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const terminalsNameUnique: StaticRule = terminalsRule({
  id: 'terminals/name-unique',
  title: 'Terminals of one level have different names',
  severity: 'error',
  fmi2: '2.3.2',
  fmi3: '2.4.9.2.2',
  explanation:
    'The name of a terminal is unique among the terminals beside it; nested terminals have a level of their own.',
  pass: [
    fmi3({
      terminals:
        '<Terminals><Terminal name="a" matchingRule="none"><Terminal name="a" matchingRule="none"/></Terminal></Terminals>',
    }),
  ],
  fail: [
    fmi3({
      terminals:
        '<Terminals><Terminal name="a" matchingRule="none"/><Terminal name="a" matchingRule="none"/></Terminals>',
    }),
  ],
  *check(root) {
    for (const level of [...childrenNamed(root, 'Terminals'), ...descendants(root, 'Terminal')])
      for (const { item } of repeated(
        childrenNamed(level, 'Terminal'),
        (terminal) => attribute(terminal, 'name') || undefined,
      ))
        yield defect(item, 'name', 'A terminal beside it has this name.', 'a name of its own');
  },
});
