import { usableExperiment } from '../../description/default-experiment.ts';
import {
  acceptsPolynomial,
  type ModelExchange as Capabilities,
  type Interface,
  type ModelDescription,
  type Variable,
} from '../../description/description.ts';
import type { Method } from '../../solver/ode-integrator.ts';
import { integrators } from '../../solver/solver-registry.ts';
import type { StateVisitor } from '../../util/state/stateful.ts';
import { roundingTolerance } from '../../util/time/same-time.ts';
import { UserError } from '../../util/user-error.ts';
import { type FmiApi, type FmiCall, io, type Status, status } from '../instance/fmi-api.ts';
import type { EventStepping } from '../instance/instance.ts';
import type { PortableState } from '../state/portable-state.ts';
import { CallFailure } from './call-failure.ts';
import { ClockSchedule } from './events/clock-schedule.ts';
import { zenoHint } from './events/closing-events.ts';
import { EventMode } from './events/event-mode.ts';
import { ZenoLimit } from './events/zeno-limit.ts';
import { type DriverOptions, FmiDriver } from './fmi-driver.ts';
import { ContinuousModel } from './integration/continuous-model.ts';
import { ContinuousPart } from './integration/continuous-part.ts';
import { Integration } from './integration/integration-run.ts';
import { type LinearModel, linearModel } from './jacobian/linearize-fmu.ts';
import { indicatorName } from './jacobian/state-names.ts';
import { getting, loadAll, setting, storeAll } from './variables/variable-access.ts';

const usualTolerance = 1e-6;

/**
 * Runs a model-exchange FMU of FMI 1.0, 2.0 or 3.0 with an integrator from the registry. Locates state
 * events in the integrator's continuous extension, and meets time events exactly. A communication
 * point shows the values after its events. Inputs that jump at a communication point cause an event
 * there.
 */
export class ModelExchange extends FmiDriver {
  private readonly capabilities: Capabilities;
  private readonly model: ContinuousModel;
  private readonly integration: Integration;
  private readonly clocks: ClockSchedule;
  private readonly events: EventMode;
  private readonly zenoLimit = new ZenoLimit();
  private readOps: FmiCall[] = [];
  private read: () => Status = () => status.ok;
  private sized = false;
  /**
   * Time up to which an external integrator has advanced the states [s], or NaN for the internal
   * integrator.
   */
  private led: number = Number.NaN;
  /** Marks an input that jumps at the start of the step. */
  private isJump = false;
  /** Start of the communication step [s]. */
  private stepBegin = 0;
  private stepEnd = 0;
  /** Marks that the user knows of an event indicator that is NaN. */
  private notedIndicator = false;

  constructor(calls: FmiApi, description: ModelDescription, name: string, options: DriverOptions = {}) {
    super(calls, description, name, {
      ...options,
      tolerance: options.tolerance ?? usableExperiment(description).tolerance ?? usualTolerance,
    });
    this.capabilities = description.modelExchange as Capabilities;
    const { memory, exchange, polynomials, texts, outputClocks: outputs, expect } = this;
    this.model = new ContinuousModel(
      { calls, description, exchange, polynomials, expect },
      this.options.tolerance as number,
    );
    this.integration = new Integration(this.model, methodOf(options, name), options.stopTime, name);
    this.clocks = new ClockSchedule(calls, description, this.expect);
    const { model, clocks } = this;
    const events = new EventMode({
      ...{ calls, exchange, clocks, texts, outputs, expect },
      leave: 'enterContinuousTimeMode',
      run: (batch, ops) => this.run(batch, ops),
    });
    this.events = events;
    this.continuous = new ContinuousPart({
      ...{ calls, description, memory, exchange, polynomials, texts, model, events, clocks, expect },
      begin: (t, H) => this.begin(t, H),
      readOutputs: () => this.readOutputs(),
      completed: (t) => this.completed(t),
      handle: (t) => this.handle(t),
      finish: (t, indicators, first) => {
        this.led = t;
        this.setClock(t);
        this.noteIndicators(t, indicators, first);
      },
    });
    this.instantiate({});
    calls.registers[io.noSetStatePrior] = 1;
  }

  protected get interface(): Interface {
    return this.description.modelExchange as Interface;
  }

  /**
   * Returns a linear model about the current point, after the initialization. `byDifferences` adds
   * differences to the FMU's directional derivatives.
   */
  linearize(byDifferences = false): LinearModel {
    const { model, calls, description } = this;
    const { now } = this.integration;
    for (const variable of description.variables)
      if (variable.type === 'Float64' && /^(input|output)$/.test(variable.causality)) this.view(variable);
    this.exchange.prepare(true);
    this.prepare();
    this.integration.stand();
    const states = Float64Array.from(this.integration.statesAt(now));
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
    return acceptsPolynomial(variable);
  }

  protected override beforeExit(t: number): void {
    this.clocks.start(t);
    this.sized = false;
  }

  protected begun(t: number): void {
    this.integration.now = t;
    this.events.iterate(t, 0, !this.startWaits);
    if (this.events.terminated) {
      this.readOutputs();
      this.finished(t);
    }
    this.events.leave();
    this.hearNominals();
    this.integration.create();
    this.integration.restart();
    this.readOutputs();
  }

  /** Allocates buffers and prepares calls once the FMU's sizes are known. */
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
    this.integration.allocate();
  }

  private hearNominals(): void {
    const odd = this.model.getNominals();
    if (odd !== undefined) this.options.noted?.(odd);
  }

  protected advance(base: number, t: number, h: number): void {
    const { integration, near } = this;
    const end = t + h;
    this.stepBegin = t;
    this.stepEnd = end;
    this.model.origin = base;
    this.model.moving = this.polynomials.moving();
    this.events.clearClocks();
    this.isJump = this.jumps();
    // The integrator went ahead with constant inputs, but the inputs vary now.
    if (this.model.moving && integration.isAhead(near)) integration.restart();
    if (this.isJump || this.waits(this.events, t)) this.event();
    this.zenoLimit.begin(t, h);
    while (integration.now < end - near) {
      if (!this.advanceTo(this.bound(end))) continue;
      if (integration.now >= end - near) {
        this.halt(end, true);
        break;
      }
      if (this.halts) {
        this.halt(integration.now, true);
        break;
      }
      if (this.zenoLimit.add(integration.now)) this.refuseCrowd();
      this.event();
    }
    integration.stand();
    this.model.moving = false;
    this.readOutputs();
    this.noteIndicators(end, integration.before, 0);
  }

  /** Tells once that an event indicator is NaN at an accepted point at t [s], so it hides events. */
  private noteIndicators(t: number, indicators: Float64Array, first: number): void {
    if (this.notedIndicator) return;
    const { description, options, model } = this;
    const count = model.z.length;
    let i = 0;
    while (i < count && !Number.isNaN(indicators[first + i])) i++;
    if (i === count) return;
    this.notedIndicator = true;
    options.noted?.(
      `${indicatorName(description, i)} is NaN at t = ${t} s, so events of this indicator may be missed. Ask the author of the FMU`,
    );
  }

  private refuseCrowd(): never {
    const { zenoLimit: crowd, integration, description } = this;
    const { changed, now } = integration;
    const where = changed < 0 ? '' : `, the last where ${indicatorName(description, changed)} changes sign`;
    if (crowd.closing) throw new CallFailure(`its ${crowd.closer.words}${where}. ${zenoHint}`);
    throw new CallFailure(
      `its events at t = ${now} s do not end: ${crowd.most} of them within ${crowd.near.toPrecision(3)} s${where}. ` +
        'A switch may chatter, which needs a hysteresis or a separate mode. Ask the author of the FMU',
    );
  }

  /**
   * Reports whether a continuous input differs from its value in the FMU: a jump at the
   * communication point.
   */
  private jumps(): boolean {
    const { continuous } = this.exchange;
    for (let i = 0; i < continuous.length; i++) if (continuous[i].jumped()) return true;
    return false;
  }

  /** Returns the end of the step, or the next known event before it or at its instant. */
  private bound(end: number): number {
    const next = this.events.next();
    return next <= end + this.near ? Math.max(next, this.integration.now) : end;
  }

  /**
   * Advances to the end of an integrator step, or to the bound inside it. Reports whether an event
   * must be handled there.
   */
  private advanceTo(bound: number): boolean {
    const { integration, events } = this;
    const next = events.next();
    let isEvent = false;
    if (bound > integration.now && bound - integration.now <= roundingTolerance(bound)) {
      integration.skipTo(bound);
      if (bound < next) integration.restart();
    } else if (bound > integration.now) {
      isEvent = integration.toward(bound, next);
      if (this.capabilities.needsCompletedIntegratorStep) {
        integration.stand();
        if (this.completed(integration.now)) isEvent = true;
      }
    }
    return isEvent || integration.now >= next;
  }

  /** Announces an accepted step to the FMU. Reports whether the FMU requests an event. */
  private completed(t: number): boolean {
    if (!this.capabilities.needsCompletedIntegratorStep) return false;
    this.expect(this.calls.call(completedStep), completedStep.op);
    const r = this.calls.registers;
    if (r[io.terminate] !== 0) {
      this.readOutputs();
      this.finished(t);
    }
    return r[io.enterEventMode] !== 0;
  }

  /** Handles an event at the FMU's current point, and restarts the integration. */
  private event(shows = this.see !== undefined): void {
    const { integration, events, near, stepBegin } = this;
    const { now } = integration;
    integration.stand();
    if (shows && now > stepBegin + near) this.show(now);
    this.skipToEvent(integration.changed >= 0 ? roundingTolerance(now) : near);
    this.waiting = false;
    if (shows) events.clearClocks();
    const mayChange = this.mayChange();
    if (!mayChange) integration.beforeEvent();
    this.handle(integration.now);
    integration.handled();
    while (this.skipToEvent(roundingTolerance(now))) this.handle(integration.now);
    const restarts = mayChange || integration.mustRestart;
    if (restarts || events.valuesChanged || events.nominalsChanged) integration.restart();
    else integration.afterEvent();
    if (shows) this.show(now > stepBegin + near ? now : stepBegin);
  }

  /**
   * Goes to the time of the FMU's next time event, which may differ from this instant by `near` [s]
   * of rounding. Reports whether there is such an event.
   */
  private skipToEvent(near: number): boolean {
    const { integration, events } = this;
    const { nextEventTime: due } = events;
    if (events.terminated || !(due > integration.now && due <= integration.now + near)) return false;
    integration.skipTo(due);
    return true;
  }

  /**
   * Reports whether an event is expected to change ẋ = f(t, x): a state event, a new input, or an
   * instant that the integrator has not reached.
   */
  private mayChange(): boolean {
    const { integration, exchange, texts, model, isJump } = this;
    this.isJump = false;
    if (model.n === 0 || integration.changed >= 0 || integration.mustRestart) return true;
    return texts.waiting || isJump || exchange.changed() || this.jumps();
  }

  /** Handles an event at t [s] at the FMU's current point. */
  private handle(t: number): void {
    const { events } = this;
    events.handle(t, this.near);
    if (events.terminated) {
      this.readOutputs();
      this.finished(t);
    }
    if (events.nominalsChanged) this.hearNominals();
  }

  seeEvents(see: (t: number) => void): void {
    this.see = see;
  }

  readonly eventful: EventStepping = {
    hasEvents: true,
    waitAtStart: () => {
      this.startWaits = true;
    },
    step: (t, H) => this.stepToEvent(t, H),
    waits: (t) => this.waits(this.events, t) || this.jumps(),
    handle: (_t, keepsTicks) => {
      if (keepsTicks !== true) this.events.clearClocks();
      this.event(false);
      this.readOutputs();
    },
  };

  /** The FMU as part of a larger system of differential equations. */
  readonly continuous: ContinuousPart;

  /** Shows the current values to the observer of events at t [s]. */
  private show(t: number): void {
    this.readOutputs();
    this.see?.(t);
  }

  private readOutputs(): void {
    this.run(this.read, this.readOps);
    storeAll(this.exchange.reads);
  }

  protected override beforeTake(): void {
    this.integration.beforeTake();
  }

  protected override afterRestore(): void {
    this.integration.afterRestore();
  }

  protected override visitSent(state: StateVisitor): void {
    super.visitSent(state);
    this.continuous.visitSent(state);
  }

  override portable(): PortableState {
    const { method, savesState } = this.integration;
    if (!savesState)
      throw new UserError(
        `save the state of ${this.name}: its solver ${method.name} lacks visitState(), which checkpoints need. Add it, or choose another "solver".`,
      );
    return super.portable();
  }

  protected saveNumbers(): number[] {
    // Both the continuing run and the restored one restart the integration here.
    const { integration, model, led } = this;
    if (!Number.isNaN(led)) {
      integration.now = led;
      model.getStates();
    }
    const { now } = integration;
    integration.restartAt(Number.isNaN(led) ? integration.statesAt(now) : model.x);
    return [now, Number(this.waiting), this.events.nextEventTime, ...integration.plan, ...this.clocks.save()];
  }

  protected restoreNumbers([now, waiting, next, ...rest]: number[]): void {
    const { integration } = this;
    const { plan } = integration;
    integration.now = now;
    this.waiting = waiting !== 0;
    this.events.nextEventTime = next;
    plan.set(rest.slice(0, plan.length));
    this.clocks.restore(rest.slice(plan.length));
    integration.restart();
  }

  protected visitDriver(state: StateVisitor): void {
    this.clocks.visitState(state);
    this.events.visitState(state);
    this.zenoLimit.visitState(state);
    this.model.visitState(state);
    this.integration.visitState(state);
    this.continuous.visitState(state);
    this.led = state.number('led', this.led);
    this.stepBegin = state.number('stepBegin', this.stepBegin);
    this.stepEnd = state.number('stepEnd', this.stepEnd);
  }
}

const completedStep = { op: 'completedIntegratorStep' } as const;

function methodOf({ solver, integrators: more }: DriverOptions, name: string): Method {
  const known = integrators.with(more);
  return solver === undefined ? known.all[0] : known.named(solver, `run ${name}`);
}
