import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

const io =
  '<Float64 name="u" valueReference="1" causality="input" start="0"/><Float64 name="y" valueReference="2" causality="output"/>';

export const schemaDependenciesKind: StaticRule = grammarRule(
  {
    id: 'schema/dependencies-kind',
    title: 'dependenciesKind is a list of the standard\u2019s values',
    severity: 'error',
    fmi2: '2.2.8',
    fmi3: '2.4.8',
    explanation:
      'Each item is dependent, constant, fixed, tunable or discrete: how the known enters the equation of the unknown.',
    pass: [fmi3({ variables: io, structure: structure('constant') })],
    fail: [fmi3({ variables: io, structure: structure('linear') })],
  },
  { document: 'description', kinds: ['value'], types: ['dependencyKinds'] },
);
function structure(kind: string): string {
  return `<Output valueReference="2" dependencies="1" dependenciesKind="${kind}"/><InitialUnknown valueReference="2"/>`;
}
