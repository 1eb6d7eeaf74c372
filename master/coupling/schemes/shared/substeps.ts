import type { Stateful, StateVisitor } from '../../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../../fmu-sdk/util/user-error.ts';
import { bindingStep, isMultiple, takesAnyStep } from '../../../system/structure/internal-steps.ts';
import type { CouplingContext } from '../../coupling.ts';
import type { OptionValues, SchemeOption } from '../../scheme-options.ts';

/** Options of schemes that choose their steps. */
export const stepOptions: Readonly<Record<string, SchemeOption>> = {
  first: {
    what: 'First step [s]. 0 stands for a thousandth of the communication step',
    default: 0,
    least: 0,
    most: 1e9,
  },
  smallest: {
    what: 'Smallest step [s]. 0 stands for a millionth of the communication step',
    default: 0,
    least: 0,
    most: 1e9,
  },
  largest: { what: 'Largest step [s]. 0 stands for the communication step', default: 0, least: 0, most: 1e9 },
  safety: { what: 'Safety factor of the step size', default: 0.9, least: 0.01, most: 1 },
};

/** Digits of steps in messages. Further digits are rounding. */
const shownDigits = 9;

/** Tolerance, gains and safety factor of the proportional–integral step control. */
export type Gains = Readonly<Record<(typeof gainNames)[number], number>>;
const gainNames = ['tolerance', 'integral', 'proportional', 'safety'] as const;

export function gainsOf(options: OptionValues): Gains {
  return Object.fromEntries(gainNames.map((name) => [name, Number(options[name])])) as Gains;
}

/**
 * Substeps of a scheme between two communication points. The last one ends exactly at the
 * communication point. A substep is a whole multiple of the units' internal steps, if they have
 * any.
 *
 * Call order: `begin` → (`next` → the step is done → `done`)* while `next` is not 0.
 */
export class Substeps implements Stateful {
  /** Desired size of the next step [s]. */
  desiredSize = 0;
  readonly smallest: number;
  private readonly largest: number;
  /** Steps are multiples of this size [s]. 0 allows any size. */
  private quantum = -1;
  private remaining = 0;
  /** True after an event, which is at any time, until the next communication point. */
  private isOffGrid = false;
  /**
   * Start of the next step, and next communication point [s]. Stored in an array to avoid
   * allocations.
   */
  private readonly at = new Float64Array(2);
  private step = 0;
  private count = 0;
  private shortest = Number.POSITIVE_INFINITY;
  private longest = 0;

  constructor(private readonly context: CouplingContext) {
    const { options, system } = context;
    const H = system.step;
    this.smallest = Number(options.smallest) || 1e-6 * H;
    this.largest = Math.min(H, Number(options.largest) || H);
    this.desiredSize = Number(options.first) || 1e-3 * H;
    if (this.smallest > this.largest)
      throw new UserError(
        `run ${system.name}: the smallest step ${this.smallest} s is larger than the largest step ${this.largest} s. The communication step H = ${H} s limits both.`,
      );
  }

  /** Begins a communication step of H [s] at t [s]. */
  begin(t: number, H: number): void {
    if (this.quantum < 0) this.quantum = quantumOf(this.context);
    this.remaining = H;
    this.isOffGrid = false;
    this.at[0] = t;
    this.at[1] = t + H;
  }

  /**
   * Returns the size of the next step [s]. 0 at the communication point, where the last step ends
   * exactly.
   */
  next(): number {
    const { remaining, smallest, largest, at } = this;
    const quantum = this.isOffGrid ? 0 : this.quantum;
    if (!(remaining > 0)) return 0;
    let h = Math.min(Math.max(this.desiredSize, smallest), largest);
    if (quantum > 0) h = Math.max(1, Math.floor(h / quantum + 1e-9)) * quantum;
    // Avoids a tiny last step.
    if (h > remaining * (1 - 1e-9)) h = this.remaining = at[1] - at[0];
    else if (2 * h > remaining && quantum === 0) h = 0.5 * remaining;
    this.step = h;
    return h;
  }

  /** Returns the size for repeating the step, about as desired [s]. 0 if it cannot be smaller. */
  shorter(desiredSize: number): number {
    const { smallest } = this;
    const quantum = this.isOffGrid ? 0 : this.quantum;
    let h = Math.max(desiredSize, smallest);
    if (quantum > 0) h = Math.max(1, Math.floor(h / quantum + 1e-9)) * quantum;
    if (!(h < this.step)) return 0;
    this.step = h;
    return h;
  }

  /**
   * Ends the step after h [s], at an event. A remainder within `near` is rounding and is dropped.
   */
  cut(h: number, near: number): void {
    this.step = this.remaining - h <= near ? this.remaining : h;
    this.isOffGrid = true;
  }

  /** Summary of the steps for the user. */
  get note(): string {
    const { count, shortest, longest } = this;
    const sizes = [shortest, longest].map((h) => `${Number(h.toPrecision(shownDigits))} s`);
    const range = sizes[0] === sizes[1] ? `, of ${sizes[0]}` : `, from ${sizes.join(' to ')}`;
    return `Steps: ${count}${count === 0 ? '' : range}.`;
  }

  /** Completes the step. */
  done(): void {
    this.count++;
    this.at[0] += this.step;
    if (this.step < this.shortest) this.shortest = this.step;
    if (this.step > this.longest) this.longest = this.step;
    this.remaining = this.step === this.remaining ? 0 : this.remaining - this.step;
    if (this.quantum > 0 && !this.isOffGrid && this.remaining < 0.5 * this.quantum) this.remaining = 0;
  }

  visitState(state: StateVisitor): void {
    this.desiredSize = state.number('desiredSize', this.desiredSize);
    this.count = state.number('count', this.count);
    this.shortest = state.number('shortest', this.shortest);
    this.longest = state.number('longest', this.longest);
  }
}

/**
 * Returns the largest internal step [s]. Steps that FMUs only inform about count if all internal
 * steps fit together.
 */
function quantumOf({ instances, system }: CouplingContext): number {
  const told = instances.map((_, k) => bindingStep(system, instances, k));
  const fits = (largest: number, h: number): boolean => !(h > 0) || isMultiple(largest, h);
  const most = Math.max(...told);
  if (told.every((h) => fits(most, h))) return most;
  const steps = told.map((h, k) => (takesAnyStep(system.units[k]) ? 0 : h));
  const largest = Math.max(...steps);
  steps.forEach((h, k) => {
    if (!fits(largest, h))
      throw new UserError(
        `run ${system.name}: ${system.scheme} steps by multiples of ${largest} s, the largest internal step, which is not a multiple of h = ${h} s of ${system.units[k].name}. ` +
          'Use internal steps that are multiples of each other.',
      );
  });
  return largest;
}
