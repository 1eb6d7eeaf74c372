import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { array, loadSemirecursive, type Semirecursive, zeros } from './semirecursive.ts';

type Tree = InstanceType<Semirecursive['Tree']>;
type Mechanism = InstanceType<Semirecursive['Mechanism']>;

let s: Semirecursive;
beforeAll(async () => {
  s = await loadSemirecursive();
});

const kinds = ['revolute', 'prismatic', 'cylindrical', 'universal', 'spherical', 'free'] as const;
const coordinates = { revolute: 1, prismatic: 1, cylindrical: 2, universal: 2, spherical: 3, free: 6 };

interface Body {
  kind: (typeof kinds)[number];
  /** Parent among the bodies before it, as a share of them (ground included). */
  parent: number;
  /** 24 numbers in [−1, 1]: axes, anchor, mass, centre, inertia. */
  x: number[];
}

const real = fc.double({ min: -1, max: 1, noNaN: true });
const body: fc.Arbitrary<Body> = fc.record({
  kind: fc.constantFrom(...kinds),
  parent: fc.double({ min: 0, max: 0.999, noNaN: true }),
  x: fc.array(real, { minLength: 24, maxLength: 24 }),
});
/** A tree that branches, and numbers enough for its state. */
const trees = fc.record({
  bodies: fc.array(body, { minLength: 1, maxLength: 6 }),
  q: fc.array(real, { minLength: 36, maxLength: 36 }),
  v: fc.array(real, { minLength: 36, maxLength: 36 }),
  a: fc.array(real, { minLength: 36, maxLength: 36 }),
});
const runs = { numRuns: 150, seed: 7 };

/** An axis that is never too short. */
const axis = (x: number[], at: number) => new s.Axis(x[at] + 1.5, x[at + 1], x[at + 2]);

function joint({ kind, x }: Body) {
  if (kind === 'revolute') return new s.Revolute(axis(x, 0));
  if (kind === 'prismatic') return new s.Prismatic(axis(x, 0));
  if (kind === 'cylindrical') return new s.Cylindrical(axis(x, 0));
  if (kind === 'universal') return new s.Universal(axis(x, 0), new s.Axis(x[3], x[4] + 1.5, x[5]));
  return kind === 'spherical' ? new s.Spherical() : new s.Free();
}

function build(bodies: readonly Body[]): Tree {
  const size = bodies.reduce((sum, b) => sum + coordinates[b.kind], 0);
  const tree = new s.Tree(bodies.length, size);
  bodies.forEach((b, i) => {
    const j = joint(b);
    j.at(b.x[6], b.x[7], b.x[8]);
    tree.add(Math.floor(b.parent * (i + 1)), j);
    tree.inertia.setMass(i + 1, 2 + b.x[9], b.x[10], b.x[11], b.x[12]);
    const d = [2 + b.x[13], 2 + b.x[14], 2 + b.x[15]];
    tree.inertia.setMoments(i + 1, d[0], d[1], d[2], 0.3 * b.x[16], 0.3 * b.x[17], 0.3 * b.x[18]);
  });
  tree.gx = 1;
  tree.gz = -2;
  return tree;
}

/**
 * Returns the origin of a body and the points 1 m away along each axis. They determine its pose.
 */
function pose(tree: Tree, j: number): number[] {
  const { A, r } = tree.motion;
  return [0, 1, 2].flatMap((i) => [
    r[3 * j + i],
    ...[0, 1, 2].map((k) => r[3 * j + i] + A[9 * j + 3 * i + k]),
  ]);
}

/** Returns the velocity ṡ + ω × P of these points from Z. */
function velocity(tree: Tree, Z: ArrayLike<number>, j: number): number[] {
  const points = pose(tree, j);
  const at = 6 * j;
  const result = new Array<number>(12);
  for (let k = 0; k < 4; k++) {
    const [x, y, z] = [points[k], points[4 + k], points[8 + k]];
    result[k] = Z[at] + Z[at + 4] * z - Z[at + 5] * y;
    result[4 + k] = Z[at + 1] + Z[at + 5] * x - Z[at + 3] * z;
    result[8 + k] = Z[at + 2] + Z[at + 3] * y - Z[at + 4] * x;
  }
  return result;
}

function place(tree: Tree, q: readonly number[], v: readonly number[]): void {
  const state = array(...q.slice(0, tree.size));
  tree.positions(state, 1);
  tree.velocities(state, array(...v.slice(0, tree.size)), 1);
}

const moved = (q: readonly number[], v: readonly number[], e: number): number[] =>
  q.map((x, i) => x + e * v[i]);
const largest = (x: readonly number[], y: ArrayLike<number>): number =>
  Math.max(...x.map((value, i) => Math.abs(value - y[i])));

describe('trees of all joints that branch', () => {
  it('Z = T R_d ż is the derivative of every body’s position and orientation', () => {
    fc.assert(
      fc.property(trees, ({ bodies, q, v }) => {
        const tree = build(bodies);
        const e = 1e-6;
        const poses = [e, -e].map((d) => {
          place(tree, moved(q, v, d), v);
          return bodies.map((_, i) => pose(tree, i + 1));
        });
        place(tree, q, v);
        bodies.forEach((_, i) => {
          const difference = poses[0][i].map((x, k) => (x - poses[1][i][k]) / (2 * e));
          expect(largest(difference, velocity(tree, tree.motion.Z, i + 1))).toBeLessThan(1e-7);
        });
      }),
      runs,
    );
  });

  it('each column b is the Z of a unit rate of its coordinate, on the bodies it carries alone', () => {
    fc.assert(
      fc.property(trees, ({ bodies, q }) => {
        const tree = build(bodies);
        for (let k = 0; k < tree.size; k++) {
          place(
            tree,
            q,
            q.map((_, i) => (i === k ? 1 : 0)),
          );
          for (let j = 1; j <= tree.n; j++) {
            let carrier = j;
            while (carrier > 0 && carrier !== tree.moved(k)) carrier = tree.parent(carrier);
            for (let i = 0; i < 6; i++) {
              const expected = carrier > 0 ? tree.motion.B[6 * k + i] : 0;
              expect(Math.abs(tree.motion.Z[6 * j + i] - expected)).toBeLessThan(1e-12);
            }
          }
        }
      }),
      { ...runs, numRuns: 40 },
    );
  });

  it('the sum of the d is the derivative of Z at constant rates', () => {
    fc.assert(
      fc.property(trees, ({ bodies, q, v }) => {
        const tree = build(bodies);
        const e = 1e-5;
        const Z = [e, -e].map((d) => {
          place(tree, moved(q, v, d), v);
          return Array.from(tree.motion.Z as unknown as Float64Array);
        });
        place(tree, q, v);
        const difference = Z[0].map((x, i) => (x - Z[1][i]) / (2 * e));
        expect(largest(difference, tree.motion.drift)).toBeLessThan(1e-6);
      }),
      runs,
    );
  });

  it('the accumulated M′ is the dense R_dᵀ Tᵀ M̄ T R_d, and ½ żᵀ M′ ż the kinetic energy', () => {
    fc.assert(
      fc.property(trees, ({ bodies, q, v }) => {
        const tree = build(bodies);
        const mass = new s.Accumulation(tree);
        const dynamics = new s.Dynamics(tree);
        place(tree, q, v);
        mass.evaluate();
        const expected = denseMass(tree);
        const n = tree.size;
        expect(largest(expected, mass.M)).toBeLessThan(1e-11);
        let twice = 0;
        for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) twice += v[i] * expected[i * n + j] * v[j];
        expect(dynamics.kineticEnergy()).toBeCloseTo(twice / 2, 10);
      }),
      runs,
    );
  });

  it('the recursive residual is M′ z̈ − Q′: linear in z̈ with the slope M′', () => {
    fc.assert(
      fc.property(trees, ({ bodies, q, v, a }) => {
        const tree = build(bodies);
        const n = tree.size;
        const mass = new s.Accumulation(tree);
        const dynamics = new s.Dynamics(tree);
        place(tree, q, v);
        mass.evaluate();
        const [with0, withA] = [zeros(n), zeros(n)];
        dynamics.residual(zeros(n), with0);
        dynamics.residual(array(...a.slice(0, n)), withA);
        const product = Array.from({ length: n }, (_, i) =>
          a.slice(0, n).reduce((sum, x, j) => sum + mass.M[i * n + j] * x, with0[i]),
        );
        expect(largest(product, withA)).toBeLessThan(1e-10);
      }),
      runs,
    );
  });

  it('the power of the residual is the rate of the mechanical energy (Lagrange’s equations)', () => {
    fc.assert(
      fc.property(trees, ({ bodies, q, v, a }) => {
        const tree = build(bodies);
        const n = tree.size;
        const dynamics = new s.Dynamics(tree);
        const f = zeros(n);
        place(tree, q, v);
        dynamics.residual(array(...a.slice(0, n)), f);
        const power = v.slice(0, n).reduce((sum, x, i) => sum + x * f[i], 0);
        const e = 1e-5;
        const energy = [e, -e].map((d) => {
          place(
            tree,
            q.map((x, i) => x + d * (v[i] + 0.5 * d * a[i])),
            moved(v, a, d),
          );
          return dynamics.kineticEnergy() + dynamics.potentialEnergy();
        });
        expect(Math.abs(power - (energy[0] - energy[1]) / (2 * e))).toBeLessThan(
          1e-5 * (1 + Math.abs(power)),
        );
      }),
      runs,
    );
  });

  it('articulated inertia solves M′ z̈ = Q′ in O(n) without M′', () => {
    fc.assert(
      fc.property(trees, ({ bodies, q, v }) => {
        const tree = build(bodies);
        const n = tree.size;
        const [a, f] = [zeros(n), zeros(n)];
        place(tree, q, v);
        new s.Articulated(tree).accelerations(a);
        new s.Dynamics(tree).residual(a, f);
        expect(largest(new Array<number>(n).fill(0), f)).toBeLessThan(1e-9);
      }),
      runs,
    );
  });

  it('refreshing a rotation vector changes no pose, velocity or acceleration', () => {
    const free: Body = { kind: 'free', parent: 0, x: new Array<number>(24).fill(0.2) };
    const ball: Body = { ...free, kind: 'spherical', parent: 0.9 };
    const tree = build([free, ball]);
    const q = array(1, 2, 3, 1.1, -0.4, 0.7, 0.9, 1.3, -0.2);
    const v = array(0.3, -1, 2, 0.5, 1.5, -0.8, 1.1, 0.6, -2);
    const a = array(1, 0.5, -0.3, 2, -1, 0.4, 0.8, -0.6, 1.2);
    const observe = (): number[] => {
      tree.positions(q, 1);
      tree.velocities(q, v, 1);
      const f = zeros(9);
      const dynamics = new s.Dynamics(tree);
      dynamics.residual(a, f);
      // Forces of the bodies, not of coordinates, which have changed.
      const wrench = Array.from(dynamics.wrench as unknown as Float64Array);
      return [...pose(tree, 1), ...pose(tree, 2), ...velocity(tree, tree.motion.Z, 2), ...wrench];
    };
    const before = observe();
    expect(tree.refresh(q, v, a)).toBe(true);
    expect([q[3], q[4], q[5], q[6], q[7], q[8]]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(largest(before, observe())).toBeLessThan(1e-12);
    expect(tree.refresh(q, v, a)).toBe(false);
  });
});

/** Σ_j B_jᵀ M̄_j B_j with 6 × 6 matrices and the path matrix written out. */
function denseMass(tree: Tree): number[] {
  const n = tree.size;
  const M = new Array<number>(n * n).fill(0);
  for (let j = 1; j <= tree.n; j++) {
    const columns: number[][] = [];
    for (let k = 0; k < n; k++) {
      let carrier = j;
      while (carrier > 0 && carrier !== tree.moved(k)) carrier = tree.parent(carrier);
      columns.push(Array.from({ length: 6 }, (_, i) => (carrier > 0 ? tree.motion.B[6 * k + i] : 0)));
    }
    const inertia = bodyMass(tree, j);
    for (let k = 0; k < n; k++) {
      for (let l = 0; l < n; l++) {
        for (let a = 0; a < 6; a++) {
          for (let b = 0; b < 6; b++) M[k * n + l] += columns[k][a] * inertia[6 * a + b] * columns[l][b];
        }
      }
    }
  }
  return M;
}

/** M̄ of Jaiswal et al. 2021a, eq. 9. */
function bodyMass(tree: Tree, j: number): number[] {
  const { A, r } = tree.motion;
  const { mass, centre, J } = tree.inertia;
  const R = (i: number, k: number): number => A[9 * j + 3 * i + k];
  const g = [0, 1, 2].map(
    (i) => r[3 * j + i] + [0, 1, 2].reduce((sum, k) => sum + R(i, k) * centre[3 * j + k], 0),
  );
  const local = [0, 3, 4, 3, 1, 5, 4, 5, 2].map((i) => J[6 * j + i]);
  const skew = [0, -g[2], g[1], g[2], 0, -g[0], -g[1], g[0], 0];
  const m = mass[j];
  const M = new Array<number>(36).fill(0);
  for (let i = 0; i < 3; i++) {
    M[7 * i] = m;
    for (let k = 0; k < 3; k++) {
      M[6 * i + 3 + k] = -m * skew[3 * i + k];
      M[6 * (i + 3) + k] = m * skew[3 * i + k];
      let sum = 0;
      for (let a = 0; a < 3; a++) {
        sum -= m * skew[3 * i + a] * skew[3 * a + k];
        for (let b = 0; b < 3; b++) sum += R(i, a) * local[3 * a + b] * R(k, b);
      }
      M[6 * (i + 3) + 3 + k] = sum;
    }
  }
  return M;
}

/** An open tree without actuators as a mechanism. */
function open(tree: Tree): Mechanism {
  class None extends s.Drive {
    constructor() {
      super(0, 0);
    }
    evaluate(): void {}
  }
  return new s.Mechanism(tree, 0, new None());
}

/** Linear momentum, and angular momentum about the inertial origin: Σ M̄ Z. */
function momentum(tree: Tree): number[] {
  const sum = new Array<number>(6).fill(0);
  for (let j = 1; j <= tree.n; j++) {
    const M = bodyMass(tree, j);
    for (let i = 0; i < 6; i++) for (let k = 0; k < 6; k++) sum[i] += M[6 * i + k] * tree.motion.Z[6 * j + k];
  }
  return sum;
}

describe('motion of open trees', () => {
  const free: Body = { kind: 'free', parent: 0, x: new Array<number>(24).fill(0) };
  const x = Array.from({ length: 24 }, (_, i) => Math.sin(3 * i + 1));
  const chain: Body[] = [
    free,
    { kind: 'spherical', parent: 0.99, x },
    { kind: 'universal', parent: 0.99, x: x.map((y) => -y) },
    { kind: 'cylindrical', parent: 0.3, x },
    { kind: 'revolute', parent: 0.99, x },
  ];

  function run(bodies: Body[], form: 'Penalty' | 'DoubleStep', h: number, gravity: boolean) {
    const tree = build(bodies);
    if (!gravity) {
      tree.gx = 0;
      tree.gy = 0;
      tree.gz = 0;
    }
    const mechanism = open(tree);
    const solver = new s[form](mechanism);
    for (let i = 0; i < tree.size; i++) solver.v[i] = Math.cos(5 * i + 1);
    solver.start(0);
    const energy = (): number => mechanism.dynamics.kineticEnergy() + mechanism.dynamics.potentialEnergy();
    const [energy0, momentum0] = [energy(), momentum(tree)];
    const worst = { energy: 0, momentum: 0 };
    for (let n = 0; n < Math.round(2 / h); n++) {
      solver.step(n * h, h);
      worst.energy = Math.max(worst.energy, Math.abs(energy() - energy0));
      worst.momentum = Math.max(worst.momentum, largest(momentum0, momentum(tree)));
    }
    return { ...worst, tree, q: Array.from(solver.q as unknown as Float64Array) };
  }

  it.each(['Penalty', 'DoubleStep'] as const)(
    '%s keeps the energy of a tumbling tree under gravity at second order',
    (form) => {
      const [coarse, fine] = [4e-3, 2e-3].map((h) => run(chain, form, h, true).energy);
      expect(coarse / fine).toBeGreaterThan(3.5);
      expect(fine).toBeLessThan(1e-3);
    },
  );

  it('a free tree without gravity keeps its linear and angular momentum at second order, through full turns', () => {
    const [coarse, fine] = [4e-3, 2e-3].map((h) => run(chain, 'Penalty', h, false).momentum);
    expect(coarse / fine).toBeGreaterThan(3.5);
    expect(fine).toBeLessThan(2e-3);
  });

  it('both formulations agree without loops', () => {
    const [penalty, doubleStep] = (['Penalty', 'DoubleStep'] as const).map((form) =>
      run(chain, form, 4e-3, true),
    );
    expect(largest(pose(penalty.tree, 5), pose(doubleStep.tree, 5))).toBeLessThan(1e-6);
  });
});
