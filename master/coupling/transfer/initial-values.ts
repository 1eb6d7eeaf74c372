import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { Acceleration } from '../acceleration/acceleration.ts';
import { iqnIls } from '../acceleration/least-squares.ts';
import { isTickConnection } from '../events/point-events.ts';
import { isScalarConnection, ScalarConnections } from './scalar-connections.ts';
import { ValueTransfer } from './value-transfer.ts';

/** Difference that counts as zero, relative to the largest tried value. */
const equal = 1e-13;
/** Number of changes that are stored for a message. */
const mostHistory = 8;

/**
 * Finds consistent initial values of units whose outputs depend directly on each other. Values are
 * copied while this converges. Otherwise a multi-secant iteration (`iqn-ils`) solves for the
 * continuous ones from their start, and the other values are copied in each pass.
 *
 * Call order: units are initialized → `mustSolve` → if it returns true, `settle` instead of the
 * scheme's, until it returns false.
 */
export class InitialValues {
  private readonly scalarConnections: ScalarConnections;
  /** Transfer of the values that the iteration does not solve for, such as integers and texts. */
  private readonly others: ValueTransfer;
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
    this.scalarConnections = new ScalarConnections(
      system.connections.filter(isScalarConnection),
      instances,
      () => 0,
    );
    this.others = new ValueTransfer(
      system.connections.filter((c) => !isScalarConnection(c) && !isTickConnection(instances, c)),
      instances,
      system.step,
    );
    const n = this.scalarConnections.size;
    [this.first, this.u, this.g, this.scale] = [0, 1, 2, 3].map(() => new Float64Array(n));
    this.acceleration = iqnIls.make(n, 1);
    for (let i = 0; i < n; i++) this.scalarConnections.readInput(i, this.first);
  }

  /**
   * Limit of passes: the number of units for a chain, and a multiple of the number of values for a
   * loop.
   */
  get most(): number {
    return 100 + 2 * this.system.units.length + 5 * this.scalarConnections.size;
  }

  /**
   * Reports whether the iteration must compute the next values. This is so if copying has not
   * improved them during one round trip of a change. Call it once after each initialization, before
   * inputs change.
   */
  mustSolve(): boolean {
    const { scalarConnections, changes, system } = this;
    if (this.accelerated || scalarConnections.size === 0) return this.accelerated;
    const change = this.look();
    const around = system.units.length + 1;
    const before = changes.at(-1 - around) ?? Number.POSITIVE_INFINITY;
    // The first round only fills the system.
    if (changes.length <= 2 * around || change <= 0.5 * before) return false;
    this.accelerated = true;
    changes.length = 0;
    this.scale.fill(0);
    for (let i = 0; i < scalarConnections.size; i++) scalarConnections.writeInput(i, this.first);
    return true;
  }

  /** Sets all inputs to the next values. Returns false if they did not change. */
  settle(): boolean {
    const { scalarConnections, u, g, scale } = this;
    // In the first pass, units have not been initialized with the start values of the iteration.
    if (this.changes.length === 0) {
      this.changes.push(Number.POSITIVE_INFINITY);
      return true;
    }
    const othersChanged = this.others.settle();
    if (this.look() <= equal) return othersChanged;
    this.acceleration.improve(
      u,
      g,
      // A value that has always been 0 lacks a scale and is left out.
      scale.map((value) => (value > Number.MIN_VALUE ? 1 / value : 0)),
    );
    for (let i = 0; i < scalarConnections.size; i++) scalarConnections.writeInput(i, u);
    return true;
  }

  /** Changes of the last passes as text. */
  get history(): string {
    return this.changes
      .slice(-mostHistory)
      .map((change) => change.toExponential(1))
      .join(', ');
  }

  /** Reads inputs and the outputs that feed them. Returns the largest difference. */
  private look(): number {
    const { scalarConnections, u, g, scale, changes } = this;
    let change = 0;
    for (let i = 0; i < scalarConnections.size; i++) {
      scalarConnections.readInput(i, u);
      scalarConnections.readOutput(i, g);
      scale[i] = Math.max(scale[i], Math.abs(u[i]), Math.abs(g[i]), Number.MIN_VALUE);
      change = Math.max(change, Math.abs(g[i] - u[i]) / scale[i]);
    }
    changes.push(change);
    return change;
  }
}
