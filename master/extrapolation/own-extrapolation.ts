import { OwnCode } from '../../fmu-sdk/own-code.ts';
import type { Extrapolation } from './extrapolation.ts';

/** Values that are kept for it at each input. */
const mostHistory = 1000;

/** Degree of the polynomials that a first and a second derivative continue exactly. */
const mostOrder = 2;

/** An extrapolation of a user's own: what it writes beyond its two places is lost, and what fails in it is told as its own. */
export function ownExtrapolation(extrapolation: Extrapolation): Extrapolation {
  const { name, order, history, slope } = extrapolation;
  const form = new OwnCode(`register extrapolation "${name}": it`);
  form.needs('extrapolation', extrapolation, 'slopes');
  for (const value of [order, history])
    if (!(value >= 0 && value <= mostHistory && Number.isInteger(value)))
      form.refuse(`has "order" ${order} and "history" ${history}, and both are whole numbers from 0`);
  if (order > mostOrder)
    form.refuse(
      `has "order" ${order}, and two derivatives continue a polynomial of degree ${mostOrder} at most`,
    );
  const two = new Float64Array(2);
  const slopes = new OwnCode(`extrapolate: the extrapolation "${name}"`).method(extrapolation, 'slopes');
  return {
    name,
    order,
    history,
    slope: slope === true,
    slopes(past, first, H, into, at) {
      slopes(past, first, H, two, 0);
      into[at] = two[0];
      into[at + 1] = two[1];
    },
  };
}
