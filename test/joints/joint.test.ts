import { beforeAll, describe, expect, it } from 'vitest';
import { Joint } from '../../master/joints/joint.ts';
import { Frame } from '../../master/joints/joint-frame.ts';
import { nearOrder, Skyline } from '../../master/joints/skyline.ts';
import type { JointKindName } from '../../master/system/checks/joint-kinds.ts';
import { type DivideAndConquer, loadDivideAndConquer } from '../units/multibody/divide-and-conquer.ts';

let d: DivideAndConquer;
beforeAll(async () => {
  d = await loadDivideAndConquer();
});

/** Numbers in (−1, 1), the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 1073741824 - 1;
  };
}

const names = {
  revolute: 'revolute',
  spherical: 'spherical',
  universal: 'universal',
  cylindrical: 'cylindrical',
  prismatic: 'prismatic',
  fixed: 'rigid',
} as const;
const kinds = Object.keys(names) as JointKindName[];

describe('joints of the master', () => {
  it.each(kinds)(
    '%s: constraints, Jacobians and γ of the master match the divide-and-conquer unit',
    (kind) => {
      const next = numbers(7);
      const system = new d.System(2, 1);
      const theirs = system.add(d[names[kind]], 1, 2);
      const pose = (body: number) => {
        const q = Float64Array.from({ length: 7 }, next);
        const v = Float64Array.from({ length: 7 }, next);
        for (let k = 0; k < 7; k++) {
          system.bodies.q[7 * body + k] = q[k];
          system.bodies.v[7 * body + k] = v[k];
        }
        return { q, v };
      };
      const [A, B] = [1, 2].map((body) => new Frame(pose(body)));
      for (const [ours, frame] of [
        [A, theirs.A],
        [B, theirs.B],
      ] as const) {
        const [point, axis] = [0, 1].map(() => [next(), next(), next()] as [number, number, number]);
        ours.at(point);
        ours.along(axis);
        frame.at(...point);
        frame.along(...axis);
      }
      const joint = new Joint({ name: 'j', kind, A: {}, B: {}, alpha: 1, mu: 1, Omega: 1 }, A, B);
      joint.evaluate();
      theirs.positions();
      theirs.linearize();
      theirs.velocities();
      expect(joint.rows).toBe(theirs.rows);
      for (const [ours, expected] of [
        [joint.Phi, theirs.Phi],
        [joint.rate, theirs.rate],
        [joint.gamma, theirs.gamma],
        [joint.JA, theirs.JA],
        [joint.JB, theirs.JB],
      ] as const)
        ours.forEach((x, k) => {
          expect(Math.abs(x - expected[k])).toBeLessThan(1e-14 * (1 + Math.abs(x)));
        });
    },
  );

  it('a missing point or axis of a joint is copied from the other side', () => {
    const next = numbers(3);
    const pose = () => {
      const q = Float64Array.from({ length: 7 }, next);
      const norm = Math.hypot(...q.subarray(3));
      for (let k = 3; k < 7; k++) q[k] /= norm;
      return { q, v: new Float64Array(7) };
    };
    const [A, B] = [pose(), pose()].map((item) => new Frame(item));
    A.at([0.3, -0.2, 0.5]);
    A.along([1, 2, -1]);
    B.meet(A);
    B.align(A);
    B.turn(A);
    const joint = new Joint({ name: 'j', kind: 'fixed', A: {}, B: {}, alpha: 1, mu: 1, Omega: 1 }, A, B);
    joint.evaluate();
    expect(Math.hypot(...joint.Phi)).toBeLessThan(1e-14);
  });
});

describe('a skyline matrix', () => {
  it('a skyline matrix solves a ring of 12 with a bandwidth of two in Cuthill–McKee order', () => {
    const n = 12;
    const ring = Array.from({ length: n }, (_, k) => new Set([(k + 1) % n, (k + n - 1) % n]));
    const order = nearOrder(ring);
    expect([...order].sort((a, b) => a - b)).toEqual([...ring.keys()]);
    const place = order.map((_, k) => order.indexOf(k));
    const first = order.map((k, i) => Math.min(i, ...[...ring[k]].map((other) => place[other])));
    first.forEach((column, i) => {
      expect(i - column).toBeLessThanOrEqual(2);
    });
    const matrix = new Skyline(first);
    matrix.clear();
    order.forEach((k, i) => {
      matrix.add(i, i, 4 + k);
      for (const other of ring[k]) if (place[other] < i) matrix.add(place[other], i, -1.5);
    });
    expect(matrix.factor()).toBe(-1);
    const x = Float64Array.from(order, (k) => Math.cos(k));
    const b = order.map(
      (k) => (4 + k) * Math.cos(k) - 1.5 * [...ring[k]].reduce((s, o) => s + Math.cos(o), 0),
    );
    const solved = Float64Array.from(b);
    matrix.solve(solved);
    solved.forEach((value, i) => {
      expect(Math.abs(value - x[i])).toBeLessThan(1e-14);
    });
  });

  it('a skyline matrix reports the row at which it is not positive definite', () => {
    const matrix = new Skyline([0, 0]);
    matrix.clear();
    matrix.add(0, 0, 1);
    matrix.add(1, 0, 2);
    matrix.add(1, 1, 3);
    expect(matrix.factor()).toBe(1);
  });
});
