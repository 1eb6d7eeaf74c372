import { type Claim, holds, type Paper } from '../../paper-claim.ts';
import { writePentagonFigures } from './pentagon-figures.ts';
import {
  apart,
  both,
  column,
  distribution,
  energyDrift,
  meanIterations,
  nearestToSingular,
  type Pentagons,
  pair,
  run,
  violations,
} from './pentagon-runs.ts';
import { apartBy, energy as energyOf, parts, rods } from './sealed-parts.ts';

const titles = { single: 'five-bar', double: 'double loop' } as const;
const round = (x: number): string => x.toExponential(1);

function mobility(which: Pentagons, where: string, w: number, freedom: number, redundant: number): Claim {
  return {
    name: `mobility-${which}`,
    where,
    statement: `${titles[which]}: mobility by Grübler’s formula, true degrees of freedom, redundant constraints`,
    published: `${w}; ${freedom}; ${redundant}`,
    async check(lab) {
      const outcome = await run(lab, which);
      const [grubler, rank] = ['grubler', 'mobility'].map((name) => column(outcome, name)[0]);
      return holds(`${grubler}; ${rank} by the rank of the Jacobian; ${rank - grubler}`, [
        grubler === w,
        rank === freedom,
        rank - grubler === redundant,
      ]);
    },
  };
}

const agreement: Claim = {
  name: 'agreement',
  where: 'Sect. 4.2, Fig. 5',
  statement: 'The same results are obtained without and with projections',
  published: 'Figs. 5, 9',
  async check(lab) {
    const distances = await Promise.all(
      both.map(async (which) => {
        const [projected, free] = await pair(lab, which);
        return apart(projected, free);
      }),
    );
    return holds(
      both.map((which, i) => `${titles[which]}: within ${round(distances[i])} m over 10 s`).join('; '),
      distances.map((distance) => distance < 1e-4),
    );
  },
};

const singular: Claim = {
  name: 'singular-configuration',
  where: 'Sect. 4.2, Fig. 4',
  statement: 'The five-bar passes repeatedly through singular configurations, where its Jacobian loses rank',
  published: '–',
  async check(lab) {
    const least = nearestToSingular(await run(lab, 'single'));
    return holds(
      `smallest singular value of the planar loop ${least.toFixed(2)}, for sides of length 1`,
      [least < 1e-3],
      'five equal sides never lie on one line: no sum of five ±1 is 0. A parallelogram does, and is passed (test/units)',
    );
  },
};

function constraints(which: Pentagons, where: string): Claim {
  return {
    name: `constraints-${which}`,
    where,
    statement: `${titles[which]}: both variants stabilize the constraints; with projections errors at all levels are far smaller, down to machine precision`,
    published: 'tolerances 1e-14, 1e-12, 1e-10',
    async check(lab) {
      const [projected, free] = (await pair(lab, which)).map(violations);
      return holds(
        `positions, velocities, accelerations: ${projected.map(round).join(', ')} with, ${free.map(round).join(', ')} without`,
        [
          projected[0] < 1e-14 && projected[1] < 1e-12 && projected[2] < 1e-10,
          free[0] < 1e-4 && free[1] < 1e-4,
          projected[0] < 1e-3 * free[0] && projected[1] < 1e-3 * free[1],
        ],
      );
    },
  };
}

function energy(which: Pentagons, where: string): Claim {
  return {
    name: `energy-${which}`,
    where,
    statement: `${titles[which]}: the total energy is conserved more accurately with projections`,
    published: '–',
    async check(lab) {
      const cases = await Promise.all([1, 0].map((Omega) => pair(lab, which, { Omega })));
      const drifts = cases.map((outcomes) => outcomes.map(energyDrift));
      const print = ([projected, free]: number[], Omega: number): string =>
        `Ω = ${Omega}: off by ${round(projected)} J with, ${round(free)} J without, a factor of ${(free / projected).toFixed(1)}`;
      return holds(
        `${print(drifts[0], 1)}; ${print(drifts[1], 0)}`,
        [drifts[0][0] < drifts[0][1], 10 * drifts[1][0] < drifts[1][1]],
        'with Ω = 1 the stabilization alone leaves no more than the integrator’s own error, which no projection onto constraints takes away',
      );
    },
  };
}

const iterations: Claim = {
  name: 'iterations',
  where: 'Sect. 4.4',
  statement: 'Usually at most 4 iterations are sufficient',
  published: '4',
  async check(lab) {
    const counts = (await Promise.all(both.map((which) => run(lab, which)))).map(distribution);
    const shares = counts.flat().map((count) => {
      const total = count.reduce((sum, x) => sum + x, 0);
      return count.slice(0, 4).reduce((sum, x) => sum + x, 0) / total;
    });
    const print = (item: number[]): string =>
      item.flatMap((count, k) => (count > 0 ? [`${k + 1}: ${count}`] : [])).join(', ');
    return holds(
      both
        .map((which, i) => `${titles[which]} ${counts[i].map((item) => `(${print(item)})`).join(' ')}`)
        .join('; '),
      shares.map((share) => share > 0.9),
    );
  },
};

const penalty: Claim = {
  name: 'penalty',
  where: 'Sect. 4.4',
  statement: 'Penalty factors from 1e5 to 1e7 give a good convergence rate at each level',
  published: '1e5 … 1e7',
  async check(lab) {
    const factors = [1e4, 1e5, 1e6, 1e7];
    const means = await Promise.all(
      factors.map(async (alpha) => meanIterations(distribution(await run(lab, 'single', { alpha }))[2])),
    );
    return holds(
      factors.map((alpha, i) => `${alpha.toExponential(0)}: ${means[i].toFixed(1)} iterations`).join('; '),
      means.slice(1).map((count) => count <= 6),
    );
  },
};

const complexity: Claim = {
  name: 'complexity',
  where: 'Sect. 4.4',
  statement: 'O(k log₂ n) in parallel on O(n) processors',
  published: 'log₂ n',
  async check(lab) {
    const counts = [8, 16, 32, 64];
    const depths = await Promise.all(
      counts.map(async (n) => {
        const outcome = await lab.run('chain', (system) => {
          system.units.chain.parameters = { n };
          system.stopTime = 0.01;
          system.record = { variables: ['chain.depth'] };
        });
        return column(outcome, 'depth')[0];
      }),
    );
    return holds(
      `${counts.map((n, i) => `${depths[i]} for ${n}`).join(', ')} bodies assembled one after the other`,
      depths.slice(1).map((depth, i) => depth === depths[i] + 1),
    );
  },
};

const sealedParts: Claim = {
  name: 'sealed-parts',
  where: 'Sect. 2.2',
  statement: 'A subassembly shows its neighbours the equations of its two handles, and nothing else',
  published: '–',
  async check(lab) {
    const whole = await parts(lab, 1, 'exact');
    const E = energyOf(whole);
    const largest = (other: readonly number[]): number =>
      other.reduce((most, value, k) => Math.max(most, Math.abs(value - E[k])), 0);
    const counts = [2, 4, 8];
    const exact = await Promise.all(counts.map((p) => parts(lab, p, 'exact')));
    const loose = await Promise.all(counts.map((p) => parts(lab, p, 'velocity–force Jacobi')));
    const [added, lost] = [exact, loose].map((item) => item.map((outcome) => largest(energyOf(outcome))));
    const apart = exact.map((outcome) => apartBy(whole, outcome));
    return holds(
      `${rods} rods as ${counts.join(', ')} sealed units: ${apart.map(round).join(', ')} m and ${added.map(round).join(', ')} J from the whole; by velocity–force Jacobi at the same step ${lost.map(round).join(', ')} J`,
      counts.flatMap((_, i) => [apart[i] < 1e-9, added[i] < 1e-9, lost[i] > 1e-3]),
    );
  },
};

/**
 * Malczyk & Frączek 2012. The geometry of its pentagons is chosen: regular, mass centres midway.
 */
export const divideAndConquer: Paper = {
  key: 'malczyk2012',
  citation:
    'Malczyk & Frączek: A divide and conquer algorithm for constrained multibody system dynamics based on augmented Lagrangian method with projections-based error correction (Nonlinear Dynamics 70, 2012)',
  claims: [
    mobility('single', 'Sect. 4.2', -1, 2, 3),
    mobility('double', 'Sect. 4.3', -2, 4, 6),
    agreement,
    singular,
    constraints('single', 'Fig. 6'),
    constraints('double', 'Fig. 10'),
    energy('single', 'Fig. 7'),
    energy('double', 'Fig. 11'),
    iterations,
    penalty,
    complexity,
    sealedParts,
  ],
  figures: writePentagonFigures,
};
