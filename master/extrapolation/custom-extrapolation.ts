import { UserCode } from '../../fmu-sdk/util/user-code.ts';
import type { Extrapolation } from './extrapolation.ts';

/** Limit of past values per input. */
const mostHistory = 1000;

/** Highest degree of polynomials that two derivatives continue exactly. */
const mostOrder = 2;

/**
 * Wraps a custom extrapolation. Writes beyond its two elements are discarded, and its errors name
 * it.
 */
export function customExtrapolation(extrapolation: Extrapolation): Extrapolation {
  const { name, order, history, slope } = extrapolation;
  const form = new UserCode(`register extrapolation "${name}": it`);
  form.requireMembers('extrapolation', extrapolation, 'slopes');
  for (const value of [order, history])
    if (!(value >= 0 && value <= mostHistory && Number.isInteger(value)))
      form.refuse(`has "order" ${order} and "history" ${history}, but both must be whole numbers from 0`);
  if (order > mostOrder)
    form.refuse(
      `has "order" ${order}, but two derivatives continue a polynomial of degree ${mostOrder} at most`,
    );
  const two = new Float64Array(2);
  const code = new UserCode(`extrapolate: the extrapolation "${name}"`);
  const slopes = code.method(extrapolation, 'slopes');
  /**
   * Refuses slopes that are not finite. If past values are not finite either, their unit is
   * reported instead.
   */
  const refuseSlopes = (past: Float64Array, first: number): void => {
    for (let k = 0; k <= history + (slope === true ? 1 : 0); k++)
      if (!Number.isFinite(past[first + k])) return;
    code.refuse(`gives the slopes ${two[0]} and ${two[1]} for finite values`);
  };
  return {
    name,
    order,
    history,
    slope: slope === true,
    slopes(past, first, H, into, at) {
      slopes(past, first, H, two, 0);
      if (!Number.isFinite(two[0] + two[1])) refuseSlopes(past, first);
      into[at] = two[0];
      into[at + 1] = two[1];
    },
  };
}
