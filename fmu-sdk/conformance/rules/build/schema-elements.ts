import { fmi3 } from '../../example/example.ts';
import { configuration } from '../../example/parts.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const buildSchemaElements: StaticRule = grammarRule(
  {
    id: 'build/schema-elements',
    title: 'buildDescription.xml has the elements of the standard, in its order',
    severity: 'error',
    fmi2: '2.3',
    fmi3: '2.4.10',
    explanation:
      'The root is fmiBuildDescription with at least one BuildConfiguration; each element allows only what the schema names there, in its order and number. (FMI 2.0.4 adopted the file from FMI 3.0.)',
    pass: [fmi3({ build: configuration('<SourceFile name="unit.c"/>') })],
    fail: [
      fmi3({ build: '' }),
      fmi3({ build: configuration('<IncludeDirectory name="inc"/><SourceFile name="unit.c"/>') }),
    ],
  },
  {
    document: 'build',
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
