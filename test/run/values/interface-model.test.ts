import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReducedModel } from '../../../master/interface-model/interface-model.ts';

const real = fc.double({ min: -10, max: 10, noNaN: true });

describe('reduced interface model', () => {
  it('the interface model satisfies M_eff ẇ = Q_eff + λ for every symmetric positive definite mass', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(real, { minLength: 40, maxLength: 40 }),
        (p, x) => {
          const L = Array.from({ length: p }, (_, i) =>
            Array.from({ length: p }, (_, j) => (j <= i ? x[4 * i + j] : 0)),
          );
          const M = L.map((_, i) =>
            L.map((_, j) => L[i].reduce((s, l, k) => s + l * L[j][k], 0) + (i === j ? 1 : 0)),
          );
          const model = new ReducedModel(p);
          model.freeze(Float64Array.from(M.flat()), 0, Float64Array.from(x.slice(20, 20 + p)), 0);
          model.lambda.set(x.slice(30, 30 + p));
          model.accelerate();
          M.forEach((row, i) => {
            const force = row.reduce((s, m, j) => s + m * model.acceleration[j], 0);
            expect(force).toBeCloseTo(x[20 + i] + x[30 + i], 6);
          });
        },
      ),
    );
  });

  it('the interface model moves exactly under constant force: s = s₀ + w₀ t + ½ ẇ t²', () => {
    const model = new ReducedModel(1);
    model.freeze(Float64Array.of(2), 0, Float64Array.of(-4), 0);
    model.lambda[0] = 10;
    model.position[0] = 1;
    model.velocity[0] = -1;
    for (let i = 0; i < 100; i++) {
      model.accelerate();
      model.advance(0.01);
    }
    expect(model.velocity[0]).toBeCloseTo(-1 + 3, 12);
    expect(model.position[0]).toBeCloseTo(1 - 1 + 1.5, 12);
  });
});
