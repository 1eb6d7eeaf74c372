import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orders } from '../sealed.ts';
import { type Law, law, move, slope } from './friction-law.ts';

const dynamic = ['lugre', 'modifiedLugre'] as const;

describe.each(dynamic)('%s, before it slips', (name) => {
  /** Slow enough that σ₁ and σ₂ hardly matter, with a film that stays thin: Dahl's law with F_s. */
  const slow = { sigma1: 0, sigma2: 0, tauhp: 1e12, tauhn: 1e12 };
  const speed = 1e-9;

  it('the contact is a spring of the stiffness σ₀', () => {
    const model = law(name, slow);
    const { force } = move(model, () => speed, 1, 100);
    expect(force[100] / (model.p.sigma0 * 100 * speed)).toBeCloseTo(1, 3);
    expect(force[100] / model.p.Fs).toBeLessThan(1e-3);
  });

  it('the force follows F_s (1 − e^{−σ₀ x/F_s}) to breakaway (Dahl 1968)', () => {
    const model = law(name, { ...slow, n: 2 });
    const { force } = move(model, () => speed, 2e3, 500);
    const { sigma0, Fs } = model.p;
    for (const i of [10, 50, 100, 500])
      expect(force[i] / (Fs * -Math.expm1((-sigma0 * speed * 2e3 * i) / Fs))).toBeCloseTo(1, 9);
    expect(force[500] / Fs).toBeGreaterThan(0.99);
  });

  it('a motion between ±A loses 4 F_s (A − L tanh(A/L)) a cycle, L = F_s/σ₀, at any speed', () => {
    const model = law(name, { ...slow, n: 2 });
    const L = model.p.Fs / model.p.sigma0;
    for (const A of [1e-5, 1e-4, 3e-4])
      for (const omega of [1e-3, 1e-4]) {
        const h = (2 * Math.PI) / omega / 1000;
        const v = (t: number): number => A * omega * Math.cos(omega * t);
        const cycles = Math.ceil((4 * L) / A) + 2;
        const [before, after] = [cycles, cycles + 1].map((n) => move(model, v, h, 1000 * n));
        const exact = 4 * model.p.Fs * (A - L * Math.tanh(A / L));
        expect(Math.abs((after.work - before.work) / exact - 1)).toBeLessThan(2e-3);
        expect(Math.abs(after.stored - before.stored)).toBeLessThan(2e-3 * exact);
      }
  });
});

describe('frictional lag', () => {
  /** Force at the mean velocity while it rises and while it falls, settled. */
  function atMean(model: Law, mean: number, omega: number): [rising: number, falling: number] {
    const n = 4000;
    const v = (t: number): number => mean * (1 + 0.5 * Math.sin(omega * t));
    const { force } = move(model, v, (2 * Math.PI) / omega / n, 3 * n);
    return [force[2 * n], force[2 * n + n / 2]];
  }

  it('LuGre: the force is higher while the velocity rises, and more so at faster changes', () => {
    const lags = [1, 5, 25].map((omega) => {
      const [rising, falling] = atMean(law('lugre'), 0.005, omega);
      return rising - falling;
    });
    expect(lags[0]).toBeGreaterThan(0.1);
    expect(lags[1]).toBeGreaterThan(3 * lags[0]);
    expect(lags[2]).toBeGreaterThan(3 * lags[1]);
  });

  it('LuGre: slow changes give the lag −2 g′ v̇ (g/(σ₀ v) − σ₁/σ₀), which changes its sign above v = g/σ₁', () => {
    const model = law('lugre');
    const { p } = model;
    const g = (v: number): number => model.steadyForce(v) - p.sigma2 * v;
    for (const v of [0.003, 0.005, 0.01, 0.03, 0.1]) {
      const omega = 0.5;
      const [rising, falling] = atMean(model, v, omega);
      const exact = -2 * slope(g, v) * 0.5 * v * omega * (g(v) / (p.sigma0 * v) - p.sigma1 / p.sigma0);
      expect((rising - falling) / exact).toBeCloseTo(1, 2);
      expect(rising > falling).toBe(v < g(v) / p.sigma1);
    }
  });

  it('modified LuGre: the film adds a lag that a static law and LuGre do not have, even at 0.03 m/s', () => {
    for (const [mean, omega] of [
      [0.005, 1],
      [0.03, 1],
      [0.03, 10],
    ]) {
      const [rising, falling] = atMean(law('modifiedLugre'), mean, omega);
      const [without, back] = atMean(law('lugre'), mean, omega);
      expect(rising - falling).toBeGreaterThan(1);
      expect(rising - falling).toBeGreaterThan(3 * (without - back));
    }
    const [rising, falling] = atMean(law('brownMcPhee'), 0.005, 10);
    expect(rising).toBeCloseTo(falling, 9);
  });
});

describe('separate integration of the states', () => {
  it.each(dynamic)('%s: converges at order 2, reversals included', (name) => {
    const model = law(name, { n: 2 });
    const end = (n: number): Float64Array => move(model, (t) => 0.05 * Math.sin(5 * t + 0.3), 1 / n, n).x;
    const exact = end(2 ** 17);
    const errors = [9, 10, 11, 12].map((k) => end(2 ** k)).map((x) => Math.abs(x[0] - exact[0]));
    for (const order of orders(errors)) expect(order).toBeGreaterThan(1.7);
    for (const order of orders(errors)) expect(order).toBeLessThan(2.4);
  });

  it.each(dynamic)('%s: agrees with the fourth-order Runge–Kutta method on the law’s rates', (name) => {
    const model = law(name);
    const v = (t: number): number => 0.02 + 0.015 * Math.sin(8 * t);
    const n = 20_000;
    const { x } = move(model, v, 1 / n, n);
    const y = rungeKutta(model, v, 1 / n, n);
    expect(Math.abs(x[0] / y[0] - 1)).toBeLessThan(1e-5);
    if (model.states > 1) expect(Math.abs(x[1] / y[1] - 1)).toBeLessThan(1e-5);
  });

  it('deflection and film stay within the bounds of the exact states for any step', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...dynamic),
        fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 2, maxLength: 30 }),
        fc.double({ min: 1e-6, max: 1, noNaN: true }),
        (name, velocities, h) => {
          const model = law(name);
          const x = new Float64Array(2);
          for (let i = 1; i < velocities.length; i++) {
            model.advance(h, velocities[i - 1], velocities[i], x, 0);
            expect(Math.abs(x[0])).toBeLessThanOrEqual((model.p.Fs / model.p.sigma0) * (1 + 1e-12));
            expect(x[1]).toBeGreaterThanOrEqual(0);
            expect(x[1]).toBeLessThanOrEqual((1 - model.p.Fc / model.p.Fs) * (1 + 1e-12));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each(dynamic)('%s: the deflection follows the displacement through a reversal before slip', (name) => {
    const x = new Float64Array(2);
    law(name, { n: 2 }).advance(1, -1e-6, 3e-6, x, 0);
    expect(x[0] / 1e-6).toBeCloseTo(1, 1);
  });

  it('modified LuGre: the film grows with τ_hp and thins with τ_hn, in steps and in rates', () => {
    const model = law('modifiedLugre');
    const full = 1 - model.p.Fc / model.p.Fs;
    const steps = (film: number, v: number): number => {
      const x = Float64Array.of(0, film);
      for (let i = 0; i < 10; i++) model.advance(0.01, v, v, x, 0);
      return x[1];
    };
    expect(steps(0, 0.2)).toBeCloseTo(full * -Math.expm1(-0.1 / model.p.tauhp), 12);
    const thin = full * 0.1 ** (2 / 3);
    const v = 0.1 * model.p.vb;
    expect(steps(full, v)).toBeCloseTo(thin + (full - thin) * Math.exp(-0.1 / model.p.tauhn), 12);
    const rate = (film: number, v: number): number => {
      const dx = new Float64Array(2);
      model.force(v, Float64Array.of(0, film), dx, 0);
      return dx[1];
    };
    expect(rate(0, 0.2)).toBeCloseTo(full / model.p.tauhp, 12);
    expect(rate(full, v)).toBeCloseTo((thin - full) / model.p.tauhn, 9);
    expect(rate(full, 0)).toBeCloseTo(-full / model.p.tauh0, 12);
  });

  it('modified LuGre: the film decays at rest with the time constant of the dwell', () => {
    const model = law('modifiedLugre');
    const x = Float64Array.of(0, 0.5);
    for (let i = 0; i < 100; i++) model.advance(0.1, 0, 0, x, 0);
    expect(x[1]).toBeCloseTo(0.5 * Math.exp(-10 / model.p.tauh0), 12);
  });
});

/** The classical Runge–Kutta method on the rates that `force` gives. */
function rungeKutta(model: Law, v: (t: number) => number, h: number, n: number): Float64Array {
  const y = new Float64Array(2);
  const rates = (t: number, x: Float64Array): Float64Array => {
    const dx = new Float64Array(2);
    model.force(v(t), x, dx, 0);
    return dx;
  };
  for (let i = 0; i < n; i++) {
    const t = i * h;
    const k1 = rates(t, y);
    const k2 = rates(
      t + h / 2,
      y.map((a, j) => a + (h / 2) * k1[j]),
    );
    const k3 = rates(
      t + h / 2,
      y.map((a, j) => a + (h / 2) * k2[j]),
    );
    const k4 = rates(
      t + h,
      y.map((a, j) => a + h * k3[j]),
    );
    for (let j = 0; j < 2; j++) y[j] += (h / 6) * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
  }
  return y;
}
