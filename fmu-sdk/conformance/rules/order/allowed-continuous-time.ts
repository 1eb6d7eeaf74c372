import { allowedRule } from '../../dynamic/order.ts';
import type { Conduct } from '../../dynamic/rule.ts';

export const allowedContinuousTime: Conduct = allowedRule('continuousTime');
