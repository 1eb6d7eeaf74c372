import { toldInternalStep } from '../../description/default-experiment.ts';
import type {
  CoSimulation as Capabilities,
  Interface,
  ModelDescription,
  Variable,
} from '../../description/description.ts';
import { acceptsPolynomial } from '../../description/description.ts';
import { functionPrefix } from '../../standard/fmi-version.ts';
import type { StateVisitor } from '../../util/state/stateful.ts';
import { UserError } from '../../util/user-error.ts';
import {
  type LoopableInstance,
  type LoopBuilder,
  type LoopParts,
  registerLoop,
} from '../fast-path/multi-step-loop.ts';
import { type FmiApi, type FmiCall, io, type Status, status, statusNames } from '../instance/fmi-api.ts';
import type { EventStepping, Instance } from '../instance/instance.ts';
import { CallFailure, failedOp, rejectCall } from './call-failure.ts';
import { ClockSchedule } from './events/clock-schedule.ts';
import { zenoHint } from './events/closing-events.ts';
import { EventMode } from './events/event-mode.ts';
import { ZenoLimit } from './events/zeno-limit.ts';
import { type DriverOptions, FmiDriver } from './fmi-driver.ts';
import { LookAhead } from './look-ahead.ts';
import { InputDerivatives } from './variables/input-derivatives.ts';
import { StepCalls } from './variables/step-calls.ts';
import { getting, loadAll, setting, storeAll } from './variables/variable-access.ts';
import type { Group } from './variables/variable-groups.ts';

/** Information for a loop before the first preparation. */
const noParts: LoopParts = {
  seat: {},
  step: 0,
  sets: [],
  reads: [],
  watched: [],
  polynomials: { slots: new Float64Array(0), memory: new Float64Array(0), at: new Int32Array(0) },
  slopes: { coefficients: new Float64Array(0) },
  times: [],
};

/** Operands and result of the call that returns the slope of an output. */
interface OutputSlope {
  references: Uint32Array;
  orders: Int32Array;
  values: Float64Array;
}

/** Limit of returns without progress and of halvings of a rejected step. */
const mostTries = 50;

/**
 * Runs a co-simulation FMU of FMI 1.0, 2.0 or 3.0. If the FMU has an event mode, it handles discrete
 * inputs, clocks and internal events there, and continues after an early return. Outputs at the end
 * of a step are the values after the events there. Clocks due at a communication point tick at the
 * start of the step, with its inputs.
 */
export class CoSimulation extends FmiDriver {
  private readonly asSealed = this.options.asSealed === true;
  private readonly capabilities: Capabilities;
  private readonly usesEvents: boolean;
  private readonly isVariable: boolean;
  private readonly clocks: ClockSchedule;
  private readonly events: EventMode;
  private readonly zenoLimit = new ZenoLimit();
  private readonly derivatives: InputDerivatives;
  private readonly slopes = new Map<Variable, OutputSlope>();
  private sets: Group[] = [];
  private stepCalls!: StepCalls;
  private changeOps: FmiCall[] = [];
  private change: () => Status = () => status.ok;
  private onlySize = 0;
  /** Internal step of a fmukit FMU [s], read at the start because parameters determine it. */
  private sealedStep: number | undefined;
  private readonly told: number = toldInternalStep(this.description) ?? 0;
  /**
   * Start of the communication step [s] and its exact size, which a difference of times would
   * round.
   */
  private stepBegin = 0;
  private stepEnd = 0;
  private whole = 0;
  /** Sets inputs that the FMU holds over a step to their values at an event inside it. */
  private updateInputs: ((t: number) => void) | undefined;
  /** Time at which continuous inputs jump [s], or NaN. */
  private jumpTime = Number.NaN;
  /** Marks a run where only the FMU itself can request events. */
  private calm = false;
  /** Marks an FMU with clocks that tick by time. */
  private timed = false;
  /** Steps computed in advance, or null if not possible. */
  private lookAhead: LookAhead | null | undefined;
  /** Information for a loop, replaced by a new object after each preparation. */
  private parts: LoopParts | undefined;
  /** Number of formed groups for which the calls were prepared. */
  private preparedFor = -1;
  /** Status of the current step's calls if a loop made them. */
  private loopStatus: Status | undefined;
  /** True if the calls of the next step have been started in the FMU's process. */
  private isPosted = false;
  readonly post: Instance['post'];
  readonly announceJump: Instance['announceJump'];
  /** Cleared before rollback, which excludes steps computed in advance. */
  private foresees = true;

  constructor(calls: FmiApi, description: ModelDescription, name: string, options: DriverOptions = {}) {
    super(calls, description, name, options);
    this.capabilities = description.coSimulation as Capabilities;
    const { hasEventMode, mightReturnEarlyFromDoStep, canHandleVariableCommunicationStepSize } =
      this.capabilities;
    this.isVariable = canHandleVariableCommunicationStepSize;
    this.clocks = new ClockSchedule(calls, description, this.expect);
    const { exchange, clocks, texts, outputClocks: outputs, expect } = this;
    this.events = new EventMode({
      ...{ calls, exchange, clocks, texts, outputs, expect },
      leave: 'enterStepMode',
      run: (batch, ops) => this.run(batch, ops),
    });
    this.derivatives = new InputDerivatives(calls, this.polynomials, this.expect, this.options.noted);
    const requiredIntermediateVariables = Uint32Array.from(
      this.polynomials.variables,
      ({ valueReference }) => valueReference,
    );
    const goesOnAnywhere = canHandleVariableCommunicationStepSize || this.options.events === true;
    const earlyReturnAllowed = mightReturnEarlyFromDoStep && goesOnAnywhere;
    const wantsEvents = calls.fmi === 3 && hasEventMode;
    this.usesEvents =
      wantsEvents &&
      this.tryInstantiate({ eventModeUsed: true, earlyReturnAllowed, requiredIntermediateVariables });
    // Some FMUs announce an event mode but reject it. Without clocks they can run without it.
    if (wantsEvents && !this.usesEvents && this.clocks.inputs.length > 0)
      rejectCall(calls, status.error, 'instantiate');
    calls.takeLog();
    if (!this.usesEvents) this.instantiate({ requiredIntermediateVariables });
    calls.registers[io.noSetStatePrior] = 1;
    calls.registers[io.returnTime] = Infinity;
    this.eventful = this.asSealed ? undefined : this.eventStepping();
    if (this.loops !== undefined) registerLoop(this, this.asLooped(this.loops));
    if (calls.posted !== undefined) this.post = (t, H) => this.ask(t, H);
    if (this.usesEvents && !this.asSealed)
      this.announceJump = (t) => {
        this.jumpTime = t;
        this.changed();
      };
  }

  protected get interface(): Interface {
    return this.description.coSimulation as Interface;
  }

  protected takesPolynomial(variable: Variable): boolean {
    const { canInterpolateInputs, providesIntermediateUpdate } = this.description
      .coSimulation as Capabilities;
    const helps =
      this.calls.fmi < 3
        ? canInterpolateInputs === true
        : providesIntermediateUpdate && variable.intermediateUpdate === true;
    // The FMU has the derivatives of a negated input with the other sign.
    return helps && acceptsPolynomial(variable) && variable.negates === undefined;
  }

  override internalStep(): number {
    return this.sealedStep ?? this.told;
  }

  protected prepare(): void {
    const { exchange } = this;
    this.lookAhead?.drop();
    // After a reset the same calls follow. Texts may have joined the Clocks meanwhile.
    if (this.preparedFor === exchange.formed && !this.timed) {
      this.setNominalStep(this.nominalStep);
      return;
    }
    this.preparedFor = exchange.formed;
    this.lookAhead = undefined;
    this.prepareCalls();
  }

  private prepareCalls(): void {
    const { calls, exchange } = this;
    this.sets = exchange.continuous;
    this.stepCalls = new StepCalls(calls, this.sets, exchange.reads, this.derivatives);
    this.changeOps = setting([...exchange.discrete, ...exchange.tunable]);
    this.change = calls.batch(this.changeOps);
    if (this.usesEvents) this.events.prepare();
    const { discrete, tunable, watched } = exchange;
    const clocks = this.usesEvents ? this.clocks.inputs.length + this.outputClocks.count : 0;
    this.timed = clocks > 0;
    this.calm = discrete.length + tunable.length + clocks === 0 && !this.asSealed;
    this.derivatives.prepare();
    this.parts = {
      seat: calls.seat?.(this.stepCalls.batch) ?? {},
      sets: this.sets,
      reads: exchange.reads,
      watched: [...discrete, ...tunable],
      polynomials: this.polynomials,
      slopes: this.derivatives.slopes,
      times: watched.time,
      step: this.tellsNominalStep ? this.nominalStep : 0,
    };
  }

  override setNominalStep(H: number): void {
    super.setNominalStep(H);
    const step = this.tellsNominalStep ? H : 0;
    if (this.parts !== undefined && this.parts.step !== step) this.parts = { ...this.parts, step };
  }

  private asLooped(loops: LoopBuilder): LoopableInstance {
    const unit = this;
    return {
      loops,
      get parts() {
        return unit.parts ?? noParts;
      },
      get until() {
        return unit.until;
      },
      resume: (t, H, from, answer) => unit.resume(t, H, from, answer as Status),
    };
  }

  /** Time [s] up to which steps consist only of calls. */
  private get until(): number {
    const { exchange } = this;
    const open = this.phase === 'stepping' && !exchange.stale && (this.calm || !exchange.unsent);
    const quiet = !this.timed && !this.texts.waiting && !this.waiting && Number.isNaN(this.jumpTime);
    const hasOnlyCalls = quiet && !this.derivatives.areRefused && (this.isVariable || this.onlySize !== 0);
    return open && hasOnlyCalls ? this.events.nextEventTime : Number.NEGATIVE_INFINITY;
  }

  private resume(t: number, H: number, from: 'calls' | 'slopes', answer: Status): void {
    if (from === 'slopes') this.derivatives.answered(answer);
    else {
      this.stepCalls.lastOps = this.stepCalls.ops;
      this.loopStatus = answer;
    }
    try {
      this.step(t, H);
    } finally {
      this.loopStatus = undefined;
    }
  }

  foresee(time: (k: number) => number, count: number): number {
    if (!this.foresees || this.timed || this.polynomials.moving()) return -1;
    const { exchange, texts, waiting } = this;
    if (this.phase !== 'stepping' || exchange.stale || texts.waiting || waiting || exchange.changed())
      return 0;
    if (this.lookAhead === undefined)
      this.lookAhead = LookAhead.of(this.calls, this.stepCalls.ops, this.exchange.reads) ?? null;
    if (this.lookAhead === null) return -1;
    this.polynomials.hold();
    loadAll(this.sets);
    this.derivatives.set(0);
    return this.lookAhead.look(time, count, this.events.nextEventTime, (t, H) => this.sizeOf(t, H));
  }

  protected override beforeSnapshot(): void {
    if (this.lookAhead?.pending)
      throw new UserError(
        `snapshot of ${this.name}: steps have been computed in advance. Take the first snapshot before announcing steps.`,
      );
    this.foresees = false;
    this.lookAhead = null;
  }

  protected override beforeExit(t: number): void {
    if (this.usesEvents) this.clocks.start(t);
  }

  protected override get readsAtExit(): boolean {
    return !this.usesEvents;
  }

  protected begun(t: number): void {
    this.onlySize = 0;
    if (this.asSealed) this.sealedStep = this.calls.internalStep?.();
    if (!this.usesEvents) {
      storeAll(this.exchange.reads);
      return;
    }
    this.events.iterate(t, 0, !this.asSealed && !this.startWaits);
    if (!this.events.terminated) this.events.leave();
    this.read();
    if (this.events.terminated) this.finished(t);
  }

  protected advance(base: number, t: number, h: number): void {
    const end = t + h;
    this.whole = h;
    this.stepBegin = t;
    this.stepEnd = end;
    if (!this.isVariable && !this.asSealed) this.checkSize(t, h);
    const isDue =
      this.waiting || this.texts.waiting || this.jumpsAt(t) || this.events.next() <= t + this.near;
    if (!this.calm || isDue) this.beginStep(t);
    else if (this.events.nextEventTime > end) {
      // The common case: one call without events.
      const r = this.calls.registers;
      const reached = this.doStep(base, t, end);
      if (reached < end || r[io.eventNeeded] !== 0 || r[io.terminate] !== 0)
        this.goOn(base, t, reached, end, true);
      return;
    }
    this.goOn(base, t, t, end, false);
  }

  /** Passes changed values to the FMU at a communication point. */
  private beginStep(t: number): void {
    if (!this.usesEvents) {
      this.setDiscrete();
      return;
    }
    this.events.clearClocks();
    if (this.waits(this.events, t) || this.jumpsAt(t)) this.event(t);
    this.jumpTime = Number.NaN;
  }

  private jumpsAt(t: number): boolean {
    return Math.abs(t - this.jumpTime) <= this.near;
  }

  /** Continues a communication step from t at `from`, through all events up to its end. */
  private goOn(base: number, t: number, from: number, end: number, stepped: boolean): void {
    const before = end - this.near;
    this.zenoLimit.begin(t, end - t);
    if (stepped && this.handleEvents(base, from, before)) return;
    while (from < before) {
      if (from !== t) this.polynomials.evaluate(from - base);
      from = this.doStep(base, from, this.usesEvents ? this.bound(from, end, before) : end);
      if (from < before && this.zenoLimit.add(from)) this.refuseCrowd(from);
      if (this.handleEvents(base, from, before)) return;
    }
  }

  private refuseCrowd(t: number): never {
    const { most, near, closing, closer } = this.zenoLimit;
    if (closing) throw new CallFailure(`its ${closer.words}. ${zenoHint}`);
    throw new CallFailure(
      `it returns from every step at t = ${t} s without progress: ${most} times within ${near.toPrecision(3)} s. ` +
        'A switch may chatter, which needs a hysteresis or a separate mode. Ask the author of the FMU',
    );
  }

  /**
   * Handles events after doStep has reached t. Returns whether the communication step ends there.
   */
  private handleEvents(base: number, t: number, before: number): boolean {
    const r = this.calls.registers;
    if (r[io.terminate] !== 0) this.finished(t);
    if (!this.usesEvents) return t < before && this.ends(t, false);
    if (t >= before) {
      this.waiting = r[io.eventNeeded] !== 0;
      return false;
    }
    if (r[io.eventNeeded] === 0 && !this.events.due(t, this.near)) return false;
    if (this.ends(t, true)) return true;
    // The event sees the inputs of its time, not those of the start of the step.
    this.polynomials.evaluate(t - base);
    this.event(t);
    this.read();
    return false;
  }

  /** Ends a step that must end at the first event. */
  private ends(t: number, waiting: boolean): boolean {
    if (this.halts) this.halt(t, waiting);
    return this.halts;
  }

  readonly eventful: EventStepping | undefined;

  private eventStepping(): EventStepping {
    const { usesEvents, events } = this;
    return {
      hasEvents: usesEvents,
      waitAtStart: () => {
        this.startWaits = true;
      },
      step: (t, H) => this.stepToEvent(t, H),
      waits: (t) => usesEvents && (this.jumpsAt(t) || this.waits(events, t)),
      handle: (t, keepsTicks) => {
        this.jumpTime = Number.NaN;
        if (usesEvents) {
          if (keepsTicks !== true) events.clearClocks();
          this.event(t, true);
        } else this.setDiscrete();
        this.read();
      },
    };
  }

  /**
   * Returns the end of the next doStep call: a known event, or the end of the communication step.
   */
  private bound(from: number, end: number, before: number): number {
    const tick = this.clocks.next();
    if (tick < before && !this.isVariable)
      throw new UserError(
        `step ${this.name}: a clock ticks at t = ${tick} s, inside the step to t = ${end} s, but the FMU requires steps of constant ` +
          'size (canHandleVariableCommunicationStepSize). Choose a communication step that ends at the ticks.',
      );
    const next = this.isVariable ? this.events.next() : tick;
    return next < before && next > from + this.near ? next : end;
  }

  /**
   * Calls doStep, in smaller pieces if the FMU rejects the whole step. Returns the reached time.
   */
  private doStep(base: number, from: number, to: number): number {
    const answer = this.tryStep(
      base,
      from,
      from + this.whole === to ? this.sizeOf(from, this.whole) : to - from,
    );
    if (answer > status.warning) return this.retry(base, from, to, answer);
    const r = this.calls.registers;
    return r[io.early] === 0 ? to : this.reached(from, to);
  }

  /**
   * Returns the end of a step that returned early. The value is checked, because the FMU can
   * overwrite it.
   */
  private reached(from: number, to: number): number {
    const t = this.calls.registers[io.lastTime];
    if (t >= from - this.near && t <= to + this.near) return t;
    throw new CallFailure(
      `doStep returned lastSuccessfulTime = ${t} s from a step from ${from} s to ${to} s`,
    );
  }

  private tryStep(base: number, from: number, size: number): Status {
    if (this.lookAhead?.pending) return this.lookAhead.take(from, size);
    const answer = this.loopStatus ?? this.call(base, from, size);
    this.loopStatus = undefined;
    if (answer <= status.warning) storeAll(this.exchange.reads);
    return answer;
  }

  private call(base: number, from: number, size: number): Status {
    if (this.isPosted) {
      this.isPosted = false;
      return this.stepCalls.wait();
    }
    this.load(from, size);
    return this.stepCalls.make(from - base);
  }

  private load(from: number, size: number): void {
    const r = this.calls.registers;
    r[io.time] = from;
    r[io.step] = size;
    loadAll(this.sets);
  }

  /** Starts the calls of a step that consists only of calls. */
  private ask(t: number, H: number): boolean {
    const { lookAhead: ahead, exchange } = this;
    if (
      !this.stepCalls?.canPost ||
      ahead?.pending ||
      t + H >= this.until ||
      (!this.calm && exchange.changed())
    )
      return false;
    if (this.begin(t, H) < 0) return false;
    this.load(t, this.sizeOf(t, H));
    this.stepCalls.post(0);
    this.isPosted = true;
    return true;
  }

  /**
   * Handles a rejected step: continues from the part that the FMU completed (FMI 1.0 and 2.0), or halves
   * the step repeatedly.
   */
  private retry(base: number, from: number, to: number, answer: Status): number {
    const r = this.calls.registers;
    let size = to - from;
    for (let tries = 0; ; tries++) {
      const call = failedOp(this.stepCalls.lastOps, r);
      if (answer !== status.discard || call.op !== 'doStep' || !this.isVariable || tries === mostTries)
        this.endOrRefuse(answer, call);
      if (this.calls.fmi < 3 && (r[io.terminate] !== 0 || r[io.lastTime] > from)) {
        const reached = this.reached(from, to);
        this.read();
        return reached;
      }
      size *= 0.5;
      answer = this.tryStep(base, from, size);
      if (answer <= status.warning) return r[io.early] === 0 ? from + size : this.reached(from, from + size);
    }
  }

  /** Handles discard. An FMI 2.0 FMU requests the end of the simulation this way. */
  private endOrRefuse(answer: Status, call: FmiCall): void {
    const isEnd = answer === status.discard && call.op === 'doStep' && this.calls.fmi === 2;
    if (!isEnd || this.calls.registers[io.terminate] === 0) this.expect(answer, call);
  }

  /** Handles an event at t [s], at a communication point if `atPoint`. */
  private event(t: number, atPoint = false): void {
    const { events, stepBegin, near } = this;
    const shows = this.see !== undefined && !atPoint;
    const isInside = !atPoint && t > stepBegin + near;
    if (shows && isInside) this.see?.(t);
    if (isInside) this.updateInputs?.(t);
    if (shows) events.clearClocks();
    this.waiting = false;
    events.handle(t, near);
    if (events.terminated) {
      this.read();
      this.finished(t);
    }
    if (!shows) return;
    this.read();
    this.see?.(isInside ? t : stepBegin);
  }

  followInputs(update: (t: number) => void): void {
    this.updateInputs = update;
  }

  seeEvents(see: (t: number) => void): void {
    if (!this.asSealed) this.see = see;
  }

  /** Calls FMI 2 `getRealOutputDerivatives` or FMI 3 `getOutputDerivatives` for order 1. */
  slope(output: Variable, i: number): number {
    const known = this.slopes.get(output) ?? this.slopeOf(output);
    const { references, orders, values } = known;
    const answer = this.calls.getOutputDerivatives(references, orders, values);
    if (answer <= status.warning) return values[i];
    const { fmi } = this.calls;
    const function_ = `${functionPrefix(fmi)}${fmi < 3 ? 'GetRealOutputDerivatives' : 'GetOutputDerivatives'}`;
    throw new UserError(
      `differentiate ${this.name}.${output.name}: ${function_} returned ${statusNames[answer]} at t = ${this.stepEnd} s, although the FMU declares output derivatives (maxOutputDerivativeOrder). ` +
        'Choose an extrapolation without slopes, such as "quadratic".',
    );
  }

  private slopeOf(output: Variable): OutputSlope {
    const { length } = this.memory.slot(output);
    const slope = {
      references: Uint32Array.of(output.valueReference),
      orders: Int32Array.of(1),
      values: new Float64Array(length),
    };
    this.slopes.set(output, slope);
    return slope;
  }

  /** Sets changed discrete inputs and tunable parameters without event mode. */
  private setDiscrete(): void {
    if (this.texts.waiting) this.texts.flush();
    if (!this.exchange.changed()) return;
    this.exchange.loadDiscrete();
    this.run(this.change, this.changeOps);
  }

  private read(): void {
    for (const op of getting(this.exchange.reads)) this.expect(this.calls.call(op), op);
    storeAll(this.exchange.reads);
  }

  private checkSize(t: number, h: number): void {
    if (this.onlySize === 0) this.onlySize = h;
    if (Math.abs(h - this.onlySize) > 1e-9 * h)
      throw new UserError(
        `step ${this.name}: a step of ${h} s at t = ${t} s follows steps of ${this.onlySize} s, but the FMU requires steps of constant ` +
          'size (canHandleVariableCommunicationStepSize). Keep the communication step constant.',
      );
  }

  protected saveNumbers(): number[] {
    return [this.onlySize, Number(this.waiting), this.events.nextEventTime, ...this.clocks.save()];
  }

  protected restoreNumbers([size, waiting, next, ...clocks]: number[]): void {
    this.onlySize = size;
    this.waiting = waiting !== 0;
    this.events.nextEventTime = next;
    this.clocks.restore(clocks);
  }

  protected visitDriver(state: StateVisitor): void {
    this.clocks.visitState(state);
    this.events.visitState(state);
    this.zenoLimit.visitState(state);
    this.derivatives.visitState(state);
    this.onlySize = state.number('onlySize', this.onlySize);
    this.stepBegin = state.number('stepBegin', this.stepBegin);
    this.stepEnd = state.number('stepEnd', this.stepEnd);
    this.jumpTime = state.number('jumpTime', this.jumpTime);
  }
}
