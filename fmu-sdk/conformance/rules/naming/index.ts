import type { StaticRule } from '../../rule.ts';
import { namingArrayOrder } from './array-order.ts';
import { namingStructured } from './structured.ts';
import { namingStructuredType } from './structured-type.ts';

/** Rules of the area `naming`. */
export const namingRules: readonly StaticRule[] = [namingArrayOrder, namingStructured, namingStructuredType];
