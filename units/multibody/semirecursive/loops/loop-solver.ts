import { fail } from 'fmukit/author';
import { luFactor, luSolve } from '../../../numerics/lu';
import { Mechanism } from '../tree-mechanism';
import { Extrapolation } from './state-extrapolation';

/**
 * Point of an evaluation: the predicted state, an iterate, or a state perturbed for a difference.
 */
export enum Pass {
  predicted = 0,
  iterate = 1,
  moved = 2,
}

/**
 * The monolithic step of both closed-loop formulations (Jaiswal et al. 2021a, Sect. 4, eqs. 32–41).
 *
 * The implicit trapezoidal rule has positions and states as primary variables, x = (z, y) or x =
 * (zⁱ, y). Newton's iteration solves
 *
 *     f(x) = h²/4 [ equilibrium ;  ẏ − f_y ] = 0
 *     ż = 2/h z + …,  z̈ = 4/h² z + …,  ẏ = 2/h y + …
 *
 * z̈ and ẏ are predicted from the last steps (Jaiswal et al. 2021a: z + h ż + h²/2 z̈ and y + h ẏ).
 * The tangent has forward differences with ε = 1e-8 max(1e-2, |x|). A state y enters through the
 * drive alone. Its column therefore costs an evaluation of the drive, not of the mechanism.
 */
export abstract class LoopSolver {
  /** Tolerance of the increments of coordinates [rad or m]. States y have their own tolerances. */
  tolerance: f64 = 1e-7;
  maxIterations: i32 = 40;
  /** Iteration from which switching forces keep their branch. */
  holdAfter: i32 = 12;
  /** Newton iterations of the last step. */
  iterations: i32 = 0;
  /** Number of partitions of the coordinates since the start, or 0 without partitions. */
  partitions: i32 = 0;

  /** z, ż, z̈. */
  readonly q: StaticArray<f64>;
  readonly v: StaticArray<f64>;
  readonly a: StaticArray<f64>;
  /** ẏ of the trapezoidal rule. */
  readonly rate: StaticArray<f64>;
  /** Coordinates that are unknowns. */
  protected index: StaticArray<i32>;
  /** Equilibrium of the unknowns without the drive [N or N m], and its rows of actuators. */
  protected e: StaticArray<f64>;
  protected g: StaticArray<f64>;
  /** ∂f/∂x of the last iteration, with (u + k) columns. */
  protected T: StaticArray<f64>;
  private f: StaticArray<f64>;
  private shifted: StaticArray<f64>;
  private pivot: StaticArray<i32>;
  private force: StaticArray<f64>;
  private saved: StaticArray<f64>;
  /** z, ż, z̈, y and ẏ at the begin of the step. */
  private before: StaticArray<f64>;
  private accelerations: Extrapolation;
  private rates: Extrapolation;

  /** @param u number of coordinates that are unknowns */
  constructor(
    readonly mechanism: Mechanism,
    readonly u: i32,
  ) {
    const n: i32 = mechanism.n;
    const most: i32 = mechanism.drive.most;
    const size: i32 = u + most;
    this.q = new StaticArray<f64>(n);
    this.v = new StaticArray<f64>(n);
    this.a = new StaticArray<f64>(n);
    this.rate = new StaticArray<f64>(most);
    this.index = new StaticArray<i32>(u);
    this.e = new StaticArray<f64>(u);
    this.g = new StaticArray<f64>(mechanism.drive.actuators * u);
    this.T = new StaticArray<f64>(size * size);
    this.f = new StaticArray<f64>(size);
    this.shifted = new StaticArray<f64>(size);
    this.pivot = new StaticArray<i32>(size);
    this.force = new StaticArray<f64>(mechanism.drive.actuators);
    this.saved = new StaticArray<f64>(3 * n);
    this.before = new StaticArray<f64>(3 * n + 2 * most);
    this.accelerations = new Extrapolation(n);
    this.rates = new Extrapolation(most);
  }

  /**
   * Sets the order of the prediction, 1 … 4. Order 1 is the published one. It changes the number of
   * iterations, but not their result.
   */
  setPrediction(order: i32): void {
    this.accelerations.order = order;
    this.rates.order = order;
  }

  /** Restarts the prediction from the present state alone, after a jump of a signal. */
  restart(): void {
    this.accelerations.restart();
    this.rates.restart();
  }

  /**
   * Computes exact accelerations at t for q, v and the drive's states, ẏ, and further starting
   * values of the formulation.
   */
  abstract start(t: f64): void;

  /** Before a step. */
  protected begin(): void {}

  /** e and g at the unknowns as they stand. */
  protected abstract equilibrium(pass: Pass): void;

  /** Moves unknown coordinate i by d, and all that depends on it. */
  protected abstract move(i: i32, d: f64, h: f64): void;

  /**
   * After Newton's iteration: the mechanism at the end of the step, velocities and accelerations on
   * the constraints.
   */
  protected abstract finish(h: f64): void;

  /**
   * After the coordinates have changed their meaning: the mechanism as it stands, in the new ones.
   */
  protected renew(): void {
    this.restart();
    this.mechanism.positions(this.q, 1);
    this.mechanism.velocities(this.q, this.v, 1);
  }

  /**
   * Returns whether the cause of a failed iteration could be corrected. All else is then reset to
   * the beginning of the step.
   */
  protected mended(h: f64): bool {
    return false;
  }

  /** Steps from t to t + h. All quantities must be consistent at t. */
  step(t: f64, h: f64): void {
    const end: f64 = t + h;
    this.keepBegin();
    this.begin();
    this.predict(h);
    if (!this.iterate(end, h)) {
      if (!this.mended(h))
        fail("semirecursive formulation: Newton's iteration did not converge; shorten the step");
      this.goBack();
      this.predict(h);
      if (!this.iterate(end, h))
        fail(
          "semirecursive formulation: Newton's iteration did not converge, with a larger penalty neither; shorten the step",
        );
    }
    this.finish(h);
    if (this.mechanism.tree.refresh(this.q, this.v, this.a)) this.renew();
    this.mechanism.drive.evaluate(end, this.mechanism.s, this.mechanism.sDot);
  }

  private keepBegin(): void {
    const n: i32 = this.mechanism.n;
    const states: i32 = this.mechanism.drive.states;
    for (let i: i32 = 0; i < n; i++) {
      unchecked((this.before[i] = this.q[i]));
      unchecked((this.before[n + i] = this.v[i]));
      unchecked((this.before[2 * n + i] = this.a[i]));
    }
    for (let i: i32 = 0; i < states; i++) {
      unchecked((this.before[3 * n + i] = this.mechanism.drive.y[i]));
      unchecked((this.before[3 * n + states + i] = this.rate[i]));
    }
  }

  /** Returns to the beginning of the step, with a prediction from the present state alone. */
  private goBack(): void {
    const n: i32 = this.mechanism.n;
    const states: i32 = this.mechanism.drive.states;
    for (let i: i32 = 0; i < n; i++) {
      unchecked((this.q[i] = this.before[i]));
      unchecked((this.v[i] = this.before[n + i]));
      unchecked((this.a[i] = this.before[2 * n + i]));
    }
    for (let i: i32 = 0; i < states; i++) {
      unchecked((this.mechanism.drive.y[i] = this.before[3 * n + i]));
      unchecked((this.rate[i] = this.before[3 * n + states + i]));
    }
    this.restart();
  }

  /** Newton's iteration from the prediction. Whether it has converged. */
  private iterate(end: f64, h: f64): bool {
    let held: bool = false;
    let j: i32 = 0;
    while (true) {
      this.equilibrium(j == 0 ? Pass.predicted : Pass.iterate);
      this.residual(end, h, this.f);
      this.differentiate(end, h, held);
      const converged: bool = this.advance(h);
      j++;
      if (converged) break;
      if (j == this.maxIterations) {
        if (held) this.mechanism.drive.holdBranches(false);
        return false;
      }
      if (j == this.holdAfter) {
        held = true;
        this.mechanism.drive.holdBranches(true);
      }
    }
    this.iterations = j;
    if (held) this.mechanism.drive.holdBranches(false);
    return true;
  }

  /** The trapezoidal rule with z̈ and ẏ at the end as they are extrapolated. */
  private predict(h: f64): void {
    this.accelerations.next();
    for (let i: i32 = 0; i < this.mechanism.n; i++) {
      const a: f64 = unchecked(this.a[i]);
      const change: f64 = this.accelerations.change(i, a);
      unchecked((this.q[i] += h * (this.v[i] + 0.5 * h * (a + 0.5 * change))));
      unchecked((this.v[i] += h * (a + 0.5 * change)));
      unchecked((this.a[i] = a + change));
    }
    const y: StaticArray<f64> = this.mechanism.drive.y;
    this.rates.next();
    for (let i: i32 = 0; i < this.mechanism.drive.states; i++) {
      const rate: f64 = unchecked(this.rate[i]);
      const change: f64 = this.rates.change(i, rate);
      unchecked((y[i] += h * (rate + 0.5 * change)));
      unchecked((this.rate[i] = rate + change));
    }
  }

  /** f ← h²/4 (e − F g ; ẏ − f_y). Leaves the drive's forces and rates at it. */
  private residual(t: f64, h: f64, f: StaticArray<f64>): void {
    const mechanism: Mechanism = this.mechanism;
    const u: i32 = this.u;
    const scale: f64 = 0.25 * h * h;
    mechanism.drive.evaluate(t, mechanism.s, mechanism.sDot);
    for (let i: i32 = 0; i < u; i++) {
      let sum: f64 = unchecked(this.e[i]);
      for (let r: i32 = 0; r < mechanism.drive.actuators; r++)
        sum -= unchecked(mechanism.drive.F[r]) * unchecked(this.g[r * u + i]);
      unchecked((f[i] = scale * sum));
    }
    const yDot: StaticArray<f64> = mechanism.drive.yDot;
    for (let i: i32 = 0; i < mechanism.drive.states; i++)
      unchecked((f[u + i] = scale * (this.rate[i] - yDot[i])));
  }

  /**
   * T ← ∂f/∂x on the branch of the iterate: first the states, while the mechanism stands at the
   * iterate.
   */
  private differentiate(t: f64, h: f64, held: bool): void {
    const u: i32 = this.u;
    const size: i32 = u + this.mechanism.drive.states;
    this.mechanism.drive.holdBranches(true);
    this.stateColumns(t, h);
    this.save();
    for (let c: i32 = u - 1; c >= 0; c--) {
      const epsilon: f64 = 1e-8 * Math.max(1e-2, Math.abs(unchecked(this.q[this.index[c]])));
      this.move(c, epsilon, h);
      this.equilibrium(Pass.moved);
      this.residual(t, h, this.shifted);
      this.restore();
      for (let r: i32 = 0; r < size; r++)
        unchecked((this.T[r * size + c] = (this.shifted[r] - this.f[r]) / epsilon));
    }
    this.mechanism.drive.holdBranches(held);
  }

  private stateColumns(t: f64, h: f64): void {
    const mechanism: Mechanism = this.mechanism;
    const p: i32 = mechanism.drive.actuators;
    const y: StaticArray<f64> = mechanism.drive.y;
    const u: i32 = this.u;
    const k: i32 = mechanism.drive.states;
    const size: i32 = u + k;
    const scale: f64 = 0.25 * h * h;
    for (let r: i32 = 0; r < p; r++) unchecked((this.force[r] = mechanism.drive.F[r]));
    for (let c: i32 = 0; c < k; c++) {
      const value: f64 = unchecked(y[c]);
      const epsilon: f64 = 1e-8 * Math.max(1e-2, Math.abs(value));
      unchecked((y[c] = value + epsilon));
      mechanism.drive.evaluateState(c, t, mechanism.s, mechanism.sDot);
      unchecked((y[c] = value));
      for (let i: i32 = 0; i < u; i++) {
        let sum: f64 = 0.0;
        for (let r: i32 = 0; r < p; r++)
          sum -= (unchecked(mechanism.drive.F[r]) - unchecked(this.force[r])) * unchecked(this.g[r * u + i]);
        unchecked((this.T[i * size + u + c] = (scale * sum) / epsilon));
      }
      for (let i: i32 = 0; i < k; i++) {
        const moved: f64 = scale * (unchecked(this.rate[i]) - unchecked(mechanism.drive.yDot[i]));
        unchecked((this.T[(u + i) * size + u + c] = (moved - this.f[u + i]) / epsilon));
      }
      unchecked((this.T[(u + c) * size + u + c] += 0.5 * h));
    }
  }

  private save(): void {
    const n: i32 = this.mechanism.n;
    for (let i: i32 = 0; i < n; i++) {
      unchecked((this.saved[i] = this.q[i]));
      unchecked((this.saved[n + i] = this.v[i]));
      unchecked((this.saved[2 * n + i] = this.a[i]));
    }
  }

  private restore(): void {
    const n: i32 = this.mechanism.n;
    for (let i: i32 = 0; i < n; i++) {
      unchecked((this.q[i] = this.saved[i]));
      unchecked((this.v[i] = this.saved[n + i]));
      unchecked((this.a[i] = this.saved[2 * n + i]));
    }
  }

  /** One Newton step. True when it was small. */
  private advance(h: f64): bool {
    const u: i32 = this.u;
    const k: i32 = this.mechanism.drive.states;
    const tolerance: StaticArray<f64> = this.mechanism.drive.tolerance;
    const f: StaticArray<f64> = this.f;
    this.keep(u + k);
    if (!luFactor(this.T, this.pivot, u + k))
      fail('semirecursive formulation: singular tangent; shorten the step');
    luSolve(this.T, this.pivot, u + k, f);
    let converged: bool = true;
    for (let i: i32 = 0; i < u; i++) {
      const d: f64 = unchecked(f[i]);
      this.move(i, -d, h);
      // A NaN leaves `converged` true: it reaches the outputs, where the host names it.
      if (Math.abs(d) > this.tolerance) converged = false;
    }
    for (let i: i32 = 0; i < k; i++) {
      const d: f64 = unchecked(f[u + i]);
      unchecked((this.mechanism.drive.y[i] -= d));
      unchecked((this.rate[i] -= (2.0 / h) * d));
      if (Math.abs(d) > unchecked(tolerance[i])) converged = false;
    }
    return converged;
  }

  /** Hands the tangent on before it is factored. */
  protected keep(size: i32): void {}
}
