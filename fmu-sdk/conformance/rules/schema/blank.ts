import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaBlank: StaticRule = grammarRule(
  {
    id: 'schema/blank',
    title: 'Elements that have nothing inside have no blanks inside',
    severity: 'error',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'To XML Schema an element that may have neither text nor elements is empty only without any character between its tags; a line break between them makes the file invalid for readers that validate.',
    pass: [
      fmi3({
        definitions: '<UnitDefinitions><Unit name="m"><BaseUnit m="1"></BaseUnit></Unit></UnitDefinitions>',
      }),
    ],
    fail: [
      fmi3({
        definitions: '<UnitDefinitions><Unit name="m"><BaseUnit m="1"> </BaseUnit></Unit></UnitDefinitions>',
      }),
      fmi2({ variables: '<ScalarVariable name="x" valueReference="1"><Real>\n</Real></ScalarVariable>' }),
    ],
  },
  { document: 'description', kinds: ['blank'] },
);
