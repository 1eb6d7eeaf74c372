import {
  type ModelExchange as Capabilities,
  type Interface,
  type ModelDescription,
  takesPolynomial,
  type Variable,
} from '../description/description.ts';
import { UserError } from '../error.ts';
import { type Integrator, type Method, SolverFailure } from '../solver/integrator.ts';
import { integrators } from '../solver/registry.ts';
import { type Calls, type Op, register, type Status, status } from './calls.ts';
import { ClockSchedule } from './drive/clocks.ts';
import { ContinuousModel } from './drive/continuous-model.ts';
import { type DriveOptions, Driver } from './drive/driver.ts';
import { EventCrowd } from './drive/event-crowd.ts';
import { crossed, EventLocation, type Indicators } from './drive/event-location.ts';
import { EventMode } from './drive/event-mode.ts';
import { getting, loadAll, setting, storeAll } from './drive/exchange.ts';
import { CallFailure } from './drive/failure.ts';
import { type LinearModel, linearModel } from './drive/linearization.ts';
import { indicatorName } from './drive/state-names.ts';
import type { UnitEvents } from './instance.ts';
import type { Portable } from './portable.ts';

const usualTolerance = 1e-6;

/**
 * Runs a unit of model exchange of FMI 2.0 or 3.0 with an integrator of the registry. State events are located in the
 * integrator's continuous extension, time events are met exactly; a communication point shows the values after the events
 * at it. Inputs that jump at a communication point are an event there.
 */
export class ModelExchange extends Driver {
  private readonly capabilities: Capabilities;
  private readonly method: Method;
  private readonly model: ContinuousModel;
  private readonly clocks: ClockSchedule;
  private readonly events: EventMode;
  private readonly crowd = new EventCrowd();
  private integrator!: Integrator;
  private location!: EventLocation;
  private zStart: Float64Array = new Float64Array(0);
  private zEnd: Float64Array = new Float64Array(0);
  private readOps: Op[] = [];
  private read: () => Status = () => status.ok;
  private sized = false;
  /** States at a snapshot, of an integrator that begins anew there. */
  private kept: Float64Array = new Float64Array(0);
  /** Time to which the integration has come [s], and whether the unit stands there. */
  private now = 0;
  private stands = true;
  /** The communication step [s]. */
  private stepBegin = 0;
  private stepEnd = 0;

  constructor(calls: Calls, description: ModelDescription, name: string, options: DriveOptions = {}) {
    super(calls, description, name, {
      ...options,
      tolerance: options.tolerance ?? description.defaultExperiment?.tolerance ?? usualTolerance,
    });
    this.capabilities = description.modelExchange as Capabilities;
    this.method = methodOf(options, name);
    this.model = new ContinuousModel(
      calls,
      description,
      this.exchange,
      this.polynomials,
      this.options.tolerance as number,
      this.expect,
    );
    this.clocks = new ClockSchedule(calls, description, this.expect);
    this.events = new EventMode(
      calls,
      this.exchange,
      this.clocks,
      'enterContinuousTimeMode',
      this.expect,
      (batch, ops) => this.run(batch, ops),
    );
    this.instantiate({});
    calls.registers[register.noSetStatePrior] = 1;
  }

  protected get interface(): Interface {
    return this.description.modelExchange as Interface;
  }

  /**
   * A linear model about where the unit stands, after the initialization. `byDifferences`: also where the unit gives directional
   * derivatives.
   */
  linearize(byDifferences = false): LinearModel {
    const { model, now, calls, description } = this;
    for (const variable of description.variables)
      if (variable.type === 'Float64' && /^(input|output)$/.test(variable.causality)) this.view(variable);
    this.exchange.prepare(true);
    this.prepare();
    this.stand();
    const states = Float64Array.from(this.statesAt(now));
    const evaluate = (x: Float64Array, dx: Float64Array): boolean => {
      loadAll(this.exchange.continuous);
      for (const op of setting(this.exchange.continuous)) this.expect(calls.call(op), op);
      if (!model.derivatives(now, x, dx)) return false;
      this.readOutputs();
      return true;
    };
    const slot = (variable: Variable) => this.memory.slot(variable);
    const unit = { calls, description, time: now, sizes: model.sizes, states, slot, evaluate };
    return linearModel(unit, byDifferences);
  }

  protected takesPolynomial(variable: Variable): boolean {
    return takesPolynomial(variable);
  }

  protected override beforeExit(t: number): void {
    this.clocks.start(t);
    this.sized = false;
  }

  protected begun(t: number): void {
    this.now = t;
    this.events.iterate(t, 0);
    if (this.events.terminated) {
      this.readOutputs();
      this.finished(t);
    }
    this.events.leave();
    this.hearNominals();
    this.integrator = this.method.create(this.model, this.model.tolerance);
    this.beginAnew();
    this.readOutputs();
  }

  /** Buffers and calls, once the unit's sizes are known. */
  protected prepare(): void {
    if (!this.sized) this.allocate();
    this.model.prepare();
    this.readOps = getting(this.exchange.reads);
    this.read = this.calls.batch(this.readOps);
    this.events.prepare();
  }

  private allocate(): void {
    this.sized = true;
    this.model.allocate();
    const { length } = this.model.z;
    this.zStart = new Float64Array(length);
    this.zEnd = new Float64Array(length);
    this.location = new EventLocation(length);
  }

  /** Begins the integration where the unit stands. */
  private beginAnew(): void {
    const { model } = this;
    model.getStates();
    this.zStart.set(model.z);
    try {
      this.integrator.restart(this.now, model.x);
    } catch (error) {
      throw this.explained(error);
    }
    const odd = model.notFinite();
    if (odd !== undefined) throw new CallFailure(odd);
    this.stands = true;
  }

  /** Why an integrator gave up: what the unit gave that is no number, where there is something. */
  private explained(error: unknown): unknown {
    if (!(error instanceof SolverFailure)) return error;
    const { t, x } = this.integrator;
    const odd = this.model.oddNear(t, x);
    return odd === undefined ? error : new CallFailure(odd);
  }

  private hearNominals(): void {
    const odd = this.model.getNominals();
    if (odd !== undefined) this.options.noted?.(odd);
  }

  /** Event indicators inside the integrator's last step. */
  private readonly indicators: Indicators = (t, z) => {
    this.model.indicators(t, this.statesAt(t));
    z.set(this.model.z);
  };

  /** Puts the unit to where the integration stands, unless it is there. */
  private stand(): void {
    if (!this.stands) this.place();
  }

  private place(): void {
    this.model.place(this.now, this.statesAt(this.now));
    this.stands = true;
  }

  private statesAt(t: number): Float64Array {
    const { integrator, model } = this;
    if (t === integrator.t) return integrator.x;
    integrator.interpolate(t, model.x);
    return model.x;
  }

  protected advance(base: number, t: number, h: number): void {
    const end = t + h;
    this.stepBegin = t;
    this.stepEnd = end;
    this.model.origin = base;
    this.model.moving = this.polynomials.moving();
    this.events.clearClocks();
    // What the integrator has gone ahead did not know of inputs that move now.
    if (this.model.moving && this.integrator.t > this.now + this.near) this.beginAnew();
    if (this.jumps() || this.texts.waiting || this.events.due(t, this.near)) this.event();
    this.crowd.begin(t, h);
    while (this.now < end - this.near) {
      if (this.advanceTo(this.bound(end))) {
        if (this.halts) {
          this.halt(this.now >= end - this.near ? end : this.now, true);
          break;
        }
        if (this.crowd.add(this.now)) this.refuseCrowd();
        this.event();
      }
    }
    this.stand();
    this.model.moving = false;
    this.readOutputs();
  }

  private refuseCrowd(): never {
    const { crowd, location, now, description, zStart } = this;
    const last = zStart.length > 0 ? location.changed : -1;
    const where = last < 0 ? '' : `, the last where ${indicatorName(description, last)} changes its sign`;
    throw new CallFailure(
      `its events at t = ${now} s never end: ${crowd.most} of them within ${crowd.near.toPrecision(3)} s${where}. ` +
        'It may slide on a switch, which then needs a hysteresis or a mode of its own; ask who made the unit',
    );
  }

  /** Whether a continuous input has another value than the unit: a jump at the communication point. */
  private jumps(): boolean {
    const { continuous } = this.exchange;
    for (let i = 0; i < continuous.length; i++) if (continuous[i].changed()) return true;
    return false;
  }

  /** The end of the step, or the next event before it whose time is known. */
  private bound(end: number): number {
    const tick = this.clocks.next();
    const next = Math.min(this.events.nextEventTime, tick < end - this.near ? tick : Infinity);
    return next <= end + this.near ? Math.max(next, this.now) : end;
  }

  /** How far a step of the integrator may go: beyond the communication point where it passes those and no input moves. */
  private reach(bound: number): number {
    const { stopTime } = this.options;
    if (stopTime === undefined || this.model.moving || this.integrator.passes !== true) return bound;
    return Math.max(bound, Math.min(stopTime, this.events.nextEventTime, this.clocks.next()));
  }

  /** To the end of a step of the integrator, or to the bound inside of it; whether an event is to be handled there. */
  private advanceTo(bound: number): boolean {
    const { integrator } = this;
    const from = this.now;
    let isEvent = false;
    this.location.changed = -1;
    if (bound > from) {
      if (integrator.t <= from) this.stepTo(this.reach(bound));
      this.stands = integrator.passes !== true;
      this.now = Math.min(integrator.t, bound);
      isEvent = this.stateEvent(from);
      if (this.completed()) isEvent = true;
    }
    return isEvent || this.now >= this.events.nextEventTime || this.now >= this.clocks.next();
  }

  private stepTo(bound: number): void {
    try {
      this.integrator.step(bound);
    } catch (error) {
      throw this.explained(error);
    }
  }

  /** Looks for the first state event of the last step, and puts the unit there, or at the step's end. */
  private stateEvent(from: number): boolean {
    const { zStart, zEnd } = this;
    if (zEnd.length === 0) return false;
    if (!this.method.locatesEvents) {
      this.indicators(this.now, zEnd);
      this.location.changed = crossed(zStart, zEnd);
      zStart.set(zEnd);
      return this.location.changed >= 0;
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

  /** Tells the unit that a step is accepted; whether it asks for an event. */
  private completed(): boolean {
    if (!this.capabilities.needsCompletedIntegratorStep) return false;
    this.stand();
    this.expect(this.calls.call(completedStep), completedStep.op);
    const r = this.calls.registers;
    if (r[register.terminate] !== 0) {
      this.readOutputs();
      this.finished(this.now);
    }
    return r[register.enterEventMode] !== 0;
  }

  /** Handles an event where the unit stands, and begins the integration anew. */
  private event(): void {
    const { events, now } = this;
    this.stand();
    if (now > this.stepBegin + this.near) this.show();
    if (this.texts.waiting) this.texts.flush();
    events.handle(now, this.near);
    if (events.terminated) {
      this.readOutputs();
      this.finished(now);
    }
    if (events.nominalsChanged) this.hearNominals();
    this.beginAnew();
    if (now < this.stepEnd - this.near) this.show();
  }

  seeEvents(see: (t: number) => void): void {
    this.see = see;
  }

  readonly eventful: UnitEvents = {
    step: (t, H) => this.stepToEvent(t, H),
    waits: (t) => this.waits(this.events, t),
    handle: () => {
      this.waiting = false;
      this.events.clearClocks();
      this.event();
      this.readOutputs();
    },
  };

  /** Shows who sees events what the unit is like. */
  private show(): void {
    if (this.see === undefined) return;
    this.readOutputs();
    this.see(this.now);
  }

  private readOutputs(): void {
    this.run(this.read, this.readOps);
    storeAll(this.exchange.reads);
  }

  /** An integrator of which nobody knows where its state stands begins anew. */
  protected override beforeTake(): void {
    if (this.method.inFields === true) return;
    this.kept = this.statesAt(this.now).slice();
    this.afterRestore();
  }

  protected override afterRestore(): void {
    if (this.method.inFields === true) return;
    this.integrator.restart(this.now, this.kept);
    this.stands = true;
  }

  override portable(): Portable {
    if (this.method.inFields !== true)
      throw new UserError(
        `keep the state of ${this.name}: its solver ${this.method.name} does not say that its state stands in fields (inFields). Choose another "solver".`,
      );
    return super.portable();
  }

  protected saveNumbers(): number[] {
    // Both the run that goes on and the one that comes back begin the integration anew here.
    this.integrator.restart(this.now, this.statesAt(this.now));
    this.stands = true;
    return [this.now, this.events.nextEventTime, ...this.integrator.plan, ...this.clocks.save()];
  }

  protected restoreNumbers([now, next, ...rest]: number[]): void {
    const { plan } = this.integrator;
    this.now = now;
    this.events.nextEventTime = next;
    plan.set(rest.slice(0, plan.length));
    this.clocks.restore(rest.slice(plan.length));
    this.beginAnew();
  }
}

const completedStep = { op: 'completedIntegratorStep' } as const;

function methodOf({ solver, integrators: more }: DriveOptions, name: string): Method {
  const known = integrators.with(more);
  return solver === undefined ? known.all[0] : known.named(solver, `run ${name}`);
}
