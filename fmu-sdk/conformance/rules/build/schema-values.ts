import { fmi3 } from '../../example/example.ts';
import { configuration } from '../../example/parts.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const buildSchemaValues: StaticRule = grammarRule(
  {
    id: 'build/schema-values',
    title: 'Attributes of buildDescription.xml have values of their types',
    severity: 'error',
    fmi2: '2.3',
    fmi3: '2.4.10',
    explanation: 'optional and external are Booleans; fmiVersion is that of FMI 3, also in units of FMI 2.0.',
    pass: [
      fmi3({
        build: configuration('<SourceFile name="unit.c"/><PreprocessorDefinition name="A" optional="true"/>'),
      }),
    ],
    fail: [
      fmi3({
        build: configuration(
          '<SourceFile name="unit.c"/><PreprocessorDefinition name="A" optional="maybe"/>',
        ),
      }),
    ],
  },
  { document: 'build', kinds: ['value'] },
);
