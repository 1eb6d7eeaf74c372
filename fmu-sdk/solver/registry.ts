import { OwnCode } from '../own-code.ts';
import { Registry } from '../registry.ts';
import { automatic } from './automatic.ts';
import { bdf } from './bdf.ts';
import { dormandPrince } from './dormand-prince.ts';
import { euler } from './euler.ts';
import type { Method } from './integrator.ts';
import { radau } from './radau.ts';

/**
 * The integrators of model exchange, by the name that a user gives; the first is taken when none is named.
 *
 * @example
 * const { order, stable } = integrators.named('radau5', 'choose a solver');
 */
export const integrators: Registry<Method> = new Registry(
  'solver',
  [automatic, dormandPrince, radau, bdf, euler],
  ownMethod,
);

/** A user's own, where it is one. */
function ownMethod(method: Method): Method {
  new OwnCode(`register solver "${method.name}": it`).needs('method', method, 'create');
  return method;
}
