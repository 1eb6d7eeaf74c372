import type { Coupling, CouplingScheme } from '../../../master/coupling/coupling.ts';
import { optionsOf } from '../../../master/coupling/scheme-options.ts';
import { couplings } from '../../../master/coupling/scheme-registry.ts';
import { couplingContext } from '../../../master/run/loop/coupling-context.ts';
import type { FakeUnit } from './fake-unit.ts';
import { oscillator } from './oscillator.ts';

/** Schemes that step units. `test/coupling/continuous.test.ts` tests the integrating scheme. */
export const stepping: readonly CouplingScheme[] = couplings.all.filter(
  ({ traits }) => !traits.needs.includes('modelExchange'),
);

/** Between the two units of the oscillator. */
export const bond: { name: string; terms: { effort: string; flow: string }[] } = {
  name: 'both',
  terms: [{ effort: 'x.y', flow: 'v.y' }],
};

/**
 * Returns options that solve to the last digits, and that make adaptive schemes use the largest
 * step H.
 */
export function exactly({ options, traits }: CouplingScheme, H: number): Record<string, number> {
  if (traits.adaptive && options?.smallest !== undefined) return { tolerance: 1, first: 1, smallest: H };
  return options?.tolerance === undefined ? {} : { tolerance: 1e-14 };
}

/** Returns a scheme that runs the oscillator, with full history to come. */
export async function atWork(
  scheme: CouplingScheme,
  where: string,
): Promise<{ coupling: Coupling; units: FakeUnit[]; cells: Int32Array }> {
  const { system, units } = await oscillator(where, { scheme: scheme.name, order: 2 });
  const cells = new Int32Array(3);
  const context = couplingContext(system, units, {
    activity: { cells },
    options: optionsOf(scheme, scheme.traits.adaptive ? exactly(scheme, 1 / 64) : {}, 'oscillator'),
    bonds: [{ power: 0, transmittedPower: () => {} }],
    drive: () => {},
    stepped: () => {},
    ticksApart: false,
    refuseInvalid: () => {
      throw new Error('a value is not finite');
    },
  });
  const coupling = scheme.couple(context);
  coupling.initialized?.(0);
  return { coupling, units, cells };
}
