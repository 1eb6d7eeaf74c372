import type { Interface, ModelDescription, Variable } from '../../description/description.ts';
import type { Method } from '../../solver/ode-integrator.ts';
import type { Stateful, StateVisitor } from '../../util/state/stateful.ts';
import { instantTolerance } from '../../util/time/same-time.ts';
import { UserError } from '../../util/user-error.ts';
import type { LoopBuilder } from '../fast-path/multi-step-loop.ts';
import {
  type FmiApi,
  type FmiCall,
  type InstantiateOptions,
  io,
  type StateSerializer,
  type Status,
  status,
} from '../instance/fmi-api.ts';
import type { Instance, VariableView } from '../instance/instance.ts';
import type { InstanceCopy } from '../state/instance-copy.ts';
import type { PortableState } from '../state/portable-state.ts';
import type { RollbackKind, Snapshot } from '../state/snapshot.ts';
import { CallFailure, type Expect, Finished, failedOp, reasonOf, rejectCall } from './call-failure.ts';
import type { EventMode } from './events/event-mode.ts';
import { OutputClocks } from './events/output-clocks.ts';
import { DrivenSnapshot, FmuStateCopy } from './snapshot/driver-snapshot.ts';
import { knownOf, packState, restoreWatched, unpackState } from './snapshot/packed-state.ts';
import { DrivenPortable, StateBytes } from './snapshot/state-bytes.ts';
import { checkSizes, InstanceStart } from './start-instance.ts';
import { InputPolynomials } from './variables/input-polynomials.ts';
import { StringValues } from './variables/string-values.ts';
import { getting, loadAll, setting, storeAll, VariableAccess } from './variables/variable-access.ts';
import { type GivenElements, Memory, type Slot } from './variables/variable-memory.ts';

/** Options that determine how an FMU runs. */
export interface DriverOptions {
  /** End of the experiment [s]. The FMU rejects later times. */
  stopTime?: number;
  /** Relative tolerance of the integrator, also passed to the FMU. */
  tolerance?: number;
  /** Name of the integrator for model exchange (`solver/solver-registry.ts`). Default: `auto`. */
  solver?: string;
  /** Integrators in addition to the built-in ones. */
  integrators?: readonly Method[];
  /** Receives notes on the integration for the user. */
  noted?: (words: string) => void;
  /**
   * Handles events as a fmukit FMU with internal steps does. Events due at the start or end of a
   * step wait for the next step and its inputs, and events inside steps are not reported. Steps may
   * be any multiple of the internal step.
   */
  asSealed?: boolean;
  /**
   * Ends a step of a fmukit FMU early at an event, even if communication steps are multiples of the
   * internal step, and continues from there.
   */
  events?: boolean;
  /** Elements of resized arrays that the user gives a value before the initialization. */
  given?: GivenElements;
}

/**
 * Log categories of both standards with the reason of a failed call (FMI 3.0.2, 2.4.5. FMI 2.0.5,
 * 2.2.4).
 */
const reasons: readonly string[] = ['logStatusDiscard', 'logStatusError', 'logStatusFatal'];

export type Phase = 'instantiated' | 'initializing' | 'stepping';

/**
 * Common part of the drivers of the three interface types: memory of the variables, life cycle up
 * to the first step, strings, state, errors. A driver adds `begun` and `advance`.
 */
export abstract class FmiDriver implements Instance, Stateful {
  protected readonly calls: FmiApi;
  /** Builder of loops over instances that are called like this one. */
  protected readonly loops: LoopBuilder | undefined;
  protected readonly memory: Memory;
  protected readonly exchange: VariableAccess;
  protected readonly texts: StringValues;
  private readonly starting: InstanceStart;
  protected readonly outputClocks: OutputClocks;
  protected readonly polynomials: InputPolynomials;
  private readonly snapshots = new Set<DrivenSnapshot>();
  protected phase: Phase = 'instantiated';
  /** Worst status that the FMU has returned. */
  private worst: Status = status.ok;
  /** Distance below which times are equal [s]. */
  protected near = 0;
  /** Receives events inside steps. */
  protected see: ((t: number) => void) | undefined;
  /** Ends steps at the first event, at the recorded time [s]. */
  protected halts = false;
  protected ended = 0;
  /** Marks an event that waits at the end of the last step. */
  protected waiting = false;
  /** Nominal communication step [s], or 0. */
  protected nominalStep = 0;
  /** Defers ticks at the start time to the event handling. */
  protected startWaits = false;
  private start = 0;
  private base = 0;
  private pieces = 1;
  private size = 0;

  constructor(
    calls: FmiApi,
    readonly description: ModelDescription,
    readonly name: string,
    protected readonly options: DriverOptions,
  ) {
    this.calls = calls;
    this.loops = calls.loops as LoopBuilder | undefined;
    const inputs = description.variables.filter((v) => this.takesPolynomial(v));
    this.memory = new Memory(description, name, inputs, options.given);
    this.exchange = new VariableAccess(calls);
    // Its value costs no call, and whoever reads it late must see the present time.
    for (const v of description.variables)
      if (v.causality === 'independent') this.exchange.watch(this.memory.slot(v));
    this.texts = new StringValues(calls, this.expect);
    this.starting = new InstanceStart(calls, this.memory, this.texts, this.expect);
    this.outputClocks = new OutputClocks(calls, description, this.exchange, this.texts, this.expect);
    this.polynomials = new InputPolynomials(inputs, this.memory);
  }

  /**
   * Reports whether an input can be a polynomial over a step, which needs support of the FMU in
   * co-simulation.
   */
  protected abstract takesPolynomial(variable: Variable): boolean;
  protected abstract get interface(): Interface;
  /** Runs after the initialization mode and before the first step. */
  protected abstract begun(t: number): void;
  /**
   * Advances from t to t + h inside the step that started at `base`. Outputs are read at its end.
   */
  protected abstract advance(base: number, t: number, h: number): void;
  /** Prepares the calls after the set of exchanged variables changed. */
  protected abstract prepare(): void;
  /** Returns the driver's part of the state, a fixed number of numbers. */
  protected abstract saveNumbers(): number[];
  protected abstract restoreNumbers(numbers: readonly number[]): void;
  /** Saves or restores the state of the driver of this interface type. */
  protected abstract visitDriver(state: StateVisitor): void;

  /** Instantiates the FMU. The constructor of a driver calls it. */
  protected instantiate(options: Partial<InstantiateOptions>): void {
    if (!this.tryInstantiate(options)) rejectCall(this.calls, status.error, 'instantiate');
  }

  protected tryInstantiate(options: Partial<InstantiateOptions>): boolean {
    const { instantiationToken: token } = this.description;
    const isInstantiated = this.calls.instantiate({ instanceName: this.name, token, ...options });
    if (isInstantiated) this.enableErrorLog();
    return isInstantiated;
  }

  /** Asks the FMU to log only the reasons of failed calls, if it supports this. */
  private enableErrorLog(): void {
    const categories = this.description.logCategories.flatMap(({ name }) =>
      reasons.includes(name) ? [name] : [],
    );
    if (categories.length > 0) this.calls.setDebugLogging(true, categories);
  }

  /** Checks a call and reports the FMU's reason if it failed. */
  protected readonly expect: Expect = (answer, call) => {
    if (answer <= status.warning) return;
    this.worst = answer;
    rejectCall(this.calls, answer, call);
  };

  /** Makes a prepared batch, and throws unless all its calls succeeded. */
  protected run(batch: () => Status, ops: readonly FmiCall[]): void {
    const answer = batch();
    if (answer > status.warning) this.expect(answer, failedOp(ops, this.calls.registers));
  }

  view(variable: Variable): VariableView {
    const slot = this.memory.slot(variable);
    if (this.exchange.watch(slot)) {
      this.changed();
      if (this.phase !== 'instantiated') this.look(slot);
    }
    const { view, offset, length } = slot;
    return { view, offset, length };
  }

  /** Reads a variable of a running FMU for the first time. */
  private look(slot: Slot): void {
    const { watched } = this.exchange;
    const isRead = watched.read.includes(slot) || watched.tunable.includes(slot);
    if (!isRead) {
      this.starting.look(slot);
      return;
    }
    this.starting.read(slot);
  }

  getBytes(variable: Variable, i: number): Uint8Array {
    return this.texts.get(variable, this.phase === 'instantiated')[i];
  }

  setBytes(variable: Variable, i: number, value: Uint8Array): void {
    this.changed();
    this.texts.set(variable, i, value, this.phase === 'instantiated');
  }

  polynomial(variable: Variable): { view: Float64Array; offset: number } {
    return { view: this.polynomials.memory, offset: this.polynomials.offsetOf(variable.name) };
  }

  /** Informs loops that this instance has changed. */
  protected changed(): void {
    if (this.loops !== undefined) this.loops.changes++;
  }

  initialize(t: number): void {
    this.changed();
    const { exchange, starting } = this;
    const known = (): FmiCall[] => {
      exchange.prepare(false);
      loadAll(exchange.clockedInputs);
      const sets = [...exchange.continuous, ...exchange.discrete, ...exchange.clockedInputs];
      return [...setting(sets), ...getting(exchange.reads), ...getting(exchange.clockedReads)];
    };
    if (this.phase === 'instantiated') {
      checkSizes(this.description, this.memory, this.name);
      this.start = t;
      const watched = Object.values(exchange.watched).flat();
      starting.enter(watched, { ...this.options, startTime: t }, known);
      this.phase = 'initializing';
    } else {
      if (this.texts.waiting) this.texts.flush();
      starting.make(known());
    }
    storeAll(exchange.reads);
    storeAll(exchange.clockedReads);
    this.setClock(t);
  }

  exitInitialization(): void {
    this.changed();
    this.beforeExit(this.start);
    this.exchange.prepare(false);
    const reads = this.readsAtExit ? getting(this.exchange.reads) : [];
    this.starting.make([{ op: 'exitInitializationMode' }, ...reads]);
    this.phase = 'stepping';
    this.prepare();
    this.begun(this.start);
  }

  /** True if the values after the initialization mode are those of the first step. */
  protected get readsAtExit(): boolean {
    return false;
  }

  /** Reads additional values in initialization mode. */
  protected beforeExit(_t: number): void {}

  /** Sets the independent variable. */
  protected setClock(t: number): void {
    for (const { view, offset } of this.exchange.watched.time) view[offset] = t;
  }

  internalStep(): number {
    return 0;
  }

  setNominalStep(H: number): void {
    this.changed();
    this.nominalStep = H;
  }

  /**
   * True if the FMU receives the nominal step. A fmukit FMU receives the difference of two times, so
   * that its results have the same bits in every host.
   */
  protected get tellsNominalStep(): boolean {
    const { asSealed = false, events = false } = this.options;
    return !asSealed && !events;
  }

  /**
   * Returns the size [s] of a step from t by H that the FMU receives: the nominal size, if H
   * differs from it only by rounding.
   */
  protected sizeOf(t: number, H: number): number {
    const { nominalStep, options } = this;
    const isNominal =
      this.tellsNominalStep &&
      nominalStep > 0 &&
      Math.abs(H - nominalStep) <= instantTolerance(t, nominalStep) &&
      !(t + nominalStep > (options.stopTime ?? Number.POSITIVE_INFINITY));
    return isNominal ? nominalStep : H;
  }

  readonly step = (t: number, H: number): number => {
    if (this.begin(t, H) < 0) return -1;
    this.advance(t, t, H);
    this.finish(H);
    return 0;
  };

  readonly begin = (t: number, H: number): number => {
    this.changed();
    const h = this.internalStep();
    let n = 1;
    if (h > 0) {
      n = Math.round(H / h);
      const isWhole = n >= 1 && Math.abs(n * h - H) <= 1e-9 * H;
      // Other tools only inform about their internal step.
      if (!isWhole && this.options.asSealed === true) return -1;
      n = Math.max(1, n);
    }
    if (this.exchange.stale) {
      this.exchange.prepare(true);
      this.prepare();
    }
    this.near = instantTolerance(t, H);
    this.base = t;
    this.size = H;
    this.pieces = n;
    this.polynomials.hold();
    return n;
  };

  readonly micro = (i: number): void => {
    const { base, size, pieces } = this;
    const from = (i * size) / pieces;
    if (i > 0) this.polynomials.evaluate(from);
    this.advance(base, base + from, i === pieces - 1 ? size - from : size / pieces);
    if (i === pieces - 1) this.finish(size);
  };

  /** Steps as `EventStepping` describes. */
  protected stepToEvent(t: number, H: number): number {
    this.halts = true;
    this.ended = t + H;
    try {
      this.begin(t, H);
      this.advance(t, t, H);
      this.finish(this.ended === t + H ? H : this.ended - t);
    } finally {
      this.halts = false;
    }
    return this.ended;
  }

  /** Ends a step early at t, with or without a waiting event. */
  protected halt(t: number, waiting: boolean): void {
    this.ended = t;
    this.waiting = waiting;
  }

  /** Reports whether an event waits at t [s]. */
  protected waits(events: EventMode, t: number): boolean {
    return this.waiting || this.texts.waiting || events.due(t, this.near);
  }

  private finish(H: number): void {
    const end = this.base + H;
    // A fmukit FMU evaluates inputs at the rounded end time.
    const tau = this.options.asSealed === true ? end - this.base : H;
    if (this.polynomials.moving()) this.polynomials.evaluate(tau);
    this.setClock(end);
  }

  partial(unknown: Variable, i: number, known: Variable, k: number): number {
    if (!this.interface.providesDirectionalDerivatives)
      throw new UserError(
        `differentiate ${this.name}.${unknown.name} by ${known.name}: the FMU does not provide directional derivatives.`,
      );
    const seed = new Float64Array(this.memory.slot(known).length);
    const sensitivity = new Float64Array(this.memory.slot(unknown).length);
    seed[k] = 1;
    const [u, v] = [unknown, known].map(({ valueReference }) => Uint32Array.of(valueReference));
    this.expect(this.calls.directionalDerivative(u, v, seed, sensitivity), 'getDirectionalDerivative');
    return sensitivity[i];
  }

  reset(): void {
    this.changed();
    this.expect(this.calls.call({ op: 'reset' }), 'reset');
    this.memory.reset();
    this.texts.forget();
    this.polynomials.slots.fill(0);
    this.phase = 'instantiated';
  }

  close(): void {
    let refused: unknown;
    try {
      refused = this.terminate();
      this.releaseAll();
      if (this.worst < status.fatal) this.calls.freeInstance();
    } finally {
      this.calls.close();
    }
    const fault = this.calls.lastEnd ?? refused;
    if (fault !== undefined) throw fault;
  }

  /** Frees all states that the FMU stores, while it still runs. */
  private releaseAll(): void {
    if (this.worst < status.fatal) for (const snapshot of [...this.snapshots]) snapshot.release();
  }

  /** Terminates the simulation if it has started. Returns the error of the FMU, if any. */
  private terminate(): unknown {
    if (this.phase !== 'stepping' || this.worst >= status.error) return undefined;
    try {
      this.expect(this.calls.call({ op: 'terminate' }), 'terminate');
      return undefined;
    } catch (error) {
      if (error instanceof CallFailure) return error;
      throw error;
    }
  }

  snapshot(): Snapshot {
    if (this.phase !== 'stepping')
      throw new UserError(
        `snapshot of ${this.name}: the instance is not initialized. Take the snapshot between steps.`,
      );
    this.beforeSnapshot();
    const { exchange } = this;
    const { by, copy } = this.copying();
    const keeper = {
      exchange,
      beforeTake: () => this.beforeTake(),
      afterRestore: (looked: number) => {
        this.changed();
        if (exchange.watchedSlots.size > looked) this.lookAgain(looked);
        this.afterRestore();
      },
      released: (snapshot: DrivenSnapshot) => this.snapshots.delete(snapshot),
    };
    try {
      const snapshot = new DrivenSnapshot(by, copy, this, keeper);
      this.snapshots.add(snapshot);
      return snapshot;
    } catch (error) {
      copy.release();
      throw error;
    }
  }

  portable(): PortableState {
    if (this.phase !== 'stepping')
      throw new UserError(`save the state of ${this.name}: the instance is not initialized.`);
    this.beforeSnapshot();
    if (this.exchange.stale) {
      this.exchange.prepare(true);
      this.prepare();
    }
    return new DrivenPortable(this.unitBytes(), this, [...this.memory.arrays.values()], () => this.changed());
  }

  /** Serializes the FMU with its own function if possible, else by copying its memory. */
  private unitBytes(): StateSerializer {
    const { calls, name } = this;
    if (this.interface.canSerializeFMUState) {
      calls.registers[io.noSetStatePrior] = 0;
      return new StateBytes(calls, this.expect);
    }
    const bytes = calls.portable?.() ?? 'its native code has private memory';
    if (typeof bytes !== 'string') return bytes;
    throw new UserError(
      `save the state of ${name}: the FMU cannot serialize it (canSerializeFMUState), and ${bytes}. ` +
        'Run it without checkpoints, or ask its author for FMU state or a WebAssembly component.',
    );
  }

  /** Stops computing steps in advance. */
  protected beforeSnapshot(): void {}

  /** Restarts parts that cannot be saved, both when a state is saved and when it is restored. */
  protected beforeTake(): void {}
  protected afterRestore(): void {}

  /** Saves the FMU with its own state functions if possible, else by copying its memory. */
  private copying(): { by: RollbackKind; copy: InstanceCopy } {
    const { calls, name } = this;
    if (this.interface.canGetAndSetFMUState) {
      // From now on steps may be repeated.
      calls.registers[io.noSetStatePrior] = 0;
      return { by: 'state', copy: new FmuStateCopy(calls, this.expect) };
    }
    const copying = calls.copy?.() ?? 'its host on this machine cannot copy it (run it alone)';
    if (typeof copying !== 'string') return copying;
    throw new UserError(
      `snapshot of ${name}: the FMU does not support FMU state (canGetAndSetFMUState), and ${copying}.`,
    );
  }

  /** Reads variables again that were first watched after the restored state was saved. */
  private lookAgain(from: number): void {
    this.exchange.forget();
    for (const slot of [...this.exchange.watchedSlots].slice(from)) this.look(slot);
  }

  getState(): Uint8Array {
    this.expectState('get');
    const { status: answer, handle } = this.calls.getState();
    this.expect(answer, 'getFMUState');
    const { status: serialized, bytes } = this.calls.serializeState(handle);
    this.calls.freeState(handle);
    this.expect(serialized, 'serializeFMUState');
    this.calls.registers[io.noSetStatePrior] = 0;
    const { memory, exchange, texts } = this;
    const known = knownOf(memory, exchange);
    return packState({ numbers: this.numbers(), known, texts: texts.save(), unit: bytes }, memory);
  }

  setState(state: Uint8Array): void {
    this.changed();
    this.expectState('set');
    const { memory, name } = this;
    const { numbers, known, texts, unit } = unpackState(state, this.numbers().length, memory, name);
    this.texts.restore(texts, this.description.variables);
    const { status: answer, handle } = this.calls.deserializeState(unit);
    this.expect(answer, 'deserializeFMUState');
    const set = this.calls.setState(handle);
    this.calls.freeState(handle);
    this.expect(set, 'setFMUState');
    this.start = numbers[0];
    this.restoreNumbers(numbers.slice(1));
    restoreWatched(known, this.memory, this.exchange, (slot) => this.look(slot));
  }

  private numbers(): number[] {
    return [this.start, ...this.saveNumbers()];
  }

  private expectState(action: string): void {
    if (this.phase !== 'stepping')
      throw new UserError(`${action} state of ${this.name}: the instance is not initialized.`);
    if (!this.interface.canSerializeFMUState)
      throw new UserError(
        `${action} state of ${this.name}: the FMU cannot serialize its state (canSerializeFMUState). Run it from the start instead.`,
      );
  }

  reasonOf(thrown: unknown): string {
    return reasonOf(thrown);
  }

  /** Ends the simulation at t [s] on the FMU's request. */
  protected finished(t: number): never {
    this.setClock(t);
    throw new Finished(t);
  }

  /**
   * Saves or restores everything that the host keeps for the FMU: copies of values, driver and
   * integrator.
   */
  visitState(state: StateVisitor): void {
    const { calls, exchange } = this;
    this.memory.visitState(state);
    state.array('registers', calls.registers);
    calls.visitState?.(state);
    this.worst = state.count('worst', this.worst, status.fatal) as Status;
    this.near = state.number('near', this.near);
    this.waiting = state.boolean('waiting', this.waiting);
    this.startWaits = state.boolean('startWaits', this.startWaits);
    this.start = state.number('start', this.start);
    this.texts.visitState(state, this.description.variables);
    this.visitDriver(state);
    const watched = exchange.watchedSlots.size + 1;
    // Groups of another set of watched variables are formed anew, and then set.
    exchange.stale = state.count('watched', exchange.stale ? 0 : watched, watched) !== watched;
    if (exchange.stale && this.phase !== 'instantiated') exchange.forget();
    if (!exchange.stale) this.visitSent(state);
  }

  /** Saves or restores the values last set. */
  protected visitSent(state: StateVisitor): void {
    this.exchange.visitState(state);
  }
}
