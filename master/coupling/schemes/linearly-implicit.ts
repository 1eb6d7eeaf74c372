import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { CouplingContext, CouplingScheme } from '../coupling.ts';
import { Scales } from '../transfer/nominal-scales.ts';
import { Newton } from './newton.ts';

/**
 * Linearly implicit stabilization: one step of each unit, preceded by one linear solve with the
 * interface Jacobian J = ∂G/∂u of a step. G are the outputs as functions of the inputs u (Arnold
 * 2010, Sicklinger et al. 2014, Arnold, Clauß & Schierz 2014). Given inputs ũ and resulting outputs
 * y are extrapolated together to t_n + H. There u meets the linearized outputs:
 *
 *     u = ũᵉ + J (u − ũᵉ) + (yᵉ − ũᵉ)   ⇔   (I − J) (u − ũᵉ) = yᵉ − ũᵉ
 *
 * With J = 0 this is Jacobi. J is computed by differences as in `newton` and reused. It is renewed
 * after a number of steps, or if the difference between inputs and outputs has grown tenfold.
 */
export const linearlyImplicit: CouplingScheme = {
  name: 'linearly-implicit',
  traits: { order: 'extrapolation', implicit: false, interfaceModels: false, needs: ['rollback'] },
  options: {
    renewal: {
      what: 'Communication steps after which the interface Jacobian is renewed. 0 renews it only if differences grow',
      default: 0,
      least: 0,
      most: 1e9,
      whole: true,
    },
  },
  couple: (context) => new LinearlyImplicit(context),
};

/**
 * The Jacobian is renewed if differences have grown by this factor and exceed the first share of
 * the values, or if they exceed the second share.
 */
const growthLimit = 10;
const small = 1e-6;
const poor = 0.5;

class LinearlyImplicit extends Newton {
  private readonly renewal: number;
  private readonly scales: Scales;
  /** y − ũ at t_n, t_{n−1}, t_{n−2}, and its extrapolation to t_n + H. */
  private readonly differences: Float64Array;
  private readonly differencesBefore: Float64Array;
  private readonly differencesEarlier: Float64Array;
  private readonly predictedDifferences: Float64Array;
  /** Steps since the last Jacobian, and the largest |y − ũ| of the first of them. */
  private age = 0;
  private readonly level = new Float64Array(2);
  private done = 0;

  constructor(context: CouplingContext) {
    super(context, 'linearly-implicit', true);
    this.renewal = Number(context.options.renewal);
    this.scales = new Scales(this.scalarConnections);
    [this.differences, this.differencesBefore, this.differencesEarlier, this.predictedDifferences] = [
      0, 1, 2, 3,
    ].map(() => new Float64Array(this.scalarConnections.size));
  }

  override get notes(): readonly string[] {
    return [
      `Steps of each unit: ${this.done}, and additional steps for Jacobians.`,
      ...super.notes.slice(-1),
    ];
  }

  override step(n: number, t: number, H: number): void {
    const {
      scalarConnections,
      guess,
      right,
      scale,
      differences,
      differencesBefore,
      differencesEarlier,
      predictedDifferences,
      matrix,
    } = this;
    this.handover.begin(n, t, H);
    differencesEarlier.set(differencesBefore);
    differencesBefore.set(differences);
    this.look();
    if (this.needsRenewal(H)) this.renew(t, H);
    scalarConnections.predict(guess, H);
    scalarConnections.continue(differences, differencesBefore, differencesEarlier, predictedDifferences, H);
    for (let i = 0; i < right.length; i++) right[i] = predictedDifferences[i] / scale[i];
    matrix.solve(right);
    for (let i = 0; i < right.length; i++) guess[i] += right[i] * scale[i] - predictedDifferences[i];
    this.sweep(t, H);
    this.done++;
  }

  /** Computes y − ũ at t_n. */
  private look(): void {
    const { scalarConnections, differences, guess, scales, level } = this;
    level[1] = 0;
    for (let i = 0; i < differences.length; i++) {
      if (this.done === 0) scalarConnections.readInput(i, guess);
      differences[i] = scalarConnections.now[i] - guess[i];
      scales.update(i, scalarConnections.now);
      level[1] = Math.max(level[1], scales.weights[i] * Math.abs(differences[i]));
    }
    if (this.age === 1) level[0] = level[1];
    this.age++;
  }

  private needsRenewal(H: number): boolean {
    if (!this.factored || this.isOutdated(H)) return true;
    if (this.renewal > 0 && this.age >= this.renewal) return true;
    const { level, age } = this;
    return age > 2 && level[1] > Math.min(poor, growthLimit * Math.max(level[0], small));
  }

  /** Computes the Jacobian about the extrapolated values. The units are rolled back. */
  private renew(t: number, H: number): void {
    this.keep();
    this.scalarConnections.predict(this.guess, H);
    this.sweep(t, H);
    if (!this.compare(0, true)) this.context.refuseInvalid();
    this.differentiate(t, H);
    this.restore();
    this.age = 0;
  }

  override visitState(state: StateVisitor): void {
    super.visitState(state);
    this.scales.visitState(state);
    state.array('guess', this.guess);
    state.array('differences', this.differences);
    state.array('differencesBefore', this.differencesBefore);
    state.array('differencesEarlier', this.differencesEarlier);
    state.array('level', this.level);
    this.age = state.number('age', this.age);
    this.done = state.number('done', this.done);
  }
}
