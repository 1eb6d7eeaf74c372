import { MultibodyModel } from './multibody-model';

/**
 * A mechanical system with k further first-order states x (pressures …) that its forces depend on:
 * ẋ = f(t, q, q̇, x).
 */
export abstract class CoupledModel extends MultibodyModel {
  /** The states x, which `forces` and `rates` read. */
  readonly x: StaticArray<f64>;
  /** ẋ as `rates` left it. */
  readonly dx: StaticArray<f64>;

  constructor(
    n: i32,
    m: i32,
    readonly k: i32,
  ) {
    super(n, m);
    this.x = new StaticArray<f64>(k);
    this.dx = new StaticArray<f64>(k);
  }

  /** dx ← f(t, q, q̇, x). Called after `forces` at the same arguments. */
  abstract rates(t: f64, q: StaticArray<f64>, v: StaticArray<f64>): void;
}
