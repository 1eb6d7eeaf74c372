import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

const events = '<CoSimulation modelIdentifier="unit" hasEventMode="true"/>';

export const schemaIntervalVariabilityMissing: StaticRule = grammarRule(
  {
    id: 'schema/interval-variability-missing',
    title: 'Every Clock has an intervalVariability',
    severity: 'error',
    fmi3: '2.4.4',
    explanation:
      'intervalVariability says what kind of clock it is: periodic, aperiodic or triggered. It has no default.',
    pass: [
      fmi3({
        interfaces: events,
        variables: '<Clock name="c" valueReference="1" causality="input" intervalVariability="triggered"/>',
      }),
    ],
    fail: [fmi3({ interfaces: events, variables: '<Clock name="c" valueReference="1" causality="input"/>' })],
  },
  { document: 'description', kinds: ['missing-attribute'], attributes: ['intervalVariability'] },
);
