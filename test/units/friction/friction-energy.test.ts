import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LawName, law, laws, move } from './friction-law.ts';

const names = Object.keys(laws) as LawName[];
const dynamic = ['lugre', 'modifiedLugre'] as const;

describe('energy of friction', () => {
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

  it.each(names.filter((name) => law(name).states === 0))('%s: friction never supplies energy', (name) => {
    const model = law(name);
    fc.assert(
      fc.property(signal, (parts) => {
        expect(move(model, wave(parts, 2), 1e-3, 300).leastLost).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it.each(dynamic)(
    '%s: friction never supplies energy up to |v| = 4 F_c (σ₁ + σ₂)/σ₁², and stored + dissipated = work',
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

  it.each(dynamic)('%s: friction never supplies energy at any speed if σ₁ (F_s − F_c)/F_c ≤ σ₂', (name) => {
    const model = law(name, { sigma1: 300, Fs: 400 });
    fc.assert(
      fc.property(signal, (parts) => {
        expect(move(model, wave(parts, 5), 1e-3, 300).leastLost).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it.each(dynamic)(
    '%s: a sudden start beyond both bounds supplies energy, as the equations predict',
    (name) => {
      const model = law(name);
      const x = Float64Array.of(model.p.Fs / model.p.sigma0, 0);
      const dx = new Float64Array(2);
      const lost = model.force(0.2, x, dx, 0) * 0.2 - model.storedPower(x, dx, 0);
      expect(lost).toBeLessThan(0);
    },
  );

  it('a motion back to its starting point costs work with every law', () => {
    for (const name of names) {
      const motion = move(law(name), (t) => 0.1 * Math.sin(2 * Math.PI * t), 1e-3, 1000);
      expect(motion.work).toBeGreaterThan(10);
    }
  });
});
