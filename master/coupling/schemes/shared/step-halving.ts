import type { Instance } from '../../../../fmu-sdk/host/instance/instance.ts';
import { UserError } from '../../../../fmu-sdk/util/user-error.ts';
import { takesAnyStep } from '../../../system/structure/internal-steps.ts';
import type { CouplingContext } from '../../coupling.ts';
import type { SchemeOption } from '../../scheme-options.ts';
import type { ScalarConnections } from '../../transfer/scalar-connections.ts';

/** Option for the number of points per step at which values are solved. */
export const pointsOption: Readonly<Record<'points', SchemeOption>> = {
  points: {
    what: 'Points of a step at which values are solved: 1 for its end, 2 for its middle too',
    default: 1,
    least: 1,
    most: 2,
    whole: true,
  },
};

/** Input with a polynomial from another source, [u, u′, u″] at the beginning of a step. */
interface OtherInput {
  value: Float64Array;
  at: number;
  rates: Float64Array;
  slot: number;
  startCoefficients: Float64Array;
}

/**
 * Steps by halves, with values that are also solved in the middle. Inputs from files or from a
 * scheme around a group follow their polynomials.
 *
 * Call order: `begin` → `predict` → (for each unit `first` → it steps by H/2 → `show` → `pass` →
 * `second` → it steps by H/2)*
 */
export class HalfSteps {
  /** Guess and outputs in the middle of a step. */
  private readonly mids: Float64Array;
  private readonly midOutputs: Float64Array;
  private readonly from: Int32Array[];
  private readonly others: OtherInput[][];
  private checked = 0;

  /**
   * @param guess values of scalar connections at the end of a step, followed by values in its
   * middle
   * @param values outputs in the same order
   */
  constructor(
    private readonly context: CouplingContext,
    private readonly scalarConnections: ScalarConnections,
    private readonly guess: Float64Array,
    values: Float64Array,
  ) {
    const { system, instances } = context;
    const n = scalarConnections.size;
    [this.mids, this.midOutputs] = [guess, values].map((all) => all.subarray(n));
    const indexes = Array.from({ length: n }, (_, i) => i);
    this.from = instances.map((_, unit) =>
      Int32Array.from(indexes.filter((i) => scalarConnections.from[i] === unit)),
    );
    this.others = instances.map((instance, unit) => othersOf(instance, unit, scalarConnections));
    const lines = (system.lines ?? []).map(({ name }) => name);
    if (lines.length > 0)
      throw new UserError(
        `run ${system.name}: with "points" 2 units step by H/2, but the lines ${lines.join(', ')} need the constant step H. Choose "points" 1, or remove "lines".`,
      );
  }

  /** Begins a step of H [s]. */
  begin(H: number): void {
    if (this.checked !== H) this.check(H);
    for (let unit = 0; unit < this.others.length; unit++) {
      const others = this.others[unit];
      for (let k = 0; k < others.length; k++) {
        const { value, at, rates, slot, startCoefficients } = others[k];
        startCoefficients[0] = value[at];
        startCoefficients[1] = rates[slot + 1];
        startCoefficients[2] = rates[slot + 2];
      }
    }
  }

  predict(H: number): void {
    this.scalarConnections.predict(this.mids, H / 2);
  }

  /** Sets the inputs of a unit over the first half, for these scalar connections into it. */
  first(unit: number, into: Int32Array, H: number): void {
    for (let j = 0; j < into.length; j++)
      this.scalarConnections.interpolateHalf(into[j], false, this.mids, this.guess, H);
    this.move(unit, 0);
  }

  /** Records the outputs of a unit in the middle. */
  show(unit: number): void {
    const from = this.from[unit];
    for (let j = 0; j < from.length; j++) this.scalarConnections.readOutput(from[j], this.midOutputs);
  }

  /** Passes middle values of these scalar connections to units that step later. */
  pass(onward: Int32Array): void {
    for (let j = 0; j < onward.length; j++) this.mids[onward[j]] = this.midOutputs[onward[j]];
  }

  /** Sets the inputs of a unit over the second half. */
  second(unit: number, into: Int32Array, H: number): void {
    for (let j = 0; j < into.length; j++)
      this.scalarConnections.interpolateHalf(into[j], true, this.mids, this.guess, H);
    this.move(unit, H / 2);
  }

  /** Shifts the polynomials of other inputs by δ [s] from the beginning of the step. */
  private move(unit: number, delta: number): void {
    const others = this.others[unit];
    for (let k = 0; k < others.length; k++) {
      const { value, at, rates, slot, startCoefficients } = others[k];
      value[at] = startCoefficients[0] + delta * (startCoefficients[1] + 0.5 * delta * startCoefficients[2]);
      rates[slot + 1] = startCoefficients[1] + delta * startCoefficients[2];
      rates[slot + 2] = startCoefficients[2];
    }
  }

  private check(H: number): void {
    const { system, instances } = this.context;
    this.checked = H;
    instances.forEach((instance, k) => {
      const h = instance.internalStep();
      if (!(h > 0) || takesAnyStep(system.units[k])) return;
      const count = Math.round(H / h);
      if (count % 2 === 0) return;
      throw new UserError(
        `run ${system.name}: with "points" 2 units step by halves of H = ${system.step} s. ${system.units[k].name} has ${count} internal steps of h = ${h} s in H, an odd number. ` +
          `Choose H = ${Number(((count + 1) * h).toPrecision(12))} s, or "points" 1.`,
      );
    });
  }
}

function othersOf(instance: Instance, unit: number, scalarConnections: ScalarConnections): OtherInput[] {
  return instance.description.variables.flatMap((variable) => {
    const { causality, variability, type } = variable;
    if (causality !== 'input' || variability !== 'continuous' || type !== 'Float64') return [];
    const { view: rates, offset: slot } = instance.polynomial(variable);
    if (slot < 0) return [];
    const { view, offset, length } = instance.view(variable);
    return Array.from({ length }, (_, k) => ({
      value: view as Float64Array,
      at: offset + k,
      rates,
      slot: slot + 3 * k,
      startCoefficients: new Float64Array(3),
    })).filter(({ at, value }) => !scalarConnections.feeds(unit, value, at));
  });
}
