import { Registry } from '../util/registry.ts';
import { UserCode } from '../util/user-code.ts';
import { automatic } from './methods/auto-switching.ts';
import { bdf } from './methods/bdf.ts';
import { dormandPrince } from './methods/dopri5.ts';
import { euler } from './methods/explicit-euler.ts';
import { radau } from './methods/radau.ts';
import type { Method } from './ode-integrator.ts';

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
