import type { Conduct } from '../../dynamic/rule.ts';
import { categories } from './categories.ts';
import { debug } from './debug.ts';
import { prints } from './prints.ts';
import { saysWhy } from './says-why.ts';
import { silent } from './silent.ts';

export const logRules: readonly Conduct[] = [categories, debug, prints, saysWhy, silent];
