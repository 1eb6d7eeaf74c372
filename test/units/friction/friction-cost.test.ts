import { describe, expect, it } from 'vitest';
import { RoughSlide } from '../../problems/rough-slide.ts';
import { type LawName, law } from './friction-law.ts';

function cost(name: LawName): { evaluations: number; mean: number } {
  const slide = new RoughSlide(law(name));
  slide.run(1, 1e-3);
  const { iterations, evaluations } = slide;
  return { evaluations, mean: iterations.reduce((sum, n) => sum + n, 0) / iterations.length };
}

describe('the cost of a law in a monolithic Newton iteration (Jaiswal et al. 2021b, Sect. 6.4)', () => {
  it('evaluations cost least with Brown–McPhee, then Bengisu–Akay, LuGre and modified LuGre', () => {
    const names = ['brownMcPhee', 'bengisuAkay', 'lugre', 'modifiedLugre'] as const;
    const costs = names.map((name) => cost(name).evaluations);
    for (let i = 1; i < costs.length; i++) expect(costs[i]).toBeGreaterThan(costs[i - 1]);
  });

  it('static laws need about one iteration, and modified LuGre two', () => {
    expect(cost('brownMcPhee').mean).toBeLessThan(1.2);
    expect(cost('bengisuAkay').mean).toBeLessThan(1.2);
    expect(cost('modifiedLugre').mean).toBeGreaterThan(1.9);
  });

  it('the classical law does not converge at its jump', () => {
    expect(() => cost('coulombStribeck')).toThrow('no convergence');
  });
});
