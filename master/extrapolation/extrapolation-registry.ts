import { Registry } from '../../fmu-sdk/util/registry.ts';
import { customExtrapolation } from './custom-extrapolation.ts';
import type { Extrapolation } from './extrapolation.ts';
import { hermite } from './hermite.ts';
import { hold, linear, quadratic } from './lagrange.ts';

/**
 * Extrapolations by name, as given in a system file. Lagrange polynomials can also be given by
 * order.
 *
 * @example
 * for (const { name, order } of extrapolations.all) console.log(name, order);
 */
export const extrapolations: Registry<Extrapolation> = new Registry(
  'extrapolation',
  [hold, linear, quadratic, hermite],
  customExtrapolation,
);

/** Lagrange polynomials by order, which replace other extrapolations while history is missing. */
export const byOrder: readonly Extrapolation[] = [hold, linear, quadratic];
