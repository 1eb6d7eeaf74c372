import { allowedRule } from '../../dynamic/order.ts';
import type { Conduct } from '../../dynamic/rule.ts';

export const allowedTerminated: Conduct = allowedRule('terminated');
