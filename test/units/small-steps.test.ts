import { describe, expect, it } from 'vitest';
import { type Sealed, sealed } from './sealed.ts';

const energy = (unit: Sealed): number =>
  unit.get('E_kinetic') +
  unit.get('E_potential') +
  unit.get('E_stored') +
  unit.get('E_dissipated') -
  unit.get('E_supplied');

/**
 * Returns whether the unit completes n steps of h [s] from `from` on, its energy error [J], and its
 * length [m].
 */
async function through(
  name: string,
  parameters: Parameters<typeof sealed>[1],
  h: number,
  end: number,
): Promise<{ drift: number; s: number; position: number }> {
  const unit = await sealed(name, { ...parameters, h });
  unit.initialize(0);
  const start = energy(unit);
  const n = Math.round(end / h);
  let position = 0;
  for (let i = 0; i < n; i++) {
    expect(unit.step(i * h, h), `step ${i} of ${name}`).toBe(0);
    position = Math.max(position, unit.get('constraint_position'));
  }
  return { drift: Math.abs(energy(unit) - start), s: unit.get('s'), position };
}

describe('penalty formulations at small steps', () => {
  it('the monolithic crane completes the opening of its valve at 20 µs, where α h²/4 is below its masses', async () => {
    const [fine, usual] = [
      await through('crane-monolithic-single', {}, 2e-5, 1.01),
      await through('crane-monolithic-single', {}, 1e-4, 1.01),
    ];
    expect(fine.drift).toBeLessThan(1e-5);
    expect(fine.position).toBeLessThan(1e-9);
    expect(Math.abs(fine.s - usual.s)).toBeLessThan(1e-7);
  });

  it('the four-bar with the penalty formulation completes 10 µs steps', async () => {
    const penalty = { formulation: 1 };
    const [fine, usual] = [
      await through('four-bar-monolithic', penalty, 1e-5, 0.02),
      await through('four-bar-monolithic', penalty, 1e-4, 0.02),
    ];
    expect(fine.drift).toBeLessThan(1e-4);
    expect(Math.abs(fine.s - usual.s)).toBeLessThan(1e-6);
  });
});
