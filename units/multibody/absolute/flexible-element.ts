import { Nodes } from './nodes';
import { Tangent } from './tangent';

/**
 * Base class of elements that act between nodes of a mechanism.
 *
 * The mechanism calls `connect` and `locate` once. Each iteration then calls `forces`, and
 * `tangent` if needed.
 */
export abstract class Element {
  /** Declares which nodes act on each other (`tangent.couple`). */
  abstract connect(tangent: Tangent): void;

  /** Looks up places of the matrix that it will need. */
  locate(tangent: Tangent): void {}

  /** Adds its forces and torques to `nodes.force`. Evaluates its constraints. */
  abstract forces(nodes: Nodes, t: f64): void;

  /** Adds the derivatives of what `forces` added at the same point. */
  abstract tangent(tangent: Tangent): void;

  /** Its elastic energy [J] at the point of the last `forces`. */
  elastic(): f64 {
    return 0.0;
  }

  /**
   * The power that it takes from the mechanism for good [W], and that it brings in from outside.
   */
  dissipated(): f64 {
    return 0.0;
  }
  supplied(): f64 {
    return 0.0;
  }
}
