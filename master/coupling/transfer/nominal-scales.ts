import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { ScalarConnections } from './scalar-connections.ts';

/** Default of the least scale of a value without a declared nominal value. */
const smallest = 1e-9;

/**
 * Scales of scalar connections: the input's nominal value, or the largest value so far, at least
 * `least`.
 */
export class Scales implements Stateful {
  /** Inverse of each scale. */
  readonly weights: Float64Array;
  private readonly declared: Uint8Array;

  constructor(scalarConnections: ScalarConnections, least = 0) {
    const nominal = Array.from({ length: scalarConnections.size }, (_, i) =>
      Number(scalarConnections.variable(i).nominal ?? 0),
    );
    this.weights = Float64Array.from(nominal, (value) => 1 / (value > 0 ? value : Math.max(least, smallest)));
    this.declared = Uint8Array.from(nominal, (value) => Number(value > 0));
  }

  /** Updates scale i with the value at index i. */
  update(i: number, values: Float64Array): void {
    const size = Math.abs(values[i]);
    if (this.declared[i] === 0 && size * this.weights[i] > 1) this.weights[i] = 1 / size;
  }

  visitState(state: StateVisitor): void {
    state.array('weights', this.weights);
  }
}
