import { attribute as attributeOf } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { clockExample, periodicExample } from '../../example/example-parts.ts';
import { clocks, noClocks } from '../../model/variables/clock-access.ts';
import type { Variable } from '../../model/variables/model-variable.ts';
import { inherited, named } from '../../model/variables/model-variable.ts';
import type { Rule, RuleOn } from '../../rule.ts';
import { type Examples, ruleFamily } from '../../rule-family.ts';

interface Row
  extends Omit<RuleOn<'description'>, 'needs' | 'severity' | 'check' | 'pass' | 'fail'>,
    Examples {
  /** Attribute to which the finding points. */
  attribute: string;
  isWrong(clock: Variable): boolean;
  /** Returns the predicate of the finding's sentence. */
  predicate(clock: Variable): string;
  right: string;
}

function isAperiodic(clock: Variable): boolean {
  return ['changing', 'countdown', 'triggered'].includes(inherited(clock, 'intervalVariability') ?? '');
}

const rows: readonly Row[] = [
  {
    id: 'clock/interval-forbidden',
    title: 'Only periodic clocks declare an interval',
    fmi3: '2.4.4',
    explanation:
      'intervalDecimal must not be used for changing, countdown and triggered clocks, because their interval is unknown beforehand.',
    pass: clockExample('causality="input" intervalVariability="triggered"'),
    fail: clockExample('causality="input" intervalVariability="triggered" intervalDecimal="0.1"'),
    attribute: 'intervalDecimal',
    isWrong: (clock) => isAperiodic(clock) && inherited(clock, 'intervalDecimal') !== undefined,
    predicate: (clock) => `is ${inherited(clock, 'intervalVariability')} and declares an interval`,
    right: 'no intervalDecimal',
  },
  {
    id: 'clock/interval-required',
    title: 'Clocks of constant interval declare it',
    fmi3: '2.4.4',
    explanation:
      'intervalDecimal is required for a constant periodic clock: the description defines its interval. (For fixed and tunable clocks the standard\u2019s clauses differ: without the attribute the FMU provides the interval.)',
    pass: periodicExample(''),
    fail: clockExample('causality="input" intervalVariability="constant"'),
    attribute: 'intervalVariability',
    isWrong: (clock) =>
      inherited(clock, 'intervalVariability') === 'constant' &&
      inherited(clock, 'intervalDecimal') === undefined,
    predicate: () => 'has a constant interval but does not declare it',
    right: 'an attribute intervalDecimal',
  },
  {
    id: 'clock/resolution-periodic',
    title: 'Only periodic clocks have a resolution',
    fmi3: '2.4.4',
    explanation: 'resolution must only be used for constant, fixed and tunable clocks.',
    pass: periodicExample('resolution="10"'),
    fail: clockExample('causality="input" intervalVariability="triggered" resolution="10"'),
    attribute: 'resolution',
    isWrong: (clock) => isAperiodic(clock) && inherited(clock, 'resolution') !== undefined,
    predicate: () => 'is not periodic and has a resolution',
    right: 'no such attribute',
  },
  {
    id: 'clock/resolution-required',
    title: 'A clock with an interval counter has a resolution',
    fmi3: '2.4.4',
    explanation:
      'The interval as a fraction is intervalCounter / resolution. With supportsFraction and intervalCounter the resolution is required.',
    pass: periodicExample('supportsFraction="true" resolution="10" intervalCounter="1"'),
    fail: periodicExample('supportsFraction="true" intervalCounter="1"'),
    attribute: 'intervalCounter',
    isWrong: (clock) =>
      inherited(clock, 'intervalCounter') !== undefined && inherited(clock, 'resolution') === undefined,
    predicate: () => 'has a counter but lacks a resolution',
    right: 'an attribute resolution',
  },
  {
    id: 'clock/shift-counter',
    title: 'A clock with a shift counter has an interval counter',
    fmi3: '2.4.4',
    explanation: 'shiftCounter requires intervalCounter: both are multiples of 1 / resolution.',
    pass: periodicExample('supportsFraction="true" resolution="10" intervalCounter="1" shiftCounter="2"'),
    fail: periodicExample('shiftCounter="2"'),
    attribute: 'shiftCounter',
    isWrong: (clock) =>
      attributeOf(clock.element, 'shiftCounter') !== undefined &&
      inherited(clock, 'intervalCounter') === undefined,
    predicate: () => 'has a shift counter but lacks an interval counter',
    right: 'an attribute intervalCounter',
  },
  {
    id: 'clock/shift-needs-interval',
    title: 'A clock with a shift has an interval',
    fmi3: '2.4.4',
    explanation: 'shiftDecimal requires intervalDecimal: both describe a periodic clock.',
    pass: periodicExample('shiftDecimal="0.05"'),
    fail: clockExample('causality="input" intervalVariability="triggered" shiftDecimal="0.05"'),
    attribute: 'shiftDecimal',
    isWrong: (clock) =>
      attributeOf(clock.element, 'shiftDecimal') !== undefined &&
      inherited(clock, 'intervalDecimal') === undefined,
    predicate: () => 'has a shift but lacks an interval',
    right: 'an attribute intervalDecimal',
  },
];

/** Attributes that a kind of clock needs, or must not have. */
export const clockAttributes: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation', inapplicableReason: noClocks },
  rows.map(({ attribute, isWrong, predicate, right, ...about }) => ({
    ...about,
    *check(model) {
      for (const clock of clocks(model))
        if (isWrong(clock))
          yield defect(clock.element, attribute, `Clock ${named(clock)} ${predicate(clock)}.`, right);
    },
  })),
);
