import { Bodies } from '../multibody/divide-and-conquer/bodies';
import { Chain } from '../multibody/divide-and-conquer/chain-assembly';
import { Accelerations } from '../multibody/divide-and-conquer/levels/handle-accelerations';
import { Positions } from '../multibody/divide-and-conquer/levels/positions';
import { Subassembly } from '../multibody/divide-and-conquer/subassembly-variables';
import { AdamsBashforth } from '../numerics/adams-bashforth';
import { Ode } from '../numerics/ode';
import { placeChain } from './place-chain';

/** (q, q̇) of the bodies, whose accelerations are known. */
class Known extends Ode {
  constructor(readonly bodies: Bodies) {
    super(14 * bodies.most);
  }

  rhs(t: f64, x: StaticArray<f64>, dx: StaticArray<f64>): void {
    const half: i32 = 7 * this.bodies.most;
    for (let k: i32 = 0; k < half; k++) {
      unchecked((dx[k] = this.bodies.v[7 + k]));
      unchecked((dx[half + k] = this.bodies.a[7 + k]));
    }
  }
}

/**
 * A chain that is open at both ends, as a subassembly of a larger system.
 *
 * Between steps it exposes its handles, with matrices and vectors for increments from the
 * accelerations and multipliers of the last step. This is one iteration each step, with an error of
 * 1/α of the change. With the accelerations of both handles it disassembles and moves.
 */
export class Part {
  readonly chain: Chain;
  whole: Subassembly;
  /** Norm of the constraints inside [m or 1]. */
  gap: f64 = 0.0;
  private accelerations: Accelerations;
  private positions: Positions;
  private integrator: AdamsBashforth;
  private x: StaticArray<f64>;

  constructor(most: i32) {
    const chain: Chain = new Chain(most, false);
    const ode: Ode = new Known(chain.bodies);
    this.chain = chain;
    this.whole = chain.part(1);
    this.accelerations = new Accelerations(chain);
    this.positions = new Positions(chain);
    this.integrator = new AdamsBashforth(ode);
    this.x = new StaticArray<f64>(ode.n);
  }

  /** n rods as `placeChain` has them. */
  configure(n: i32, a: f64, m: f64, J: StaticArray<f64>, angle: StaticArray<f64>, x0: f64, y0: f64): void {
    this.whole = this.chain.use(n);
    placeChain(this.chain, a, m, J, angle, x0, y0);
  }

  /** Gravity [m/s²], penalty and stabilization of the constraints, order of the integrator. */
  weigh(g: f64, alpha: f64, mu: f64, Omega: f64, order: i32): void {
    this.chain.bodies.gy = -g;
    this.chain.alpha = alpha;
    this.accelerations.mu = mu;
    this.accelerations.Omega = Omega;
    this.integrator.order = order;
  }

  /** Handles at the start, accelerations and multipliers being zero. */
  begin(): void {
    const half: i32 = 7 * this.chain.n;
    for (let k: i32 = 0; k < half; k++) {
      this.x[k] = this.chain.bodies.q[7 + k];
      this.x[half + k] = this.chain.bodies.v[7 + k];
    }
    this.chain.forget();
    this.integrator.begin();
    this.evaluate();
  }

  /** Steps to t + h with the accelerations of the handles at t. */
  step(t: f64, h: f64, a1: StaticArray<f64>, a2: StaticArray<f64>): void {
    const bodies: Bodies = this.chain.bodies;
    const half: i32 = 7 * this.chain.n;
    for (let k: i32 = 0; k < 7; k++) {
      this.whole.delta1[k] = a1[k] - bodies.a[7 * this.whole.first + k];
      this.whole.delta2[k] = a2[k] - bodies.a[7 * this.whole.last + k];
    }
    this.chain.disassemble();
    for (let k: i32 = 7; k < 7 * (bodies.count + 1); k++) bodies.a[k] += bodies.increment[k];
    this.integrator.step(t, h, this.x);
    for (let k: i32 = 0; k < half; k++) {
      bodies.q[7 + k] = this.x[k];
      bodies.v[7 + k] = this.x[half + k];
    }
    this.evaluate();
  }

  /** Coordinates, rates and last accelerations of a body. */
  handle(body: i32, q: StaticArray<f64>, v: StaticArray<f64>, a: StaticArray<f64>): void {
    for (let k: i32 = 0; k < 7; k++) {
      q[k] = this.chain.bodies.q[7 * body + k];
      v[k] = this.chain.bodies.v[7 * body + k];
      a[k] = this.chain.bodies.a[7 * body + k];
    }
  }

  private evaluate(): void {
    this.gap = this.positions.violation();
    this.chain.linearize();
    this.accelerations.prepare();
    this.accelerations.lack();
    this.chain.assemble();
    this.chain.load();
  }
}
