import {
  type Integrator,
  type Method,
  type OdeProblem,
  SolverFailure,
  type Tolerance,
} from '../../../solver/ode-integrator.ts';
import { integrators } from '../../../solver/solver-registry.ts';
import type { Stateful, StateVisitor } from '../../../util/state/stateful.ts';
import { NotFinite } from '../call-failure.ts';
import { crossed, EventLocation, type Indicators } from '../events/event-location.ts';
import { CustomIntegrator } from './custom-integrator.ts';
import { ModelProbe } from './model-probe.ts';
import { findInvalidValue } from './nan-diagnosis.ts';

/** ẋ = f(t, x) with event indicators z(t, x), for one FMU or several combined. */
export interface Integrand extends OdeProblem {
  /** States and event indicators last read. */
  readonly x: Float64Array;
  readonly z: Float64Array;
  readonly tolerance: Tolerance;
  /** Marks a communication step in which an input varies. */
  readonly moving: boolean;
  /** Reads states and event indicators at the current point into `x` and `z`. */
  getStates(): void;
  /** Sets the model to (t, x). */
  place(t: number, x: Float64Array): void;
  /** Sets the model to (t, x) and reads its event indicators into `z`. */
  indicators(t: number, x: Float64Array): void;
  /** Describes the first NaN or infinite value among the ones last exchanged. */
  notFinite(): string | undefined;
}

/**
 * Integrates from event to event. Finds the first state event of a step in the integrator's
 * continuous extension.
 *
 * Call order: `allocate` → `create` → (`restart` → `toward`*)*, with `restart` after any event.
 */
export class Integration implements Stateful {
  /** Time that the integration has reached [s]. */
  now = 0;
  private integrator!: Integrator;
  private location!: EventLocation;
  private probe!: ModelProbe;
  private zStart: Float64Array = new Float64Array(0);
  private zEnd: Float64Array = new Float64Array(0);
  /** Marks that the current time is not the integrator's. */
  mustRestart = false;
  /** Marks a model that is at this time. */
  private stands = true;
  /** States at a snapshot, for an integrator that restarts there. */
  private savedStates: Float64Array = new Float64Array(0);

  constructor(
    private readonly model: Integrand,
    readonly method: Method,
    private readonly stopTime: number | undefined,
    /** Names of the integrated instances. */
    private readonly units: string,
  ) {}

  /** Allocates buffers once the model's sizes are known. */
  allocate(): void {
    const { length } = this.model.z;
    this.zStart = new Float64Array(length);
    this.zEnd = new Float64Array(length);
    this.location = new EventLocation(length);
    this.probe = new ModelProbe(this.model);
    this.savedStates = new Float64Array(this.model.n);
  }

  create(): void {
    const { method, model, units } = this;
    this.integrator = integrators.all.includes(method)
      ? method.create(model, model.tolerance)
      : new CustomIntegrator(method, model, model.tolerance, units);
  }

  /** Returns the planned step size. */
  get plan(): Float64Array {
    return this.integrator.plan;
  }

  /** Reports whether the integrator is more than `near` [s] ahead of the current time. */
  isAhead(near: number): boolean {
    return this.integrator.t > this.now + near;
  }

  /** Starts the integration at the model's current point. */
  restart(): void {
    const { model } = this;
    this.mustRestart = false;
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

  /** Evaluates the model before an event that may not change it. */
  beforeEvent(): void {
    const { integrator, now } = this;
    this.probe.keep(now, Math.max(integrator.t, now), integrator.x);
  }

  /**
   * Restarts the integration after an event, unless the model is the same as at `beforeEvent`. Then
   * the integrator keeps its step size, order and history.
   */
  afterEvent(): void {
    const { integrator, now } = this;
    if (!this.probe.isUnchanged(now, Math.max(integrator.t, now))) this.restart();
  }

  /**
   * Restarts the integration from these states. Discards the planned step, and leaves the
   * evaluation of f to the integrator.
   */
  restartAt(x: Float64Array): void {
    this.integrator.restart(this.now, x);
    this.stands = true;
  }

  /** Explains an integrator's failure by an invalid value of the model, if one is found. */
  private explained(error: unknown): unknown {
    if (!(error instanceof SolverFailure)) return error;
    const { t, x } = this.integrator;
    const odd = findInvalidValue(this.model, t, x);
    return odd === undefined ? error : new NotFinite(odd);
  }

  /** Evaluates event indicators inside the integrator's last step. */
  private readonly indicators: Indicators = (t, z) => {
    this.model.indicators(t, this.statesAt(t));
    z.set(this.model.z);
  };

  /** Sets the model to the current time, unless it is there. */
  stand(): void {
    if (!this.stands) this.place();
  }

  /** Marks the last state event as handled. */
  handled(): void {
    this.location.changed = -1;
  }

  /**
   * Sets the model to a time [s] that differs from the current one by rounding. The integration must
   * restart there.
   */
  skipTo(t: number): void {
    const x = this.statesAt(this.now);
    this.now = t;
    this.mustRestart = true;
    this.model.place(t, x);
    this.stands = true;
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

  /**
   * Goes to the end of an integrator step, to the bound, or to an earlier state event, and reports
   * whether there was one. Steps do not pass `next` [s].
   */
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

  /**
   * Returns how far an integrator step may go. It may pass the communication point if the
   * integrator allows it and inputs are constant.
   */
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

  /**
   * Looks for the first state event of the last step, and sets the model to it or to the end of the
   * step.
   */
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

  /** Index of the first event indicator that changed at the end of the last step, or −1. */
  get changed(): number {
    return this.location.changed;
  }

  /** Event indicators before the end of the last step, or before the located event. */
  get before(): Float64Array {
    return this.zStart;
  }

  /** True if the integrator can save its state. Otherwise it restarts at each rollback. */
  get savesState(): boolean {
    return this.integrator.visitState !== undefined;
  }

  /** Restarts an integrator whose state cannot be saved. */
  beforeTake(): void {
    if (this.savesState) return;
    this.savedStates.set(this.statesAt(this.now));
    this.afterRestore();
  }

  afterRestore(): void {
    if (!this.savesState) this.restartAt(this.savedStates);
  }

  visitState(state: StateVisitor): void {
    this.now = state.number('now', this.now);
    this.stands = state.boolean('stands', this.stands);
    this.location.changed = state.number('changed', this.location.changed);
    state.array('zStart', this.zStart);
    if (this.savesState) this.integrator.visitState?.(state);
    else state.array('states', this.savedStates);
  }
}
