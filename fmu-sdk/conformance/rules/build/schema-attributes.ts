import { fmi3 } from '../../example/example.ts';
import { configuration } from '../../example/parts.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const buildSchemaAttributes: StaticRule = grammarRule(
  {
    id: 'build/schema-attributes',
    title: 'Elements of buildDescription.xml have the attributes of the standard',
    severity: 'error',
    fmi2: '2.3',
    fmi3: '2.4.10',
    explanation: 'Each element allows only the attributes that the schema names.',
    pass: [fmi3({ build: configuration('<SourceFile name="unit.c"/>') })],
    fail: [fmi3({ build: configuration('<SourceFile name="unit.c" compiler="gcc"/>') })],
  },
  { document: 'build', kinds: ['unknown-attribute'] },
);
