import { describe, expect, it } from 'vitest';
import { type Law, type LawName, law, laws, move, slope } from './friction-law.ts';

const names = Object.keys(laws) as LawName[];
const tanh4 = Math.tanh(4);

describe.each(names)('%s', (name) => {
  it('the force is odd in the velocity', () => {
    const { steadyForce } = bound(law(name));
    for (const v of [1e-9, 1e-4, 0.003, 0.01, 0.02, 0.5, 3]) expect(steadyForce(-v)).toBe(-steadyForce(v));
    expect(steadyForce(0)).toBeCloseTo(0, 12);
  });

  it('the force tends to F_c + σ₂ v at high velocity', () => {
    const { steadyForce, p } = bound(law(name));
    const viscous = name === 'brownMcPhee' ? p.sigma2 * tanh4 : p.sigma2;
    expect(steadyForce(20) - viscous * 20).toBeCloseTo(p.Fc, 4);
    expect(slope(steadyForce, 20, 1e-3)).toBeCloseTo(viscous, 5);
  });

  it('settled states give the steady force', () => {
    const model = law(name);
    for (const v of [-0.3, -0.004, 0.02, 1]) {
      const { force } = move(model, () => v, 0.05, 100);
      expect(Math.abs(force[100] / model.steadyForce(v) - 1)).toBeLessThan(1e-9);
    }
  });
});

const bound = (model: Law) => ({ p: model.p, steadyForce: (v: number) => model.steadyForce(v) });

describe('points of the curves in closed form', () => {
  it('Bengisu–Akay has slope 2 F_s/v_s at rest, F_s at v_s from below, and a jump of σ₂ v_s there', () => {
    const { p, steadyForce: F } = bound(law('bengisuAkay'));
    expect(slope(F, 0, 1e-9) / ((2 * p.Fs) / p.vs)).toBeCloseTo(1, 6);
    const below = p.vs * (1 - 1e-12);
    expect(F(below)).toBeCloseTo(p.Fs, 9);
    expect(F(p.vs) - F(below)).toBeCloseTo(p.sigma2 * p.vs, 9);
  });

  it('Bengisu–Akay has its Stribeck minimum at v_s + ln(ξ (F_s − F_c)/σ₂)/ξ', () => {
    const { p, steadyForce: F } = bound(law('bengisuAkay'));
    const v = p.vs + Math.log((p.xi * (p.Fs - p.Fc)) / p.sigma2) / p.xi;
    expect(F(v)).toBeCloseTo(p.Fc + p.sigma2 / p.xi + p.sigma2 * v, 9);
    for (const d of [1e-4, 1e-3]) expect(Math.min(F(v + d), F(v - d))).toBeGreaterThan(F(v));
  });

  it('Brown–McPhee has slope (4 F_c + 16/9 (F_s − F_c))/v_s + σ₂ tanh 4 at rest', () => {
    const { p, steadyForce: F } = bound(law('brownMcPhee'));
    const exact = (4 * p.Fc + (16 / 9) * (p.Fs - p.Fc)) / p.vs + p.sigma2 * tanh4;
    expect(slope(F, 0, 1e-9) / exact).toBeCloseTo(1, 7);
  });

  it('Brown–McPhee has its largest static term F_s − F_c at v_s', () => {
    const { p, steadyForce: F } = bound(law('brownMcPhee'));
    expect(F(p.vs)).toBeCloseTo(p.Fc * tanh4 + (p.Fs - p.Fc) + p.sigma2 * p.vs * tanh4, 9);
    const rest = (v: number): number => F(v) - p.Fc * Math.tanh((4 * v) / p.vs) - p.sigma2 * v * tanh4;
    for (const d of [1e-4, 1e-3]) expect(Math.max(rest(p.vs + d), rest(p.vs - d))).toBeLessThan(p.Fs - p.Fc);
  });

  it.each(['lugre', 'coulombStribeck'] as const)(
    '%s with n = 1: breakaway is at F_s, the Stribeck minimum at v_s ln((F_s − F_c)/(σ₂ v_s))',
    (name) => {
      const { p, steadyForce: F } = bound(law(name, { n: 1 }));
      expect(F(1e-12)).toBeCloseTo(p.Fs, 6);
      const v = p.vs * Math.log((p.Fs - p.Fc) / (p.sigma2 * p.vs));
      expect(F(v)).toBeCloseTo(p.Fc + p.sigma2 * p.vs + p.sigma2 * v, 9);
      for (const d of [1e-4, 1e-3]) expect(Math.min(F(v + d), F(v - d))).toBeGreaterThan(F(v));
    },
  );

  it('modified LuGre has breakaway at F_s, F_c + σ₂ v from v_b on, and lies below LuGre between', () => {
    const { p, steadyForce: F } = bound(law('modifiedLugre'));
    const lugre = bound(law('lugre')).steadyForce;
    expect(F(1e-15)).toBeCloseTo(p.Fs, 2);
    for (const v of [p.vb, 2 * p.vb, 1]) expect(F(v)).toBeCloseTo(p.Fc + p.sigma2 * v, 9);
    for (const v of [1e-4, 1e-3, 0.01, 0.04]) expect(F(v)).toBeLessThan(lugre(v));
  });
});
