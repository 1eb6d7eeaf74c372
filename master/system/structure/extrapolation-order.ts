import type { Order } from '../system.ts';

/** Names of the Lagrange polynomials by order. */
export const lagrangeNames = ['hold', 'linear', 'quadratic'] as const;

/** Returns the order of the Lagrange polynomial with this name, or undefined for any other name. */
export function orderNamed(name: string | undefined): Order | undefined {
  const order = lagrangeNames.indexOf(name as 'hold');
  return order < 0 ? undefined : (order as Order);
}
