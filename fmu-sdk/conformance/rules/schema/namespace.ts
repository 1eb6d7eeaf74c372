import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaNamespace: StaticRule = grammarRule(
  {
    id: 'schema/namespace',
    title: 'Elements of a model description have no namespace',
    severity: 'error',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'The schemas of FMI have no target namespace. A file that declares a default namespace is valid for no schema of FMI.',
    pass: [fmi3({})],
    fail: [fmi3({ attributes: { xmlns: 'http://fmi-standard.org' } })],
  },
  { document: 'description', kinds: ['namespace'] },
);
