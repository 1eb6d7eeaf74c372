import type { Variable } from '../../../description/description.ts';
import type { Memory } from './variable-memory.ts';

/**
 * Continuous inputs as polynomials over a communication step that begins at t_n: u(t_n + τ) = u +
 * u′ τ + ½ u″ τ². `slots` holds [u, u′, u″] of each element.
 */
export class InputPolynomials {
  readonly slots: Float64Array;
  readonly variables: readonly Variable[];
  /** The FMU's doubles with the inputs and the slots, and the position of each input. */
  readonly memory: Float64Array;
  readonly at: Int32Array;
  private readonly offsets: Map<string, number>;

  constructor(inputs: readonly Variable[], memory: Memory) {
    this.variables = inputs;
    this.offsets = new Map();
    const at: number[] = [];
    for (const input of inputs) {
      const { offset, length } = memory.slot(input);
      this.offsets.set(input.name, memory.polynomialsAt + 3 * at.length);
      for (let i = 0; i < length; i++) at.push(offset + i);
    }
    this.at = Int32Array.from(at);
    this.memory = (memory.arrays.get('Float64') as Float64Array | undefined) ?? new Float64Array(0);
    const from = memory.polynomialsAt;
    this.slots = this.memory.subarray(from, from + 3 * at.length);
  }

  /** Returns the position of a variable's slots in the memory, or −1 if it is not a polynomial. */
  offsetOf(name: string): number {
    return this.offsets.get(name) ?? -1;
  }

  /** Begins a step: copies u from the memory. */
  hold(): void {
    const { slots, at, memory } = this;
    for (let i = 0; i < at.length; i++) slots[3 * i] = memory[at[i]];
  }

  /** Reports whether any input varies. */
  moving(): boolean {
    const { slots } = this;
    for (let i = 0; i < slots.length; i += 3) if (slots[i + 1] !== 0 || slots[i + 2] !== 0) return true;
    return false;
  }

  /** Evaluates the inputs at τ [s] after the start of the step, and stores them in the memory. */
  evaluate(tau: number): void {
    const { slots, at, memory } = this;
    for (let i = 0; i < at.length; i++)
      memory[at[i]] = slots[3 * i] + tau * (slots[3 * i + 1] + 0.5 * tau * slots[3 * i + 2]);
  }
}
