import type { StaticRule } from '../../rule.ts';
import { experimentDuration } from './duration.ts';
import { experimentStepInInterval } from './step-in-interval.ts';
import { experimentStepMultiple } from './step-multiple.ts';
import { experimentStepSize } from './step-size.ts';
import { experimentStopAfterStart } from './stop-after-start.ts';
import { experimentTolerance } from './tolerance.ts';

/** Rules of the area `experiment`. */
export const experimentRules: readonly StaticRule[] = [
  experimentDuration,
  experimentStepInInterval,
  experimentStepMultiple,
  experimentStepSize,
  experimentStopAfterStart,
  experimentTolerance,
];
