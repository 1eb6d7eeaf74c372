import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Coupling, CouplingContext, CouplingScheme } from '../coupling.ts';
import { type SubstepColumns, SubstepLog } from '../substep-log.ts';
import { DriftCorrection, driftOption } from '../transfer/drift-correction.ts';
import { Handover } from '../transfer/handover.ts';
import { IntegralCorrection } from '../transfer/integral-correction.ts';
import type { ScalarConnections } from '../transfer/scalar-connections.ts';
import { correction } from './nepce.ts';
import { loopNeeds, loopOptions } from './shared/algebraic-loop.ts';
import { type Gains, gainsOf, Substeps, stepOptions } from './shared/substeps.ts';

/**
 * Energy-conservation-based co-simulation (Sadjina et al. 2017): Jacobi with steps that follow the
 * residual power of the coupling. After a step of h, with the residual powers δP_k of the bonds and
 * the transmitted energies E_k = Σ h |P_k|,
 *
 *     ε² = mean_k (h δP_k / (tolerance · E_k))²,   h ← h · safety · ε^−(k_I + k_P) · ε_before^k_P,
 *
 * by a factor from 0.2 to 1.5. E_k is at least H max |P_k|, the energy in a communication step H at
 * the largest power so far. Otherwise the steps would vanish when motion has just begun. Units are
 * not rolled back.
 */
export const ecco: CouplingScheme = {
  name: 'ecco',
  traits: { order: 'extrapolation', implicit: false, interfaceModels: false, adaptive: true, needs: [] },
  options: {
    tolerance: {
      what: 'Tolerance of the residual energy of a step, relative to the energy that its bond has transmitted or would transmit in a communication step',
      default: 1e-2,
      least: 1e-12,
      most: 1,
    },
    integral: { what: 'Gain k_I of the controller', default: 0.15, least: 0, most: 2 },
    proportional: { what: 'Gain k_P of the controller', default: 0.2, least: 0, most: 2 },
    correction: { ...correction, default: 0 },
    ...driftOption,
    ...stepOptions,
    ...loopOptions,
  },
  alsoNeeds: loopNeeds,
  couple: (context) => new Ecco(context),
};

/** Limits of the factor between successive steps. */
const [least, most] = [0.2, 1.5];

class Ecco implements Coupling {
  private readonly scalarConnections: ScalarConnections;
  private readonly deficit: IntegralCorrection;
  private readonly corrects: boolean;
  private readonly drift: DriftCorrection;
  private readonly handover: Handover;
  private readonly steps: Substeps;
  /** Transmitted power and energy of each bond. */
  private readonly now: Float64Array;
  private readonly energies: Float64Array;
  /** Largest power so far. */
  private readonly largest: Float64Array;
  private readonly gains: Gains;
  /** ε of the last step. */
  private readonly error = Float64Array.of(1);
  private before = 1;
  private readonly together: (t: number, H: number) => void;
  private readonly log = new SubstepLog();
  /** Start and size of the present substep [s]. */
  private readonly at = new Float64Array(1);
  private readonly size = new Float64Array(1);

  constructor(private readonly context: CouplingContext) {
    const { system, options, bonds } = context;
    if (bonds.length === 0)
      throw new UserError(
        `run ${system.name}: ecco needs power bonds to choose its steps, but the system does not have any. Declare "bonds", or choose another scheme.`,
      );
    this.together = context.together([...context.instances.keys()]);
    this.handover = new Handover(context);
    this.scalarConnections = this.handover.scalarConnections;
    this.corrects = Number(options.correction) > 0;
    this.deficit = new IntegralCorrection(this.scalarConnections, Number(options.correction));
    // The correction of all inputs includes flows.
    const drift = this.corrects ? 'none' : options.drift;
    this.drift = new DriftCorrection({ ...context, options: { ...options, drift } }, this.scalarConnections);
    this.steps = new Substeps(context);
    this.now = new Float64Array(bonds.length);
    this.energies = new Float64Array(bonds.length);
    this.largest = new Float64Array(bonds.length);
    this.gains = gainsOf(options);
  }

  get notes(): readonly string[] {
    return [this.steps.note, ...this.drift.notes, ...this.handover.notes];
  }

  get ownSteps(): SubstepColumns {
    return this.log.columns;
  }

  settle(): boolean {
    return this.handover.settle();
  }

  step(n: number, t: number, H: number): void {
    const { steps, at, size } = this;
    steps.begin(t, H);
    at[0] = t;
    for (let h = steps.next(); h > 0; h = steps.next()) {
      this.advance(n, at[0], h);
      steps.done();
      this.control(h);
      size[0] = h;
      this.log.add(at, size, this.error, true);
      at[0] += h;
    }
  }

  private advance(n: number, t: number, h: number): void {
    const { scalarConnections, deficit, context } = this;
    context.drive(t, h);
    this.handover.begin(n, t, h);
    deficit.begin(h);
    this.drift.begin();
    for (let i = 0; i < scalarConnections.size; i++) {
      scalarConnections.extrapolate(i);
      if (this.corrects) deficit.correct(i, h);
    }
    this.drift.correct(h);
    this.together(t, h);
    context.stepped(h);
  }

  /** Computes the size of the next step from the bonds of the last one. */
  private control(h: number): void {
    const { gains, energies, largest, now, steps, context } = this;
    const { bonds, system } = context;
    let square = 0;
    for (let k = 0; k < bonds.length; k++) {
      bonds[k].transmittedPower(now, k);
      energies[k] += h * now[k];
      largest[k] = Math.max(largest[k], now[k]);
      const energy = Math.max(energies[k], system.step * largest[k]);
      if (energy > 0) square += ((h * bonds[k].power) / (gains.tolerance * energy)) ** 2;
    }
    const error = Math.max(1e-10, Math.sqrt(square / bonds.length));
    const { safety, integral, proportional } = gains;
    const gain = safety * error ** (-integral - proportional) * this.before ** proportional;
    this.before = error;
    this.error[0] = error;
    steps.desiredSize = Math.max(steps.smallest, h * Math.min(most, Math.max(least, gain)));
  }

  visitState(state: StateVisitor): void {
    this.handover.visitState(state);
    this.deficit.visitState(state);
    this.drift.visitState(state);
    this.steps.visitState(state);
    this.log.visitState(state);
    state.array('energies', this.energies);
    state.array('largest', this.largest);
    state.array('error', this.error);
    this.before = state.number('before', this.before);
  }
}
