import { allowedRule } from '../../dynamic/order.ts';
import type { Conduct } from '../../dynamic/rule.ts';

export const allowedEvent: Conduct = allowedRule('event');
