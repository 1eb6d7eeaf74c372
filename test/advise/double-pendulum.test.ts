import { describe, expect, it } from 'vitest';
import { compareSchemes, leastWork } from '../../master/advise/compare-schemes.ts';
import { resolveAuto } from '../../master/advise/resolve-auto.ts';
import { Session } from '../../master/run/loop/session.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { runOf, unitsOf } from '../problems/coupled/coupled.ts';
import { doublePendulum, pendulumExactly } from '../problems/coupled/double-pendulum.ts';
import { linearLab } from './linear-lab.ts';

/** Requested errors, all of them in continuous integration. */
const wishes = process.env.CI === undefined ? [1e-3] : [1e-2, 1e-3, 1e-4];

/**
 * Returns the largest difference from the exact outputs at communication points, relative to their
 * ranges.
 */
function errorOf(session: Session, step: number): number {
  const read = doublePendulum.connections.map(([from]) => session.reader(from));
  const exact = pendulumExactly(step);
  const [largest, low, high] = [0, 1, -1].map((sign) =>
    new Float64Array(read.length).fill(sign === 0 ? 0 : sign * Number.MAX_VALUE),
  );
  session.start();
  while (!session.done) {
    session.advance(1);
    exact.next().forEach((value, k) => {
      largest[k] = Math.max(largest[k], Math.abs(Number(read[k]()) - value));
      low[k] = Math.min(low[k], value);
      high[k] = Math.max(high[k], value);
    });
  }
  return Math.max(...largest.map((d, k) => d / (high[k] - low[k])));
}

const run = (scheme: string, order: 0 | 1 | 2, step: number): number =>
  errorOf(runOf(doublePendulum, { scheme, order, step }).session, step);

describe('the double pendulum', () => {
  it.each([
    ['jacobi', 0, 1],
    ['jacobi', 1, 2],
    ['gauss-seidel', 1, 2],
    ['nepce', 0, 1],
    ['iterative-gauss-seidel', 1, 2],
    ['newton', 2, 3],
  ] as const)(
    '%s with polynomials of order %i converges to the exact double pendulum at order %i',
    (scheme, order, p) => {
      const [coarse, fine] = [0.005, 0.0025].map((step) => run(scheme, order, step));
      expect(Math.log2(coarse / fine)).toBeGreaterThan(p - 0.35);
    },
  );

  it.each(wishes)(
    'auto reaches an error of %f with at most 1.5 times the steps of the best scheme',
    async (wanted) => {
      const change = (system: CheckedSystem): CheckedSystem => ({
        ...system,
        scheme: 'auto',
        options: { error: wanted },
      });
      const all = linearLab(doublePendulum, 50, [], change);
      const lab = { ...all, schemes: all.schemes.filter(({ traits }) => traits.adaptive !== true) };
      const { system } = await resolveAuto(lab);
      const instances = unitsOf(doublePendulum);
      expect(errorOf(new Session(system, { instances }), system.step)).toBeLessThanOrEqual(wanted);
      const best = leastWork(await compareSchemes(lab, { levels: 6 }), wanted)?.trial.unitSteps ?? Number.NaN;
      expect(instances.reduce((sum, unit) => sum + unit.steps, 0)).toBeLessThanOrEqual(1.5 * best);
    },
  );
});
