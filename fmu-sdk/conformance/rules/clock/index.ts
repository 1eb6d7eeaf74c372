import type { StaticRule } from '../../rule.ts';
import { clockCausality } from './causality.ts';
import { clockCounterFraction } from './counter-fraction.ts';
import { clockCounterPositive } from './counter-positive.ts';
import { clockFractionEqualsDecimal } from './fraction-equals-decimal.ts';
import { clockIntervalForbidden } from './interval-forbidden.ts';
import { clockIntervalPositive } from './interval-positive.ts';
import { clockIntervalRequired } from './interval-required.ts';
import { clockOutputTriggered } from './output-triggered.ts';
import { clockPriorityOutput } from './priority-output.ts';
import { clockPriorityRequired } from './priority-required.ts';
import { clockResolutionPeriodic } from './resolution-periodic.ts';
import { clockResolutionPositive } from './resolution-positive.ts';
import { clockResolutionRequired } from './resolution-required.ts';
import { clockShiftCounter } from './shift-counter.ts';
import { clockShiftNeedsInterval } from './shift-needs-interval.ts';
import { clockShiftNotNegative } from './shift-not-negative.ts';
import { clockVariability } from './variability.ts';

/** Rules of the area `clock`. */
export const clockRules: readonly StaticRule[] = [
  clockCausality,
  clockCounterFraction,
  clockCounterPositive,
  clockFractionEqualsDecimal,
  clockIntervalForbidden,
  clockIntervalPositive,
  clockIntervalRequired,
  clockOutputTriggered,
  clockPriorityOutput,
  clockPriorityRequired,
  clockResolutionPeriodic,
  clockResolutionPositive,
  clockResolutionRequired,
  clockShiftCounter,
  clockShiftNeedsInterval,
  clockShiftNotNegative,
  clockVariability,
];
