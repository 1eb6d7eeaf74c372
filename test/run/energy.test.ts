import { describe, expect, it } from 'vitest';
import type { ResidualTerm } from '../../fmu-sdk/host/fast-path/multi-step-loop.ts';
import { EnergyBalance } from '../../master/energy/energy-balance.ts';
import { BondResidual } from '../../master/energy/residual-energy.ts';

/** Effort e, its extrapolation ẽ, flow f, its extrapolation f̃, as one memory. */
function bond(order: number, weight = 1): { memory: Float64Array; residual: BondResidual } {
  const memory = new Float64Array(4);
  const term: ResidualTerm = {
    weight,
    effort: memory,
    effortAt: 0,
    effortInput: memory,
    effortInputAt: 1,
    flow: memory,
    flowAt: 2,
    flowInput: memory,
    flowInputAt: 3,
  };
  return { memory, residual: new BondResidual([term], order) };
}

describe('residual of a power bond', () => {
  it('the residual of a bond equals zero if extrapolation is exact', () => {
    const { memory, residual } = bond(1);
    memory.set([3, 3, -2, -2]);
    residual.step(0.1);
    expect([residual.power, residual.energy, residual.magnitude]).toEqual([0, 0, 0]);
  });

  it('the residual is δP = weight (e f̃ − ẽ f), and δE = H δP by the rectangle rule for order 0', () => {
    const { memory, residual } = bond(0, 2);
    memory.set([3, 1, 5, 4]);
    residual.step(0.1);
    expect(residual.power).toBe(2 * (3 * 4 - 1 * 5));
    expect(residual.energy).toBeCloseTo(1.4, 15);
  });

  it('the residual energy is δE = H/2 (δP(t_n) + δP(t_{n+1})) from order 1 on, and signs cancel only in the sum', () => {
    const { memory, residual } = bond(2);
    memory.set([1, 0, 0, 2]);
    residual.step(0.1);
    memory.set([1, 0, 0, -6]);
    residual.step(0.1);
    expect(residual.energy).toBeCloseTo(0.05 * (0 + 2) + 0.05 * (2 - 6), 15);
    expect(residual.magnitude).toBeCloseTo(0.1 + 0.2, 15);
  });

  it('energy that the coupling adds to the units counts as negative', () => {
    // The mechanism is driven with 10 N at 1 m/s. The actuator sees 10 N at rest, so 10 W appear.
    const { memory, residual } = bond(0);
    memory.set([10, 10, 1, 0]);
    residual.step(1);
    expect(residual.energy).toBe(-10);
  });
});

describe('energy balance', () => {
  it('the energy balance drifts by the excess of contents and losses over the supply', () => {
    const view = Float64Array.of(10, 0, 0);
    const balance = new EnergyBalance([
      { view, at: 0, sign: 1 },
      { view, at: 1, sign: 1 },
      { view, at: 2, sign: -1 },
    ]);
    balance.start();
    view.set([12, 3, 5]);
    balance.update();
    expect(balance.drift).toBe(0);
    view.set([9, 3, 5]);
    balance.update();
    expect(balance.drift).toBe(-3);
    view.set([12, 3, 5]);
    balance.update();
    expect([balance.drift, balance.largest]).toEqual([0, 3]);
  });
});
