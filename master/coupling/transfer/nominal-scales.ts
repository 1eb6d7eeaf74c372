import type { Lanes } from './scalar-connections.ts';

/** What a value without a declared nominal one is measured by at least, where nothing else is said. */
const smallest = 1e-9;

/** By what differences of the values in `lanes` are measured: the input's nominal value, or where it declares none the largest value seen, at least `least`. */
export class Scales {
  /** 1 / the scale of each. */
  readonly weights: Float64Array;
  private readonly declared: Uint8Array;

  constructor(lanes: Lanes, least = 0) {
    const nominal = Array.from({ length: lanes.size }, (_, i) => Number(lanes.variable(i).nominal ?? 0));
    this.weights = Float64Array.from(nominal, (value) => 1 / (value > 0 ? value : Math.max(least, smallest)));
    this.declared = Uint8Array.from(nominal, (value) => Number(value > 0));
  }

  /** Takes place i of some values in. */
  see(i: number, values: Float64Array): void {
    const size = Math.abs(values[i]);
    if (this.declared[i] === 0 && size * this.weights[i] > 1) this.weights[i] = 1 / size;
  }
}
