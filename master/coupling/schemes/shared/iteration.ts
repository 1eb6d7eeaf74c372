import { Finished } from '../../../../fmu-sdk/host/fmi-driver/call-failure.ts';
import { FmuGoneError } from '../../../../fmu-sdk/host/instance/fmi-api.ts';
import type { Snapshot } from '../../../../fmu-sdk/host/state/snapshot.ts';
import type { StateVisitor } from '../../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../../fmu-sdk/util/user-error.ts';
import type { Acceleration } from '../../acceleration/acceleration.ts';
import { accelerations } from '../../acceleration/acceleration-registry.ts';
import { InstanceFailure } from '../../activity.ts';
import type { Coupling, CouplingContext } from '../../coupling.ts';
import type { SchemeOption } from '../../scheme-options.ts';
import { Handover } from '../../transfer/handover.ts';
import type { ScalarConnections } from '../../transfer/scalar-connections.ts';
import { HalfSteps, pointsOption } from './step-halving.ts';

/** Options of iterative schemes. */
export const iterationOptions: Readonly<Record<string, SchemeOption>> = {
  tolerance: {
    what: 'Largest change of an exchanged value, relative to its nominal value',
    default: 1e-6,
    least: 1e-15,
    most: 1,
  },
  iterations: { what: 'Limit of iterations in a step', default: 50, least: 1, most: 10_000, whole: true },
  acceleration: {
    what: 'Method that computes the next iterate from earlier ones',
    default: 'iqn-ils',
    of: accelerations.all.map(({ name }) => name),
  },
  relaxation: { what: 'Initial relaxation factor', default: 1, least: 1e-6, most: 2 },
  ...pointsOption,
};

/**
 * Least scale of a value without a declared nominal value. At a tolerance of 1e-6, changes of 1e-15
 * count as zero.
 */
const smallest = 1e-9;
/** Number of residuals of a step that are stored for a message. */
const mostHistory = 12;
/** Limit of halvings per step of values with which a unit fails. */
const mostHalvings = 8;

/** Parts that only some iterations have. */
interface IterationExtras {
  /** First note for the user. */
  readonly note?: string;
  /** Number of steps of each unit in a communication step. */
  readonly substeps?: Int32Array;
}

/**
 * Waveform iteration over a communication step. All units are rolled back to t_n, get inputs that
 * meet the present guess of u(t_n + H), and step. Their outputs give the next value G(u), until
 * |G(u) − u| is small. With `order` the units step one after another (Gauss–Seidel), and later
 * units use new values. Otherwise all use the guess (Jacobi).
 *
 * With two points, u holds the values at t_n + H/2 and t_n + H, and units take half steps.
 * Parabolas through three values of the step have the error u‴ τ (τ − H/2) (τ − H) / 6, whose
 * integral is 0. States converge at order 4 (collocation at Lobatto's points, Hairer & Wanner 1996,
 * Sect. IV.5).
 */
export class Iteration implements Coupling {
  protected readonly scalarConnections: ScalarConnections;
  protected readonly handover: Handover;
  private readonly snapshots: Snapshot[] = [];
  protected readonly into: Int32Array[];
  /** Scalar connections from each unit of the sequence to later units. */
  private readonly laterConnections: Int32Array[];
  /**
   * Scalar connections whose values are unknowns, with all their samples. For Gauss–Seidel,
   * connections to earlier units.
   */
  protected readonly unknowns: Int32Array;
  /**
   * Value of each scalar connection at the end of the step. With two points, values in its middle
   * follow. With substeps, values at the end of the first substep and of further ones follow.
   */
  protected readonly guess: Float64Array;
  protected readonly values: Float64Array;
  private readonly halves: HalfSteps | undefined;
  /** Guess and G of the unknowns, and 1 / nominal value of each. */
  protected readonly u: Float64Array;
  protected readonly g: Float64Array;
  protected readonly weights: Float64Array;
  protected readonly declared: Float64Array;
  /** Last guess with which all units stepped. */
  private readonly last: Float64Array;
  private readonly acceleration: Acceleration;
  protected readonly history: Float64Array = new Float64Array(mostHistory);
  protected readonly tolerance: number;
  protected readonly most: number;
  /** Steps all units. */
  private readonly all: (t: number, H: number) => void;
  private readonly note: string | undefined;
  private steps = 0;
  private tries = 0;
  private largest = 0;

  constructor(
    protected readonly context: CouplingContext,
    private readonly scheme: string,
    protected readonly sequence: Int32Array,
    private readonly together: boolean,
    { note, substeps }: IterationExtras = {},
  ) {
    const { system, options } = context;
    this.note = note;
    this.handover = new Handover(context);
    this.all = context.together([...sequence]);
    const { scalarConnections } = this.handover;
    this.scalarConnections = scalarConnections;
    const place = [...sequence].map((_, k) => sequence.indexOf(k));
    const n = scalarConnections.size;
    const indexes = Array.from({ length: n }, (_, i) => i);
    const isOnward = (i: number): boolean =>
      !together && place[scalarConnections.from[i]] < place[scalarConnections.to[i]];
    this.into = [...sequence].map((unit) =>
      Int32Array.from(indexes.filter((i) => scalarConnections.to[i] === unit)),
    );
    this.laterConnections = [...sequence].map((unit) =>
      Int32Array.from(indexes.filter((i) => scalarConnections.from[i] === unit && isOnward(i))),
    );
    const unknowns = indexes.filter((i) => !isOnward(i));
    const points = Number(options.points ?? 1);
    const samplesOf = (i: number): number => substeps?.[scalarConnections.from[i]] ?? points;
    const most = indexes.reduce((largest, i) => Math.max(largest, samplesOf(i)), points);
    this.unknowns = Int32Array.from(
      Array.from({ length: most }, (_, j) =>
        unknowns.filter((i) => j < samplesOf(i)).map((i) => j * n + i),
      ).flat(),
    );
    [this.guess, this.values] = [0, 1].map(() => new Float64Array(most * n));
    if (points === 2) this.halves = new HalfSteps(context, scalarConnections, this.guess, this.values);
    const size = this.unknowns.length;
    [this.u, this.g, this.weights, this.last] = [0, 1, 2, 3].map(() => new Float64Array(size));
    this.weights.fill(1 / smallest);
    this.declared = Float64Array.from(this.unknowns, (q) =>
      Number(scalarConnections.variable(q % n).nominal ?? 0),
    );
    const { tolerance, iterations, acceleration, relaxation } = options;
    this.tolerance = Number(tolerance);
    this.most = Number(iterations);
    this.acceleration = accelerations
      .named(String(acceleration), `run ${system.name}`)
      .make(size, Number(relaxation));
  }

  get notes(): readonly string[] {
    const { tries, steps, largest, note } = this;
    const count = `Iterations per communication step: ${steps === 0 ? 0 : Number((tries / steps).toFixed(2))} on average, ${largest} at most.`;
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
    let comparisons = 0;
    let halved = 0;
    for (let k = 1; k <= most; k++) {
      if (k > 1) this.restore();
      const failure = this.tryGuess(t, H);
      if (failure !== undefined) {
        if (halved === mostHalvings || k === most) this.refuseUnit(t, k, halved, comparisons, failure);
        if (halved === 0 && comparisons > 0) this.forget();
        else this.halve(comparisons === 0 && halved === 0);
        halved++;
        continue;
      }
      const isFinite = this.compare(comparisons % mostHistory, comparisons === 0);
      comparisons++;
      if (!isFinite && k === 1) this.context.refuseInvalid();
      if (!isFinite) this.refuse(t, comparisons, 'grow without bound');
      if (history[(comparisons - 1) % mostHistory] <= this.tolerance) {
        this.accept(k);
        return;
      }
      if (k === most) break;
      last.set(u);
      this.improve(t, H);
      this.takeGuess();
    }
    this.refuse(
      t,
      comparisons,
      `differ from the previous values by more than ${this.tolerance} of their nominal values`,
    );
  }

  /**
   * Steps all units with the present guess. Returns the failure of a unit if other values may be
   * tried.
   */
  private tryGuess(t: number, H: number): InstanceFailure | undefined {
    try {
      this.sweep(t, H);
    } catch (thrown) {
      if (!(thrown instanceof InstanceFailure) || isFinal(thrown.thrown)) throw thrown;
      return thrown;
    }
    return undefined;
  }

  /**
   * Discards information after a unit failed with the guess. The next guess is the last accepted
   * values.
   */
  protected forget(): void {
    const { acceleration, unknowns, guess, g } = this;
    acceleration.forget?.();
    for (let j = 0; j < unknowns.length; j++) guess[unknowns[j]] = g[j];
  }

  /**
   * Halves the guess after a unit failed, towards the last guess with which all units stepped, or
   * towards the values at t_n.
   */
  protected halve(fromBegin: boolean): void {
    const { unknowns, guess, last, scalarConnections } = this;
    if (fromBegin)
      for (let j = 0; j < unknowns.length; j++)
        last[j] = scalarConnections.now[unknowns[j] % scalarConnections.size];
    for (let j = 0; j < unknowns.length; j++) guess[unknowns[j]] = 0.5 * (guess[unknowns[j]] + last[j]);
  }

  /** Accepts a step after so many iterations. */
  protected accept(tries: number): void {
    this.steps++;
    this.tries += tries;
    if (tries > this.largest) this.largest = tries;
  }

  /** Called at the beginning of a step. */
  protected first(): void {
    this.acceleration.begin();
  }

  /** Overwrites u with the next iterate. */
  protected improve(_t: number, _H: number): void {
    this.acceleration.improve(this.u, this.g, this.weights);
  }

  /** Begins a step: reads outputs and saves all units. */
  protected begin(n: number, t: number, H: number): void {
    this.handover.begin(n, t, H);
    this.halves?.begin(H);
    this.keep();
  }

  /** Computes the first guess by extrapolation. */
  protected predict(H: number): void {
    const { scalarConnections, guess, halves } = this;
    scalarConnections.predict(guess, H);
    halves?.predict(H);
  }

  /** Saves all units. */
  protected keep(): void {
    const { snapshots, context } = this;
    if (snapshots.length === 0) for (const instance of context.instances) snapshots.push(instance.snapshot());
    else for (let k = 0; k < snapshots.length; k++) snapshots[k].take();
  }

  protected restore(): void {
    const { snapshots } = this;
    for (let k = 0; k < snapshots.length; k++) snapshots[k].restore();
  }

  /** Steps all units once with the present guess. */
  protected sweep(t: number, H: number): void {
    if (this.halves === undefined) this.sweepWhole(t, H);
    else this.sweepHalves(this.halves, t, H);
  }

  private sweepWhole(t: number, H: number): void {
    const { sequence, into, laterConnections, scalarConnections, guess, context, together } = this;
    for (let k = 0; k < sequence.length; k++) {
      const list = into[k];
      const on = laterConnections[k];
      for (let j = 0; j < list.length; j++) scalarConnections.interpolateTo(list[j], guess, H);
      if (!together) context.advance(sequence[k], t, H);
      for (let j = 0; j < on.length; j++) scalarConnections.readOutput(on[j], guess);
    }
    if (together) this.all(t, H);
  }

  /** Steps by halves. The second half ends exactly at t + H. */
  private sweepHalves(halves: HalfSteps, t: number, H: number): void {
    const middle = t + H / 2;
    const rest = t + H - middle;
    const { sequence, into, laterConnections, scalarConnections, guess, context } = this;
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
      const on = laterConnections[k];
      halves.first(unit, into[k], H);
      context.advance(unit, t, H / 2);
      halves.show(unit);
      halves.pass(on);
      halves.second(unit, into[k], H);
      context.advance(unit, middle, rest);
      for (let j = 0; j < on.length; j++) scalarConnections.readOutput(on[j], guess);
    }
  }

  /**
   * Writes G of unknown q to index q of `values`. Values in the middle of a step are already stored
   * there.
   */
  protected readUnknown(q: number): void {
    if (q < this.scalarConnections.size) this.scalarConnections.readOutput(q, this.values);
  }

  /**
   * Reads G(u) of the unknowns and records the largest change in nominal values. Returns false if
   * it is not finite. The scale of a value without a nominal value is its largest value at the
   * beginning of a step, at least 1e-9.
   */
  protected compare(at: number, first: boolean): boolean {
    const { unknowns, guess, u, g, weights, declared, history, values } = this;
    let largest = 0;
    let finite = 0;
    for (let j = 0; j < unknowns.length; j++) {
      const i = unknowns[j];
      this.readUnknown(i);
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
    const { unknowns, guess, u } = this;
    for (let j = 0; j < unknowns.length; j++) guess[unknowns[j]] = u[j];
  }

  /** Names what the user can change, as the beginning of a sentence. */
  protected get advice(): string {
    return 'Try a smaller step, another acceleration (iqn-ils, anderson), a relaxation below 1';
  }

  private refuse(t: number, tries: number, how: string): never {
    const { system } = this.context;
    const change = (j: number): number => this.weights[j] * Math.abs(this.g[j] - this.u[j]);
    let worst = 0;
    for (let j = 1; j < this.unknowns.length; j++) if (!(change(j) <= change(worst))) worst = j;
    const connectionIndex = this.unknowns[worst] % this.scalarConnections.size;
    const unit = this.scalarConnections.variable(connectionIndex).unit ?? '';
    throw new UserError(
      `step ${system.name}: ${this.scheme} does not converge at t = ${roundTime(t)} s: after ${triesOf(tries)} the exchanged values ${how}. ` +
        `Largest change: ${this.scalarConnections.name(connectionIndex, system.units)}, ${this.u[worst]} to ${this.g[worst]} ${unit}`.trimEnd() +
        `; ${this.residuals(tries)}. ` +
        `${this.advice}, or more iterations.`,
    );
  }

  /** Refuses a step in which a unit failed in each of several tries. */
  private refuseUnit(
    t: number,
    tries: number,
    halved: number,
    comparisons: number,
    { unit, thrown }: InstanceFailure,
  ): never {
    const { system, instances } = this.context;
    const halvingNote =
      halved === 0 ? '' : `, each of the last ${halved} with values closer to accepted ones`;
    const before = comparisons === 0 ? '' : ` Before that, ${this.residuals(comparisons)}.`;
    throw new InstanceFailure(
      unit,
      t,
      new UserError(
        `step ${system.units[unit].name}: the FMU stopped at t = ${roundTime(t)} s: ${instances[unit].reasonOf(thrown)}. ` +
          `This happened after ${triesOf(tries)} of ${this.scheme}${halvingNote}.${before} ${this.advice}, or contact its author.`,
      ),
    );
  }

  private residuals(tries: number): string {
    const recentCount = Math.min(tries, mostHistory);
    const values = Array.from({ length: recentCount }, (_, k) =>
      this.history[(tries - recentCount + k) % mostHistory].toExponential(1),
    );
    return `changes in nominal values${recentCount < tries ? ` (the last ${recentCount})` : ''}: ${values.join(', ')}`;
  }

  visitState(state: StateVisitor): void {
    this.handover.visitState(state);
    this.acceleration.visitState(state);
    state.array('weights', this.weights);
    this.steps = state.number('steps', this.steps);
    this.tries = state.number('tries', this.tries);
    this.largest = state.number('largest', this.largest);
  }
}

const triesOf = (n: number): string => (n === 1 ? 'one try' : `${n} tries`);
/** Rounds a time for messages. */
const roundTime = (t: number): number => Number(t.toPrecision(12));

/** Reports whether an error of a unit excludes further tries. */
function isFinal(thrown: unknown): boolean {
  return thrown instanceof Finished || thrown instanceof FmuGoneError || thrown instanceof UserError;
}
