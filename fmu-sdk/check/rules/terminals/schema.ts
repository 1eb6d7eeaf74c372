import { fmi3 } from '../../example/example-fmu.ts';
import { grammarRules } from '../../grammar/grammar-rule.ts';
import type { Rule } from '../../rule.ts';

/** Rules on the schema of terminalsAndIcons.xml. */
export const terminalsSchema: readonly Rule[] = grammarRules('terminalsXml', [
  {
    id: 'terminals/schema-attributes',
    title: 'Elements of terminalsAndIcons.xml have the attributes of the standard',
    fmi2: '2.3.2',
    fmi3: '2.4.9',
    explanation: 'Each element allows only the attributes that the schema defines.',
    pass: fmi3({
      terminals: '<Terminals><Terminal name="t" matchingRule="none" description="port"/></Terminals>',
    }),
    fail: fmi3({ terminals: '<Terminals><Terminal name="t" matchingRule="none" kind="port"/></Terminals>' }),
    reports: { kinds: ['unknown-attribute'] },
  },
  {
    id: 'terminals/schema-elements',
    title: 'terminalsAndIcons.xml has the elements of the standard, in its order',
    fmi2: '2.3.2',
    fmi3: '2.4.9',
    explanation:
      'The root is fmiTerminalsAndIcons. Each element allows only the children that the schema defines, in their order and number. (FMI 2.0.4 adopted the file from FMI 3.0.)',
    pass: fmi3({ terminals: '<Terminals><Terminal name="t" matchingRule="none"/></Terminals>' }),
    fail: [
      fmi3({ terminals: '<Terminals/>' }),
      fmi3({
        terminals:
          '<Terminals><Terminal name="t" matchingRule="none"/></Terminals><GraphicalRepresentation/>',
      }),
      fmi3({ terminals: '<Foo/>' }),
    ],
    reports: {
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
  },
  {
    id: 'terminals/schema-required',
    title: 'Elements of terminalsAndIcons.xml have their required attributes',
    fmi2: '2.3.2',
    fmi3: '2.4.9',
    explanation:
      'A terminal has a name and a matchingRule. A member has a variableName and a variableKind. A representation has corners and an icon.',
    pass: fmi3({ terminals: '<Terminals><Terminal name="t" matchingRule="none"/></Terminals>' }),
    fail: fmi3({ terminals: '<Terminals><Terminal matchingRule="none"/></Terminals>' }),
    reports: { kinds: ['missing-attribute'] },
  },
  {
    id: 'terminals/schema-values',
    title: 'Attributes of terminalsAndIcons.xml have values of their types',
    fmi2: '2.3.2',
    fmi3: '2.4.9',
    explanation: 'Coordinates are numbers, colours are bytes, fmiVersion is that of FMI 3.',
    pass: fmi3({
      terminals: '<GraphicalRepresentation><Icon x1="0" y1="0" x2="1" y2="1"/></GraphicalRepresentation>',
    }),
    fail: fmi3({
      terminals: '<GraphicalRepresentation><Icon x1="0" y1="0" x2="1mm" y2="1"/></GraphicalRepresentation>',
    }),
    reports: { kinds: ['value'] },
  },
]);
