import type { Snapshot } from '../../../fmu-sdk/host/state/snapshot.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { SameInstant } from '../../../fmu-sdk/util/time/same-time.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { cell, InstanceFailure } from '../activity.ts';
import type { CouplingContext } from '../coupling.ts';
import type { ScalarConnections } from '../transfer/scalar-connections.ts';

/** Limit of repetitions of a step because a repeated unit found an earlier event. */
const mostTries = 50;

/**
 * Steps units to the first event of any unit. Units that went further are rolled back and step
 * again up to there.
 */
export class FirstEventSearch implements Stateful {
  /** Time that each unit has come in the present step [s]. */
  readonly reached: Float64Array;
  /** Scalar connections into each unit. */
  readonly into: readonly Int32Array[];
  /** Times of the present step that count as equal. */
  readonly same: SameInstant = new SameInstant();
  private snapshots: readonly Snapshot[] = [];

  constructor(
    private readonly context: CouplingContext,
    private readonly scalarConnections: ScalarConnections,
  ) {
    const { instances } = context;
    const { to, size } = scalarConnections;
    this.reached = new Float64Array(instances.length);
    this.into = instances.map((_, k) =>
      Int32Array.from(Array.from({ length: size }, (_, i) => i).filter((i) => to[i] === k)),
    );
  }

  /** Begins a step from t by h. `snapshots` hold the units at its beginning. */
  begin(t: number, h: number, snapshots: readonly Snapshot[]): void {
    this.same.begin(t, h);
    this.snapshots = snapshots;
  }

  /** Steps all units from t by h, or to the first event. Returns how far they came. */
  stepToFirstEvent(t: number, h: number): number {
    const { reached } = this;
    const { near } = this.same;
    let end = h;
    for (let k = 0; k < reached.length; k++) {
      reached[k] = this.one(k, t, end);
      if (reached[k] < end - near) end = reached[k];
    }
    for (let tries = 0; ; tries++) {
      let repeatStep = false;
      for (let k = 0; k < reached.length; k++) {
        if (reached[k] <= end + near) continue;
        repeatStep = true;
        this.restore(k);
        for (let j = 0; j < this.into[k].length; j++) this.scalarConnections.extrapolate(this.into[k][j]);
        if (this.repeatStep(k, t, end) < end - near) end = reached[k];
      }
      if (!repeatStep) return end === h || end > near ? end : 0;
      this.refuseRepetition(tries, t, end);
    }
  }

  /**
   * Rolls one unit back to the beginning of the step. Its inputs must be set before it steps again.
   */
  restore(unit: number): void {
    this.snapshots[unit]?.restore();
  }

  /**
   * Steps a unit that was rolled back from t by h, or to its first event. Returns how far it came.
   */
  repeatStep(unit: number, t: number, h: number): number {
    this.reached[unit] = h > this.same.near ? this.one(unit, t, h) : 0;
    return this.reached[unit];
  }

  private one(unit: number, t: number, h: number): number {
    const { context } = this;
    const { near } = this.same;
    const { eventful } = context.instances[unit];
    if (eventful === undefined) {
      context.advance(unit, t, h);
      return h;
    }
    context.activity.cells[cell.unit] = unit;
    try {
      const reached = eventful.step(t, h) - t;
      return reached >= h - near ? h : Math.max(0, reached);
    } catch (thrown) {
      throw new InstanceFailure(unit, t, thrown);
    }
  }

  /** Refuses a step that was repeated too often because an event came earlier each time. */
  refuseRepetition(tries: number, t: number, end: number): void {
    if (tries < mostTries) return;
    const { system } = this.context;
    const late = system.units
      .filter((_, k) => this.reached[k] <= end + this.same.near)
      .map(({ name }) => name);
    throw new UserError(
      `step ${system.name}: at t = ${t} s an event of ${late.join(' or ')} comes earlier each time the step is repeated (${mostTries} times up to ${t + end} s). ` +
        'The unit does not reproduce its values when it steps again from a state. Use jacobi, or contact the author of the FMU.',
    );
  }

  visitState(state: StateVisitor): void {
    this.same.near = state.number('near', this.same.near);
  }
}
