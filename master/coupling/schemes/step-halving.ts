import type { Instance } from '../../../fmu-sdk/host/instance.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CouplingContext } from '../coupling.ts';
import type { SchemeOption } from '../scheme-options.ts';
import type { Lanes } from '../transfer/scalar-connections.ts';

/** At how many points of a step its values are sought. */
export const pointsOption: Readonly<Record<'points', SchemeOption>> = {
  points: {
    what: 'Points of a step at which values are sought: 1, at its end; 2, in its middle too',
    default: 1,
    least: 1,
    most: 2,
    whole: true,
  },
};

/** An input that follows a polynomial which is not a lane's: [u, u′, u″] as they are when a step begins. */
interface Other {
  value: Float64Array;
  at: number;
  rates: Float64Array;
  slot: number;
  kept: Float64Array;
}

/**
 * Steps by halves, with values that are sought in the middle too. Inputs that others drive (files, the scheme around a group) go on by their
 * polynomials.
 *
 * Call order: `begin` → `predict` → (of each unit `first` → it steps by H/2 → `show` → `pass` → `second` → it steps by H/2)*
 */
export class Halves {
  /** In the middle of a step: the guess, and what outputs are. */
  private readonly mids: Float64Array;
  private readonly shown: Float64Array;
  private readonly from: Int32Array[];
  private readonly others: Other[][];
  private checked = 0;

  /** `guess`, `values`: of each lane at the end of a step, behind them in its middle. */
  constructor(
    private readonly context: CouplingContext,
    private readonly lanes: Lanes,
    private readonly guess: Float64Array,
    values: Float64Array,
  ) {
    const { system, instances } = context;
    const n = lanes.size;
    [this.mids, this.shown] = [guess, values].map((all) => all.subarray(n));
    const indexes = Array.from({ length: n }, (_, i) => i);
    this.from = instances.map((_, unit) => Int32Array.from(indexes.filter((i) => lanes.from[i] === unit)));
    this.others = instances.map((instance, unit) => othersOf(instance, unit, lanes));
    const lines = (system.lines ?? []).map(({ name }) => name);
    if (lines.length > 0)
      throw new UserError(
        `run ${system.name}: with "points" 2 units step by halves of H, and what runs in the lines ${lines.join(', ')} is taken every H. Choose "points" 1, or remove "lines".`,
      );
  }

  /** A step of H [s] begins. */
  begin(H: number): void {
    if (this.checked !== H) this.check(H);
    for (let unit = 0; unit < this.others.length; unit++) {
      const others = this.others[unit];
      for (let k = 0; k < others.length; k++) {
        const { value, at, rates, slot, kept } = others[k];
        kept[0] = value[at];
        kept[1] = rates[slot + 1];
        kept[2] = rates[slot + 2];
      }
    }
  }

  predict(H: number): void {
    this.lanes.predict(this.mids, H / 2);
  }

  /** Gives a unit, by these lanes into it, its inputs over the first half. */
  first(unit: number, into: Int32Array, H: number): void {
    for (let j = 0; j < into.length; j++) this.lanes.half(into[j], false, this.mids, this.guess, H);
    this.move(unit, 0);
  }

  /** Notes what a unit's outputs are in the middle. */
  show(unit: number): void {
    const from = this.from[unit];
    for (let j = 0; j < from.length; j++) this.lanes.read(from[j], this.shown);
  }

  /** What these lanes show there counts for units that step later. */
  pass(onward: Int32Array): void {
    for (let j = 0; j < onward.length; j++) this.mids[onward[j]] = this.shown[onward[j]];
  }

  /** Its inputs over the second half. */
  second(unit: number, into: Int32Array, H: number): void {
    for (let j = 0; j < into.length; j++) this.lanes.half(into[j], true, this.mids, this.guess, H);
    this.move(unit, H / 2);
  }

  /** Lets the polynomials of other inputs begin δ [s] after the begin of the step. */
  private move(unit: number, delta: number): void {
    const others = this.others[unit];
    for (let k = 0; k < others.length; k++) {
      const { value, at, rates, slot, kept } = others[k];
      value[at] = kept[0] + delta * (kept[1] + 0.5 * delta * kept[2]);
      rates[slot + 1] = kept[1] + delta * kept[2];
      rates[slot + 2] = kept[2];
    }
  }

  private check(H: number): void {
    const { system, instances } = this.context;
    this.checked = H;
    instances.forEach((instance, k) => {
      const h = instance.internalStep();
      if (!(h > 0)) return;
      const count = Math.round(H / h);
      if (count % 2 === 0) return;
      throw new UserError(
        `run ${system.name}: with "points" 2 units step by halves of H = ${system.step} s, and ${system.units[k].name} has ${count} internal steps of h = ${h} s in it, which is odd. ` +
          `Choose H = ${Number(((count + 1) * h).toPrecision(12))} s, or "points" 1.`,
      );
    });
  }
}

function othersOf(instance: Instance, unit: number, lanes: Lanes): Other[] {
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
      kept: new Float64Array(3),
    })).filter(({ at, value }) => !lanes.reaches(unit, value, at));
  });
}
