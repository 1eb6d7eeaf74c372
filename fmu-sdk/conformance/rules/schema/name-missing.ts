import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaNameMissing: StaticRule = grammarRule(
  {
    id: 'schema/name-missing',
    title: 'Everything that is referred to by name has a name',
    severity: 'error',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation: 'Variables, aliases, units, types, items and log categories must have the attribute name.',
    pass: [fmi3({ variables: '<Float64 name="x" valueReference="1"/>' })],
    fail: [
      fmi3({ variables: '<Float64 name="x" valueReference="1"><Alias/></Float64>' }),
      fmi2({ definitions: '<LogCategories><Category/></LogCategories>' }),
    ],
  },
  { document: 'description', kinds: ['missing-attribute'], attributes: ['name'] },
);
