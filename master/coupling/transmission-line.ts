import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import type { Line, LineEnd, Port } from '../system/system.ts';

/** Float64 element in a unit's memory. */
interface Place {
  view: Float64Array;
  at: number;
}

/** End of a line in a run. */
interface End {
  readonly unit: number;
  readonly flow: Place;
  readonly displacement: Place | undefined;
  /** Input: the effort or the wave. */
  readonly input: Place;
  /** Slot of [u, u', u''] in the same memory, or −1 if the input does not accept polynomials. */
  readonly slot: number;
  /** True if the unit computes the effort from the wave itself. */
  readonly wave: boolean;
  /** Waves that this end has sent into the line, in a ring buffer. */
  readonly sentWaves: Float64Array;
  /**
   * Values of the present step: c at its beginning, slope of c, flow at its beginning, flow a step
   * before, displacement at its beginning, and given effort.
   */
  readonly now: Float64Array;
}

const [C, SLOPE, FLOW, BEFORE, PLACE, EFFORT] = [0, 1, 2, 3, 4, 5];

/**
 * Transmission line between two units: a lossless element of characteristic impedance Z and delay
 * T, in which waves travel from end to end (Krus et al. 1990, Braun & Krus 2016). Each end receives
 * an effort e (for example a force on the unit) and gives a flow f (a velocity), along one axis for
 * both:
 *
 *     e_i(t) = c_i(t) − Z f_i(t),   c_i(t) = −w_j(t − T),   w_j = e_j − Z f_j
 *
 * The power into unit i is e f = (c² − w²) / 4Z. The line stores ∫ (w₁² + w₂²) / 4Z over the last
 * T, with stiffness k = Z/T and mass m = Z T. As T → 0, flows become equal and efforts sum to 0.
 * Waves left the other end T ago, so units are not extrapolated.
 *
 * With order 0, w is constant over the step. An end that receives the wave c sends the mean c − 2Z
 * f̄, which by Jensen’s inequality does not hold more energy than went in. An end that receives the
 * effort, constant over the step, sends a wave that conserves energy: |w|² = c² − 4Z e f̄. It owes
 * any deficit. f̄ is the change of its displacement over H. Without a displacement, it is the mean
 * of the flows at both ends of the step. With order 1, w is sampled at communication points and
 * interpolated linearly.
 */
export class TransmissionLine implements Stateful {
  readonly ends: readonly [End, End];
  /** Energy that ends have received in excess and not returned yet. */
  private readonly excessEnergies = new Float64Array(2);
  private at = 0;

  constructor(
    readonly line: Line,
    instances: readonly Instance[],
  ) {
    const place = ({ unit, variable }: Port): Place => {
      const { view, offset } = instances[unit].view(variable);
      return { view: view as Float64Array, at: offset };
    };
    const end = ({ flow, input, wave, displacement }: LineEnd): End => ({
      unit: input.unit,
      flow: place(flow),
      displacement: displacement === undefined ? undefined : place(displacement),
      input: place(input),
      slot: instances[input.unit].polynomial(input.variable).offset,
      wave,
      sentWaves: new Float64Array(line.steps + 1),
      now: new Float64Array(6),
    });
    this.ends = [end(line.ends[0]), end(line.ends[1])];
  }

  /** Sets the initial effort before the units are initialized. */
  settle(): void {
    const { ends, line } = this;
    for (let i = 0; i < 2; i++) {
      const { input, flow, wave } = ends[i];
      const effort = i === 0 ? -line.start : line.start;
      input.view[input.at] = wave ? effort + line.impedance * flow.view[flow.at] : effort;
    }
  }

  /** Fills the line with its initial state after the units are initialized. */
  start(): void {
    const { ends, line } = this;
    for (let i = 0; i < 2; i++) {
      const { sentWaves, now, flow } = ends[i];
      now[FLOW] = now[BEFORE] = flow.view[flow.at];
      sentWaves.fill((i === 0 ? -line.start : line.start) - line.impedance * now[FLOW]);
    }
  }

  /** Begins a step of H [s]: sets both ends to the waves that arrive during the step. */
  begin(H: number): void {
    const { ends, line, at } = this;
    const length = line.steps + 1;
    for (let i = 0; i < 2; i++) {
      const { now, flow, displacement } = ends[i];
      const other = ends[1 - i].sentWaves;
      // Wave sent T ago, and one step later.
      const old = other[(at + 1) % length];
      const next = other[(at + 2) % length];
      now[BEFORE] = now[FLOW];
      now[FLOW] = flow.view[flow.at];
      now[PLACE] = displacement === undefined ? 0 : displacement.view[displacement.at];
      now[C] = line.order === 0 ? -next : -old;
      now[SLOPE] = line.order === 0 ? 0 : (old - next) / H;
      const rate = line.order === 0 ? 0 : (now[FLOW] - now[BEFORE]) / H;
      this.give(i, 0, now[C], now[FLOW], rate);
    }
  }

  /**
   * Sets end i to its effort or wave at τ [s] after the beginning of the step, where its flow is f
   * with the slope `rate`. The polynomial refers to the beginning.
   */
  private give(i: number, tau: number, c: number, f: number, rate: number): void {
    const { input, slot, wave, now } = this.ends[i];
    const { impedance } = this.line;
    const value = wave ? c : c - impedance * f;
    const slope = wave ? now[SLOPE] : now[SLOPE] - impedance * rate;
    now[EFFORT] = value;
    input.view[input.at] = value;
    if (slot < 0) return;
    input.view[slot] = value - slope * tau;
    input.view[slot + 1] = slope;
    input.view[slot + 2] = 0;
  }

  /** Updates the efforts of this unit’s ends inside a step, τ [s] after its beginning. */
  update(unit: number, tau: number): void {
    const { ends } = this;
    for (let i = 0; i < 2; i++) {
      const { unit: endUnit, wave, flow, now } = ends[i];
      if (endUnit === unit && !wave) this.give(i, tau, now[C] + tau * now[SLOPE], flow.view[flow.at], 0);
    }
  }

  /** Completes a step of H [s]: computes the waves that the ends send. */
  end(H: number): void {
    const { ends, line } = this;
    this.at = (this.at + 1) % (line.steps + 1);
    for (let i = 0; i < 2; i++)
      ends[i].sentWaves[this.at] = line.order === 0 ? this.mean(i, H) : this.present(i, H);
  }

  /** Returns w at the end of the step. */
  private present(i: number, H: number): number {
    const { now, flow } = this.ends[i];
    return now[C] + H * now[SLOPE] - 2 * this.line.impedance * flow.view[flow.at];
  }

  /** Returns the constant w of the step. */
  private mean(i: number, H: number): number {
    const { now, flow, wave, displacement } = this.ends[i];
    const { impedance } = this.line;
    const mean =
      displacement === undefined
        ? 0.5 * (now[FLOW] + flow.view[flow.at])
        : (displacement.view[displacement.at] - now[PLACE]) / H;
    const w = now[C] - 2 * impedance * mean;
    if (wave) return w;
    const square = now[C] * now[C] - 4 * impedance * now[EFFORT] * mean - this.excessEnergies[i];
    this.excessEnergies[i] = Math.max(0, -square);
    return Math.sign(w) * Math.sqrt(Math.max(0, square));
  }

  /** Energy that ends have received in excess [J]. */
  owedEnergy(H: number): number {
    return ((this.excessEnergies[0] + this.excessEnergies[1]) * H) / (4 * this.line.impedance);
  }

  /** Energy in the line without the energy that ends owe [J], for steps of H [s]. */
  energy(H: number): number {
    const { ends, line, excessEnergies, at } = this;
    const length = line.steps + 1;
    let squares = -excessEnergies[0] - excessEnergies[1];
    for (const { sentWaves } of ends)
      for (let k = 0; k < line.steps; k++) squares += sentWaves[(at - k + length) % length] ** 2;
    return (squares * H) / (4 * line.impedance);
  }

  visitState(state: StateVisitor): void {
    this.at = state.count('at', this.at, this.line.steps);
    state.array('excessEnergies', this.excessEnergies);
    for (let i = 0; i < 2; i++) {
      state.array('sentWaves', this.ends[i].sentWaves);
      state.array('now', this.ends[i].now);
    }
  }
}
