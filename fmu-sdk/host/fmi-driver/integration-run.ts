import {
  type Integrator,
  type Method,
  type OdeProblem,
  SolverFailure,
  type Tolerance,
} from '../../solver/ode-integrator.ts';
import { integrators } from '../../solver/solver-registry.ts';
import { NotFinite } from './call-failure.ts';
import { OwnIntegrator } from './custom-integrator.ts';
import { crossed, EventLocation, type Indicators } from './event-location.ts';
import { oddNear } from './nan-diagnosis.ts';

/** ẋ = f(t, x) with event indicators z(t, x): a unit, or several as one. */
export interface Integrand extends OdeProblem {
  /** States and event indicators as they were last got. */
  readonly x: Float64Array;
  readonly z: Float64Array;
  readonly tolerance: Tolerance;
  /** Whether an input moves in the present communication step. */
  readonly moving: boolean;
  /** States and event indicators where it stands, into `x` and `z`. */
  getStates(): void;
  /** Puts it to (t, x). */
  place(t: number, x: Float64Array): void;
  /** The same, and leaves its event indicators in `z`. */
  indicators(t: number, x: Float64Array): void;
  /** What of the values given and got last is no number, in words. */
  notFinite(): string | undefined;
}

/**
 * Integrates from event to event; where the first state event of a step is, is found in the integrator's continuous extension.
 *
 * Call order: `allocate` → `create` → (`restart` → `toward`*)*, `restart` after any event.
 */
export class Integration {
  /** Time to which the integration has come [s]. */
  now = 0;
  private integrator!: Integrator;
  private location!: EventLocation;
  private zStart: Float64Array = new Float64Array(0);
  private zEnd: Float64Array = new Float64Array(0);
  /** Whether the model stands there. */
  private stands = true;
  /** States at a snapshot, of an integrator that begins anew there. */
  private kept: Float64Array = new Float64Array(0);

  constructor(
    private readonly model: Integrand,
    readonly method: Method,
    private readonly stopTime: number | undefined,
    /** Names of the units that are integrated. */
    private readonly units: string,
  ) {}

  /** Buffers, once the model's sizes are known. */
  allocate(): void {
    const { length } = this.model.z;
    this.zStart = new Float64Array(length);
    this.zEnd = new Float64Array(length);
    this.location = new EventLocation(length);
  }

  create(): void {
    const { method, model, units } = this;
    this.integrator = integrators.all.includes(method)
      ? method.create(model, model.tolerance)
      : new OwnIntegrator(method, model, model.tolerance, units);
  }

  /** The planned step size. */
  get plan(): Float64Array {
    return this.integrator.plan;
  }

  /** Whether the integrator has gone further than `near` [s] beyond where the integration stands. */
  ahead(near: number): boolean {
    return this.integrator.t > this.now + near;
  }

  /** Begins the integration where the model stands. */
  restart(): void {
    const { model } = this;
    model.getStates();
    this.zStart.set(model.z);
    try {
      this.integrator.restart(this.now, model.x);
    } catch (error) {
      throw this.explained(error);
    }
    const odd = model.notFinite();
    if (odd !== undefined) throw new NotFinite(odd);
    this.stands = true;
  }

  /** Begins the integration anew at these states: what it has planned is forgotten, f is not evaluated by anyone else. */
  restartAt(x: Float64Array): void {
    this.integrator.restart(this.now, x);
    this.stands = true;
  }

  /** Why an integrator gave up: what the model gave that is no number, where there is something. */
  private explained(error: unknown): unknown {
    if (!(error instanceof SolverFailure)) return error;
    const { t, x } = this.integrator;
    const odd = oddNear(this.model, t, x);
    return odd === undefined ? error : new NotFinite(odd);
  }

  /** Event indicators inside the integrator's last step. */
  private readonly indicators: Indicators = (t, z) => {
    this.model.indicators(t, this.statesAt(t));
    z.set(this.model.z);
  };

  /** Puts the model to where the integration stands, unless it is there. */
  stand(): void {
    if (!this.stands) this.place();
  }

  private place(): void {
    this.model.place(this.now, this.statesAt(this.now));
    this.stands = true;
  }

  statesAt(t: number): Float64Array {
    const { integrator, model } = this;
    if (t === integrator.t) return integrator.x;
    integrator.interpolate(t, model.x);
    return model.x;
  }

  /** To the end of a step of the integrator, to the bound, or to a state event before; whether there is one. No step passes `next` [s]. */
  toward(bound: number, next: number): boolean {
    const { integrator } = this;
    const from = this.now;
    this.location.changed = -1;
    if (bound <= from) return false;
    if (integrator.t <= from) this.stepTo(this.reach(bound, next));
    this.stands = integrator.passes !== true;
    this.now = Math.min(integrator.t, bound);
    return this.stateEvent(from);
  }

  /** How far a step of the integrator may go: beyond the communication point where it passes those and no input moves. */
  private reach(bound: number, next: number): number {
    const { stopTime } = this;
    if (stopTime === undefined || this.model.moving || this.integrator.passes !== true) return bound;
    return Math.max(bound, Math.min(stopTime, next));
  }

  private stepTo(bound: number): void {
    try {
      this.integrator.step(bound);
    } catch (error) {
      throw this.explained(error);
    }
  }

  /** Looks for the first state event of the last step, and puts the model there, or at the step's end. */
  private stateEvent(from: number): boolean {
    const { zStart, zEnd } = this;
    if (zEnd.length === 0) return false;
    if (!this.method.locatesEvents) {
      this.indicators(this.now, zEnd);
      this.location.changed = crossed(zStart, zEnd);
      if (this.changed < 0) zStart.set(zEnd);
      return this.changed >= 0;
    }
    const at = this.location.locate(this.indicators, from, this.now, zStart, zEnd);
    if (Number.isNaN(at)) {
      zStart.set(zEnd);
      return false;
    }
    this.now = at;
    this.place();
    return true;
  }

  /** First of the event indicators that changed at the end of the last step; −1: none. */
  get changed(): number {
    return this.location.changed;
  }

  /** Event indicators before the last step's end, or before the event that was found. */
  get before(): Float64Array {
    return this.zStart;
  }

  /** An integrator of which nobody knows where its state stands begins anew. */
  beforeTake(): void {
    if (this.method.inFields === true) return;
    this.kept = this.statesAt(this.now).slice();
    this.afterRestore();
  }

  afterRestore(): void {
    if (this.method.inFields === true) return;
    this.restartAt(this.kept);
  }
}
