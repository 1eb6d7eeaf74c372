import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { coreOf, loadUnit } from '../../fmu-sdk/host/load.ts';
import { compileCore, instantiateWasm } from '../../fmu-sdk/host/wasm.ts';
import { root } from '../setup.ts';
import { type DivideAndConquer, loadDivideAndConquer } from './divide-and-conquer.ts';
import { sealed } from './sealed.ts';

let d: DivideAndConquer;
let make: (parameters: Record<string, number | number[]>) => Part;
beforeAll(async () => {
  d = await loadDivideAndConquer();
  const unit = await loadUnit(join(root, 'dist/chain-part.fmu'));
  const core = compileCore(coreOf(unit), 'chain-part');
  make = (parameters) => {
    const instance = instantiateWasm(core, unit.description, 'chain-part');
    const view = (name: string): Float64Array => {
      const variable = unit.description.variables.find((v) => v.name === name);
      if (variable === undefined) throw new Error(`chain-part has no variable ${name}`);
      const { view: array, offset } = instance.view(variable);
      return array.subarray(offset) as Float64Array;
    };
    for (const [name, value] of Object.entries(parameters)) view(name).set([value].flat());
    return { view, initialize: (t) => instance.initialize(t), step: (t, H) => instance.step(t, H) };
  };
});

/** A sealed part of a chain: its variables by name. */
interface Part {
  view(name: string): Float64Array;
  initialize(t: number): void;
  step(t: number, H: number): number;
}

const [n, a, alpha, Omega] = [64, 0.2, 1e6, 10];

/** The chain as p sealed units, and what couples them: the order of calls in units/chain-part/README.md. */
function whole(p: number) {
  const size = n / p;
  const parts = Array.from({ length: p }, (_, i) => make({ n: size, a, alpha, Omega, x0: i * size * a }));
  // Bodies are the handles, two a part; joints those between handles and on the ground.
  const system = new d.System(2 * p, p);
  const { bodies } = system;
  const joints = parts.map((_, i) => system.add(d.revolute, 2 * i, 2 * i + 1));
  class Handles extends d.Subassembly {
    constructor(readonly i: number) {
      super(false, 2 * i + 1, 2 * i + 2);
    }
    override assemble(): void {
      for (const name of ['M11', 'M12', 'M22'] as const)
        for (let k = 0; k < 49; k++) this[name][k] = parts[this.i].view(name)[k];
    }
    override load(): void {
      for (let k = 0; k < 7; k++) {
        this.Q1[k] = parts[this.i].view('Q1')[k] + bodies.residual[7 * this.first + k];
        this.Q2[k] = parts[this.i].view('Q2')[k] + bodies.residual[7 * this.last + k];
      }
    }
    override disassemble(): void {
      for (let k = 0; k < 7; k++) {
        parts[this.i].view('a1')[k] = parts[this.i].view('b1')[k] + this.delta1[k];
        parts[this.i].view('a2')[k] = parts[this.i].view('b2')[k] + this.delta2[k];
      }
    }
  }
  const nodes: InstanceType<DivideAndConquer['Subassembly']>[] = parts.map((_, i) => new Handles(i));
  const tree = (first: number, last: number): (typeof nodes)[number] => {
    if (first === last) return nodes[first];
    const middle = Math.floor((first + last) / 2);
    const node = new d.Join(tree(first, middle), joints[middle + 1], tree(middle + 1, last));
    nodes.push(node);
    return node;
  };
  const ground = new d.Root(tree(0, p - 1), joints[0], null);
  for (const part of parts) part.initialize(0);
  joints.forEach((joint, i) => {
    const [A, B] = [i > 0 ? parts[i - 1].view('point2') : [0, 0, 0], parts[i].view('point1')];
    joint.A.at(A[0], A[1], A[2]);
    joint.B.at(B[0], B[1], B[2]);
  });
  const solve = (): void => {
    parts.forEach((part, i) => {
      for (const [array, name] of [
        [bodies.q, 'q'],
        [bodies.v, 'v'],
        [bodies.a, 'b'],
      ] as const)
        for (const h of [1, 2])
          for (let k = 0; k < 7; k++) array[7 * (2 * i + h) + k] = part.view(`${name}${h}`)[k];
    });
    bodies.residual.fill(0);
    for (const joint of joints) {
      joint.positions();
      joint.linearize();
      joint.velocities();
      joint.subtractForces(bodies.residual);
      joint.rates(bodies.a, joint.violation);
      for (let r = 0; r < 5; r++)
        joint.violation[r] += joint.gamma[r] + 2 * Omega * joint.rate[r] + Omega * Omega * joint.Phi[r];
    }
    for (const node of nodes) node.assemble(alpha);
    ground.assemble(alpha);
    for (const node of nodes) node.load(alpha);
    ground.solve(alpha);
    for (const node of [...nodes].reverse()) node.disassemble(alpha);
  };
  /** Power that each joint between units gives to its two sides together [W]. */
  const power = (): number =>
    joints
      .slice(1)
      .reduce(
        (sum, { lambda, rate }) =>
          sum + Math.abs([0, 1, 2, 3, 4].reduce((w, r) => w - lambda[r] * rate[r], 0)),
        0,
      );
  return { parts, solve, power };
}

function run(p: number, H: number, steps: number) {
  const { parts, solve, power } = whole(p);
  const energy = (): number =>
    parts.reduce((sum, part) => sum + part.view('E_kinetic')[0] + part.view('E_potential')[0], 0);
  const start = energy();
  let [residual, drift] = [0, 0];
  for (let k = 0; k < steps; k++) {
    solve();
    residual += H * power();
    for (const part of parts) expect(part.step(k * H, H)).toBe(0);
    drift = Math.max(drift, Math.abs(energy() - start));
  }
  const end = Array.from(parts[p - 1].view('q2').subarray(0, 7));
  return { end, residual, drift, kinetic: parts.reduce((sum, part) => sum + part.view('E_kinetic')[0], 0) };
}

describe('a chain of 64 rods as sealed units that an assembly of their handles couples', () => {
  it('as 1, 2, 4 and 8 units: the same motion to 1e-10 of its length; joints between units give 1e-7 of the kinetic energy at most', () => {
    const all = [1, 2, 4, 8].map((p) => run(p, 1e-3, 200));
    for (const each of all) {
      each.end.forEach((x, k) => {
        expect(Math.abs(x - all[0].end[k])).toBeLessThan(1e-10 * n * a);
      });
      expect(each.residual).toBeLessThan(1e-7 * each.kinetic);
      expect(Math.abs(each.drift - all[0].drift)).toBeLessThan(1e-10 * each.kinetic);
    }
  });

  it('as the whole chain in one unit that integrates by tolerance: within 1e-5 m, four times nearer with half the step', async () => {
    const chain = await sealed('chain', { n, a, tolerance: 1e-9 });
    chain.initialize(0);
    chain.step(0, 0.1);
    const expected = Array.from({ length: 2 }, (_, k) => chain.get('q', 7 * 63 + k));
    const errors = [2e-3, 1e-3].map((H) => {
      const { end } = run(2, H, Math.round(0.1 / H));
      return Math.hypot(end[0] - expected[0], end[1] - expected[1]);
    });
    expect(errors[1]).toBeLessThan(1e-5);
    // The first step is Euler's: what it leaves is of order 2.
    expect(errors[0] / errors[1]).toBeGreaterThan(3.5);
  });
});
