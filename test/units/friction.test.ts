import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Law, type LawName, law, laws, move } from './friction-law.ts';
import { orders } from './sealed.ts';

const names = Object.keys(laws) as LawName[];
const dynamic = ['lugre', 'modifiedLugre'] as const;
const tanh4 = Math.tanh(4);
const slope = (F: (v: number) => number, v: number, d = 1e-7): number => (F(v + d) - F(v - d)) / (2 * d);

describe.each(names)('%s', (name) => {
  it('is odd in the velocity', () => {
    const { steadyForce } = bound(law(name));
    for (const v of [1e-9, 1e-4, 0.003, 0.01, 0.02, 0.5, 3]) expect(steadyForce(-v)).toBe(-steadyForce(v));
    expect(steadyForce(0)).toBeCloseTo(0, 12);
  });

  it('tends to F_c + σ₂ v at high velocity', () => {
    const { steadyForce, p } = bound(law(name));
    const viscous = name === 'brownMcPhee' ? p.sigma2 * tanh4 : p.sigma2;
    expect(steadyForce(20) - viscous * 20).toBeCloseTo(p.Fc, 4);
    expect(slope(steadyForce, 20, 1e-3)).toBeCloseTo(viscous, 5);
  });

  it('slides at its steady force once its states have settled', () => {
    const model = law(name);
    for (const v of [-0.3, -0.004, 0.02, 1]) {
      const { force } = move(model, () => v, 0.05, 100);
      expect(Math.abs(force[100] / model.steadyForce(v) - 1)).toBeLessThan(1e-9);
    }
  });
});

const bound = (model: Law) => ({ p: model.p, steadyForce: (v: number) => model.steadyForce(v) });

describe('points of the curves in closed form', () => {
  it('Bengisu–Akay: slope 2 F_s/v_s at rest, F_s at v_s from below, a jump of σ₂ v_s there', () => {
    const { p, steadyForce: F } = bound(law('bengisuAkay'));
    expect(slope(F, 0, 1e-9) / ((2 * p.Fs) / p.vs)).toBeCloseTo(1, 6);
    const below = p.vs * (1 - 1e-12);
    expect(F(below)).toBeCloseTo(p.Fs, 9);
    expect(F(p.vs) - F(below)).toBeCloseTo(p.sigma2 * p.vs, 9);
  });

  it('Bengisu–Akay: the Stribeck minimum lies at v_s + ln(ξ (F_s − F_c)/σ₂)/ξ', () => {
    const { p, steadyForce: F } = bound(law('bengisuAkay'));
    const v = p.vs + Math.log((p.xi * (p.Fs - p.Fc)) / p.sigma2) / p.xi;
    expect(F(v)).toBeCloseTo(p.Fc + p.sigma2 / p.xi + p.sigma2 * v, 9);
    for (const d of [1e-4, 1e-3]) expect(Math.min(F(v + d), F(v - d))).toBeGreaterThan(F(v));
  });

  it('Brown–McPhee: slope (4 F_c + 16/9 (F_s − F_c))/v_s + σ₂ tanh 4 at rest', () => {
    const { p, steadyForce: F } = bound(law('brownMcPhee'));
    const exact = (4 * p.Fc + (16 / 9) * (p.Fs - p.Fc)) / p.vs + p.sigma2 * tanh4;
    expect(slope(F, 0, 1e-9) / exact).toBeCloseTo(1, 7);
  });

  it('Brown–McPhee: its static term is largest at v_s, where it is F_s − F_c', () => {
    const { p, steadyForce: F } = bound(law('brownMcPhee'));
    expect(F(p.vs)).toBeCloseTo(p.Fc * tanh4 + (p.Fs - p.Fc) + p.sigma2 * p.vs * tanh4, 9);
    const rest = (v: number): number => F(v) - p.Fc * Math.tanh((4 * v) / p.vs) - p.sigma2 * v * tanh4;
    for (const d of [1e-4, 1e-3]) expect(Math.max(rest(p.vs + d), rest(p.vs - d))).toBeLessThan(p.Fs - p.Fc);
  });

  it.each(['lugre', 'coulombStribeck'] as const)(
    '%s with n = 1: breakaway at F_s, the Stribeck minimum at v_s ln((F_s − F_c)/(σ₂ v_s))',
    (name) => {
      const { p, steadyForce: F } = bound(law(name, { n: 1 }));
      expect(F(1e-12)).toBeCloseTo(p.Fs, 6);
      const v = p.vs * Math.log((p.Fs - p.Fc) / (p.sigma2 * p.vs));
      expect(F(v)).toBeCloseTo(p.Fc + p.sigma2 * p.vs + p.sigma2 * v, 9);
      for (const d of [1e-4, 1e-3]) expect(Math.min(F(v + d), F(v - d))).toBeGreaterThan(F(v));
    },
  );

  it('modified LuGre: breakaway at F_s, F_c + σ₂ v from v_b on, below LuGre between', () => {
    const { p, steadyForce: F } = bound(law('modifiedLugre'));
    const lugre = bound(law('lugre')).steadyForce;
    expect(F(1e-15)).toBeCloseTo(p.Fs, 2);
    for (const v of [p.vb, 2 * p.vb, 1]) expect(F(v)).toBeCloseTo(p.Fc + p.sigma2 * v, 9);
    for (const v of [1e-4, 1e-3, 0.01, 0.04]) expect(F(v)).toBeLessThan(lugre(v));
  });
});

describe.each(dynamic)('%s, before it slips', (name) => {
  /** Slow enough that σ₁ and σ₂ hardly matter, with a film that stays thin: Dahl's law with F_s. */
  const slow = { sigma1: 0, sigma2: 0, tauhp: 1e12, tauhn: 1e12 };
  const speed = 1e-9;

  it('is a spring of the stiffness σ₀', () => {
    const model = law(name, slow);
    const { force } = move(model, () => speed, 1, 100);
    expect(force[100] / (model.p.sigma0 * 100 * speed)).toBeCloseTo(1, 3);
    expect(force[100] / model.p.Fs).toBeLessThan(1e-3);
  });

  it('follows F_s (1 − e^{−σ₀ x/F_s}) to breakaway (Dahl 1968)', () => {
    const model = law(name, { ...slow, n: 2 });
    const { force } = move(model, () => speed, 2e3, 500);
    const { sigma0, Fs } = model.p;
    for (const i of [10, 50, 100, 500])
      expect(force[i] / (Fs * -Math.expm1((-sigma0 * speed * 2e3 * i) / Fs))).toBeCloseTo(1, 9);
    expect(force[500] / Fs).toBeGreaterThan(0.99);
  });

  it('moved to and fro by ±A it loses 4 F_s (A − L tanh(A/L)) a cycle, L = F_s/σ₀, at any speed', () => {
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

  it('LuGre: the force is higher while the velocity rises, the more the faster it changes', () => {
    const lags = [1, 5, 25].map((omega) => {
      const [rising, falling] = atMean(law('lugre'), 0.005, omega);
      return rising - falling;
    });
    expect(lags[0]).toBeGreaterThan(0.1);
    expect(lags[1]).toBeGreaterThan(3 * lags[0]);
    expect(lags[2]).toBeGreaterThan(3 * lags[1]);
  });

  it('LuGre: slow changes give the lag −2 g′ v̇ (g/(σ₀ v) − σ₁/σ₀), which is reversed above v = g/σ₁', () => {
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

  it('modified LuGre: the film adds a lag that a static law and LuGre do not have, at 0.03 m/s too', () => {
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

describe('states on their own', () => {
  it.each(dynamic)('%s: converges at order 2, reversals included', (name) => {
    const model = law(name, { n: 2 });
    const end = (n: number): Float64Array => move(model, (t) => 0.05 * Math.sin(5 * t + 0.3), 1 / n, n).x;
    const exact = end(2 ** 17);
    const errors = [9, 10, 11, 12].map((k) => end(2 ** k)).map((x) => Math.abs(x[0] - exact[0]));
    for (const order of orders(errors)) expect(order).toBeGreaterThan(1.7);
    for (const order of orders(errors)) expect(order).toBeLessThan(2.4);
  });

  it.each(dynamic)('%s: agrees with the fourth-order Runge–Kutta method on its own rates', (name) => {
    const model = law(name);
    const v = (t: number): number => 0.02 + 0.015 * Math.sin(8 * t);
    const n = 20_000;
    const { x } = move(model, v, 1 / n, n);
    const y = rungeKutta(model, v, 1 / n, n);
    expect(Math.abs(x[0] / y[0] - 1)).toBeLessThan(1e-5);
    if (model.states > 1) expect(Math.abs(x[1] / y[1] - 1)).toBeLessThan(1e-5);
  });

  it('whatever the step, deflection and film stay within the bounds of the exact states', () => {
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

  it.each(dynamic)('%s: before slip the deflection follows the displacement through a reversal', (name) => {
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

  it('modified LuGre: at rest the film decays with the time constant of the dwell', () => {
    const model = law('modifiedLugre');
    const x = Float64Array.of(0, 0.5);
    for (let i = 0; i < 100; i++) model.advance(0.1, 0, 0, x, 0);
    expect(x[1]).toBeCloseTo(0.5 * Math.exp(-10 / model.p.tauh0), 12);
  });
});

describe('energy', () => {
  const signal = fc.array(
    fc.record({
      amplitude: fc.double({ min: -1, max: 1, noNaN: true }),
      omega: fc.double({ min: 0.1, max: 300, noNaN: true }),
      phase: fc.double({ min: 0, max: 6.3, noNaN: true }),
    }),
    { minLength: 1, maxLength: 4 },
  );
  type Signal = { amplitude: number; omega: number; phase: number }[];
  /** A sum of sines within ±size [m/s]. */
  const wave =
    (parts: Signal, size: number) =>
    (t: number): number =>
      (size / parts.length) *
      parts.reduce((sum, s) => sum + s.amplitude * Math.sin(s.omega * t + s.phase), 0);

  it.each(names.filter((name) => law(name).states === 0))('%s: never gives energy', (name) => {
    const model = law(name);
    fc.assert(
      fc.property(signal, (parts) => {
        expect(move(model, wave(parts, 2), 1e-3, 300).leastLost).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it.each(dynamic)(
    '%s: never gives energy up to |v| = 4 F_c (σ₁ + σ₂)/σ₁², and stored + dissipated = work',
    (name) => {
      const model = law(name);
      const { Fc, sigma1, sigma2 } = model.p;
      const limit = (4 * Fc * (sigma1 + sigma2)) / sigma1 ** 2;
      fc.assert(
        fc.property(signal, (parts) => {
          const motion = move(model, wave(parts, limit), 1e-4, 1000);
          expect(motion.leastLost).toBeGreaterThanOrEqual(0);
          const error = motion.stored + motion.dissipated - motion.work;
          expect(Math.abs(error)).toBeLessThan(1e-3 * Math.max(0.1, motion.work));
        }),
      );
    },
  );

  it.each(dynamic)('%s: never gives energy at any speed where σ₁ (F_s − F_c)/F_c ≤ σ₂', (name) => {
    const model = law(name, { sigma1: 300, Fs: 400 });
    fc.assert(
      fc.property(signal, (parts) => {
        expect(move(model, wave(parts, 5), 1e-3, 300).leastLost).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it.each(dynamic)('%s: beyond both bounds a sudden start gives energy, as its equations say', (name) => {
    const model = law(name);
    const x = Float64Array.of(model.p.Fs / model.p.sigma0, 0);
    const dx = new Float64Array(2);
    const lost = model.force(0.2, x, dx, 0) * 0.2 - model.storedPower(x, dx, 0);
    expect(lost).toBeLessThan(0);
  });

  it('a motion to and fro that ends where it began has cost work, by every law', () => {
    for (const name of names) {
      const motion = move(law(name), (t) => 0.1 * Math.sin(2 * Math.PI * t), 1e-3, 1000);
      expect(motion.work).toBeGreaterThan(10);
    }
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
