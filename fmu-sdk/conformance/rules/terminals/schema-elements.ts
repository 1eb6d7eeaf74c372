import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const terminalsSchemaElements: StaticRule = grammarRule(
  {
    id: 'terminals/schema-elements',
    title: 'terminalsAndIcons.xml has the elements of the standard, in its order',
    severity: 'error',
    fmi2: '2.3.2',
    fmi3: '2.4.9',
    explanation:
      'The root is fmiTerminalsAndIcons; each element allows only what the schema names there, in its order and number. (FMI 2.0.4 adopted the file from FMI 3.0.)',
    pass: [fmi3({ terminals: '<Terminals><Terminal name="t" matchingRule="none"/></Terminals>' })],
    fail: [
      fmi3({ terminals: '<Terminals/>' }),
      fmi3({
        terminals:
          '<Terminals><Terminal name="t" matchingRule="none"/></Terminals><GraphicalRepresentation/>',
      }),
      fmi3({ terminals: '<Foo/>' }),
    ],
  },
  {
    document: 'terminals',
    kinds: [
      'root',
      'namespace',
      'unknown-element',
      'missing-element',
      'repeated-element',
      'element-order',
      'text',
      'blank',
    ],
  },
);
