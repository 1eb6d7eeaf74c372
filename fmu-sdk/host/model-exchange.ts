import {
  type ModelExchange as Capabilities,
  continuousStateCount,
  eventIndicatorCount,
  type Interface,
  type ModelDescription,
  takesPolynomial,
  type Variable,
} from '../description/description.ts';
import { UserError } from '../error.ts';
import type { Integrator, Method, OdeProblem, Tolerance } from '../solver/integrator.ts';
import { methods } from '../solver/methods.ts';
import { type Calls, type Op, register, type Status, status } from './calls.ts';
import { ClockSchedule } from './drive/clocks.ts';
import { StateJacobian } from './drive/state-jacobian.ts';
import { type DriveOptions, Driver } from './drive/driver.ts';
import { crossed, EventLocation, type Indicators } from './drive/event-location.ts';
import { EventMode } from './drive/event-mode.ts';
import { getting, loadAll, setting, storeAll } from './drive/exchange.ts';
import { CallFailure } from './drive/failure.ts';

/** Events at one time before the unit is said not to advance. */
const mostEvents = 1000;
/** Absolute tolerance of a state as a share of relative tolerance times nominal value (FMI 2.0.4, 2.1.5). */
const absoluteShare = 0.01;
const usualTolerance = 1e-6;

/**
 * Runs a unit of model exchange of FMI 2.0 or 3.0 with an integrator of `methods.ts`. State events are located in the
 * integrator's continuous extension, time events are met exactly; a communication point shows the values after the events
 * at it. Inputs that jump at a communication point are an event there.
 */
export class ModelExchange extends Driver implements OdeProblem {
  n = 0;
  private readonly capabilities: Capabilities;
  private readonly method: Method;
  private readonly tolerance: Tolerance;
  private readonly clocks: ClockSchedule;
  private readonly events: EventMode;
  private integrator!: Integrator;
  private stateJacobian!: StateJacobian;
  private location!: EventLocation;
  private nominals: Float64Array = new Float64Array(0);
  private x: Float64Array = new Float64Array(0);
  private dx: Float64Array = new Float64Array(0);
  private z: Float64Array = new Float64Array(0);
  private zStart: Float64Array = new Float64Array(0);
  private zEnd: Float64Array = new Float64Array(0);
  /** Calls at a time and state: with inputs that move, or without. */
  private evaluateOps: Op[][] = [[], []];
  private evaluate: (() => Status)[] = [];
  private indicateOps: Op[][] = [[], []];
  private indicate: (() => Status)[] = [];
  private placeOps: Op[][] = [[], []];
  private place: (() => Status)[] = [];
  private readOps: Op[] = [];
  private read: () => Status = () => status.ok;
  /** Begin of the communication step [s]. */
  private origin = 0;
  private moving = false;
  private sized = false;
  /** Time at which the unit stands [s]. */
  private now = 0;

  constructor(calls: Calls, description: ModelDescription, name: string, options: DriveOptions = {}) {
    super(calls, description, name, {
      ...options,
      tolerance: options.tolerance ?? description.defaultExperiment?.tolerance ?? usualTolerance,
    });
    this.capabilities = description.modelExchange as Capabilities;
    this.method = methodOf(options.solver, name);
    this.tolerance = { relative: this.options.tolerance as number, absolute: new Float64Array(0) };
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
    this.call('getNominalsOfContinuousStates', this.nominals);
    this.scale();
    this.call('getContinuousStates', this.x);
    this.call('getEventIndicators', this.zStart);
    this.integrator = this.method.create(this, this.tolerance);
    this.integrator.restart(t, this.x);
    this.readOutputs();
  }

  /** Buffers and calls, once the unit's sizes are known. */
  protected prepare(): void {
    const { calls, exchange } = this;
    if (!this.sized) this.allocate();
    const variants = [[], setting(exchange.continuous)];
    const states: Op[] = this.n > 0 ? [{ op: 'setContinuousStates', doubles: this.x }] : [];
    this.placeOps = variants.map((sets) => [{ op: 'setTime' }, ...sets, ...states]);
    const plus = (
      op: 'getContinuousStateDerivatives' | 'getEventIndicators',
      doubles: Float64Array,
    ): Op[][] => this.placeOps.map((ops) => (doubles.length > 0 ? [...ops, { op, doubles }] : ops));
    this.evaluateOps = plus('getContinuousStateDerivatives', this.dx);
    this.indicateOps = plus('getEventIndicators', this.z);
    this.readOps = getting(exchange.reads);
    const batch = (ops: Op[]): (() => Status) => calls.batch(ops);
    this.place = this.placeOps.map(batch);
    this.evaluate = this.evaluateOps.map(batch);
    this.indicate = this.indicateOps.map(batch);
    this.read = batch(this.readOps);
    this.events.prepare();
  }

  private allocate(): void {
    const { calls, description } = this;
    this.sized = true;
    const [n, indicators] =
      calls.fmi === 2
        ? [continuousStateCount(description), eventIndicatorCount(description)]
        : [this.count('getNumberOfContinuousStates'), this.count('getNumberOfEventIndicators')];
    this.n = n;
    this.nominals = calls.doubles(n).fill(1);
    this.x = calls.doubles(n);
    this.dx = calls.doubles(n);
    this.z = calls.doubles(indicators);
    this.zStart = calls.doubles(indicators);
    this.zEnd = new Float64Array(indicators);
    this.tolerance.absolute = new Float64Array(n);
    this.location = new EventLocation(indicators);
    this.stateJacobian = new StateJacobian(calls, description, this, this.nominals);
  }

  private count(op: 'getNumberOfContinuousStates' | 'getNumberOfEventIndicators'): number {
    this.expect(this.calls.call({ op }), op);
    return this.calls.registers[register.count];
  }

  private call(
    op: 'getContinuousStates' | 'getNominalsOfContinuousStates' | 'getEventIndicators',
    doubles: Float64Array,
  ): void {
    if (doubles.length > 0) this.expect(this.calls.call({ op, doubles }), op);
  }

  private scale(): void {
    const { relative, absolute } = this.tolerance;
    for (let i = 0; i < this.n; i++) {
      const nominal = Math.abs(this.nominals[i]);
      if (!(nominal > 0 && nominal < Infinity)) this.nominals[i] = 1;
      absolute[i] = absoluteShare * relative * Math.abs(this.nominals[i]);
    }
  }

  /** Sets time, inputs and states. */
  private set(t: number, x: Float64Array): number {
    this.calls.registers[register.time] = t;
    if (x !== this.x) this.x.set(x);
    if (!this.moving) return 0;
    this.polynomials.evaluate(t - this.origin);
    loadAll(this.exchange.continuous);
    return 1;
  }

  derivatives(t: number, x: Float64Array, dx: Float64Array): boolean {
    const k = this.set(t, x);
    const answer = this.evaluate[k]();
    if (answer === status.discard) return false;
    if (answer > status.warning)
      this.expect(answer, this.evaluateOps[k][this.calls.registers[register.failed]]);
    dx.set(this.dx);
    return true;
  }

  jacobian(t: number, x: Float64Array, f: Float64Array, J: Float64Array): void {
    this.stateJacobian.evaluate(t, x, f, J);
  }

  /** Event indicators inside the integrator's last step. */
  private readonly indicators: Indicators = (t, z) => {
    const { integrator } = this;
    if (t !== integrator.t) integrator.interpolate(t, this.x);
    else this.x.set(integrator.x);
    const k = this.set(t, this.x);
    this.run(this.indicate[k], this.indicateOps[k]);
    z.set(this.z);
  };

  protected advance(base: number, t: number, h: number): void {
    const end = t + h;
    this.origin = base;
    this.moving = this.polynomials.moving();
    this.events.clearClocks();
    if (this.jumps() || this.texts.waiting || this.events.due(t, this.near)) this.event();
    let events = 0;
    while (this.now < end - this.near) {
      const before = this.now;
      if (this.advanceTo(this.bound(end))) this.event();
      events = this.now > before ? 0 : events + 1;
      if (events > mostEvents)
        throw new CallFailure(
          `its events at t = ${this.now} s never end: ${mostEvents} of them without any progress`,
        );
    }
    this.moving = false;
    this.readOutputs();
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

  /** One step of the integrator; whether an event is to be handled where the unit then stands. */
  private advanceTo(bound: number): boolean {
    const { integrator } = this;
    const from = this.now;
    let isEvent = false;
    if (bound > from) {
      integrator.step(bound);
      this.now = integrator.t;
      isEvent = this.stateEvent(from);
      if (this.completed()) isEvent = true;
    }
    return isEvent || this.now >= this.events.nextEventTime || this.now >= this.clocks.next();
  }

  /** Looks for the first state event of the last step, and puts the unit there, or at the step's end. */
  private stateEvent(from: number): boolean {
    const { integrator, zStart, zEnd } = this;
    if (zEnd.length === 0) return false;
    if (!this.method.locatesEvents) {
      this.indicators(this.now, zEnd);
      const changes = crossed(zStart, zEnd);
      zStart.set(zEnd);
      return changes;
    }
    const at = this.location.locate(this.indicators, from, integrator.t, zStart, zEnd);
    if (Number.isNaN(at)) {
      zStart.set(zEnd);
      return false;
    }
    this.now = at;
    if (at === integrator.t) this.x.set(integrator.x);
    else integrator.interpolate(at, this.x);
    const k = this.set(at, this.x);
    this.run(this.place[k], this.placeOps[k]);
    return true;
  }

  /** Tells the unit that a step is accepted; whether it asks for an event. */
  private completed(): boolean {
    if (!this.capabilities.needsCompletedIntegratorStep) return false;
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
    if (this.texts.waiting) this.texts.flush();
    events.handle(now, this.near);
    if (events.terminated) {
      this.readOutputs();
      this.finished(now);
    }
    if (events.nominalsChanged) {
      this.call('getNominalsOfContinuousStates', this.nominals);
      this.scale();
    }
    this.call('getContinuousStates', this.x);
    this.call('getEventIndicators', this.zStart);
    this.integrator.restart(now, this.x);
  }

  private readOutputs(): void {
    this.run(this.read, this.readOps);
    storeAll(this.exchange.reads);
  }

  protected saveNumbers(): number[] {
    // Both the run that goes on and the one that comes back begin the integration anew here.
    this.integrator.restart(this.now, this.integrator.x);
    return [
      this.now,
      this.events.nextEventTime,
      ...this.clocks.save(),
      ...this.integrator.plan,
      ...this.integrator.x,
    ];
  }

  protected restoreNumbers([now, next, ...rest]: number[]): void {
    this.now = now;
    this.events.nextEventTime = next;
    this.clocks.restore(rest);
    const { plan } = this.integrator;
    plan.set(rest.slice(-this.n - plan.length, rest.length - this.n));
    this.x.set(rest.slice(rest.length - this.n));
    this.call('getEventIndicators', this.zStart);
    this.integrator.restart(now, this.x);
  }
}

const completedStep = { op: 'completedIntegratorStep' } as const;

function methodOf(solver: string | undefined, name: string): Method {
  const method = methods.find((m) => m.name === (solver ?? methods[0].name));
  if (method !== undefined) return method;
  throw new UserError(
    `run ${name}: there is no solver ${solver}; there are ${methods.map((m) => m.name).join(', ')}. Choose one of these.`,
  );
}
