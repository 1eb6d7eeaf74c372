import type { CouplingContext, CouplingScheme } from '../coupling.ts';
import { Scales } from '../transfer/nominal-scales.ts';
import { Newton } from './newton.ts';

/**
 * Linearly implicit stabilization: one step of each unit, and before it one linear solve with the interface Jacobian J = ∂G/∂u of a step,
 * G what outputs then say of the inputs u (Arnold 2010; Sicklinger et al. 2014; Arnold, Clauß & Schierz 2014). Inputs ũ that were given and outputs y that came of
 * them belong together, so both are extrapolated to t_n + H, and u is where the outputs, linear about that, meet it:
 *
 *     u = ũᵉ + J (u − ũᵉ) + (yᵉ − ũᵉ)   ⇔   (I − J) (u − ũᵉ) = yᵉ − ũᵉ
 *
 * With J = 0 that is Jacobi. J is found by differences as in `newton`, and kept; it is found anew after so many steps, or where what
 * inputs and outputs differ by has grown tenfold.
 */
export const linearlyImplicit: CouplingScheme = {
  name: 'linearly-implicit',
  traits: { order: 'extrapolation', implicit: false, interfaceModels: false, needs: ['rollback'] },
  options: {
    renewal: {
      what: 'Communication steps after which the interface Jacobian is found anew; 0: only where differences grow',
      default: 0,
      least: 0,
      most: 1e9,
      whole: true,
    },
  },
  couple: (context) => new LinearlyImplicit(context),
};

/** The Jacobian is renewed where differences have grown by more, and are more than the first share of the values; or more than the second. */
const grown = 10;
const small = 1e-6;
const poor = 0.5;

class LinearlyImplicit extends Newton {
  private readonly renewal: number;
  private readonly scales: Scales;
  /** y − ũ at t_n, t_{n−1}, t_{n−2}, and what is foreseen at t_n + H. */
  private readonly apart: Float64Array;
  private readonly apartBefore: Float64Array;
  private readonly apartEarlier: Float64Array;
  private readonly foreseen: Float64Array;
  /** Steps since the Jacobian was found, and the largest |y − ũ| of the first of them. */
  private age = 0;
  private readonly level = new Float64Array(2);
  private done = 0;

  constructor(context: CouplingContext) {
    super(context, 'linearly-implicit', true);
    this.renewal = Number(context.options.renewal);
    this.scales = new Scales(this.lanes);
    [this.apart, this.apartBefore, this.apartEarlier, this.foreseen] = [0, 1, 2, 3].map(
      () => new Float64Array(this.lanes.size),
    );
  }

  override get notes(): readonly string[] {
    return [`Steps of each unit: ${this.done}, and those for Jacobians.`, ...super.notes.slice(-1)];
  }

  override step(n: number, t: number, H: number): void {
    const { lanes, guess, right, scale, apart, apartBefore, apartEarlier, foreseen, matrix } = this;
    this.handover.begin(n, t, H);
    apartEarlier.set(apartBefore);
    apartBefore.set(apart);
    this.look();
    if (this.isOld(H)) this.renew(t, H);
    lanes.predict(guess, H);
    lanes.continue(apart, apartBefore, apartEarlier, foreseen, H);
    for (let i = 0; i < right.length; i++) right[i] = foreseen[i] / scale[i];
    matrix.solve(right);
    for (let i = 0; i < right.length; i++) guess[i] += right[i] * scale[i] - foreseen[i];
    this.sweep(t, H);
    this.done++;
  }

  /** y − ũ at t_n. */
  private look(): void {
    const { lanes, apart, guess, scales, level } = this;
    level[1] = 0;
    for (let i = 0; i < apart.length; i++) {
      if (this.done === 0) lanes.given(i, guess);
      apart[i] = lanes.now[i] - guess[i];
      scales.see(i, lanes.now);
      level[1] = Math.max(level[1], scales.weights[i] * Math.abs(apart[i]));
    }
    if (this.age === 1) level[0] = level[1];
    this.age++;
  }

  private isOld(H: number): boolean {
    if (!this.factored || this.isOther(H)) return true;
    if (this.renewal > 0 && this.age >= this.renewal) return true;
    const { level, age } = this;
    return age > 2 && level[1] > Math.min(poor, grown * Math.max(level[0], small));
  }

  /** Finds the Jacobian about what is extrapolated; units are where they were. */
  private renew(t: number, H: number): void {
    this.keep();
    this.lanes.predict(this.guess, H);
    this.sweep(t, H);
    if (!this.compare(0, true)) this.context.refuseInvalid();
    this.differentiate(t, H);
    this.restore();
    this.age = 0;
  }
}
