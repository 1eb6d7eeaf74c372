import type { Conduct } from '../../dynamic/rule.ts';
import { beyondStop } from './beyond-stop.ts';
import { earlyReturn } from './early-return.ts';
import { elsewhere } from './elsewhere.ts';
import { flags } from './flags.ts';
import { nan } from './nan.ts';
import { negative } from './negative.ts';
import { noSetStatePrior } from './no-set-state-prior.ts';
import { reaches } from './reaches.ts';
import { tiny } from './tiny.ts';
import { varying } from './varying.ts';
import { zero } from './zero.ts';

export const stepRules: readonly Conduct[] = [
  beyondStop,
  earlyReturn,
  elsewhere,
  flags,
  nan,
  negative,
  noSetStatePrior,
  reaches,
  tiny,
  varying,
  zero,
];
