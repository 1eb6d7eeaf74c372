import { UnitGone } from '../../../fmu-sdk/host/fmi-api.ts';
import { Finished } from '../../../fmu-sdk/host/fmi-driver/call-failure.ts';
import type { Snapshot } from '../../../fmu-sdk/host/state/snapshot.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Acceleration } from '../acceleration/acceleration.ts';
import { accelerations } from '../acceleration/acceleration-registry.ts';
import { UnitFailure } from '../activity.ts';
import type { Coupling, CouplingContext } from '../coupling.ts';
import type { SchemeOption } from '../scheme-options.ts';
import { Handover } from '../transfer/handover.ts';
import type { Lanes } from '../transfer/scalar-connections.ts';
import { Halves, pointsOption } from './step-halving.ts';

/** What iterative schemes can be told. */
export const iterationOptions: Readonly<Record<string, SchemeOption>> = {
  tolerance: {
    what: 'Largest change of an exchanged value, as a share of its nominal value',
    default: 1e-6,
    least: 1e-15,
    most: 1,
  },
  iterations: { what: 'Tries in a step at most', default: 50, least: 1, most: 10_000, whole: true },
  acceleration: {
    what: 'How the next try follows from those before',
    default: 'iqn-ils',
    of: accelerations.all.map(({ name }) => name),
  },
  relaxation: { what: 'Share of the change that is taken at first', default: 1, least: 1e-6, most: 2 },
  ...pointsOption,
};

/** What a value without a declared nominal one is measured by at least: changes of 1e-15 at a tolerance of 1e-6 are none. */
const smallest = 1e-9;
/** Iterations of a step whose residuals are kept for a message. */
const mostHistory = 12;
/** How often in a step the values with which a unit fails are halved back. */
const mostHalvings = 8;

/**
 * Waveform iteration over a communication step: all units are returned to t_n, get inputs that meet the present guess of u(t_n + H), and
 * step; what their outputs say of u is the next value G(u), until |G(u) − u| is small. `order` gives the units one after another
 * (Gauss–Seidel: those later get the new values of those before), or all get the guess (Jacobi).
 *
 * With two points u are the values at t_n + H/2 and at t_n + H, and units step by halves. Parabolas through three values of the step err by
 * u‴ τ (τ − H/2) (τ − H) / 6, whose integral is 0: states converge at order 4 (collocation at Lobatto's points; Hairer & Wanner 1996, Sect. IV.5).
 */
export class Iteration implements Coupling {
  protected readonly lanes: Lanes;
  protected readonly handover: Handover;
  private readonly snapshots: Snapshot[] = [];
  private readonly into: Int32Array[];
  /** Lanes out of each unit of the sequence to units after it. */
  private readonly onward: Int32Array[];
  /** Lanes whose values are sought: for Gauss–Seidel those that go back. */
  protected readonly sought: Int32Array;
  /** Of each lane the value at the end of the step; with two points behind them those in its middle. */
  protected readonly guess: Float64Array;
  protected readonly values: Float64Array;
  private readonly halves: Halves | undefined;
  /** Guess and G of what is sought, and 1 / nominal value of each. */
  protected readonly u: Float64Array;
  protected readonly g: Float64Array;
  protected readonly weights: Float64Array;
  protected readonly declared: Float64Array;
  /** The last guess that all units have stepped with. */
  private readonly last: Float64Array;
  private readonly acceleration: Acceleration;
  protected readonly history: Float64Array = new Float64Array(mostHistory);
  protected readonly tolerance: number;
  protected readonly most: number;
  /** Lets all units step. */
  private readonly all: (t: number, H: number) => void;
  private steps = 0;
  private tries = 0;
  private largest = 0;

  constructor(
    protected readonly context: CouplingContext,
    private readonly scheme: string,
    private readonly sequence: Int32Array,
    private readonly together: boolean,
    private readonly note?: string,
  ) {
    const { system, options } = context;
    this.handover = new Handover(context);
    this.all = context.together([...sequence]);
    const { lanes } = this.handover;
    this.lanes = lanes;
    const place = [...sequence].map((_, k) => sequence.indexOf(k));
    const n = lanes.size;
    const indexes = Array.from({ length: n }, (_, i) => i);
    const isOnward = (i: number): boolean => !together && place[lanes.from[i]] < place[lanes.to[i]];
    this.into = [...sequence].map((unit) => Int32Array.from(indexes.filter((i) => lanes.to[i] === unit)));
    this.onward = [...sequence].map((unit) =>
      Int32Array.from(indexes.filter((i) => lanes.from[i] === unit && isOnward(i))),
    );
    const sought = indexes.filter((i) => !isOnward(i));
    const points = Number(options.points ?? 1);
    this.sought = Int32Array.from(points === 2 ? [...sought, ...sought.map((i) => n + i)] : sought);
    [this.guess, this.values] = [0, 1].map(() => new Float64Array(points * n));
    if (points === 2) this.halves = new Halves(context, lanes, this.guess, this.values);
    const size = this.sought.length;
    [this.u, this.g, this.weights, this.last] = [0, 1, 2, 3].map(() => new Float64Array(size));
    this.weights.fill(1 / smallest);
    this.declared = Float64Array.from(this.sought, (q) => Number(lanes.variable(q % n).nominal ?? 0));
    const { tolerance, iterations, acceleration, relaxation } = options;
    this.tolerance = Number(tolerance);
    this.most = Number(iterations);
    this.acceleration = accelerations
      .named(String(acceleration), `run ${system.name}`)
      .make(size, Number(relaxation));
  }

  get notes(): readonly string[] {
    const { tries, steps, largest, note } = this;
    const count = `Tries in a communication step: ${steps === 0 ? 0 : Number((tries / steps).toFixed(2))} on average, ${largest} at most.`;
    return note === undefined ? [count] : [note, count];
  }

  settle(): boolean {
    return this.handover.settle();
  }

  step(n: number, t: number, H: number): void {
    const { most, history, last, u } = this;
    this.begin(n, t, H);
    this.predict(H);
    this.first();
    let seen = 0;
    let halved = 0;
    for (let k = 1; k <= most; k++) {
      if (k > 1) this.restore();
      const failure = this.tried(t, H);
      if (failure !== undefined) {
        if (halved === mostHalvings || k === most) this.refuseUnit(t, k, halved, seen, failure);
        if (halved === 0 && seen > 0) this.forget();
        else this.halve(seen === 0 && halved === 0);
        halved++;
        continue;
      }
      const isFinite = this.compare(seen % mostHistory, seen === 0);
      seen++;
      if (!isFinite && k === 1) this.context.refuseInvalid();
      if (!isFinite) this.refuse(t, seen, 'grow without bound');
      if (history[(seen - 1) % mostHistory] <= this.tolerance) {
        this.accept(k);
        return;
      }
      if (k === most) break;
      last.set(u);
      this.improve(t, H);
      this.takeGuess();
    }
    this.refuse(t, seen, `differ from those before by more than ${this.tolerance} of their nominal values`);
  }

  /** All units over the step with the present guess; the failure of one where others values may be tried. */
  private tried(t: number, H: number): UnitFailure | undefined {
    try {
      this.sweep(t, H);
    } catch (thrown) {
      if (!(thrown instanceof UnitFailure) || isFinal(thrown.thrown)) throw thrown;
      return thrown;
    }
    return undefined;
  }

  /** A unit has failed with the guess: what is known of earlier steps may not hold, and the next guess is what came last of values that it could take. */
  protected forget(): void {
    const { acceleration, sought, guess, g } = this;
    acceleration.forget?.();
    for (let j = 0; j < sought.length; j++) guess[sought[j]] = g[j];
  }

  /** A unit has failed with the guess: the next is half way back to the last that all have stepped with, or to what stood at t_n. */
  protected halve(fromBegin: boolean): void {
    const { sought, guess, last, lanes } = this;
    if (fromBegin) for (let j = 0; j < sought.length; j++) last[j] = lanes.now[sought[j] % lanes.size];
    for (let j = 0; j < sought.length; j++) guess[sought[j]] = 0.5 * (guess[sought[j]] + last[j]);
  }

  /** A step has been done by so many tries. */
  protected accept(tries: number): void {
    this.steps++;
    this.tries += tries;
    if (tries > this.largest) this.largest = tries;
  }

  /** A step begins. */
  protected first(): void {
    this.acceleration.begin();
  }

  /** Overwrites u with what is tried next. */
  protected improve(_t: number, _H: number): void {
    this.acceleration.improve(this.u, this.g, this.weights);
  }

  /** A step begins: outputs are known, and where all units are is kept. */
  protected begin(n: number, t: number, H: number): void {
    this.handover.begin(n, t, H);
    this.halves?.begin(H);
    this.keep();
  }

  /** The first guess: what the past says. */
  protected predict(H: number): void {
    const { lanes, guess, halves } = this;
    lanes.predict(guess, H);
    halves?.predict(H);
  }

  /** Keeps where all units are. */
  protected keep(): void {
    const { snapshots, context } = this;
    if (snapshots.length === 0) for (const instance of context.instances) snapshots.push(instance.snapshot());
    else for (let k = 0; k < snapshots.length; k++) snapshots[k].take();
  }

  protected restore(): void {
    const { snapshots } = this;
    for (let k = 0; k < snapshots.length; k++) snapshots[k].restore();
  }

  /** All units once over the step, with the present guess. */
  protected sweep(t: number, H: number): void {
    if (this.halves === undefined) this.sweepWhole(t, H);
    else this.sweepHalves(this.halves, t, H);
  }

  private sweepWhole(t: number, H: number): void {
    const { sequence, into, onward, lanes, guess, context, together } = this;
    for (let k = 0; k < sequence.length; k++) {
      const list = into[k];
      const on = onward[k];
      for (let j = 0; j < list.length; j++) lanes.meet(list[j], guess, H);
      if (!together) context.advance(sequence[k], t, H);
      for (let j = 0; j < on.length; j++) lanes.read(on[j], guess);
    }
    if (together) this.all(t, H);
  }

  /** The second half ends at t + H to the last bit. */
  private sweepHalves(halves: Halves, t: number, H: number): void {
    const middle = t + H / 2;
    const rest = t + H - middle;
    const { sequence, into, onward, lanes, guess, context } = this;
    if (this.together) {
      for (let k = 0; k < sequence.length; k++) halves.first(sequence[k], into[k], H);
      this.all(t, H / 2);
      for (let k = 0; k < sequence.length; k++) halves.show(sequence[k]);
      for (let k = 0; k < sequence.length; k++) halves.second(sequence[k], into[k], H);
      this.all(middle, rest);
      return;
    }
    for (let k = 0; k < sequence.length; k++) {
      const unit = sequence[k];
      const on = onward[k];
      halves.first(unit, into[k], H);
      context.advance(unit, t, H / 2);
      halves.show(unit);
      halves.pass(on);
      halves.second(unit, into[k], H);
      context.advance(unit, middle, rest);
      for (let j = 0; j < on.length; j++) lanes.read(on[j], guess);
    }
  }

  /** Puts G of what is sought at place q into place q of `values`; in the middle of a step it has been noted there. */
  protected readSought(q: number): void {
    if (q < this.lanes.size) this.lanes.read(q, this.values);
  }

  /**
   * Reads G(u) of what is sought, and notes the largest change in nominal values; false where it is not finite. A value without a declared
   * one has the largest with which a step has begun, at least 1e-9.
   */
  protected compare(at: number, first: boolean): boolean {
    const { sought, guess, u, g, weights, declared, history, values } = this;
    let largest = 0;
    let finite = 0;
    for (let j = 0; j < sought.length; j++) {
      const i = sought[j];
      this.readSought(i);
      const size = Math.max(Math.abs(values[i]), Math.abs(guess[i]));
      if (declared[j] > 0) weights[j] = 1 / declared[j];
      else if (first && size * weights[j] > 1) weights[j] = 1 / size;
      u[j] = guess[i];
      g[j] = values[i];
      finite += (g[j] - u[j]) * 0;
      largest = Math.max(largest, weights[j] * Math.abs(g[j] - u[j]));
    }
    history[at] = largest;
    return finite === 0;
  }

  protected takeGuess(): void {
    const { sought, guess, u } = this;
    for (let j = 0; j < sought.length; j++) guess[sought[j]] = u[j];
  }

  private refuse(t: number, tries: number, how: string): never {
    const { system } = this.context;
    const change = (j: number): number => this.weights[j] * Math.abs(this.g[j] - this.u[j]);
    let worst = 0;
    for (let j = 1; j < this.sought.length; j++) if (!(change(j) <= change(worst))) worst = j;
    const lane = this.sought[worst] % this.lanes.size;
    const unit = this.lanes.variable(lane).unitOfMeasure ?? '';
    throw new UserError(
      `step ${system.name}: ${this.scheme} does not converge at t = ${short(t)} s: after ${triesOf(tries)} the values that are exchanged ${how}. ` +
        `Largest change: ${this.lanes.name(lane, system.units)}, ${this.u[worst]} to ${this.g[worst]} ${unit}`.trimEnd() +
        `; ${this.residuals(tries)}. ` +
        'Try a smaller step, another acceleration (iqn-ils, anderson), a relaxation below 1, or more iterations.',
    );
  }

  /** A unit has failed in each of several tries. */
  private refuseUnit(
    t: number,
    tries: number,
    halved: number,
    seen: number,
    { unit, thrown }: UnitFailure,
  ): never {
    const { system, instances } = this.context;
    const nearer =
      halved === 0 ? '' : `, each of the last ${halved} with values nearer to what it could take`;
    const before = seen === 0 ? '' : ` Before that, ${this.residuals(seen)}.`;
    throw new UnitFailure(
      unit,
      t,
      new UserError(
        `step ${system.units[unit].name}: the unit stopped at t = ${short(t)} s: ${instances[unit].reasonOf(thrown)}. ` +
          `So it did after ${triesOf(tries)} of ${this.scheme}${nearer}.${before} Try a smaller step, another acceleration (iqn-ils, anderson) or a relaxation below 1, or ask who made it.`,
      ),
    );
  }

  private residuals(tries: number): string {
    const kept = Math.min(tries, mostHistory);
    const values = Array.from({ length: kept }, (_, k) =>
      this.history[(tries - kept + k) % mostHistory].toExponential(1),
    );
    return `changes in nominal values${kept < tries ? ` (the last ${kept})` : ''}: ${values.join(', ')}`;
  }
}

const triesOf = (n: number): string => (n === 1 ? 'one try' : `${n} tries`);
/** A time as messages tell it: without what rounding adds. */
const short = (t: number): number => Number(t.toPrecision(12));

/** Whether what a unit threw leaves nothing to be tried. */
function isFinal(thrown: unknown): boolean {
  return thrown instanceof Finished || thrown instanceof UnitGone || thrown instanceof UserError;
}
