import type { StandardFunction } from '../../standard/fmi-functions.ts';
import { functions2 } from '../../standard/fmi2-functions.ts';
import { functions3 as table3 } from '../../standard/fmi3-functions.ts';

/** The functions that a shared library exports, by the tables of FMI 2.0.5 and FMI 3.0.2. */

function named(prefix: string, functions: readonly StandardFunction[]): string[] {
  return functions.map(({ name }) => prefix + name);
}

const of = (...kinds: string[]): StandardFunction[] =>
  functions2.filter((f) => f.kinds.join() === kinds.join());

/** FMI 2.0: for both kinds of interface. */
export const common2: readonly string[] = named('fmi2', of('modelExchange', 'coSimulation'));
export const modelExchange2: readonly string[] = named('fmi2', of('modelExchange'));
export const coSimulation2: readonly string[] = named('fmi2', of('coSimulation'));

/** FMI 3.0: all of them, whatever the kind. */
export const functions3: readonly string[] = named('fmi3', table3);
