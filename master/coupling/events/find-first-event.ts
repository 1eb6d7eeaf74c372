import type { Snapshot } from '../../../fmu-sdk/host/state/snapshot.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { cell, UnitFailure } from '../activity.ts';
import type { CouplingContext } from '../coupling.ts';
import { rounding } from '../schemes/adaptive.ts';
import type { Lanes } from '../transfer/scalar-connections.ts';

/** How often the step may become shorter since a unit that steps again finds an earlier event. */
const mostTries = 50;

/** How far units come in a step that ends where the first of their events is: who has gone further is returned, and steps again up to there. */
export class Reach {
  /** How far each unit has come in the present step [s]. */
  readonly come: Float64Array;
  /** Lanes into each unit. */
  readonly into: readonly Int32Array[];
  /** Times that are closer are the same [s]. */
  near = 0;
  private snapshots: readonly Snapshot[] = [];

  constructor(
    private readonly context: CouplingContext,
    private readonly lanes: Lanes,
  ) {
    const { instances } = context;
    const { to, size } = lanes;
    this.come = new Float64Array(instances.length);
    this.into = instances.map((_, k) =>
      Int32Array.from(Array.from({ length: size }, (_, i) => i).filter((i) => to[i] === k)),
    );
  }

  /** A step from t by h; `snapshots` are of the units where it begins. */
  begin(t: number, h: number, snapshots: readonly Snapshot[]): void {
    this.near = rounding * Math.max(Math.abs(t), h);
    this.snapshots = snapshots;
  }

  /** All units from t by h, or to the first event that one of them finds; how far. */
  toEvent(t: number, h: number): number {
    const { come, near } = this;
    let end = h;
    for (let k = 0; k < come.length; k++) {
      come[k] = this.one(k, t, end);
      if (come[k] < end - near) end = come[k];
    }
    for (let tries = 0; ; tries++) {
      let again = false;
      for (let k = 0; k < come.length; k++) {
        if (come[k] <= end + near) continue;
        again = true;
        this.restore(k);
        for (let j = 0; j < this.into[k].length; j++) this.lanes.extrapolate(this.into[k][j]);
        if (this.again(k, t, end) < end - near) end = come[k];
      }
      if (!again) return end === h || end > near ? end : 0;
      this.refuseFurther(tries, t, end);
    }
  }

  /** One unit back to where the step began; its inputs are to be laid before it steps again. */
  restore(unit: number): void {
    this.snapshots[unit]?.restore();
  }

  /** One unit that was returned from t by h, or to its first event; how far. */
  again(unit: number, t: number, h: number): number {
    this.come[unit] = h > this.near ? this.one(unit, t, h) : 0;
    return this.come[unit];
  }

  private one(unit: number, t: number, h: number): number {
    const { context, near } = this;
    const { eventful } = context.instances[unit];
    if (eventful === undefined) {
      context.advance(unit, t, h);
      return h;
    }
    context.activity.cells[cell.unit] = unit;
    try {
      const come = eventful.step(t, h) - t;
      return come >= h - near ? h : Math.max(0, come);
    } catch (thrown) {
      throw new UnitFailure(unit, t, thrown);
    }
  }

  /** Ends what would go on for ever: a step that was made again so many times, since an event came earlier each time. */
  refuseFurther(tries: number, t: number, end: number): void {
    if (tries < mostTries) return;
    const { system } = this.context;
    const late = system.units.filter((_, k) => this.come[k] <= end + this.near).map(({ name }) => name);
    throw new UserError(
      `step ${system.name}: at t = ${t} s an event comes earlier each time that the step to it is made again, ${mostTries} times up to ${t + end} s; it is of ${late.join(' or ')}. ` +
        'Its unit does not give the same values when it steps again from a state: try jacobi, or ask who made it.',
    );
  }
}
