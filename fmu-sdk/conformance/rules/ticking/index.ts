import type { Conduct } from '../../dynamic/rule.ts';
import { interval } from './interval.ts';
import { partition } from './partition.ts';
import { unknown } from './unknown.ts';

export const tickingRules: readonly Conduct[] = [interval, partition, unknown];
