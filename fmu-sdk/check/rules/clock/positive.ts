import { defect } from '../../defect.ts';
import { clockExample, periodicExample } from '../../example/example-parts.ts';
import { clocks, noClocks } from '../../model/variables/clock-access.ts';
import { numberOf } from '../../model/xml-elements.ts';
import type { Rule, RuleOn } from '../../rule.ts';
import { type Examples, ruleFamily } from '../../rule-family.ts';

interface Row
  extends Omit<RuleOn<'description'>, 'needs' | 'severity' | 'check' | 'pass' | 'fail'>,
    Examples {
  attribute: string;
  isWrong(value: number): boolean;
  message: string;
  right: string;
}

const rows: readonly Row[] = [
  {
    id: 'clock/counter-positive',
    title: 'Interval counters are positive',
    fmi3: '2.4.4',
    explanation: 'intervalCounter must be greater than 0: it is the time between two ticks.',
    pass: periodicExample('supportsFraction="true" resolution="10" intervalCounter="1"'),
    fail: periodicExample('supportsFraction="true" resolution="10" intervalCounter="0"'),
    attribute: 'intervalCounter',
    isWrong: (x) => x === 0,
    message: 'The interval counter is zero.',
    right: 'an integer of at least 1',
  },
  {
    id: 'clock/interval-positive',
    title: 'Intervals of clocks are positive',
    fmi3: '2.4.4',
    explanation: 'intervalDecimal is the time between two ticks and must be greater than 0.',
    pass: periodicExample(''),
    fail: clockExample('causality="input" intervalVariability="constant" intervalDecimal="0"'),
    attribute: 'intervalDecimal',
    isWrong: (x) => x <= 0,
    message: 'The interval is not positive.',
    right: 'a number above 0',
  },
  {
    id: 'clock/resolution-positive',
    title: 'The resolution of a clock is not zero',
    fmi3: '2.4.4',
    explanation: 'Interval and shift are counters divided by the resolution.',
    pass: periodicExample('resolution="10"'),
    fail: periodicExample('resolution="0"'),
    attribute: 'resolution',
    isWrong: (x) => x === 0,
    message: 'The resolution is zero.',
    right: 'an integer of at least 1',
  },
  {
    id: 'clock/shift-not-negative',
    title: 'Shifts of clocks are not negative',
    fmi3: '2.4.4',
    explanation: 'shiftDecimal delays the first tick after the start time. It must be 0 or more.',
    pass: periodicExample('shiftDecimal="0"'),
    fail: periodicExample('shiftDecimal="-1"'),
    attribute: 'shiftDecimal',
    isWrong: (x) => x < 0,
    message: 'The shift is negative.',
    right: 'a number of at least 0',
  },
];

/** Intervals and their fractions are above zero. */
export const clockPositive: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation', inapplicableReason: noClocks },
  rows.map(({ attribute, isWrong, message, right, ...about }) => ({
    ...about,
    *check(model) {
      for (const { element } of clocks(model)) {
        const value = numberOf(element, attribute);
        if (value !== undefined && isWrong(value)) yield defect(element, attribute, message, right);
      }
    },
  })),
);
