import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const terminalsSchemaAttributes: StaticRule = grammarRule(
  {
    id: 'terminals/schema-attributes',
    title: 'Elements of terminalsAndIcons.xml have the attributes of the standard',
    severity: 'error',
    fmi2: '2.3.2',
    fmi3: '2.4.9',
    explanation: 'Each element allows only the attributes that the schema names.',
    pass: [
      fmi3({
        terminals: '<Terminals><Terminal name="t" matchingRule="none" description="port"/></Terminals>',
      }),
    ],
    fail: [
      fmi3({ terminals: '<Terminals><Terminal name="t" matchingRule="none" kind="port"/></Terminals>' }),
    ],
  },
  { document: 'terminals', kinds: ['unknown-attribute'] },
);
