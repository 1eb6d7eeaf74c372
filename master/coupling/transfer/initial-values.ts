import type { Instance } from '../../../fmu-sdk/host/instance.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { Acceleration } from '../acceleration/acceleration.ts';
import { iqnIls } from '../acceleration/least-squares.ts';
import { isLane, Lanes } from './scalar-connections.ts';

/** Difference that counts as none, as a share of the largest value that was tried. */
const equal = 1e-13;
/** Changes that are kept for a message. */
const mostHistory = 8;

/**
 * Consistent initial values of units whose outputs depend on each other at once. Values are handed over as they are while that brings
 * them together; where it does not, they are sought by multi-secant iteration (`iqn-ils`) from where they began.
 *
 * Call order: units are initialized → `seeks` → where it says so `settle` in place of the scheme's, until that says false.
 */
export class InitialValues {
  private readonly lanes: Lanes;
  private readonly acceleration: Acceleration;
  private readonly first: Float64Array;
  private readonly u: Float64Array;
  private readonly g: Float64Array;
  private readonly scale: Float64Array;
  private readonly changes: number[] = [];
  private accelerated = false;

  constructor(
    private readonly system: CheckedSystem,
    instances: readonly Instance[],
  ) {
    this.lanes = new Lanes(system.connections.filter(isLane), instances, () => 0);
    const n = this.lanes.size;
    [this.first, this.u, this.g, this.scale] = [0, 1, 2, 3].map(() => new Float64Array(n));
    this.acceleration = iqnIls.make(n, 1);
    for (let i = 0; i < n; i++) this.lanes.given(i, this.first);
  }

  /** Passes that are worth while: of a chain as many as there are units, of a loop as many as there are values, several times. */
  get most(): number {
    return 100 + 2 * this.system.units.length + 5 * this.lanes.size;
  }

  /**
   * Whether the next values are to be sought by the iteration: they have not come nearer in as many passes as a change takes to go
   * around the system. To be called once after each initialization, before inputs change.
   */
  seeks(): boolean {
    const { lanes, changes, system } = this;
    if (this.accelerated || lanes.size === 0) return this.accelerated;
    const change = this.look();
    const around = system.units.length + 1;
    const before = changes.at(-1 - around) ?? Number.POSITIVE_INFINITY;
    // From the second time around: the first one only fills the system.
    if (changes.length <= 2 * around || change <= 0.5 * before) return false;
    this.accelerated = true;
    changes.length = 0;
    this.scale.fill(0);
    for (let i = 0; i < lanes.size; i++) lanes.give(i, this.first);
    return true;
  }

  /** Gives all inputs the next values; false when they are those that they have. */
  settle(): boolean {
    const { lanes, u, g, scale } = this;
    // In the first pass units have not been initialized with the values from which it begins.
    if (this.changes.length === 0) {
      this.changes.push(Number.POSITIVE_INFINITY);
      return true;
    }
    if (this.look() <= equal) return false;
    this.acceleration.improve(
      u,
      g,
      // A value that has always been 0 has no scale, and no part in it.
      scale.map((each) => (each > Number.MIN_VALUE ? 1 / each : 0)),
    );
    for (let i = 0; i < lanes.size; i++) lanes.give(i, u);
    return true;
  }

  /** What the last passes changed, in words. */
  get history(): string {
    return this.changes
      .slice(-mostHistory)
      .map((change) => change.toExponential(1))
      .join(', ');
  }

  /** Reads what inputs have and what outputs say of them; the largest difference. */
  private look(): number {
    const { lanes, u, g, scale, changes } = this;
    let change = 0;
    for (let i = 0; i < lanes.size; i++) {
      lanes.given(i, u);
      lanes.read(i, g);
      scale[i] = Math.max(scale[i], Math.abs(u[i]), Math.abs(g[i]), Number.MIN_VALUE);
      change = Math.max(change, Math.abs(g[i] - u[i]) / scale[i]);
    }
    changes.push(change);
    return change;
  }
}
