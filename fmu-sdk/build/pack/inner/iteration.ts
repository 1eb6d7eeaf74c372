import { fail } from 'fmukit/author';
import { Acceleration } from './acceleration';
import { interpolate, output, predicted, ScalarConnection } from './scalar-connection';
import { advance, beginStage, entryAt, refuseValue, SequenceEntry, Stage, StageScheme } from './stage';

/** Least scale of a value without a nominal value. */
const smallest: f64 = 1.0e-9;

/** Places and settings of an iteration. `iteration-plan.ts` writes it. */
@unmanaged
export class IterationPlan {
  tolerance: f64 = 0.0;
  relaxation: f64 = 0.0;
  /** Limit of iterations in a step. */
  iterations: u32 = 0;
  acceleration: u32 = 0;
  columns: u32 = 0;
  /** 1 if all units step with the guess. */
  together: u32 = 0;
  /** Connections whose values are unknowns, with their nominal values or 0. */
  unknowns: u32 = 0;
  unknownCount: u32 = 0;
  /** States of the units, and the memory for their copies. */
  states: u32 = 0;
  stateCount: u32 = 0;
  copies: u32 = 0;
  /** 0: an acceleration, 1: Newton's iteration, 2: one correction by Newton's method, 3: waveform. */
  method: u32 = 0;
  /** Number of unknowns of the unit with most of them. */
  mostInputs: u32 = 0;
  reserved: u32 = 0;
}

@unmanaged
export class Unknown {
  nominal: f64 = 0.0;
  connection: u32 = 0;
  /** Place of the unit that it is an input of, and its number among the inputs of this unit. */
  unit: u32 = 0;
  column: u32 = 0;
  /** Sample in the scheme waveform. 0 is the end of the step. */
  sample: u32 = 0;
}

@unmanaged
class UnitState {
  at: u32 = 0;
  bytes: u32 = 0;
  /** Record of a carried FMU, with the slot of its function that keeps states at `keepSlot`, or 0. */
  record: u32 = 0;
  reserved: u32 = 0;
}
const keepSlot: usize = 8;

/**
 * Waveform iteration over a communication step. The order of operations is that of
 * `master/coupling/schemes/shared/iteration.ts`.
 */
export class InnerIteration extends StageScheme {
  protected plan: IterationPlan;
  private acceleration: Acceleration;
  protected u: StaticArray<f64>;
  protected g: StaticArray<f64>;
  protected weights: StaticArray<f64>;

  constructor(plan: usize) {
    super();
    const own: IterationPlan = changetype<IterationPlan>(plan);
    const n: i32 = own.unknownCount;
    this.plan = own;
    this.acceleration = new Acceleration(own.acceleration, n, own.columns, own.relaxation);
    this.u = new StaticArray<f64>(n);
    this.g = new StaticArray<f64>(n);
    this.weights = new StaticArray<f64>(n);
  }

  override forget(): void {
    this.acceleration.forget();
    for (let j = 0; j < this.weights.length; j++) this.weights[j] = 1.0 / smallest;
  }

  override step(stage: Stage, t: f64, H: f64): void {
    const plan: IterationPlan = this.plan;
    this.begin(stage, H);
    this.first();
    for (let k: u32 = 1; k <= plan.iterations; k++) {
      if (k > 1) this.copyStates(false);
      this.sweep(stage, t, H);
      const change: f64 = this.compare(k === 1);
      if (change <= plan.tolerance) {
        this.accept(H);
        return;
      }
      if (!(change < Infinity)) refuseValue();
      if (k === plan.iterations) break;
      this.improve(stage, t, H);
      this.takeGuess();
    }
    fail('the iteration between its inner units does not converge');
  }

  /** Reads outputs, keeps the states, and extrapolates the first guess. */
  protected begin(stage: Stage, H: f64): void {
    beginStage(stage, H);
    this.copyStates(true);
    for (let at: u32 = stage.connections; at < stage.connectionsEnd; at += offsetof<ScalarConnection>()) {
      const c: ScalarConnection = changetype<ScalarConnection>(<usize>at);
      c.guess = predicted(c, H);
    }
  }

  /** Begins the search for the values of a step. */
  protected first(): void {
    this.acceleration.begin();
  }

  /** Overwrites u with the next iterate. */
  protected improve(_stage: Stage, _t: f64, _H: f64): void {
    this.acceleration.improve(this.u, this.g, this.weights);
  }

  protected takeGuess(): void {
    for (let j: u32 = 0; j < this.plan.unknownCount; j++) this.setGuess(j, this.u[j]);
  }

  /** Called after a step of H [s] whose values agree. */
  protected accept(_H: f64): void {}

  /** Steps all units once with the present guess. */
  protected sweep(stage: Stage, t: f64, H: f64): void {
    const count: u32 = stage.count;
    const together: bool = this.plan.together !== 0;
    for (let k: u32 = 0; k < count; k++) {
      const entry: SequenceEntry = entryAt(stage, k);
      for (let at: u32 = entry.connections; at < entry.connectionsEnd; at += offsetof<ScalarConnection>()) {
        const c: ScalarConnection = changetype<ScalarConnection>(<usize>at);
        interpolate(c, c.guess, H);
      }
      if (together) continue;
      advance(stage, entry, t, H);
      for (let at: u32 = stage.connections; at < stage.connectionsEnd; at += offsetof<ScalarConnection>()) {
        const c: ScalarConnection = changetype<ScalarConnection>(<usize>at);
        if (c.fresh !== 0 && c.from === k) c.guess = output(c);
      }
    }
    if (together) for (let k: u32 = 0; k < count; k++) advance(stage, entryAt(stage, k), t, H);
  }

  /** Reads G(u). Returns the largest change in nominal values, or NaN if it is not finite. */
  protected compare(first: bool): f64 {
    let largest: f64 = 0.0;
    let finite: f64 = 0.0;
    for (let j: u32 = 0; j < this.plan.unknownCount; j++) {
      const guess: f64 = this.guessOf(j);
      const value: f64 = this.presentValue(j);
      const size: f64 = Math.max(Math.abs(value), Math.abs(guess));
      const nominal: f64 = this.unknown(j).nominal;
      if (nominal > 0.0) this.weights[j] = 1.0 / nominal;
      else if (first && size * this.weights[j] > 1.0) this.weights[j] = 1.0 / size;
      this.u[j] = guess;
      this.g[j] = value;
      finite += (value - guess) * 0.0;
      largest = Math.max(largest, this.weights[j] * Math.abs(value - guess));
    }
    return finite === 0.0 ? largest : NaN;
  }

  /** Keeps the states of all units, or returns to them. */
  protected copyStates(keeps: bool): void {
    const plan: IterationPlan = this.plan;
    let copy: usize = plan.copies;
    for (let k: u32 = 0; k < plan.stateCount; k++) {
      const state: UnitState = changetype<UnitState>(<usize>plan.states + k * offsetof<UnitState>());
      if (keeps) memory.copy(copy, state.at, state.bytes);
      else memory.copy(state.at, copy, state.bytes);
      const record: u32 = state.record;
      // The address of the copy names the state that the FMU keeps.
      if (record !== 0) call_indirect<void>(load<u32>(record, keepSlot), record, <u32>copy, keeps ? 1 : 0);
      copy += state.bytes;
    }
  }

  /** Returns the present value of an unknown at its source. */
  protected presentValue(j: u32): f64 {
    return output(this.connection(j));
  }

  /** Returns the present guess of an unknown. */
  protected guessOf(j: u32): f64 {
    return this.connection(j).guess;
  }

  protected setGuess(j: u32, value: f64): void {
    this.connection(j).guess = value;
  }

  /** Returns the number of known past values of all connections, with the present one. */
  protected historyLength(stage: Stage): i32 {
    let least: i32 = 2;
    for (let at: u32 = stage.connections; at < stage.connectionsEnd; at += offsetof<ScalarConnection>()) {
      const past: i32 = changetype<ScalarConnection>(<usize>at).past;
      if (past < least) least = past;
    }
    return 1 + least;
  }

  protected unknown(j: u32): Unknown {
    return changetype<Unknown>(<usize>this.plan.unknowns + j * offsetof<Unknown>());
  }

  protected connection(j: u32): ScalarConnection {
    return changetype<ScalarConnection>(<usize>this.unknown(j).connection);
  }
}
