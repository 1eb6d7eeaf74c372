import { Registry } from '../util/registry.ts';
import { UserCode } from '../util/user-code.ts';
import { automatic } from './auto-switching.ts';
import { bdf } from './bdf.ts';
import { dormandPrince } from './dopri5.ts';
import { euler } from './explicit-euler.ts';
import type { Method } from './ode-integrator.ts';
import { radau } from './radau.ts';

/**
 * Integrators of model exchange, by name. The first is the default.
 *
 * @example
 * const { order, stable } = integrators.named('radau5', 'choose a solver');
 */
export const integrators: Registry<Method> = new Registry(
  'solver',
  [automatic, dormandPrince, radau, bdf, euler],
  customMethod,
);

/** Wraps a custom method. Returns a built-in method unchanged. */
function customMethod(method: Method): Method {
  new UserCode(`register solver "${method.name}": it`).requireMembers('method', method, 'create');
  return method;
}
