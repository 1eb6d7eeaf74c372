import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { spread, width } from '../../width.ts';
import {
  type DivideAndConquer,
  dense,
  eigenvalues,
  eliminate,
  loadDivideAndConquer,
  type System,
  times,
  transpose,
} from './divide-and-conquer.ts';
import {
  array,
  type Linkages,
  loadLinkages,
  loadSemirecursive,
  type Semirecursive,
  zeros,
} from './semirecursive.ts';

let d: DivideAndConquer;
let s: Semirecursive;
let linkages: Linkages;
beforeAll(async () => {
  [d, s, linkages] = await Promise.all([loadDivideAndConquer(), loadSemirecursive(), loadLinkages()]);
});

/** A stream of numbers in [−1, 1) (Park & Miller 1988). */
function numbers(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  };
}

const seeds = fc.integer({ min: 0, max: 1e6 });
const runs = { numRuns: width(30, 60), seed: 11 };

/** Bodies anywhere, turned anyhow, moving anyhow. */
function scatter(system: System, next: () => number): void {
  const { bodies } = system;
  for (let b = 1; b <= system.n; b++) {
    bodies.weigh(b, 1.5 + next(), 0.5 + 0.3 * next(), 0.5 + 0.3 * next(), 0.5 + 0.3 * next());
    const p = [next(), next(), next(), next() + 1.5];
    const length = Math.hypot(...p);
    for (let k = 0; k < 3; k++) bodies.q[7 * b + k] = next();
    for (let k = 0; k < 4; k++) bodies.q[7 * b + 3 + k] = p[k] / length;
    for (let k = 0; k < 7; k++) bodies.v[7 * b + k] = next();
  }
}

/** All joints where the bodies stand, about any axes. */
function stand(system: System, next: () => number): void {
  for (let k = 0; k < system.joints; k++) {
    const joint = system.jointAt(k);
    const u = [next() + 1.5, next(), next()] as const;
    joint.stand(next(), next(), next(), ...u);
    if (joint.kind === d.universal) joint.B.along(next(), next() + 1.5, next());
  }
}

describe('joints of the divided system', () => {
  it.each([
    ['revolute', 1, 5],
    ['spherical', 2, 3],
    ['universal', 3, 4],
    ['cylindrical', 4, 4],
    ['prismatic', 5, 5],
    ['rigid', 6, 6],
  ])('%s: Φ̇ = Φ_q q̇ and Φ̈ = Φ_q q̈ + γ are the derivatives of Φ along any motion', (_name, kind, rows) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const next = numbers(seed);
        const system = new d.System(2, 1);
        const joint = system.add(kind, 1, 2);
        scatter(system, next);
        stand(system, next);
        expect(joint.rows).toBe(rows);
        // Away from where the joint stands, so that no term is zero there.
        const { q, v } = system.bodies;
        const a = Float64Array.from(q, () => next());
        for (let k = 7; k < 21; k++) q[k] += 0.3 * next();
        const [q0, v0] = [Float64Array.from(q), Float64Array.from(v)];
        const at = (t: number): { Phi: number[]; rate: number[]; gamma: number[] } => {
          for (let k = 7; k < 21; k++) {
            q[k] = q0[k] + t * v0[k] + 0.5 * t * t * a[k];
            v[k] = v0[k] + t * a[k];
          }
          joint.positions();
          joint.linearize();
          joint.velocities();
          const copy = (x: StaticArray<number>) => Array.from({ length: rows }, (_, i) => x[i]);
          return { Phi: copy(joint.Phi), rate: copy(joint.rate), gamma: copy(joint.gamma) };
        };
        const e = 1e-5;
        const [after, before] = [at(e), at(-e)];
        const now = at(0);
        const second = zeros(6);
        joint.rates(a as unknown as StaticArray<number>, second);
        for (let i = 0; i < rows; i++) {
          expect((after.Phi[i] - before.Phi[i]) / (2 * e)).toBeCloseTo(now.rate[i], 7);
          expect((after.rate[i] - before.rate[i]) / (2 * e)).toBeCloseTo(second[i] + now.gamma[i], 7);
        }
      }),
      runs,
    );
  });
});

/**
 * Creates a chain on the ground, and loops and branches on any existing body, including those of
 * other loops.
 */
function nested(seed: number): System {
  const next = numbers(seed);
  const pick = (n: number): number => Math.floor(((next() + 1) / 2) * n);
  const plan: { on: number; first: number; last: number; loop: boolean }[] = [];
  let count = 1 + pick(3);
  const base = count;
  for (let k = pick(4); k > 0; k--) {
    const size = 1 + pick(3);
    plan.push({ on: 1 + pick(count), first: count + 1, last: count + size, loop: next() > -0.5 });
    count += size;
  }
  const system = new d.System(count, 2 * count + 2);
  const kind = (): number => 1 + pick(6);
  const chain = (first: number, last: number): void => {
    for (let b = first; b < last; b++) system.add(kind(), b, b + 1);
  };
  const ends = pick(3);
  if (ends > 0) system.add(kind(), 0, 1);
  chain(1, base);
  if (ends > 1) system.add(kind(), base, 0);
  for (const { on, first, last, loop } of plan) {
    system.add(kind(), on, first);
    chain(first, last);
    if (loop) system.add(kind(), last, on);
  }
  for (const { on, first, last } of [...plan].reverse()) system.reduce(on, system.chain(first, last));
  system.ground(system.chain(1, base));
  scatter(system, next);
  stand(system, next);
  return system;
}

describe('assembly and disassembly', () => {
  it('nested and repeated loops and branches between any ends have the increments and multipliers of one dense system', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(seeds, (seed) => {
        const system = nested(seed);
        const next = numbers(seed + 7);
        const { bodies } = system;
        const n = 7 * bodies.count;
        system.alpha = 100;
        system.linearize();
        for (let k = 7; k < 7 + n; k++) bodies.residual[k] = next();
        for (let b = 1; b <= bodies.count; b++) bodies.violation[b] = next();
        for (let k = 0; k < system.joints; k++)
          for (let r = 0; r < 6; r++) system.jointAt(k).violation[r] = next();
        system.forget();
        system.assemble();
        system.solve();
        const { M, Phi, c } = dense(system);
        const PhiT = transpose(Phi);
        const left = times(PhiT, Phi).map((row, i) => row.map((x, j) => M[i][j] + 100 * x));
        const right = PhiT.map(
          (row, i) => bodies.residual[7 + i] - 100 * row.reduce((q, x, k) => q + x * c[k], 0),
        );
        const { x } = eliminate(left, right);
        seen.add(`${bodies.count > 3} ${system.joints > bodies.count}`);
        x.forEach((value, i) => {
          expect(Math.abs(bodies.increment[7 + i] - value)).toBeLessThan(1e-9 * (1 + Math.abs(value)));
        });
        let row = 0;
        for (let k = 0; k < system.joints; k++) {
          const joint = system.jointAt(k);
          for (let r = 0; r < joint.rows; r++, row++) {
            const value = 100 * (c[row] + Phi[row].reduce((sum, y, i) => sum + y * x[i], 0));
            expect(Math.abs(joint.lambda[r] - value)).toBeLessThan(1e-7 * (1 + Math.abs(value)));
          }
        }
      }),
      runs,
    );
    expect(seen.size).toBe(4);
  });

  it('sequential assemblies grow as log₂ n from 8 to 4096 bodies', () => {
    const depths = [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096].map((n) => {
      const chain = new d.Chain(n, true);
      chain.use(n);
      return chain.depth() - Math.log2(n);
    });
    expect(new Set(depths)).toEqual(new Set([2]));
  });
});

type Kind = 'revolute' | 'spherical' | 'universal' | 'cylindrical' | 'prismatic';
const kinds: readonly Kind[] = ['revolute', 'spherical', 'universal', 'cylindrical', 'prismatic'];
const size = { revolute: 1, spherical: 3, universal: 2, cylindrical: 2, prismatic: 1 };

/** Creates two equal open systems with bodies in equal random states. */
function twins(seed: number, branches: boolean) {
  const next = numbers(seed);
  const n = 1 + Math.floor(3 * (next() + 1));
  const plan = Array.from({ length: n }, (_, i) => ({
    kind: kinds[Math.floor(2.5 * (next() + 1))],
    parent: branches ? Math.floor(((next() + 1) / 2) * (i + 1)) : i,
  }));
  const tree = new s.Tree(
    n,
    plan.reduce((sum, { kind }) => sum + size[kind], 0),
  );
  const centres: number[][] = [[0, 0, 0]];
  const system = new d.System(n, n);
  plan.forEach(({ kind, parent }, i) => {
    const axis = (): InstanceType<Semirecursive['Axis']> => new s.Axis(0, 0, 1);
    const joint = {
      revolute: () => new s.Revolute(axis()),
      spherical: () => new s.Spherical(),
      universal: () => new s.Universal(axis(), new s.Axis(1, 0, 0)),
      cylindrical: () => new s.Cylindrical(axis()),
      prismatic: () => new s.Prismatic(axis()),
    }[kind]();
    joint.at(next(), next(), next());
    tree.add(parent, joint);
    centres.push([next(), next(), next()]);
    const [m, ...J] = [2 + next(), 1 + 0.3 * next(), 1 + 0.3 * next(), 1 + 0.3 * next()];
    const [x, y, z] = centres[i + 1];
    tree.inertia.setMass(i + 1, m, x, y, z);
    tree.inertia.setMoments(i + 1, J[0], J[1], J[2], 0, 0, 0);
    system.bodies.weigh(i + 1, m, J[0], J[1], J[2]);
    system.add(d[kind], parent, i + 1);
  });
  [tree.gx, tree.gy, tree.gz] = [1, -9.81, 2];
  Object.assign(system.bodies, { gx: 1, gy: -9.81, gz: 2 });
  const q = array(...Array.from({ length: tree.size }, next));
  const v = array(...Array.from({ length: tree.size }, next));
  const build = (b: number): ReturnType<System['part']> => {
    const [main, ...others] = plan.flatMap(({ parent }, i) => (parent === b ? [i + 1] : []));
    for (const child of others) system.reduce(b, build(child));
    return main === undefined ? system.part(b) : system.join(system.part(b), build(main));
  };
  plan.forEach(({ parent }, i) => {
    if (parent === 0) system.ground(branches ? build(i + 1) : system.chain(1, n));
  });
  return { tree, system, centres, q, v, plan };
}

/** Euler parameters of a rotation, row-major from an index. */
function parameters(A: StaticArray<number>, at: number): number[] {
  const e0 = Math.sqrt(Math.max(0, 1 + A[at] + A[at + 4] + A[at + 8])) / 2;
  const skew = [A[at + 7] - A[at + 5], A[at + 2] - A[at + 6], A[at + 3] - A[at + 1]];
  return [e0, ...skew.map((x) => x / (4 * e0))];
}

const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const three = (x: ArrayLike<number>, at: number): number[] => [x[at], x[at + 1], x[at + 2]];
const add = (...x: number[][]): number[] => x[0].map((_, i) => x.reduce((sum, y) => sum + y[i], 0));
const turn = (A: ArrayLike<number>, at: number, x: readonly number[]): number[] =>
  [0, 3, 6].map((r) => A[at + r] * x[0] + A[at + r + 1] * x[1] + A[at + r + 2] * x[2]);
const back = (A: ArrayLike<number>, at: number, x: readonly number[]): number[] =>
  [0, 1, 2].map((r) => A[at + r] * x[0] + A[at + 3 + r] * x[1] + A[at + 6 + r] * x[2]);

/** L(p) of the body's Euler parameters: rows of ω′ = 2 L ṗ. */
function rowsOfL(q: ArrayLike<number>, at: number): number[][] {
  const [e0, e1, e2, e3] = [0, 1, 2, 3].map((k) => q[at + k]);
  return [
    [-e1, e0, e3, -e2],
    [-e2, -e3, e0, e1],
    [-e3, e2, -e1, e0],
  ];
}

/** Moves the bodies of the second system to the positions of the first system's tree. */
function follow({ tree, system, centres, plan }: ReturnType<typeof twins>): void {
  const { A, r, Z, B } = tree.motion;
  const { q, v } = system.bodies;
  plan.forEach((_, i) => {
    const b = i + 1;
    const centre = add(three(r, 3 * b), turn(A, 9 * b, centres[b]));
    const omega = three(Z, 6 * b + 3);
    const velocity = add(three(Z, 6 * b), cross(omega, centre));
    const local = back(A, 9 * b, omega);
    parameters(A, 9 * b).forEach((x, k) => {
      q[7 * b + 3 + k] = x;
    });
    const L = rowsOfL(q, 7 * b + 3);
    for (let k = 0; k < 3; k++) [q[7 * b + k], v[7 * b + k]] = [centre[k], velocity[k]];
    for (let k = 0; k < 4; k++)
      v[7 * b + 3 + k] = 0.5 * (L[0][k] * local[0] + L[1][k] * local[1] + L[2][k] * local[2]);
  });
  let column = 0;
  plan.forEach(({ kind }, i) => {
    const joint = system.jointAt(i);
    const point = three(r, 3 * (i + 1)) as [number, number, number];
    const at = kind === 'prismatic' ? 0 : 3;
    const u = three(B, 6 * column + at) as [number, number, number];
    if (kind === 'cylindrical') u.splice(0, 3, ...three(B, 6 * column + (Math.hypot(...u) > 0.5 ? 3 : 0)));
    joint.stand(...point, ...u);
    if (kind === 'universal')
      joint.B.stand(...point, ...(three(B, 6 * column + 9) as [number, number, number]));
    column += size[kind];
  });
}

/**
 * Rods between points of the plane, one after the other, the first and the last on the ground. Mass
 * centres midway.
 */
function rods(points: readonly (readonly [number, number])[], J: number) {
  const n = points.length - 1;
  const system = new d.System(n, n + 1);
  for (let b = 0; b <= n; b++) system.add(d.revolute, b, b === n ? 0 : b + 1);
  system.ground(system.chain(1, n));
  for (let b = 1; b <= n; b++) {
    const [p, q] = [points[b - 1], points[b]];
    system.bodies.weigh(b, 1, J, J, J);
    system.bodies.place(b, (p[0] + q[0]) / 2, (p[1] + q[1]) / 2, 0, 0);
  }
  points.forEach(([x, y], k) => {
    system.jointAt(k).stand(x, y, 0, 0, 0, 1);
  });
  const dynamics = new d.Dynamics(system);
  const x = zeros(dynamics.n);
  dynamics.begin(x);
  return { system, dynamics, x };
}

describe('comparison with the semirecursive formulations', () => {
  it.each([
    ['chains', false],
    ['trees that branch, several on the ground,', true],
  ])('open %s of all joints have equal accelerations to 1e-9', (_name, branches) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const both = twins(seed, branches);
        const { tree, system, q, v, plan } = both;
        tree.positions(q, 1);
        tree.velocities(q, v, 1);
        const z = zeros(tree.size);
        new s.Articulated(tree).accelerations(z);
        follow(both);
        const dynamics = new d.Dynamics(system);
        const x = zeros(dynamics.n);
        dynamics.begin(x);
        const { Z, B, drift, A } = tree.motion;
        plan.forEach((_, i) => {
          const b = i + 1;
          const rate = Array.from({ length: 6 }, (_, k) => drift[6 * b + k]);
          for (let k = 0; k < tree.size; k++) {
            let carrier = b;
            while (carrier > 0 && carrier !== tree.moved(k)) carrier = tree.parent(carrier);
            if (carrier > 0) for (let j = 0; j < 6; j++) rate[j] += B[6 * k + j] * z[k];
          }
          const omega = three(Z, 6 * b + 3);
          const centre = three(system.bodies.q, 7 * b);
          const velocity = add(three(Z, 6 * b), cross(omega, centre));
          const expected = add(rate.slice(0, 3), cross(rate.slice(3), centre), cross(omega, velocity));
          const second = Array.from({ length: 4 }, (_, k) => system.bodies.a[7 * b + 3 + k]);
          const L = rowsOfL(system.bodies.q, 7 * b + 3);
          const alpha = L.map((row) => 2 * row.reduce((sum, y, k) => sum + y * second[k], 0));
          const scale = 1 + Math.hypot(...rate);
          const error = Math.hypot(
            ...add(
              three(system.bodies.a, 7 * b),
              expected.map((y) => -y),
            ),
            ...add(
              turn(A, 9 * b, alpha),
              rate.slice(3).map((y) => -y),
            ),
          );
          expect(error).toBeLessThan(1e-9 * scale);
        });
      }),
      runs,
    );
  });

  /** z̈ of a semirecursive mechanism as an ordinary differential equation for (z, ż). */
  const equation = (
    n: number,
    accelerations: (z: StaticArray<number>, v: StaticArray<number>) => StaticArray<number>,
  ) => ({
    n: 2 * n,
    rhs: (_t: number, x: StaticArray<number>, dx: StaticArray<number>) => {
      const list = Array.from({ length: 2 * n }, (_, k) => x[k]);
      const a = accelerations(array(...list.slice(0, n)), array(...list.slice(n)));
      for (let k = 0; k < n; k++) [dx[k], dx[n + k]] = [x[n + k], a[k]];
    },
    settle: () => false,
  });
  type Ode = ConstructorParameters<DivideAndConquer['DormandPrince']>[0];
  const integrate = (ode: unknown, x: StaticArray<number>, end: number): void => {
    const integrator = new d.DormandPrince(ode as Ode);
    integrator.rtol = integrator.atol = 1e-11;
    integrator.advance(0, end, x);
  };

  it('a chain of four rods agrees with the recursive formulation to 1e-9 m after 0.5 s', () => {
    const axis = () => new s.Axis(0, 0, 1);
    const tree = new s.Tree(4, 4);
    for (let b = 1; b <= 4; b++) {
      const joint = new s.Revolute(axis());
      if (b > 1) joint.at(0.5, 0, 0);
      tree.add(b - 1, joint);
      tree.inertia.setMass(b, 1, 0.25, 0, 0);
      tree.inertia.setMoments(b, 0.02, 0.02, 0.02, 0, 0, 0);
    }
    const articulated = new s.Articulated(tree);
    const z = array(0.3, 0.4, -0.5, 0.2, 0, 0, 0, 0);
    const recursive = equation(4, (q, v) => {
      tree.positions(q, 1);
      tree.velocities(q, v, 1);
      const a = zeros(4);
      articulated.accelerations(a);
      return a;
    });
    const chain = new d.Chain(6, true);
    chain.use(4);
    d.placeChain(chain, 0.5, 1, array(0.02, 0.02, 0.02), array(0.3, 0.7, 0.2, 0.4, 0, 0), 0, 0);
    const dynamics = new d.Dynamics(chain);
    dynamics.positions.tolerance = 1e-13;
    const x = zeros(dynamics.n);
    dynamics.begin(x);
    integrate(recursive, z, 0.5);
    integrate(dynamics, x, 0.5);
    let [px, py, angle] = [0, 0, 0];
    for (let b = 1; b <= 4; b++) {
      angle += z[b - 1];
      expect(Math.abs(px + 0.25 * Math.cos(angle) - chain.bodies.q[7 * b])).toBeLessThan(1e-9);
      expect(Math.abs(py + 0.25 * Math.sin(angle) - chain.bodies.q[7 * b + 1])).toBeLessThan(1e-9);
      [px, py] = [px + 0.5 * Math.cos(angle), py + 0.5 * Math.sin(angle)];
    }
    expect(Math.abs(angle - 0.4)).toBeGreaterThan(0.1);
  });

  it('the four-bar mechanism agrees with the semirecursive formulation to 1e-9 m after 1 s', () => {
    // Rods of 2, 4, 3 m on 4.5 m, rod 1 at 60°: C is where the circles about its end and about E
    // meet.
    const E = 4.5;
    const B = [2 * Math.cos(Math.PI / 3), 2 * Math.sin(Math.PI / 3)];
    const distance = Math.hypot(E - B[0], B[1]);
    const direction = Math.atan2(-B[1], E - B[0]) + Math.acos((16 + distance ** 2 - 9) / (8 * distance));
    const C = [B[0] + 4 * Math.cos(direction), B[1] + 4 * Math.sin(direction)];
    const last = Math.atan2(-C[1], E - C[0]);
    const mechanism = new linkages.FourBar(new linkages.GivenForce());
    mechanism.setRods(array(1, 1, 1), array(2, 4, 3), 2);
    mechanism.setGround(1, array(2, 4, 3), E, 0, 0, -3);
    const exact = new s.Exact(mechanism);
    const z = array(Math.PI / 3, direction - Math.PI / 3, last - direction, 0, 0, 0);
    const semirecursive = equation(3, (q, v) => {
      mechanism.positions(q, 1);
      mechanism.velocities(q, v, 1);
      mechanism.drive.evaluate(0, mechanism.s, mechanism.sDot);
      const a = zeros(3);
      exact.solve(a);
      return a;
    });
    const points: [number, number][] = [
      [0, 0],
      [B[0], B[1]],
      [C[0], C[1]],
      [E, 0],
    ];
    const { system, dynamics } = rods(points, 1);
    [4, 16, 9].forEach((square, i) => {
      system.bodies.weigh(i + 1, 1, square / 12, square / 12, square / 12);
    });
    const x = zeros(dynamics.n);
    dynamics.begin(x);
    integrate(semirecursive, z, 1);
    integrate(dynamics, x, 1);
    const [a, b] = [z[0], z[0] + z[1]];
    const expected = [
      [Math.cos(a), Math.sin(a)],
      [2 * Math.cos(a) + 2 * Math.cos(b), 2 * Math.sin(a) + 2 * Math.sin(b)],
    ];
    expected.forEach(([ex, ey], i) => {
      expect(Math.abs(system.bodies.q[7 * (i + 1)] - ex)).toBeLessThan(1e-9);
      expect(Math.abs(system.bodies.q[7 * (i + 1) + 1] - ey)).toBeLessThan(1e-9);
    });
    expect(Math.abs(a - Math.PI / 3)).toBeGreaterThan(0.1);
  });
});

describe('redundant constraints and singular positions', () => {
  const pentagon: [number, number][] = [[0, 0]];
  for (let k = 0; k < 4; k++) {
    const [angle, [x, y]] = [((-108 + 72 * k) * Math.PI) / 180, pentagon[k]];
    pentagon.push([x + 0.2 * Math.cos(angle), y + 0.2 * Math.sin(angle)]);
  }

  it('the five-bar’s Jacobian lacks 3 rows and its multiplier system is singular, while the assembled matrix stays regular', () => {
    const { system } = rods(pentagon, 0.25);
    const { M, Phi } = dense(system);
    const gram = eigenvalues(times(Phi, transpose(Phi)));
    expect(gram.filter((x) => x < 1e-12 * gram[gram.length - 1])).toHaveLength(3);
    const saddle = [
      ...M.map((row, i) => [...row, ...Phi.map((r) => r[i])]),
      ...Phi.map((row) => [...row, ...Phi.map(() => 0)]),
    ];
    expect(
      eliminate(
        saddle,
        saddle.map(() => 0),
      ).pivot,
    ).toBeLessThan(1e-12);
    const matrix = system.leading(0);
    const leading = Array.from({ length: 14 }, (_, i) =>
      Array.from({ length: 14 }, (_, j) => matrix[14 * i + j]),
    );
    // Not smaller than what moves: two degrees of freedom carry the inertia of rods.
    expect(eigenvalues(leading)[0]).toBeGreaterThan(0.1);
    const mobility = new d.Mobility(system);
    expect([mobility.grubler, mobility.count()]).toEqual([-1, 2]);
  });

  it('an odd number of equal sides cannot lie on one line, so no pentagon of them is singular', () => {
    for (let signs = 0; signs < 32; signs++) {
      const sum = [0, 1, 2, 3, 4].reduce((total, k) => total + ((signs >> k) & 1 ? 1 : -1), 0);
      expect(sum).not.toBe(0);
    }
  });

  /**
   * A parallelogram, 1 by 2, that starts upright enough to fall through the line on which all its
   * rods lie.
   */
  const parallelogram = (angle: number): [number, number][] => {
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return [
      [0, 0],
      [x, y],
      [x + 2, y],
      [2, 0],
    ];
  };

  it('a parallelogram passes the line of its rods repeatedly, keeps energy and branch, and is singular only without α', () => {
    const { system, dynamics, x } = rods(parallelogram(Math.PI / 3), 0.1);
    const integrator = new d.DormandPrince(dynamics);
    integrator.rtol = integrator.atol = 1e-8;
    const energy = (): number => system.bodies.kineticEnergy() + system.bodies.potentialEnergy();
    const start = energy();
    const [E, sides]: [number[], number[]] = [[], []];
    for (let k = 1; k <= 150; k++) {
      integrator.advance((k - 1) / 50, k / 50, x);
      E.push(Math.abs(energy() - start));
      sides.push(Math.sign(system.bodies.q[8]));
    }
    expect(sides.filter((side, k) => k > 0 && side !== sides[k - 1]).length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...E)).toBeLessThan(1e-5);
    expect(dynamics.positions.violation()).toBeLessThan(1e-14);
    // The rod between is as level as at the start: the crossed branch, which meets this one on the
    // line, was not taken.
    expect(Math.abs(system.bodies.q[7 * 2 + 6])).toBeLessThan(1e-7);
    // On the line, with redundant rows removed, the Lagrangian form has a singular matrix. 1e-3 rad
    // away it is regular.
    const planar = (angle: number): number => {
      const { system } = rods(parallelogram(angle), 0.1);
      const { M, Phi } = dense(system);
      const inPlane = [0, 1, 6];
      const columns = [0, 1, 2].flatMap((b) => inPlane.map((k) => 7 * b + k));
      const rows = [0, 1, 2, 3].flatMap((k) => [5 * k, 5 * k + 1]);
      const J = rows.map((r) => columns.map((c) => Phi[r][c]));
      const saddle = [
        ...columns.map((c, i) => [...columns.map((e) => M[c][e]), ...J.map((row) => row[i])]),
        ...J.map((row) => [...row, ...J.map(() => 0)]),
      ];
      return eliminate(
        saddle,
        saddle.map(() => 0),
      ).pivot;
    };
    expect(planar(0)).toBeLessThan(1e-14);
    expect(planar(0.1)).toBeGreaterThan(1e-4);
  });
});

describe('cost of the divided system', () => {
  const kinds: [name: string, closed: boolean][] = [
    ['open', false],
    ['closed', true],
  ];
  it.each(spread(kinds, 1))(
    '%s chains of 8 to 4096 bodies: CPU time grows as n to the power 1.1 at most',
    async (_name, closed) => {
      const counts = [8, 4096];
      // By itself: what a unit may take of memory is bounded.
      const d = await loadDivideAndConquer();
      const chain = (n: number): System => {
        const system = new d.System(n, closed ? n + 1 : n);
        for (let b = 0; b < n; b++) system.add(d.revolute, b, b + 1);
        if (closed) system.add(d.revolute, n, 0);
        system.ground(system.chain(1, n));
        const radius = 1 / (2 * Math.sin(Math.PI / (n + 1)));
        const corner = (k: number): [number, number] => {
          const angle = (2 * Math.PI * k) / (n + 1);
          return closed ? [radius * Math.cos(angle), radius * Math.sin(angle)] : [k, 0];
        };
        for (let b = 1; b <= n; b++) {
          const [p, q] = [corner(b - 1), corner(b)];
          system.bodies.weigh(b, 1, 0.1, 0.1, 0.1);
          system.bodies.place(b, (p[0] + q[0]) / 2, (p[1] + q[1]) / 2, 0, 0);
        }
        for (let k = 0; k < system.joints; k++) system.jointAt(k).stand(...corner(k), 0, 0, 0, 1);
        return system;
      };
      // As many bodies at either length, so that each takes as much of the processor's caches as
      // the other.
      const all = counts.map((n) => Array.from({ length: 4096 / n }, () => chain(n)));
      const best = counts.map(() => Number.POSITIVE_INFINITY);
      for (let trial = 0; trial < 3; trial++)
        all.forEach((systems, k) => {
          const begin = process.cpuUsage();
          for (const system of systems) {
            system.linearize();
            system.assemble();
            for (let j = 0; j < 3; j++) system.solve();
          }
          const { user, system: kernel } = process.cpuUsage(begin);
          best[k] = Math.min(best[k], (user + kernel) / systems.length);
        });
      const exponent = Math.log(best[1] / best[0]) / Math.log(counts[1] / counts[0]);
      expect(exponent).toBeLessThan(1.1);
    },
  );
});
