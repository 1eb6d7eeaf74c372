import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaFmiVersion: StaticRule = grammarRule(
  {
    id: 'schema/fmi-version',
    title: 'fmiVersion is that of the schema',
    severity: 'error',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation:
      'fmiVersion is "2.0" for every release of FMI 2, and 3.0 for FMI 3. Importers choose the schema and the functions by it.',
    pass: [fmi3({}), fmi2({})],
    fail: [fmi2({ attributes: { fmiVersion: '2.0.4' } }), fmi3({ attributes: { fmiVersion: '3' } })],
  },
  { document: 'description', kinds: ['value'], types: ['fmiVersion2', 'fmiVersion3'] },
);
