import type { StaticRule } from '../../rule.ts';
import { clockedClocksExist } from './clocks-exist.ts';
import { clockedClocksNonempty } from './clocks-nonempty.ts';
import { clockedClocksSelf } from './clocks-self.ts';
import { clockedClocksUnique } from './clocks-unique.ts';
import { clockedPreviousClocked } from './previous-clocked.ts';
import { clockedPreviousDiscrete } from './previous-discrete.ts';
import { clockedPreviousExists } from './previous-exists.ts';
import { clockedPreviousSelf } from './previous-self.ts';
import { clockedPreviousTarget } from './previous-target.ts';
import { clockedPreviousUnique } from './previous-unique.ts';
import { clockedVariability } from './variability.ts';

/** Rules of the area `clocked`. */
export const clockedRules: readonly StaticRule[] = [
  clockedClocksExist,
  clockedClocksNonempty,
  clockedClocksSelf,
  clockedClocksUnique,
  clockedPreviousClocked,
  clockedPreviousDiscrete,
  clockedPreviousExists,
  clockedPreviousSelf,
  clockedPreviousTarget,
  clockedPreviousUnique,
  clockedVariability,
];
