import { forbiddenRule } from '../../dynamic/order.ts';
import type { Conduct } from '../../dynamic/rule.ts';

export const forbiddenStep: Conduct = forbiddenRule('step');
