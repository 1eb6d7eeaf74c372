import { beforeAll, describe, expect, it } from 'vitest';
import { orders } from '../sealed.ts';
import { type Absolute, absolute, array, everything, numbers } from './absolute.ts';

let of: Absolute;
beforeAll(async () => {
  of = await absolute();
});

const largest = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);

describe('a mechanism in absolute coordinates', () => {
  it.each([
    ['positions', 1],
    ['velocities', 2],
  ])('the derivative of its residual is exact, with joints enforced by their %s', (_, level) => {
    const mechanism = everything(of, level);
    const n = mechanism.size;
    const random = numbers(7);
    const fill = (size: number) => array(Array.from({ length: n }, () => size * random()));
    const y = fill(0.3);
    const ydot = fill(2);
    const c = 0.07;
    const r = array(new Float64Array(n));
    for (let trial = 0; trial < 5; trial++) {
      const b = fill(1);
      const step = array(Array.from(b));
      mechanism.residual(0.1, y, ydot, c, r);
      expect(mechanism.factor(0.1, y, ydot, c)).toBe(true);
      mechanism.solve(step);
      // J Δ = −b, where J Δ is the central difference of r along (c Δ, Δ).
      const epsilon = 1e-4 / largest(step);
      const at = (sign: number) => {
        const out = array(new Float64Array(n));
        const moved = (from: ArrayLike<number>, by: number) =>
          array(Array.from(from, (value, i) => value + sign * epsilon * by * step[i]));
        mechanism.residual(0.1, moved(y, c), moved(ydot, 1), c, out);
        return out;
      };
      const [more, less] = [at(1), at(-1)];
      for (let i = 0; i < n; i++) expect((more[i] - less[i]) / (2 * epsilon)).toBeCloseTo(-b[i], 6);
    }
  });

  it('starts with the accelerations and joint forces of its state', () => {
    const errors = [4e-5, 2e-5, 1e-5].map((h) => {
      const mechanism = everything(of, 1);
      const integrator = new of.ImplicitIntegrator(mechanism);
      const random = numbers(3);
      for (let k = 0; k < 3 * mechanism.nodes.count; k++) {
        mechanism.nodes.v[k] = random();
        mechanism.nodes.w[k] = 20 * random();
      }
      for (const i of [6, 7, 8]) {
        // The planar ones, and the ground.
        mechanism.nodes.v[3 * i + 2] = i === 6 ? mechanism.nodes.v[3 * i + 2] : 0;
        if (i > 6) mechanism.nodes.w.fill(0, 3 * i, 3 * i + 2);
      }
      mechanism.nodes.v.fill(0, 0, 3);
      mechanism.nodes.w.fill(0, 0, 3);
      mechanism.start(0, integrator.y);
      integrator.configure(1e-9, 50);
      integrator.select(7, 0);
      integrator.start(0, false);
      const before = Array.from(integrator.ydot);
      integrator.step(0, h);
      const size = largest(before);
      expect(size).toBeGreaterThan(10);
      return largest(before.map((value, i) => (i < mechanism.size ? integrator.ydot[i] - value : 0))) / size;
    });
    expect(errors[2]).toBeLessThan(2e-3);
    for (const order of orders(errors)) expect(order).toBeGreaterThan(0.9);
  });

  it('joints enforced by accelerations and projected have the method’s order everywhere, and stay closed', () => {
    const at = 0.02;
    const run = (steps: number): number[] => {
      const mechanism = everything(of, 3);
      const integrator = new of.ImplicitIntegrator(mechanism);
      mechanism.start(0, integrator.y);
      integrator.configure(1e-10, 50);
      integrator.select(16, 0);
      integrator.start(0, false);
      for (let k = 0; k < steps; k++) integrator.step((k * at) / steps, at / steps);
      mechanism.residual(at, integrator.y, integrator.ydot, at, array(new Float64Array(mechanism.size)));
      expect(mechanism.positionError()).toBeLessThan(1e-11);
      const { u, v, w } = mechanism.nodes;
      return [u, v, w].flatMap((values) => Array.from(values));
    };
    const exact = run(48);
    const errors = [4, 8, 16].map((steps) => Math.hypot(...run(steps).map((value, i) => value - exact[i])));
    for (const order of orders(errors)) expect(order).toBeGreaterThan(3.7);
  });

  it('names the joint whose constraints depend on others', () => {
    const mechanism = new of.Mechanism(3, 3, 1);
    mechanism.clear();
    const ground = mechanism.nodes.addGiven(0, 0, 0);
    const body = mechanism.nodes.addNode('body', 1, 0.3, 0.7);
    mechanism.nodes.addMass(body, 2.3, 0.1, 0.07, -0.03, 0.11, 0.23, 0.31);
    of.spherical(mechanism, new of.Joint('first'), ground, body, 0.1, 0.21, 0.37);
    of.clamp(mechanism, new of.Joint('second'), ground, body, 0.93, -0.41, 0.33);
    mechanism.close();
    const y = array(new Float64Array(mechanism.size));
    expect(() => mechanism.start(0, y)).toThrow();
    expect(of.failure.message).toMatch(/^(first|second): the constraints of the joint depend/);
  });

  it('names a joint of a loop that constrains the plane more than once', () => {
    const mechanism = new of.Mechanism(4, 4, 1);
    mechanism.clear();
    const { nodes } = mechanism;
    const ground = nodes.addGiven(0, 0, 0);
    const corners = [
      [0, 0],
      [0.13, 1.07],
      [1.61, 1.37],
      [1.93, -0.29],
    ];
    const bars = [0, 1, 2].map((k) => {
      const bar = nodes.addNode('bar', 0.5 * (corners[k][0] + corners[k + 1][0]), 0.7, 0);
      nodes.addMass(bar, 1.1 + 0.3 * k, 0.01, 0.02, 0, 0.13, 0.17, 0.19);
      return bar;
    });
    const ends = [ground, ...bars, ground];
    corners.forEach(([x, y], k) => {
      const joint = new of.Joint(`revolute ${k}`);
      of.revolute(
        mechanism,
        joint,
        ends[k],
        ends[k + 1],
        x,
        y,
        0,
        array([0.6, 0.8, 0]),
        array([-0.8, 0.6, 0]),
      );
    });
    mechanism.close();
    const y = array(new Float64Array(mechanism.size));
    expect(() => mechanism.start(0, y)).toThrow();
    expect(of.failure.message).toMatch(/^revolute [0-3]: the constraints of the joint depend/);
  });

  it('entries and products of its matrix grow with the number of beams, not faster', () => {
    const shaft = new of.Shaft(512);
    shaft.bar.section.set(array([1e8, 1e7, 1e7, 1e5, 1e5, 1e5]), 10, 0.1, 0.1, 0.1);
    const sizes = [8, 64, 512].map((count) => {
      shaft.build(count, 6, 9.81, -1, 1);
      return { entries: shaft.mechanism.tangent.lu.used, products: shaft.mechanism.tangent.lu.products };
    });
    for (const key of ['entries', 'products'] as const)
      for (const [few, many] of [sizes.slice(0, 2), sizes.slice(1)])
        expect(Math.log(many[key] / few[key]) / Math.log(8)).toBeLessThan(1.02);
  });

  it('a closed loop adds one connection a node', () => {
    const entries = (count: number): number => {
      const loop = new of.FlexibleFourBar(32);
      for (const bar of [loop.first, loop.second, loop.third])
        bar.section.set(array([1e7, 1e7, 1e7, 1e3, 1e3, 1e3]), 2, 1e-4, 1e-4, 1e-4);
      loop.build(count, 0.12, 0.24, 0.1, 0.6, 0);
      return loop.mechanism.tangent.lu.used / (3 * (2 * count + 1));
    };
    expect(entries(32)).toBeLessThan(entries(4) * 1.1);
  });
});

describe('the three-node beam of finite volumes', () => {
  /**
   * A beam of length 1 along x, with its nodes moved and turned: rotation matrices and positions.
   */
  function loads(move: (x: number) => { at: number[]; R: number[] }, length = 1): number[][] {
    const mechanism = new of.Mechanism(3, 1, 1);
    mechanism.clear();
    const at = [0, 0.5 * length, length].map((x) => mechanism.nodes.addNode('', x, 0, 0));
    for (const i of at) mechanism.nodes.addMass(i, 1, 0, 0, 0, 1, 1, 1);
    const beam = new of.Beam(new of.BeamWork());
    beam.setStiffness(EA, GAy, GAz, GJ, EIy, EIz);
    beam.between(mechanism.nodes, at[0], at[1], at[2], length);
    mechanism.add(beam);
    mechanism.close();
    at.forEach((i, k) => {
      const { at: position, R } = move((k * length) / 2);
      for (let q = 0; q < 3; q++)
        mechanism.nodes.u[3 * i + q] = position[q] - (q === 0 ? (k * length) / 2 : 0);
      for (let q = 0; q < 9; q++) mechanism.nodes.R[9 * i + q] = R[q];
    });
    mechanism.nodes.force.fill(0);
    beam.forces(mechanism.nodes, 0);
    return [
      ...at.map((i) => Array.from(mechanism.nodes.force).slice(6 * i, 6 * i + 6)),
      Array.from(beam.local),
    ];
  }
  const [EA, GAy, GAz, GJ, EIy, EIz] = [1e6, 4e5, 5e5, 300, 700, 900];

  it('rigid motion does not strain the beam', () => {
    const angle = 2.5;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const R = [c, -s, 0, s, c, 0, 0, 0, 1];
    const forces = loads((x) => ({ at: [3 + c * x, -1 + s * x, 2], R }));
    expect(largest(forces.flat())).toBeLessThan(1e-8);
  });

  it('the beam is exact for a cantilever with force and moment at its end, shear included', () => {
    const [P, M, w] = [1e-3, 2e-4, 1];
    // Deflection in y under P and M at x = 1: EI θ = M x + P (x − x²/2), v = ∫ θ + P x/GA.
    const forces = loads((x) => {
      const theta = (M * x + P * (x - (x * x) / 2)) / EIz;
      const v = ((M * x * x) / 2 + P * ((x * x) / 2 - (x * x * x) / 6)) / EIz + (P * x) / GAy;
      return { at: [x, v, 0], R: [1, -theta, 0, theta, 1, 0, 0, 0, w] };
    });
    expect(forces[2][1]).toBeCloseTo(-P, 9);
    expect(forces[2][5]).toBeCloseTo(-M, 9);
    expect(forces[1][1]).toBeCloseTo(0, 9);
    expect(forces[1][5]).toBeCloseTo(0, 9);
    expect(forces[0][1]).toBeCloseTo(P, 9);
    expect(forces[0][5]).toBeCloseTo(M + P, 9);
  });

  it('the moment EI/r bends the beam to an arc of a circle, at order 2 in the angle', () => {
    const errors = [0.8, 0.4, 0.2, 0.1].map((angle) => {
      // Length 1 and radius 1/angle.
      const forces = loads((x) => {
        const phi = angle * x;
        const [c, s] = [Math.cos(phi), Math.sin(phi)];
        return { at: [s / angle, (1 - c) / angle, 0], R: [c, -s, 0, s, c, 0, 0, 0, 1] };
      });
      return Math.abs(forces[3][5] / (EIz * angle) - 1);
    });
    expect(errors[3]).toBeLessThan(2e-3);
    for (const order of orders(errors)) expect(order).toBeGreaterThan(1.9);
  });
});

describe('factorization in blocks', () => {
  it('agrees with dense elimination, constraints with a zero diagonal included', () => {
    const random = numbers(11);
    const lu = new of.BlockLu(8, 60, 40, 2000, 400);
    const { order } = lu;
    const sizes = [3, 2, 4, 3, 2];
    for (const size of sizes) order.add(size);
    const joint = order.add(3);
    const pairs = [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [0, 4],
    ];
    for (const [i, j] of pairs) order.connect(i, j, false);
    order.connect(0, joint, true);
    order.connect(3, joint, true);
    lu.analyse();
    const n = lu.rows;
    expect(n).toBe(17);
    const dense = Array.from({ length: n }, () => new Float64Array(n));
    const fill = (i: number, j: number, shift: number): void => {
      const width = order.size[j];
      for (let p = 0; p < order.size[i]; p++)
        for (let q = 0; q < width; q++) {
          const value = random() + (p === q ? shift : 0);
          lu.values[lu.block(i, j) + width * p + q] += value;
          dense[lu.row[i] + p][lu.row[j] + q] += value;
        }
    };
    lu.clear();
    sizes.forEach((_, i) => {
      fill(i, i, 6);
    });
    for (const [i, j] of [...pairs, [0, joint], [3, joint]]) {
      fill(i, j, j === joint ? 2 : 0);
      fill(j, i, j === joint ? 2 : 0);
    }
    const x = Array.from({ length: n }, () => random());
    const b = array(dense.map((row) => row.reduce((sum, value, j) => sum + value * x[j], 0)));
    expect(lu.factor()).toBe(true);
    lu.solve(b);
    x.forEach((value, i) => {
      expect(b[i]).toBeCloseTo(value, 11);
    });
  });
});
