import { automatic } from './automatic.ts';
import { dormandPrince } from './dormand-prince.ts';
import { euler } from './euler.ts';
import type { Method } from './integrator.ts';
import { radau } from './radau.ts';

/** The integrators of model exchange; the first is taken when none is named. */
export const methods: readonly Method[] = [automatic, dormandPrince, radau, euler];
