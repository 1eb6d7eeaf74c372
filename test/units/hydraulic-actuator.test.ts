import { describe, expect, it } from 'vitest';
import { type Sealed, sealed } from './sealed.ts';

const integrators = { forwardEuler: 1, rk4: 2, trapezoidal: 3 } as const;
const velocityPressure = 2;

const length = (t: number): number => 0.6 + 0.05 * Math.sin(3 * t);
const rate = (t: number): number => 0.15 * Math.cos(3 * t);

/** Sets the inputs at t: a rod that moves to and fro, a valve at U. */
function drive(unit: Sealed, t: number, U: number): void {
  unit.set('s', length(t));
  unit.set('s_dot', rate(t));
  unit.set('U_ref', U);
}

const energy = (unit: Sealed): number =>
  unit.get('E_stored') + unit.get('E_dissipated') - unit.get('E_supplied');

describe('hydraulic-actuator', () => {
  it('rests in equilibrium with the valve closed', async () => {
    const unit = await sealed('hydraulic-actuator');
    unit.initialize(0);
    const before = ['p1', 'p2', 'p3', 'F_s'].map((name) => unit.get(name));
    expect(before[3]).toBeCloseTo(8829, 6);
    for (let i = 0; i < 100; i++) expect(unit.step(i * 1e-3, 1e-3)).toBe(0);
    expect(['p1', 'p2', 'p3', 'F_s'].map((name) => unit.get(name))).toEqual(before);
  });

  it.each(Object.entries(integrators))(
    'the spool stops with the valve closed again, without subnormal numbers, by %s',
    async (_, integrator) => {
      const unit = await sealed('hydraulic-actuator', { integrator });
      unit.initialize(0);
      unit.set('U_ref', 10);
      for (let i = 0; i < 100; i++) unit.step(i * 1e-3, 1e-3);
      expect(unit.get('U')).toBeGreaterThan(5);
      unit.set('U_ref', 0);
      // 22 powers of ten in a second.
      for (let i = 100; i < 20_000; i++) unit.step(i * 1e-3, 1e-3);
      const U = Math.abs(unit.get('U'));
      expect(U).toBeLessThan(1e-199);
      expect(U === 0 || U > 2.3e-308).toBe(true);
    },
  );

  it('rejects a communication step that is not a multiple of h', async () => {
    const unit = await sealed('hydraulic-actuator', { h: 3e-4 });
    unit.initialize(0);
    expect(unit.step(0, 1e-3)).toBe(-1);
  });

  it('fails with the reason when the piston leaves the cylinder', async () => {
    const unit = await sealed('hydraulic-actuator');
    unit.initialize(0);
    unit.set('s', 2);
    expect(() => unit.step(0, 1e-3)).toThrow(
      'hydraulic-actuator: s [m] is beyond the cylinder; check l, l1_0 and s_0 [m], or shorten H [s]',
    );
  });

  it.each([
    ['on no damper', 0.6],
    ['on the lower damper', 0.455],
    ['on the upper damper', 0.745],
  ])('the partial derivatives of F_s agree with differences, %s', async (_where, s) => {
    const unit = await sealed('hydraulic-actuator');
    const force = (s: number, sDot: number): number => {
      unit.set('s', s);
      unit.set('s_dot', sDot);
      unit.initialize(0);
      return unit.get('F_s');
    };
    const d = 1e-4;
    const byLength = (force(s + d, 0.1) - force(s - d, 0.1)) / (2 * d);
    const byRate = (force(s, 0.1 + d) - force(s, 0.1 - d)) / (2 * d);
    force(s, 0.1);
    expect(unit.partial('F_s', 's')).toBeCloseTo(byLength, 3);
    expect(unit.partial('F_s', 's_dot')).toBeCloseTo(byRate, 3);
    expect(unit.partial('F_s', 'U_ref')).toBe(0);
    expect(unit.partial('p1', 's')).toBe(0);
  });

  it.each([
    ['on the lower damper', 0.455],
    ['between them', 0.6],
    ['on the upper damper', 0.747],
  ])(
    'the partial derivatives of other outputs by the length agree with differences, %s',
    async (_where, s) => {
      const unit = await sealed('hydraulic-actuator');
      const at = (length: number): Record<string, number> => {
        unit.set('s', length);
        unit.initialize(0);
        return { l1: unit.get('l1'), l2: unit.get('l2'), E_stored: unit.get('E_stored') };
      };
      const d = 1e-5;
      const [high, low] = [at(s + d), at(s - d)];
      at(s);
      for (const name of ['l1', 'l2', 'E_stored']) {
        const slope = (high[name] - low[name]) / (2 * d);
        expect(Math.abs(unit.partial(name, 's') - slope)).toBeLessThan(1e-6 * Math.max(1, Math.abs(slope)));
      }
    },
  );

  it('the end dampers push the piston away from both ends and dampen', async () => {
    const force = async (s: number, sDot: number): Promise<number> => {
      const unit = await sealed('hydraulic-actuator', { c: 0, p1_0: 0, p2_0: 0, s, s_dot: sDot });
      unit.initialize(0);
      return unit.get('F_s');
    };
    expect(await force(0.455, 0)).toBeCloseTo(1e7 * 0.003, 4);
    expect(await force(0.747, 0)).toBeCloseTo(-1e7 * 0.005, 4);
    expect((await force(0.455, -0.1)) - (await force(0.455, 0))).toBeCloseTo(500, 6);
    expect(await force(0.6, 1)).toBe(0);
  });

  it('velocityPressure reports the force, and leaves losses and energy of friction and dampers to the mechanism', async () => {
    const unit = await sealed('hydraulic-actuator', { coupling: velocityPressure, s: 0.455, s_dot: 0.1 });
    unit.initialize(0);
    expect(unit.get('F_s')).toBeCloseTo(8829 + 1e7 * 0.003 - 1.05e5 * 0.1, 6);
    const [p1, p2, p3] = ['p1', 'p2', 'p3'].map((name) => unit.get(name));
    const hose = 1 / 1.5e9 + 1 / 1.5e8;
    const chamber = 1 / 1.5e9 + 1 / 3.15e10;
    const A1 = (Math.PI / 4) * 0.08 ** 2;
    const A2 = (Math.PI / 4) * (0.08 ** 2 - 0.035 ** 2);
    const C1 = 3.14e-5 * hose + A1 * 0.005 * chamber;
    const C2 = 7.85e-5 * hose + A2 * 0.295 * chamber;
    const C3 = 4.71e-5 * hose;
    expect(unit.get('E_stored')).toBeCloseTo(0.5 * (C1 * p1 ** 2 + C2 * p2 ** 2 + C3 * p3 ** 2), 9);
  });
});

/** Pressures after 0.4 s of the moving rod with the valve opening to U. */
async function run(integrator: number, h: number, U: number): Promise<number[]> {
  const unit = await sealed('hydraulic-actuator', { integrator, h });
  drive(unit, 0, U);
  unit.initialize(0);
  const n = Math.round(0.4 / h);
  for (let i = 0; i < n; i++) {
    drive(unit, i * h, U);
    unit.step(i * h, h);
  }
  return ['p1', 'p2', 'p3'].map((name) => unit.get(name));
}

describe('internal integrators of the hydraulic-actuator', () => {
  it('integrators agree at 25 µs: trapezoidal and RK4 within 100 Pa, forward Euler within 2 kPa', async () => {
    const [euler, rk4, trapezoidal] = await Promise.all(
      Object.values(integrators).map((i) => run(i, 2.5e-5, 4)),
    );
    for (const i of [0, 1, 2]) {
      expect(Math.abs(trapezoidal[i] - rk4[i])).toBeLessThan(100);
      expect(Math.abs(euler[i] - rk4[i])).toBeLessThan(2000);
    }
  });
});

describe('energy of the hydraulic-actuator', () => {
  /**
   * Energy balance error over 0.4 s: stored + dissipated − supplied + ∫ F_s ṡ dt by the trapezoidal
   * rule.
   */
  async function imbalance(U: number, coupling: number, h: number): Promise<number> {
    const unit = await sealed('hydraulic-actuator', { integrator: integrators.trapezoidal, coupling, h });
    drive(unit, 0, U);
    unit.initialize(0);
    const A1 = (Math.PI / 4) * 0.08 ** 2;
    const A2 = (Math.PI / 4) * (0.08 ** 2 - 0.035 ** 2);
    const power = (t: number): number =>
      rate(t) * (coupling === velocityPressure ? unit.get('p1') * A1 - unit.get('p2') * A2 : unit.get('F_s'));
    const start = energy(unit);
    let work = 0;
    for (let i = 0; i < Math.round(0.4 / h); i++) {
      const before = power(i * h);
      const t = i * h;
      drive(unit, t, U);
      unit.step(t, h);
      work += 0.5 * h * (before + power(t + h));
    }
    return Math.abs(energy(unit) - start + work);
  }

  it.each([
    ['raising', 4],
    ['lowering', -4],
  ])('the balance while %s closes better with shorter steps', async (_name, U) => {
    const coarse = await imbalance(U, 1, 1e-4);
    const fine = await imbalance(U, 1, 2.5e-5);
    expect(coarse).toBeLessThan(2);
    expect(fine).toBeLessThan(0.3 * coarse);
    expect(await imbalance(U, velocityPressure, 2.5e-5)).toBeLessThan(0.5);
  });
});
