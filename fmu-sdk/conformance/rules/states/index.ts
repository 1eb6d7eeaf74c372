import type { Conduct } from '../../dynamic/rule.ts';
import { count } from './count.ts';
import { derivativesAgree } from './derivatives-agree.ts';
import { finite } from './finite.ts';
import { kept } from './kept.ts';
import { nominals } from './nominals.ts';
import { pure } from './pure.ts';

export const statesRules: readonly Conduct[] = [count, derivativesAgree, finite, kept, nominals, pure];
