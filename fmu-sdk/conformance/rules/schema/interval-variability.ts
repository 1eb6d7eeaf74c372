import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

const events = '<CoSimulation modelIdentifier="unit" hasEventMode="true"/>';

export const schemaIntervalVariability: StaticRule = grammarRule(
  {
    id: 'schema/interval-variability',
    title: 'intervalVariability is one of the standard\u2019s values',
    severity: 'error',
    fmi3: '2.4.4',
    explanation: 'constant, fixed, tunable (periodic clocks), changing, countdown (aperiodic) or triggered.',
    pass: [
      fmi3({
        interfaces: events,
        variables: '<Clock name="c" valueReference="1" causality="input" intervalVariability="triggered"/>',
      }),
    ],
    fail: [
      fmi3({
        interfaces: events,
        variables: '<Clock name="c" valueReference="1" causality="input" intervalVariability="calculated"/>',
      }),
    ],
  },
  { document: 'description', kinds: ['value'], types: ['intervalVariability'] },
);
