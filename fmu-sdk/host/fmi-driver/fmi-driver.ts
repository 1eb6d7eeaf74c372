import type { Interface, ModelDescription, Variable } from '../../description/description.ts';
import type { Method } from '../../solver/ode-integrator.ts';
import { UserError } from '../../util/user-error.ts';
import {
  type Calls,
  type InstantiateOptions,
  type Op,
  register,
  type Status,
  status,
  type UnitBytes,
} from '../fmi-api.ts';
import type { Instance, VariableView } from '../instance.ts';
import type { Loops } from '../multi-step-loop.ts';
import type { UnitCopy } from '../state/instance-copy.ts';
import type { Portable } from '../state/portable-state.ts';
import type { RollbackKind, Snapshot } from '../state/snapshot.ts';
import { CallFailure, type Expect, Finished, failedOp, reasonOf, refuse } from './call-failure.ts';
import { DrivenSnapshot, lasting, StateCopy } from './driver-snapshot.ts';
import type { EventMode } from './event-mode.ts';
import { InputPolynomials } from './input-polynomials.ts';
import { OutputClocks } from './output-clocks.ts';
import { knownOf, packState, settle, unpackState } from './packed-state.ts';
import { checkSizes, configure, enterInitialization, getUnknownStarts, setStarts } from './start-instance.ts';
import { DrivenPortable, StateBytes } from './state-bytes.ts';
import { Texts } from './string-values.ts';
import { Exchange, getting, loadAll, setting, storeAll } from './variable-access.ts';
import { groupsOf } from './variable-groups.ts';
import { Memory, type Slot } from './variable-memory.ts';

/** How a unit is to be run. */
export interface DriveOptions {
  /** End of the experiment [s]; the unit refuses to go beyond. */
  stopTime?: number;
  /** Relative, of the integrator; also told to the unit. */
  tolerance?: number;
  /** Of model exchange, by name (`solver/solver-registry.ts`); `auto` when left out. */
  solver?: string;
  /** Integrators beside those of this package. */
  integrators?: readonly Method[];
  /** Is told in words what the unit's user should know of how it is integrated. */
  noted?: (words: string) => void;
  /**
   * Events of co-simulation are those of a sealed unit that steps by itself: what is due at the start or at the end of a step waits for the next one, and its inputs, and nobody
   * is told of those inside of steps. So are its steps: any whole number of its internal one.
   */
  asSealed?: boolean;
  /** A unit of this toolkit: it ends a step early at an event also where its steps are whole multiples of its own, and goes on from there. */
  events?: boolean;
}

/** Log categories of both standards in which a unit says why a call has failed (FMI 3.0.2, 2.4.5; FMI 2.0.5, 2.2.4). */
const reasons: readonly string[] = ['logStatusDiscard', 'logStatusError', 'logStatusFatal'];

/** As a share of the time or of the communication step. */
const rounding = 1e-12;

export type Phase = 'instantiated' | 'initializing' | 'stepping';

/**
 * What the drivers of the three kinds of interfaces have in common: the variables' memory, the life of a unit up to its
 * first step, strings, state, errors. A driver adds `begun` and `advance`.
 */
export abstract class Driver implements Instance {
  readonly name: string;
  readonly description: ModelDescription;
  protected readonly calls: Calls;
  /** Loops over units that are called as this one. */
  protected readonly loops: Loops | undefined;
  protected readonly options: DriveOptions;
  protected readonly memory: Memory;
  protected readonly exchange: Exchange;
  protected readonly texts: Texts;
  protected readonly outputClocks: OutputClocks;
  protected readonly polynomials: InputPolynomials;
  private readonly snapshots = new Set<DrivenSnapshot>();
  protected phase: Phase = 'instantiated';
  /** Worst status that the unit has answered. */
  private worst: Status = status.ok;
  /** Times closer than this [s] are the same: rounding. */
  protected near = 0;
  /** Is told of events inside of steps. */
  protected see: ((t: number) => void) | undefined;
  /** A step is to end at the first event, and where it has ended [s]. */
  protected halts = false;
  protected ended = 0;
  /** An event waits where the last step has ended. */
  protected waiting = false;
  /** Ticks that are due at the start wait to be handled. */
  protected startWaits = false;
  private start = 0;
  private base = 0;
  private pieces = 1;
  private size = 0;

  constructor(calls: Calls, description: ModelDescription, name: string, options: DriveOptions) {
    this.name = name;
    this.description = description;
    this.calls = calls;
    this.loops = calls.loops as Loops | undefined;
    this.options = options;
    const inputs = description.variables.filter((v) => this.takesPolynomial(v));
    this.memory = new Memory(description, name, inputs);
    this.exchange = new Exchange(calls);
    this.texts = new Texts(calls, this.expect);
    this.outputClocks = new OutputClocks(calls, description, this.exchange, this.texts, this.expect);
    this.polynomials = new InputPolynomials(inputs, this.memory);
  }

  /** Whether an input can be a polynomial over a step, which needs the unit's help in co-simulation. */
  protected abstract takesPolynomial(variable: Variable): boolean;
  protected abstract get interface(): Interface;
  /** After the initialization mode: what precedes the first step. */
  protected abstract begun(t: number): void;
  /** From t to t + h, inside the step that began at `base`; outputs are read at its end. */
  protected abstract advance(base: number, t: number, h: number): void;
  /** The variables to be exchanged have changed: prepare the calls. */
  protected abstract prepare(): void;
  /** What of the driver belongs to the unit's state, a fixed number of numbers. */
  protected abstract saveNumbers(): number[];
  protected abstract restoreNumbers(numbers: readonly number[]): void;

  /** Creates the unit; to be called by the constructor of a driver. */
  protected instantiate(options: Partial<InstantiateOptions>): void {
    if (!this.tryInstantiate(options)) refuse(this.calls, status.error, 'instantiate');
  }

  protected tryInstantiate(options: Partial<InstantiateOptions>): boolean {
    const { instantiationToken: token } = this.description;
    const made = this.calls.instantiate({ instanceName: this.name, token, ...options });
    if (made) this.hearReasons();
    return made;
  }

  /** Asks a unit that can do so to log why it refuses a call, and nothing else. */
  private hearReasons(): void {
    const categories = this.description.logCategories.flatMap(({ name }) =>
      reasons.includes(name) ? [name] : [],
    );
    if (categories.length > 0) this.calls.setDebugLogging(true, categories);
  }

  /** Throws, with the unit's reason, unless a call succeeded. */
  protected readonly expect: Expect = (answer, call) => {
    if (answer <= status.warning) return;
    this.worst = answer;
    refuse(this.calls, answer, call);
  };

  /** Makes a prepared batch, and throws unless all its calls succeeded. */
  protected run(batch: () => Status, ops: readonly Op[]): void {
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

  /** First look at a variable of a running unit. */
  private look(slot: Slot): void {
    const isRead = this.exchange.watched.read.includes(slot) || this.exchange.watched.tunable.includes(slot);
    if (!isRead) return;
    for (const group of groupsOf(this.calls, [slot])) {
      this.expect(this.calls.get(group.values), { op: 'get', values: group.values });
      group.store();
    }
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

  /** Loops over units are to look at this one again. */
  protected changed(): void {
    if (this.loops !== undefined) this.loops.changes++;
  }

  initialize(t: number): void {
    this.changed();
    const { calls, memory, exchange, expect } = this;
    if (this.phase === 'instantiated') {
      const watched = Object.values(exchange.watched).flat();
      checkSizes(this.description, memory, this.name);
      configure(calls, memory, watched, expect);
      setStarts(calls, memory, watched, expect);
      this.texts.flush();
      this.start = t;
      enterInitialization(calls, { ...this.options, startTime: t }, expect);
      getUnknownStarts(calls, watched, expect);
      this.phase = 'initializing';
    }
    exchange.prepare(false);
    if (this.texts.waiting) this.texts.flush();
    const sets = [
      ...exchange.continuous,
      ...exchange.discrete,
      ...groupsOf(calls, exchange.watched.clockedInput),
    ];
    loadAll(sets);
    for (const op of setting(sets)) expect(calls.call(op), op);
    const gets = [...exchange.reads, ...groupsOf(calls, exchange.watched.clockedRead)];
    for (const op of getting(gets)) expect(calls.call(op), op);
    storeAll(gets);
    this.setClock(t);
  }

  exitInitialization(): void {
    this.changed();
    this.beforeExit(this.start);
    this.expect(this.calls.call({ op: 'exitInitializationMode' }), 'exitInitializationMode');
    this.phase = 'stepping';
    this.exchange.prepare(false);
    this.prepare();
    this.begun(this.start);
  }

  /** What is to be asked for in initialization mode. */
  protected beforeExit(_t: number): void {}

  /** The independent variable follows the driver. */
  protected setClock(t: number): void {
    for (const { view, offset } of this.exchange.watched.time) view[offset] = t;
  }

  internalStep(): number {
    return 0;
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
      if (n < 1 || Math.abs(n * h - H) > 1e-9 * H) return -1;
    }
    if (this.exchange.stale) {
      this.exchange.prepare(true);
      this.prepare();
    }
    this.near = rounding * Math.max(Math.abs(t), H);
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

  /** As `UnitEvents` say. */
  protected stepToEvent(t: number, H: number): number {
    this.halts = true;
    this.waiting = false;
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

  /** A step ends at t before its end, with an event that waits or without. */
  protected halt(t: number, waiting: boolean): void {
    this.ended = t;
    this.waiting = waiting;
  }

  /** Whether an event of the unit's own waits at t [s]. */
  protected waits(events: EventMode, t: number): boolean {
    // A unit that is told of its time event before that does not handle it, and names the same time again.
    return this.waiting || events.nextEventTime <= t || events.due(t, this.near);
  }

  private finish(H: number): void {
    const end = this.base + H;
    // A sealed unit moves its inputs to the time at the end, which is rounded.
    const tau = this.options.asSealed === true ? end - this.base : H;
    if (this.polynomials.moving()) this.polynomials.evaluate(tau);
    this.setClock(end);
  }

  partial(unknown: Variable, i: number, known: Variable, k: number): number {
    if (!this.interface.providesDirectionalDerivatives)
      throw new UserError(
        `differentiate ${this.name}.${unknown.name} by ${known.name}: the unit gives no directional derivatives.`,
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

  /** What the unit has kept is given back while it is there. */
  private releaseAll(): void {
    if (this.worst < status.fatal) for (const snapshot of [...this.snapshots]) snapshot.release();
  }

  /** Ends the simulation, where there is one to be ended; how the unit refused. */
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
      throw new UserError(`snapshot of ${this.name}: it has not been initialized. Take it between steps.`);
    this.beforeSnapshot();
    const { calls, memory, exchange } = this;
    const { by, copy } = this.copying();
    const roots = [this, calls.registers, ...(calls.beside ?? []), ...memory.arrays.values()];
    const except = lasting(calls, this.description, memory, exchange).add(this.snapshots);
    const keeper = {
      exchange,
      beforeTake: () => this.beforeTake(),
      afterRestore: (looked: number) => {
        this.changed();
        if (exchange.seen.size > looked) this.lookAgain(looked);
        this.afterRestore();
      },
      released: (gone: DrivenSnapshot) => this.snapshots.delete(gone),
    };
    try {
      const snapshot = new DrivenSnapshot(by, copy, roots, except, keeper);
      this.snapshots.add(snapshot);
      return snapshot;
    } catch (error) {
      copy.release();
      throw error;
    }
  }

  portable(): Portable {
    if (this.phase !== 'stepping')
      throw new UserError(`keep the state of ${this.name}: it has not been initialized.`);
    this.beforeSnapshot();
    if (this.exchange.stale) {
      this.exchange.prepare(true);
      this.prepare();
    }
    const { calls, memory, exchange } = this;
    const roots = [this, calls.registers, ...(calls.beside ?? []), ...memory.arrays.values()];
    const except = lasting(calls, this.description, memory, exchange).add(this.snapshots);
    return new DrivenPortable(this.unitBytes(), roots, except, [...memory.arrays.values()], () =>
      this.changed(),
    );
  }

  /** What the unit is as bytes: what it serializes, where it can; else a copy of all that it has. */
  private unitBytes(): UnitBytes {
    const { calls, name } = this;
    if (this.interface.canSerializeFMUState) {
      calls.registers[register.noSetStatePrior] = 0;
      return new StateBytes(calls, this.expect);
    }
    const bytes = calls.portable?.() ?? 'its native code has a memory of its own';
    if (typeof bytes !== 'string') return bytes;
    throw new UserError(
      `keep the state of ${name}: the unit cannot serialize it (canSerializeFMUState), and ${bytes}. ` +
        'Run it without checkpoints, or ask its maker for FMU state or a WebAssembly component.',
    );
  }

  /** A driver that does steps ahead ceases to. */
  protected beforeSnapshot(): void {}

  /** What cannot be kept begins anew at a state that is kept, and at one that is restored. */
  protected beforeTake(): void {}
  protected afterRestore(): void {}

  /** What keeps the unit: itself, where it can; else a copy of all that it has. */
  private copying(): { by: RollbackKind; copy: UnitCopy } {
    const { calls, name } = this;
    if (this.interface.canGetAndSetFMUState) {
      // From here on steps may be done again.
      calls.registers[register.noSetStatePrior] = 0;
      return { by: 'state', copy: new StateCopy(calls, this.expect) };
    }
    const copying = calls.copy?.() ?? 'nothing that runs it here can copy it: run it alone';
    if (typeof copying !== 'string') return copying;
    throw new UserError(`snapshot of ${name}: it has no FMU state (canGetAndSetFMUState), and ${copying}.`);
  }

  /** Variables that were looked at for the first time after the state that was restored. */
  private lookAgain(from: number): void {
    this.exchange.stale = true;
    for (const slot of [...this.exchange.seen].slice(from)) this.look(slot);
  }

  getState(): Uint8Array {
    this.expectState('get');
    const { status: answer, handle } = this.calls.getState();
    this.expect(answer, 'getFMUState');
    const { status: serialized, bytes } = this.calls.serializeState(handle);
    this.calls.freeState(handle);
    this.expect(serialized, 'serializeFMUState');
    this.calls.registers[register.noSetStatePrior] = 0;
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
    settle(known, this.memory, this.exchange, (slot) => this.look(slot));
  }

  private numbers(): number[] {
    return [this.start, ...this.saveNumbers()];
  }

  private expectState(action: string): void {
    if (this.phase !== 'stepping')
      throw new UserError(`${action} state of ${this.name}: it has not been initialized.`);
    if (!this.interface.canSerializeFMUState)
      throw new UserError(
        `${action} state of ${this.name}: the unit cannot serialize its state (canSerializeFMUState). Run it from the start instead.`,
      );
  }

  reasonOf(thrown: unknown): string {
    return reasonOf(thrown);
  }

  /** The unit wants the simulation to end at t [s]. */
  protected finished(t: number): never {
    this.setClock(t);
    throw new Finished(t);
  }
}
