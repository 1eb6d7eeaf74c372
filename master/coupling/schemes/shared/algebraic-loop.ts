import type { Snapshot } from '../../../../fmu-sdk/host/state/snapshot.ts';
import { Lu } from '../../../../fmu-sdk/solver/linear-algebra/dense-lu.ts';
import type { Stateful, StateVisitor } from '../../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../../fmu-sdk/util/user-error.ts';
import { bindingStep } from '../../../system/structure/internal-steps.ts';
import type { Acceleration } from '../../acceleration/acceleration.ts';
import { anderson } from '../../acceleration/least-squares.ts';
import type { CouplingContext, CouplingTraits } from '../../coupling.ts';
import type { OptionValues, SchemeOption } from '../../scheme-options.ts';
import { Scales } from '../../transfer/nominal-scales.ts';
import type { ScalarConnections } from '../../transfer/scalar-connections.ts';

/** Options of non-iterative schemes for algebraic loops. */
export const loopOptions: Readonly<Record<string, SchemeOption>> = {
  loops: {
    what: 'Treatment of algebraic loops at communication points: broken by a delay of one step, or solved',
    default: 'as they are',
    of: ['as they are', 'newton', 'anderson'],
  },
  loopTolerance: {
    what: 'Difference at which a loop counts as solved, relative to the nominal value',
    default: 1e-8,
    least: 1e-15,
    most: 1,
  },
};

export function solvesLoops({ loops = 'as they are' }: Readonly<Record<string, number | string>>): boolean {
  return loops !== 'as they are';
}

/** Returns the needs of the option. Solving loops evaluates units repeatedly. */
export function loopNeeds(options: OptionValues): CouplingTraits['needs'] {
  return solvesLoops(options) ? ['rollback'] : [];
}

/** Size of the small step that updates outputs, relative to H, if units accept any step. */
const tiny = 1e-6;
/** Change of an input for difference quotients, relative to its scale. */
const nudge = 1e-3;
/** Smallest step relative to the time. */
const rounding = 1e-12;
/** The Jacobian is renewed if an iteration leaves more than this share of the residual. */
const poor = 0.1;
const mostIterations = 50;
const mostHalvings = 8;
/** Values beyond this multiple of their scale count as divergent. */
const divergenceLimit = 1e9;
const mostHistory = 12;

/**
 * Solves algebraic loops at a communication point for non-iterative schemes, with all states fixed.
 * The inputs u satisfy
 *
 *     u = y + E(u) − E(ũ),
 *
 * where y are the present outputs with the inputs ũ. E(u) are the outputs after a tiny step with u
 * held, after which the units are rolled back. For a unit with internal steps it is one internal
 * step, and the difference removes its motion.
 *
 * Newton’s iteration uses ∂E/∂u from differences, which is reused while it works. A step is halved
 * while the residual grows. Anderson’s iteration does not need a Jacobian.
 *
 * Call order: the inputs have the values of the outputs → `solve` writes u to `scalarConnections.now`.
 */
export class PointLoop implements Stateful {
  private readonly scales: Scales;
  private readonly snapshots: Snapshot[] = [];
  private readonly matrix: Lu;
  private readonly acceleration: Acceleration | undefined;
  private readonly tolerance: number;
  /** ũ, y, E(ũ), u, its residual and its step, and buffers. */
  private readonly startInputs: Float64Array;
  private readonly y: Float64Array;
  private readonly base: Float64Array;
  private readonly u: Float64Array;
  private readonly g: Float64Array;
  private readonly workVector: Float64Array;
  private readonly step: Float64Array;
  private readonly values: Float64Array;
  private readonly history: number[] = [];
  private readonly size = new Float64Array(1);
  private factored = false;
  private quantum = -1;
  private points = 0;
  private tries = 0;

  /**
   * Creates the solver. Returns undefined if the option is off or the system does not have loops.
   */
  static of(context: CouplingContext, scalarConnections: ScalarConnections): PointLoop | undefined {
    const { options, system } = context;
    return solvesLoops(options) && system.loops.length > 0 && scalarConnections.size > 0
      ? new PointLoop(context, scalarConnections)
      : undefined;
  }

  private constructor(
    private readonly context: CouplingContext,
    private readonly scalarConnections: ScalarConnections,
  ) {
    const n = scalarConnections.size;
    this.scales = new Scales(scalarConnections);
    this.matrix = new Lu(n, false);
    this.tolerance = Number(context.options.loopTolerance);
    this.acceleration = context.options.loops === 'anderson' ? anderson.make(n, 1) : undefined;
    const vector = (): Float64Array => new Float64Array(n);
    [this.startInputs, this.y, this.base, this.u] = [vector(), vector(), vector(), vector()];
    [this.g, this.workVector, this.step, this.values] = [vector(), vector(), vector(), vector()];
  }

  get notes(): readonly string[] {
    const { points, tries } = this;
    return [
      `Algebraic loops were solved at ${points} points with ${points === 0 ? 0 : Number((tries / points).toFixed(2))} evaluations of all units on average.`,
    ];
  }

  /** Solves the loops at t, before a step of H [s]. */
  solve(t: number, H: number): void {
    const { scalarConnections, startInputs, y, u, g, base, history, tolerance } = this;
    for (let i = 0; i < u.length; i++) {
      scalarConnections.readInput(i, startInputs);
      this.scales.update(i, scalarConnections.now);
    }
    y.set(scalarConnections.now);
    u.set(startInputs);
    g.set(y);
    history.length = 0;
    if (this.residual() <= tolerance) return;
    this.keep();
    this.evaluate(t, H, startInputs, base);
    this.acceleration?.begin();
    for (let k = 0; this.size[0] > tolerance; k++) {
      if (k === mostIterations) this.refuse(t, `after ${k} iterations`);
      if (this.acceleration === undefined) this.newton(t, H);
      else {
        this.acceleration.improve(u, g, this.scales.weights);
        this.look(t, H);
      }
    }
    this.restore();
    this.points++;
    scalarConnections.now.set(u);
  }

  /** Takes one Newton step, shortened until the residual falls. */
  private newton(t: number, H: number): void {
    const { u, g, workVector, step, matrix, scales, size } = this;
    const before = size[0];
    if (!this.factored) this.differentiate(t, H);
    for (let i = 0; i < u.length; i++) step[i] = (g[i] - u[i]) * scales.weights[i];
    matrix.solve(step);
    workVector.set(u);
    let share = 1;
    for (let k = 0; ; k++) {
      for (let i = 0; i < u.length; i++) u[i] = workVector[i] + (share * step[i]) / scales.weights[i];
      this.look(t, H);
      if (size[0] < before) break;
      if (k === mostHalvings) this.refuse(t, 'the residual does not decrease along Newton’s direction');
      share *= 0.5;
    }
    if (size[0] > poor * before) this.factored = false;
  }

  /** Computes G(u) = y + E(u) − E(ũ) and its distance from u. */
  private look(t: number, H: number): void {
    const { u, g, y, base } = this;
    this.evaluate(t, H, u, g);
    for (let i = 0; i < g.length; i++) g[i] += y[i] - base[i];
    this.residual();
    for (let i = 0; i < u.length; i++)
      if (!(Math.abs(u[i]) * this.scales.weights[i] < divergenceLimit))
        this.refuse(t, 'its values grow without bound');
  }

  private residual(): number {
    const { u, g, size, scales, history } = this;
    let largest = 0;
    let finite = 0;
    for (let i = 0; i < u.length; i++) {
      finite += (g[i] - u[i]) * 0;
      largest = Math.max(largest, Math.abs(g[i] - u[i]) * scales.weights[i]);
    }
    size[0] = finite === 0 ? largest : Number.POSITIVE_INFINITY;
    if (history.length === mostHistory) history.shift();
    history.push(size[0]);
    return size[0];
  }

  /** Computes the outputs after a tiny step with these inputs. */
  private evaluate(t: number, H: number, inputs: Float64Array, outputs: Float64Array): void {
    const { scalarConnections, context, quantum } = this;
    const h = quantum > 0 ? Math.min(quantum, H) : Math.max(tiny * H, rounding * Math.abs(t));
    this.restore();
    for (let i = 0; i < inputs.length; i++) scalarConnections.holdInput(i, inputs);
    for (let k = 0; k < context.instances.length; k++) context.advance(k, t, h);
    for (let i = 0; i < outputs.length; i++) scalarConnections.readOutput(i, outputs);
    this.tries++;
  }

  /** Factors I − ∂E/∂u in nominal values. */
  private differentiate(t: number, H: number): void {
    const { u, g, y, base, matrix, scales, workVector, values } = this;
    const n = u.length;
    matrix.re.fill(0);
    workVector.set(u);
    for (let j = 0; j < n; j++) {
      workVector[j] += nudge / scales.weights[j];
      this.evaluate(t, H, workVector, values);
      workVector[j] = u[j];
      for (let i = 0; i < n; i++) {
        const moved = values[i] + y[i] - base[i] - g[i];
        matrix.re[i * n + j] = (i === j ? 1 : 0) - (moved * scales.weights[i]) / nudge;
      }
    }
    this.factored = matrix.factor();
    if (!this.factored)
      this.refuse(
        t,
        'the Jacobian is singular because outputs follow inputs around the loop unchanged (gain 1)',
      );
  }

  private keep(): void {
    const { snapshots, context } = this;
    if (this.quantum < 0) this.quantum = quantumOf(context);
    if (snapshots.length === 0) for (const instance of context.instances) snapshots.push(instance.snapshot());
    else for (let k = 0; k < snapshots.length; k++) snapshots[k].take();
  }

  private restore(): void {
    const { snapshots } = this;
    for (let k = 0; k < snapshots.length; k++) snapshots[k].restore();
  }

  private refuse(t: number, how: string): never {
    const { scalarConnections, u, g, scales, history } = this;
    const { system } = this.context;
    const size = (i: number): number => Math.abs(g[i] - u[i]) * scales.weights[i];
    let worst = 0;
    for (let i = 1; i < u.length; i++) if (!(size(i) <= size(worst))) worst = i;
    const unit = scalarConnections.variable(worst).unit ?? '';
    throw new UserError(
      `step ${system.name}: the algebraic loop cannot be solved at t = ${t} s: ${how}. ` +
        `Largest difference: ${scalarConnections.name(worst, system.units)}, ${u[worst]} to ${g[worst]} ${unit}`.trimEnd() +
        `. Residuals in nominal values (the last ${history.length}): ${history.map((value) => value.toExponential(1)).join(', ')}. ` +
        `Try a smaller step, ${this.acceleration === undefined ? '' : '"loops": "newton", '}a larger "loopTolerance", or a scheme that iterates.`,
    );
  }

  visitState(state: StateVisitor): void {
    this.scales.visitState(state);
    this.matrix.visitState(state);
    this.acceleration?.visitState(state);
    this.factored = state.boolean('factored', this.factored);
    this.points = state.number('points', this.points);
    this.tries = state.number('tries', this.tries);
  }
}

/**
 * Returns the largest internal step [s]. 0 if units accept any step, infinite if one always steps
 * by H.
 */
function quantumOf({ instances, system }: CouplingContext): number {
  const fixed = system.units.some(
    ({ binary, description }, k) =>
      binary.form !== 'core' &&
      description.coSimulation?.canHandleVariableCommunicationStepSize === false &&
      !(instances[k].internalStep() > 0),
  );
  return fixed
    ? Number.POSITIVE_INFINITY
    : Math.max(...instances.map((_, k) => bindingStep(system, instances, k)));
}
