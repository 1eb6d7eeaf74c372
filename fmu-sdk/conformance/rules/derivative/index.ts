import type { Conduct } from '../../dynamic/rule.ts';
import { adjointAgrees } from './adjoint.ts';
import { directional } from './directional.ts';
import { directionalLinear } from './directional-linear.ts';
import { refused } from './refused.ts';

export const derivativeRules: readonly Conduct[] = [adjointAgrees, directionalLinear, directional, refused];
