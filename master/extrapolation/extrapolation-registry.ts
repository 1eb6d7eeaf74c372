import { Registry } from '../../fmu-sdk/util/registry.ts';
import { ownExtrapolation } from './custom-extrapolation.ts';
import type { Extrapolation } from './extrapolation.ts';
import { hermite } from './hermite.ts';
import { hold, linear, quadratic } from './lagrange.ts';

/**
 * By the name that a system file gives; Lagrange polynomials also by their order.
 *
 * @example
 * for (const { name, order } of extrapolations.all) console.log(name, order);
 */
export const extrapolations: Registry<Extrapolation> = new Registry(
  'extrapolation',
  [hold, linear, quadratic, hermite],
  ownExtrapolation,
);

/** The Lagrange polynomials by order: what stands in while there is too little history. */
export const byOrder: readonly Extrapolation[] = [hold, linear, quadratic];
