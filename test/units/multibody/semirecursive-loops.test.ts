import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { array, loadLinkages, loadSemirecursive, reasonOf, type Semirecursive } from './semirecursive.ts';

type Mechanism = InstanceType<Semirecursive['Mechanism']>;
type Solver = InstanceType<Semirecursive['Penalty']> | InstanceType<Semirecursive['DoubleStep']>;

let s: Semirecursive;
beforeAll(async () => {
  s = await loadSemirecursive();
});

/** A drive of p given forces. */
function given(p: number): InstanceType<Semirecursive['Drive']> {
  class Given extends s.Drive {
    constructor() {
      super(p, 0);
    }
    evaluate(): void {}
  }
  return new Given();
}

const largest = (x: readonly number[], y: ArrayLike<number>): number =>
  Math.max(...x.map((value, i) => Math.abs(value - y[i])));
const list = (x: StaticArray<number>): number[] => Array.from(x as unknown as Float64Array);

/** Two spatial branches whose ends are joined by all cut joints, and two actuators. */
function spatial(): Mechanism {
  const axis = (x: number, y: number, z: number) => new s.Axis(x, y, z);
  const joints = [
    [0, new s.Spherical()],
    [1, new s.Universal(axis(1, 0, 0.2), axis(0, 1, 0.1))],
    [0, new s.Free()],
    [1, new s.Revolute(axis(0.3, 0.2, 1))],
    [3, new s.Prismatic(axis(0.5, 1, 0))],
  ] as const;
  const tree = new s.Tree(5, 13);
  joints.forEach(([parent, joint], i) => {
    joint.at(0.3 * i, 0.5 - 0.1 * i, 0.2);
    tree.add(parent, joint);
    tree.inertia.setMass(i + 1, 1 + i, 0.2, 0.1, -0.3);
    tree.inertia.setMoments(i + 1, 1, 2, 2.5, 0.1, 0.2, -0.1);
  });
  const mechanism = new s.Mechanism(tree, 5 + 5 + 1, given(2));
  const revolute = new s.RevoluteCut(2, 5, axis(0, 0.2, 1), axis(0.4, 0, 1), true);
  revolute.span.setP(0.5, 0.1, 0);
  revolute.span.setQ(-0.2, 0.3, 0.4);
  const translational = new s.TranslationalCut(4, 3, axis(1, 0, 0), axis(0, 0, 1), true);
  translational.span.setP(0.1, 0.2, 0.3);
  translational.span.setQ(0.2, -0.1, 0);
  const rod = new s.RodCut(4, 0);
  rod.length = 1.7;
  rod.span.setP(0.2, 0, 0.1);
  rod.span.setQ(2, 1, 0);
  for (const cut of [revolute, translational, rod]) mechanism.close(cut);
  const lines = [new s.LineActuator(2, 4), new s.LineActuator(5, 0)];
  lines.forEach((line, i) => {
    line.span.setP(0.3, -0.2 * i, 0.1);
    line.span.setQ(-1, 0.5, 1 + i);
    mechanism.actuate(line);
  });
  return mechanism;
}

describe('cut joints and actuators in space', () => {
  const state = fc.record({
    q: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 13, maxLength: 13 }),
    v: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 13, maxLength: 13 }),
  });
  const runs = { numRuns: 100, seed: 3 };
  const at = (m: Mechanism, q: number[], v: number[]): void => {
    m.positions(array(...q), 1);
    m.velocities(array(...q), array(...v), 1);
  };
  const shifted = (q: number[], v: number[], e: number): number[] => q.map((x, i) => x + e * v[i]);
  const e = 1e-6;

  it('Φ_z ż is the derivative of Φ, and ṡ = g ż that of s, for revolute, translational and rod', () => {
    fc.assert(
      fc.property(state, ({ q, v }) => {
        const m = spatial();
        const values = [e, -e].map((d) => {
          at(m, shifted(q, v, d), v);
          return [...list(m.Phi), ...list(m.s)];
        });
        at(m, q, v);
        const rows = (J: StaticArray<number>, count: number): number[] =>
          Array.from({ length: count }, (_, r) => v.reduce((sum, x, k) => sum + J[r * m.n + k] * x, 0));
        const difference = values[0].map((x, i) => (x - values[1][i]) / (2 * e));
        expect(largest(difference, [...rows(m.J, 11), ...rows(m.G, 2)])).toBeLessThan(1e-7);
        expect(largest(list(m.sDot), rows(m.G, 2))).toBeLessThan(1e-12);
      }),
      runs,
    );
  });

  it('Φ̇_z ż, and s̈ at z̈ = 0, are the derivatives of Φ_z ż and ṡ at constant ż', () => {
    fc.assert(
      fc.property(state, ({ q, v }) => {
        const m = spatial();
        const rates = [e, -e].map((d) => {
          at(m, shifted(q, v, d), v);
          const phi = Array.from({ length: 11 }, (_, r) =>
            v.reduce((sum, x, k) => sum + m.J[r * m.n + k] * x, 0),
          );
          return [...phi, ...list(m.sDot)];
        });
        at(m, q, v);
        m.curvature();
        const bias = [0, 1].map((i) => m.line(i).bias(m.tree.motion));
        const difference = rates[0].map((x, i) => (x - rates[1][i]) / (2 * e));
        expect(largest(difference, [...list(m.gamma), ...bias])).toBeLessThan(1e-6);
      }),
      runs,
    );
  });
});

/** Planar four-bar of rods from O to E with the revolute joint at E cut, in two or five rows. */
function fourBar(lengths: readonly number[], E: readonly number[], rows: 2 | 5): Mechanism {
  const Z = new s.Axis(0, 0, 1);
  const tree = new s.Tree(3, 3);
  lengths.forEach((L, i) => {
    const joint = new s.Revolute(Z);
    if (i > 0) joint.at(lengths[i - 1], 0, 0);
    tree.add(i, joint);
    tree.inertia.setRod(i + 1, 2 * L, L);
  });
  const cut = new s.RevoluteCut(3, 0, Z, Z, rows === 5);
  cut.span.setP(lengths[2], 0, 0);
  cut.span.setQ(E[0], E[1], 0);
  const mechanism = new s.Mechanism(tree, rows, given(1));
  mechanism.close(cut);
  const line = new s.LineActuator(1, 0);
  line.span.setP(lengths[0], 0, 0);
  line.span.setQ(-0.3, 2, 0);
  mechanism.actuate(line);
  return mechanism;
}

/**
 * Angles of rods 2 and 3 (relative) that close a four-bar for the angle of rod 1, rod 3 hanging
 * above or below.
 */
function closed(lengths: readonly number[], E: readonly number[], z1: number, side: 1 | -1): number[] {
  const [a, b, c] = lengths;
  const D = [a * Math.cos(z1), a * Math.sin(z1)];
  const d = Math.hypot(E[0] - D[0], E[1] - D[1]);
  const direction = Math.atan2(E[1] - D[1], E[0] - D[0]);
  const first = direction + side * Math.acos((b * b + d * d - c * c) / (2 * b * d));
  const C = [D[0] + b * Math.cos(first), D[1] + b * Math.sin(first)];
  const second = Math.atan2(E[1] - C[1], E[0] - C[0]);
  return [z1, first - z1, second - first];
}

function begin(form: 'Penalty' | 'DoubleStep', m: Mechanism, q: readonly number[], rate = 0): Solver {
  const solver = new s[form](m);
  q.forEach((x, i) => {
    solver.q[i] = x;
  });
  m.positions(solver.q, 1);
  if (rate !== 0) {
    // Rates that keep the loop closed, from the first one.
    const [a, b, c, d] = [m.J[1], m.J[2], m.J[4], m.J[5]];
    const det = a * d - b * c;
    solver.v[0] = rate;
    solver.v[1] = (-(d * m.J[0] - b * m.J[3]) / det) * rate;
    solver.v[2] = (-(-c * m.J[0] + a * m.J[3]) / det) * rate;
  }
  solver.start(0);
  return solver;
}

const energy = (m: Mechanism): number => m.dynamics.kineticEnergy() + m.dynamics.potentialEnergy();

describe('four-bar without a fully turning rod (2, 2, 2 on 2.9)', () => {
  const lengths = [2, 2, 2];
  const E = [2.9, 0];
  const start = (form: 'Penalty' | 'DoubleStep'): [Mechanism, Solver] => {
    const m = fourBar(lengths, E, 2);
    return [m, begin(form, m, closed(lengths, E, 1, 1), 6)];
  };

  it('the double step changes its partition as a pivot worsens, closes the loop to 1e-12 and keeps the energy at second order', () => {
    const drift = [1e-3, 5e-4].map((h) => {
      const [m, solver] = start('DoubleStep');
      const energy0 = energy(m);
      let [position, velocity, worst] = [0, 0, 0];
      const used = new Set<number>();
      for (let n = 0; n < Math.round(2 / h); n++) {
        solver.step(n * h, h);
        used.add((solver as InstanceType<Semirecursive['DoubleStep']>).reduction.partition.independent[0]);
        position = Math.max(position, m.positionError());
        velocity = Math.max(velocity, m.velocityError(solver.v));
        worst = Math.max(worst, Math.abs(energy(m) - energy0));
      }
      expect(solver.partitions).toBeGreaterThan(5);
      expect(used.size).toBeGreaterThan(1);
      expect(position).toBeLessThan(1e-12);
      expect(velocity).toBeLessThan(1e-12);
      return worst;
    });
    expect(drift[0] / drift[1]).toBeGreaterThan(3.5);
  });

  it('penalty and double step converge to each other at second order', () => {
    const end = (form: 'Penalty' | 'DoubleStep', h: number): number[] => {
      const [, solver] = start(form);
      for (let n = 0; n < Math.round(0.5 / h); n++) solver.step(n * h, h);
      return list(solver.q);
    };
    const distance = [2e-3, 1e-3].map((h) => largest(end('Penalty', h), end('DoubleStep', h)));
    expect(distance[1]).toBeLessThan(1e-3);
    expect(distance[0] / distance[1]).toBeGreaterThan(3);
  });
});

describe('redundant constraints: the revolute joint of a planar four-bar cut with its five rows in space', () => {
  const lengths = [1, 2.5, 2];
  const E = [3, 0];

  it('penalty handles redundant rows, and moves as with the two independent rows', () => {
    const [five, two] = ([5, 2] as const).map((rows) => {
      const m = fourBar(lengths, E, rows);
      const solver = begin('Penalty', m, closed(lengths, E, 1, 1));
      for (let n = 0; n < 500; n++) solver.step(n * 1e-3, 1e-3);
      expect(m.positionError()).toBeLessThan(1e-9);
      return list(solver.q);
    });
    expect(largest(five, two)).toBeLessThan(1e-9);
  });

  it('the double step reports redundant constraints with a hint', async () => {
    const start = (): unknown => begin('DoubleStep', redundantChain(), [0.4, 0.3, 0.2, 0.1, 0.3, -0.2]);
    expect(await reasonOf(start)).toBe(
      'double-step formulation: the constraints are redundant, or the configuration is singular: the Jacobian has not full rank; remove redundant constraints, or choose the penalty-based formulation',
    );
  });
});

/**
 * Builds six rods in a plane, whose end a spatial revolute joint holds: five rows, three of them 0
 * in the plane.
 */
function redundantChain(): Mechanism {
  const Z = new s.Axis(0, 0, 1);
  const tree = new s.Tree(6, 6);
  for (let i = 0; i < 6; i++) {
    const joint = new s.Revolute(Z);
    if (i > 0) joint.at(1, 0, 0);
    tree.add(i, joint);
    tree.inertia.setRod(i + 1, 1, 1);
  }
  const cut = new s.RevoluteCut(6, 0, Z, Z, true);
  cut.span.setP(1, 0, 0);
  cut.span.setQ(3, 0, 0);
  const mechanism = new s.Mechanism(tree, 5, given(0));
  mechanism.close(cut);
  return mechanism;
}

describe('a singular configuration: a parallelogram that passes its stretched position', () => {
  const lengths = [1, 2, 1];
  const E = [2, 0];
  const start = (form: 'Penalty' | 'DoubleStep', z1: number, rate: number): [Mechanism, Solver] => {
    const m = fourBar(lengths, E, 2);
    // The parallel branch: rod 3 antiparallel to rod 1.
    return [m, begin(form, m, [z1, -z1, z1 - Math.PI], rate)];
  };

  it('penalty passes the singular position on the parallel branch and keeps the energy', () => {
    const [m, solver] = start('Penalty', 0.5, -4);
    const energy0 = energy(m);
    let lowest = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 250; n++) {
      solver.step(n * 1e-3, 1e-3);
      lowest = Math.min(lowest, Math.abs(Math.sin(solver.q[0])));
    }
    expect(solver.q[0]).toBeLessThan(-0.3);
    expect(lowest).toBeLessThan(5e-3);
    expect(Math.abs(energy(m) - energy0)).toBeLessThan(0.02 * Math.abs(energy0));
    expect(m.positionError()).toBeLessThan(1e-6);
  });

  it('the double step reports the singular position with a hint', async () => {
    expect(await reasonOf(() => start('DoubleStep', 0, 0))).toMatch(
      /redundant, or the configuration is singular.*choose the penalty-based formulation$/,
    );
  });
});

describe('interface model M_eff s̈ = Q_eff + F', () => {
  it.each(['Penalty', 'DoubleStep'] as const)('%s: predicts s̈ of the mechanism under any force', (form) => {
    const lengths = [1, 2.5, 2];
    for (const [z1, rate, F] of [
      [1, 2, 0],
      [0.4, -3, 120],
      [2.2, 5, -75],
    ]) {
      const m = fourBar(lengths, [3, 0], 2);
      m.drive.F[0] = F;
      const solver = begin(form, m, closed(lengths, [3, 0], z1, 1), rate);
      const model =
        form === 'Penalty'
          ? new s.InterfacePenalty(m)
          : new s.InterfaceDoubleStep(m, (solver as InstanceType<Semirecursive['DoubleStep']>).reduction);
      model.evaluate();
      const sDdot = m.line(0).bias(m.tree.motion) + list(solver.a).reduce((sum, a, k) => sum + m.G[k] * a, 0);
      expect(model.Meff[0]).toBeGreaterThan(0);
      expect(Math.abs((model.Qeff[0] + F) / model.Meff[0] - sDdot)).toBeLessThan(
        1e-9 * (1 + Math.abs(sDdot)),
      );
    }
  });

  it('two actuators on a spatial tree are coupled by the off-diagonal of M_eff as the equations of motion require', () => {
    const axis = new s.Axis(0.1, 0.2, 1);
    const tree = new s.Tree(2, 3);
    tree.add(0, new s.Universal(axis, new s.Axis(0, 1, 0)));
    const elbow = new s.Revolute(axis);
    elbow.at(1, 0, 0);
    tree.add(1, elbow);
    for (const j of [1, 2]) {
      tree.inertia.setMass(j, 3, 0.5, 0.1, 0);
      tree.inertia.setMoments(j, 1, 1, 1, 0, 0, 0);
    }
    const m = new s.Mechanism(tree, 0, given(2));
    for (const body of [1, 2]) {
      const line = new s.LineActuator(body, 0);
      line.span.setP(0.5, 0.2, 0);
      line.span.setQ(-1, 1, 0.5 * body);
      m.actuate(line);
    }
    const solver = new s.Penalty(m);
    [0.3, 0.2, 0.5].forEach((x, i) => {
      solver.q[i] = x;
      solver.v[i] = 1 - x;
    });
    m.drive.F[0] = 40;
    m.drive.F[1] = -25;
    solver.start(0);
    const double = new s.DoubleStep(m);
    for (let i = 0; i < 3; i++) {
      double.q[i] = solver.q[i];
      double.v[i] = solver.v[i];
    }
    double.start(0);
    const models = [new s.InterfacePenalty(m), new s.InterfaceDoubleStep(m, double.reduction)];
    for (const model of models) {
      model.evaluate();
      const M = model.Meff;
      const F = [model.Qeff[0] + 40, model.Qeff[1] - 25];
      const det = M[0] * M[3] - M[1] * M[2];
      const predicted = [(M[3] * F[0] - M[1] * F[1]) / det, (M[0] * F[1] - M[2] * F[0]) / det];
      const real = [0, 1].map(
        (r) =>
          m.line(r).bias(m.tree.motion) + list(solver.a).reduce((sum, a, k) => sum + m.G[r * 3 + k] * a, 0),
      );
      expect(largest(predicted, real)).toBeLessThan(1e-8);
      expect(Math.abs(M[1])).toBeGreaterThan(1e-3);
    }
    expect(largest(list(models[0].Meff), models[1].Meff)).toBeLessThan(1e-9);
  });
});

describe('full pivoting at the published initial angles', () => {
  const degrees = (...x: number[]): StaticArray<number> => array(...x.map((z) => (z * Math.PI) / 180));

  it('full pivoting selects z₃ of the four-bar of Jaiswal et al. 2021a as independent', async () => {
    const { FourBar, GivenForce } = await loadLinkages();
    const m = new FourBar(new GivenForce());
    const L = array(9, Math.SQRT2, 2);
    m.setRods(array(225, 35, 50), L, 3);
    m.setGround(3, L, 0, -1, 0, -2);
    const solver = begin('DoubleStep', m, list(degrees(0, -135, -45)));
    expect((solver as InstanceType<Semirecursive['DoubleStep']>).reduction.partition.independent[0]).toBe(2);
    expect(m.s[0]).toBeCloseTo(Math.SQRT2, 12);
  });

  it('full pivoting selects z₄ of the quick-return as independent', async () => {
    const { QuickReturn, GivenForce } = await loadLinkages();
    const m = new QuickReturn(new GivenForce());
    m.setBodies(array(25, 12, 3, 100, 30), array(5, 1.2, 0.3, 1, 0.3));
    m.setGround(0, 3, 5, -0.96, 3);
    const z = degrees(76.215947, 96.892103, 6.89195, 30.59, 45.625947);
    const solver = begin('DoubleStep', m, list(z));
    expect((solver as InstanceType<Semirecursive['DoubleStep']>).reduction.partition.independent[0]).toBe(3);
    expect(solver.q[3]).toBe(z[3]);
    expect(m.s[0]).toBeCloseTo(1.413505438, 8);
  });
});
