import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaMissingAttribute: StaticRule = grammarRule(
  {
    id: 'schema/missing-attribute',
    title: 'No required attribute of the model description is missing',
    severity: 'error',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'Some attributes must be given, such as name and valueReference of a variable or modelIdentifier of an interface.',
    pass: [fmi3({ variables: '<Float64 name="x" valueReference="1"/>' })],
    fail: [fmi3({ attributes: { modelName: undefined } }), fmi2({ attributes: { guid: undefined } })],
  },
  {
    document: 'description',
    kinds: ['missing-attribute'],
    attributes: ['modelName', 'guid', 'instantiationToken'],
  },
);
