import { fmi3 } from '../../example/example.ts';
import { configuration } from '../../example/parts.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const buildSchemaRequired: StaticRule = grammarRule(
  {
    id: 'build/schema-required',
    title: 'Elements of buildDescription.xml have their required attributes',
    severity: 'error',
    fmi2: '2.3',
    fmi3: '2.4.10',
    explanation:
      'A configuration has a modelIdentifier; files, directories, definitions and libraries have a name.',
    pass: [fmi3({ build: configuration('<SourceFile name="unit.c"/>') })],
    fail: [fmi3({ build: configuration('<SourceFile/>') })],
  },
  { document: 'build', kinds: ['missing-attribute'] },
);
