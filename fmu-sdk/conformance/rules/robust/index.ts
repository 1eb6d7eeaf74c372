import type { Conduct } from '../../dynamic/rule.ts';
import { afterError } from './after-error.ts';
import { illegal } from './illegal.ts';
import { legal } from './legal.ts';
import { manyInstances } from './many-instances.ts';

export const robustRules: readonly Conduct[] = [afterError, illegal, legal, manyInstances];
