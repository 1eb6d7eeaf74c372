import type { Stateful, StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';

/**
 * Energy balance of the whole system from the energies that its units declare:
 *
 *   B(t) = Σ (kinetic + potential + stored) + Σ dissipated − Σ supplied      [J]
 *
 * Dissipated and supplied energies are cumulated since the start. B is constant for the exact
 * solution. The drift B(t) − B(t₀) is the energy that integrators and coupling have created.
 *
 * @example
 * const { drift, largest }: EnergyBalance = session.balance.energies;
 * console.log(drift, 'J by now,', largest, 'J at most');
 */
export class EnergyBalance implements Stateful {
  private initial = 0;
  /** B(t) − B(t₀) at the last communication point [J], in an array that recorders read. */
  readonly value: Float64Array = new Float64Array(1);
  /** Largest |B − B(t₀)| so far [J]. */
  largest = 0;
  /** Largest Σ |E − E(t₀)| over the declared energies that `lookAtExchange` has seen [J]. */
  exchanged = 0;
  private readonly starts: Float64Array;

  constructor(private readonly entries: readonly EnergyEntry[]) {
    this.starts = new Float64Array(entries.length);
  }

  /** B(t) − B(t₀) at the last communication point [J]. */
  get drift(): number {
    return this.value[0];
  }

  /** True if the units do not declare any energy. */
  get empty(): boolean {
    return this.entries.length === 0;
  }

  start(): void {
    this.initial = this.total();
  }

  update(): void {
    const drift = this.total() - this.initial;
    this.value[0] = drift;
    const size = Math.abs(drift);
    if (size > this.largest) this.largest = size;
  }

  /** Takes the energies at the start, from which `exchanged` counts. */
  startExchange(): void {
    const { entries, starts } = this;
    for (let i = 0; i < entries.length; i++) starts[i] = entries[i].view[entries[i].at];
  }

  /** Updates `exchanged`. A single drift has no meaning without it: potentials have any zero. */
  lookAtExchange(): void {
    const { entries, starts } = this;
    let sum = 0;
    for (let i = 0; i < entries.length; i++) sum += Math.abs(entries[i].view[entries[i].at] - starts[i]);
    if (sum > this.exchanged) this.exchanged = sum;
  }

  private total(): number {
    const { entries } = this;
    let total = 0;
    for (let i = 0; i < entries.length; i++) total += entries[i].sign * entries[i].view[entries[i].at];
    return total;
  }

  visitState(state: StateVisitor): void {
    this.initial = state.number('initial', this.initial);
    this.largest = state.number('largest', this.largest);
    this.exchanged = state.number('exchanged', this.exchanged);
    state.array('starts', this.starts);
    state.array('value', this.value);
  }
}

/** Declared energy with its sign: +1 for contents and dissipation, −1 for supply. */
export interface EnergyEntry {
  view: Float64Array;
  at: number;
  sign: 1 | -1;
}
