import { fmi3 } from '../../example/example-fmu.ts';
import { configuration } from '../../example/example-parts.ts';
import { grammarRules } from '../../grammar/grammar-rule.ts';
import type { Rule } from '../../rule.ts';

/** Rules on the schema of buildDescription.xml. */
export const buildSchema: readonly Rule[] = grammarRules('buildXml', [
  {
    id: 'build/schema-attributes',
    title: 'Elements of buildDescription.xml have the attributes of the standard',
    fmi2: '2.3',
    fmi3: '2.4.10',
    explanation: 'Each element allows only the attributes that the schema defines.',
    pass: fmi3({ build: configuration('<SourceFile name="unit.c"/>') }),
    fail: fmi3({ build: configuration('<SourceFile name="unit.c" compiler="gcc"/>') }),
    reports: { kinds: ['unknown-attribute'] },
  },
  {
    id: 'build/schema-elements',
    title: 'buildDescription.xml has the elements of the standard, in its order',
    fmi2: '2.3',
    fmi3: '2.4.10',
    explanation:
      'The root is fmiBuildDescription with at least one BuildConfiguration. Each element allows only the children that the schema defines, in their order and number. (FMI 2.0.4 adopted the file from FMI 3.0.)',
    pass: fmi3({ build: configuration('<SourceFile name="unit.c"/>') }),
    fail: [
      fmi3({ build: '' }),
      fmi3({ build: configuration('<IncludeDirectory name="inc"/><SourceFile name="unit.c"/>') }),
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
    id: 'build/schema-required',
    title: 'Elements of buildDescription.xml have their required attributes',
    fmi2: '2.3',
    fmi3: '2.4.10',
    explanation:
      'A configuration has a modelIdentifier. Files, directories, definitions and libraries have a name.',
    pass: fmi3({ build: configuration('<SourceFile name="unit.c"/>') }),
    fail: fmi3({ build: configuration('<SourceFile/>') }),
    reports: { kinds: ['missing-attribute'] },
  },
  {
    id: 'build/schema-values',
    title: 'Attributes of buildDescription.xml have values of their types',
    fmi2: '2.3',
    fmi3: '2.4.10',
    explanation: 'optional and external are Booleans. fmiVersion is that of FMI 3, even in FMUs of FMI 2.0.',
    pass: fmi3({
      build: configuration('<SourceFile name="unit.c"/><PreprocessorDefinition name="A" optional="true"/>'),
    }),
    fail: fmi3({
      build: configuration('<SourceFile name="unit.c"/><PreprocessorDefinition name="A" optional="maybe"/>'),
    }),
    reports: { kinds: ['value'] },
  },
]);
