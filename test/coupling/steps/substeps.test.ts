import { describe, expect, it } from 'vitest';
import type { CouplingContext } from '../../../master/coupling/coupling.ts';
import { Substeps } from '../../../master/coupling/schemes/shared/substeps.ts';

/** Returns the substeps in a communication step of 1 s, of units with these internal steps. */
function steps(options: Record<string, number>, internal: number[] = [0]): Substeps {
  const context = {
    options: { first: 0, smallest: 0, largest: 0, ...options },
    system: {
      ...{ name: 'some', scheme: 'own', step: 1 },
      units: internal.map((_, k) => ({ name: `u${k}`, binary: { form: 'core' } })),
    },
    instances: internal.map((h) => ({ internalStep: () => h })),
  };
  return new Substeps(context as unknown as CouplingContext);
}

function sizes(substeps: Substeps, wanted: number): number[] {
  const stepSizes: number[] = [];
  substeps.begin(0, 1);
  substeps.desiredSize = wanted;
  let t = 0;
  for (let h = substeps.next(); h > 0; h = substeps.next()) {
    stepSizes.push(h);
    substeps.done();
    t += h;
  }
  expect(t).toBe(1);
  return stepSizes;
}

describe('substeps of a scheme', () => {
  it('substeps meet the communication point without a tiny last step', () => {
    for (const wanted of [0.33, 0.3, 0.249, 0.4, 0.51, 0.9, 0.999]) {
      const stepSizes = sizes(steps({}), wanted);
      expect(stepSizes.reduce((sum, h) => sum + h, 0)).toBeCloseTo(1, 12);
      expect(Math.min(...stepSizes)).toBeGreaterThanOrEqual(0.5 * wanted);
      expect(Math.max(...stepSizes)).toBeLessThanOrEqual(wanted);
    }
    expect(sizes(steps({}), 0.4)).toEqual([0.4, 0.3, 1 - (0.4 + 0.3)]);
  });

  it('substeps stay whole multiples of the internal steps', () => {
    expect(sizes(steps({}, [0.1, 0.05]), 0.37).map((h) => Number(h.toFixed(12)))).toEqual([
      0.3, 0.3, 0.3, 0.1,
    ]);
    expect(() => sizes(steps({}, [0.1, 0.04]), 0.3)).toThrow(
      'run some: own steps by multiples of 0.1 s, the largest internal step, which is not a multiple of h = 0.04 s of u1.',
    );
  });

  it('substeps appear in messages without rounding errors', () => {
    const substeps = steps({}, [0.1]);
    sizes(substeps, 0.1);
    expect(substeps.note).toBe('Steps: 10, of 0.1 s.');
    const two = steps({}, [0.1]);
    sizes(two, 0.31);
    expect(two.note).toBe('Steps: 4, from 0.1 s to 0.3 s.');
  });

  it('substeps shrink by whole internal steps when repeated, down to the smallest size', () => {
    const free = steps({ smallest: 0.01 });
    free.begin(0, 1);
    free.desiredSize = 0.4;
    expect(free.next()).toBe(0.4);
    expect(free.shorter(0.15)).toBe(0.15);
    expect(free.shorter(0.001)).toBe(0.01);
    expect(free.shorter(0.001)).toBe(0);
    free.done();
    expect(free.next()).toBe(0.4);
    const inner = steps({}, [0.1]);
    inner.begin(0, 1);
    inner.desiredSize = 0.45;
    expect(inner.next()).toBeCloseTo(0.4, 12);
    expect(inner.shorter(0.25)).toBeCloseTo(0.2, 12);
    expect(inner.shorter(0.01)).toBeCloseTo(0.1, 12);
    expect(inner.shorter(0.01)).toBe(0);
  });

  it('substeps reach the communication point after an event between internal steps', () => {
    const substeps = steps({}, [0.1]);
    substeps.begin(0, 1);
    substeps.desiredSize = 1;
    expect(substeps.next()).toBe(1);
    substeps.cut(0.97, 1e-12);
    substeps.done();
    expect(substeps.next()).toBeCloseTo(0.03, 12);
    substeps.done();
    expect(substeps.next()).toBe(0);
    expect(substeps.note).toBe('Steps: 2, from 0.03 s to 0.97 s.');
  });
});
