import { Mechanism } from './mechanism';

/** What acts between nodes of a mechanism. The mechanism calls: `connect` and `locate` once, then in each iteration `forces` and perhaps `tangent`. */
export abstract class Element {
  /** What messages call it; a constant. */
  name: string = 'an element';

  /** Declares which nodes act on each other (`mechanism.couple`). */
  abstract connect(mechanism: Mechanism): void;

  /** Looks up places of the matrix that it will need. */
  locate(mechanism: Mechanism): void {}

  /** Adds its forces and torques to `mechanism.force`; evaluates its constraints. */
  abstract forces(mechanism: Mechanism, t: f64): void;

  /** Adds the derivatives of what `forces` added at the same point. */
  abstract tangent(mechanism: Mechanism): void;

  /** Its elastic energy [J] at the point of the last `forces`. */
  elastic(): f64 {
    return 0.0;
  }

  /** The power that it takes from the mechanism for good [W], and that it brings in from outside. */
  dissipated(): f64 {
    return 0.0;
  }
  supplied(): f64 {
    return 0.0;
  }
}
