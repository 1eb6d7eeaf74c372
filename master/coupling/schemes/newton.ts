import { Lu } from '../../../fmu-sdk/solver/linear-algebra/dense-lu.ts';
import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CouplingContext, CouplingScheme } from '../coupling.ts';
import type { SchemeOption } from '../scheme-options.ts';
import { Iteration, iterationOptions } from './shared/iteration.ts';
import { pointsOption } from './shared/step-halving.ts';

/** Change of an input for difference quotients, relative to its nominal value. */
const relativeIncrement = 1e-5;
/**
 * Least scale of a value without a nominal value. A smaller change would be lost in the rounding of
 * outputs.
 */
const smallest = 1e-3;
/**
 * The Jacobian is renewed if an iteration leaves more than this share of the change, or if H
 * differs by more.
 */
const slowConvergence = 0.1;
const otherStep = 0.2;

const options: Readonly<Record<string, SchemeOption>> = {
  tolerance: iterationOptions.tolerance,
  iterations: iterationOptions.iterations,
  ...pointsOption,
};

/**
 * Newton's iteration on exchanged values: (I − ∂G/∂u) Δu = G(u) − u over a step (Sicklinger et al.
 * 2014). ∂G/∂u is computed by differences. All units are rolled back to t_n and step once more for
 * each input of the unit with most inputs, because inputs of a unit change only its own outputs.
 * The Jacobian is reused while the iteration converges quickly.
 */
export const newton: CouplingScheme = {
  name: 'newton',
  traits: { order: 'extrapolation', implicit: true, interfaceModels: false, needs: ['rollback'] },
  options,
  couple: (context) => new Newton(context, 'newton', false),
};

/**
 * Predictor and one corrector: a step with extrapolated values, a Newton step, and the step again.
 * Each unit takes two steps, and additional ones for ∂G/∂u (Schweizer & Lu 2014).
 */
export const semiImplicit: CouplingScheme = {
  name: 'semi-implicit',
  traits: { order: 'extrapolation', implicit: true, interfaceModels: false, needs: ['rollback'] },
  options: pointsOption,
  couple: (context) => new Newton(context, 'semi-implicit', true),
};

/** Newton's iteration with its interface Jacobian. */
export class Newton extends Iteration {
  /** Factors of I − ∂G/∂u, in the nominal values at the time of its computation. */
  protected readonly matrix: Lu;
  protected readonly scale: Float64Array;
  protected readonly right: Float64Array;
  private readonly savedGuess: Float64Array;
  private readonly before: Float64Array;
  /** Scalar connections at each index of the inputs of a unit. */
  protected readonly places: Int32Array[];
  /**
   * Scalar connection into the source unit, by scalar connection and index. −1 if that unit has
   * fewer inputs.
   */
  private readonly causes: Int32Array[];
  protected factored = false;
  private factoredFor = 0;
  private factoredKnown = 0;
  private improvements = 0;
  protected jacobians = 0;

  constructor(
    context: CouplingContext,
    scheme: string,
    private readonly once: boolean,
  ) {
    const all = {
      tolerance: 1e-6,
      iterations: 1,
      acceleration: 'relaxation',
      relaxation: 1,
      ...context.options,
    };
    super(
      { ...context, options: all },
      scheme,
      Int32Array.from(context.instances, (_each, k) => k),
      true,
    );
    const { scalarConnections } = this;
    // Unknowns: each scalar connection at the end of a step, and with two points also in its
    // middle.
    const n = this.unknowns.length;
    const laneOf = (q: number): number => q % scalarConnections.size;
    this.matrix = new Lu(n, false);
    [this.right, this.savedGuess, this.before, this.scale] = [0, 1, 2, 3].map(() => new Float64Array(n));
    const into = context.instances.map((_each, unit) =>
      Array.from({ length: n }, (_lane, i) => i).filter((q) => scalarConnections.to[laneOf(q)] === unit),
    );
    const most = into.reduce((largest, list) => Math.max(largest, list.length), 0);
    this.places = Array.from({ length: most }, (_place, c) =>
      Int32Array.from(into.filter((list) => c < list.length).map((list) => list[c])),
    );
    this.causes = Array.from({ length: most }, (_place, c) =>
      Int32Array.from({ length: n }, (_lane, i) => into[scalarConnections.from[laneOf(i)]][c] ?? -1),
    );
  }

  override step(n: number, t: number, H: number): void {
    if (!this.once) super.step(n, t, H);
    else this.correctOnce(n, t, H);
  }

  protected override get advice(): string {
    return 'Try a smaller step';
  }

  override get notes(): readonly string[] {
    return [
      ...super.notes,
      `Jacobians of the interface: ${this.jacobians}, each by ${this.places.length} steps of all units.`,
    ];
  }

  protected override first(): void {
    this.improvements = 0;
  }

  protected override forget(): void {
    this.factored = false;
    this.halve(false);
  }

  private correctOnce(n: number, t: number, H: number): void {
    const { history, context } = this;
    this.begin(n, t, H);
    this.predict(H);
    this.first();
    this.sweep(t, H);
    if (!this.compare(0, true)) context.refuseInvalid();
    this.improve(t, H);
    this.takeGuess();
    this.restore();
    this.sweep(t, H);
    if (!this.compare(1, false)) context.refuseInvalid();
    // The effect of one correction shows whether the Jacobian can be reused.
    if (history[1] > slowConvergence * history[0]) this.factored = false;
    this.accept(2);
  }

  protected override improve(t: number, H: number): void {
    const { right, before, u, g, improvements, scale } = this;
    const n = right.length;
    if (improvements > 0 && this.isPoor()) this.factored = false;
    if (this.isOutdated(H)) this.factored = false;
    if (!this.factored) this.differentiate(t, H);
    for (let i = 0; i < n; i++) {
      before[i] = g[i] - u[i];
      right[i] = before[i] / scale[i];
    }
    this.matrix.solve(right);
    for (let i = 0; i < n; i++) u[i] += right[i] * scale[i];
    this.improvements = improvements + 1;
  }

  /** Reports whether the Jacobian belongs to other polynomials or another step. */
  protected isOutdated(H: number): boolean {
    return (
      this.scalarConnections.historyLength !== this.factoredKnown ||
      Math.abs(H - this.factoredFor) > otherStep * this.factoredFor
    );
  }

  /** Reports whether the last iteration left more than a small share of the change. */
  private isPoor(): boolean {
    const { before, u, g, weights } = this;
    let was = 0;
    let is = 0;
    for (let i = 0; i < u.length; i++) {
      was = Math.max(was, weights[i] * Math.abs(before[i]));
      is = Math.max(is, weights[i] * Math.abs(g[i] - u[i]));
    }
    return is > slowConvergence * was;
  }

  /** Computes and factors I − ∂G/∂u about the guess of the last sweep. */
  protected differentiate(t: number, H: number): void {
    const { matrix, places, causes, guess, g, weights, declared, savedGuess, values, scale } = this;
    const n = scale.length;
    for (let i = 0; i < n; i++) scale[i] = declared[i] > 0 ? declared[i] : Math.max(1 / weights[i], smallest);
    matrix.re.fill(0);
    for (let i = 0; i < n; i++) matrix.re[i * n + i] = 1;
    savedGuess.set(guess);
    let finite = 0;
    for (let c = 0; c < places.length; c++) {
      const place = places[c];
      for (let j = 0; j < place.length; j++) guess[place[j]] += relativeIncrement * scale[place[j]];
      this.restore();
      this.sweep(t, H);
      for (let i = 0; i < n; i++) {
        const cause = causes[c][i];
        if (cause < 0) continue;
        this.readUnknown(i);
        const moved = (values[i] - g[i]) / scale[i];
        matrix.re[i * n + cause] -= moved / relativeIncrement;
        finite += moved * 0;
      }
      guess.set(savedGuess);
    }
    if (finite !== 0) this.context.refuseInvalid();
    this.jacobians++;
    this.factored = matrix.factor();
    this.factoredFor = H;
    this.factoredKnown = this.scalarConnections.historyLength;
    if (!this.factored)
      throw new UserError(
        `step ${this.context.system.name}: the interface Jacobian is singular at t = ${t} s because outputs follow inputs around a loop unchanged (gain 1). ` +
          'Choose iterative-jacobi, or a smaller step.',
      );
  }

  override visitState(state: StateVisitor): void {
    super.visitState(state);
    this.matrix.visitState(state);
    state.array('scale', this.scale);
    this.factored = state.boolean('factored', this.factored);
    this.factoredFor = state.number('factoredFor', this.factoredFor);
    this.factoredKnown = state.number('factoredKnown', this.factoredKnown);
    this.jacobians = state.number('jacobians', this.jacobians);
  }
}
