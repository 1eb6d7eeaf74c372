import type { FmiMajor } from '../../../standard/fmi-version.ts';
import { UserError } from '../../../util/user-error.ts';
import type { LoopBuilder } from '../../fast-path/multi-step-loop.ts';
import {
  type ElementDependency,
  type FmiApi,
  type FmiCall,
  type FmuGoneError,
  type Fraction,
  type InstantiateOptions,
  type InterfaceKind,
  type Intermediate,
  io,
  type LogMessage,
  type MemoryWatch,
  type NumericType,
  type Polynomials,
  type ProcessCopy,
  registerCount,
  type SplitBatch,
  type Status,
  type StepBatch,
  type StepStatusKind,
  status,
  type Values,
} from '../../instance/fmi-api.ts';
import { arraysOf } from '../../wasm/array-classes.ts';
import type { Addon, Handle } from '../addon.ts';
import { ProcessCopies } from '../copies/process-copies.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { instrumentationOf } from '../instrumentation.ts';
import type { LoopSeat } from '../loop/loop-program.ts';
import { nativeLoops } from '../loop/native-loop.ts';
import type { Memory, SharedPlace } from '../shared-buffers.ts';
import type { Result } from './call-operands.ts';

const dependencyKinds = ['independent', 'constant', 'fixed', 'tunable', 'discrete', 'dependent'] as const;
const stepStatusKinds: readonly StepStatusKind[] = ['doStep', 'pending', 'lastSuccessfulTime', 'terminated'];
const noBuffer = 0xffffffff;
/** A handle that stands for no state: the FMU receives NULL. */
const noState = 0xffffffff;
/** Size of a count [bytes]. */
const word = 8;
/** Size limit of a name [bytes]. */
const name = 4096;

/** Value references of negated aliases of FMI 1.0, and those that the FMU has for them. */
export type NegatedReferences = ReadonlyMap<number, number>;

/** Properties of the library, and what its instances share. */
export interface NativeCallOptions {
  fmi: FmiMajor;
  kind: InterfaceKind;
  /** Name of the FMU in errors. */
  what: string;
  /** Location of the resources, in the form of the FMI version. */
  resources: string;
  isolated: boolean;
  copied: boolean;
  negated: NegatedReferences;
  memory: Memory;
  /** Loops over the FMUs of its process, if it shares one. */
  processLoops?: LoopBuilder | undefined;
  /** Runs when the functions are closed. Returns the end of the FMU if it died there. */
  close: () => FmuGoneError | undefined;
}

/** FMI functions of an FMU that `load` has loaded into the engine of `line`. */
export class NativeCalls implements FmiApi {
  readonly fmi: FmiMajor;
  readonly kind: InterfaceKind;
  readonly registers: Float64Array;
  lastEnd: FmuGoneError | undefined;
  readonly watch: MemoryWatch;
  private readonly types: Readonly<Record<string, number>>;
  private readonly operations: Readonly<Record<string, number>>;
  private readonly what: string;
  private readonly resources: string;
  private readonly negated: NegatedReferences;
  private readonly knownReferences = new WeakMap<Uint32Array, Uint32Array>();
  private readonly isolated: boolean;
  /** Marks an FMU with a process of its own. */
  private readonly hasProcess: boolean;
  readonly loops: LoopBuilder | undefined;
  private readonly copies: ProcessCopies | undefined;
  private readonly memory: Memory;
  private isClosed = false;
  /** Batch and buffer numbers of the engine. */
  private readonly batches = new WeakMap<() => Status, number>();
  private readonly buffers = new WeakMap<Values | Float64Array, number>();

  constructor(
    addon: Addon,
    private readonly unit: Handle,
    private readonly line: EngineClient,
    private readonly of: NativeCallOptions,
  ) {
    this.fmi = of.fmi;
    this.kind = of.kind;
    this.isolated = of.isolated;
    const loops = this.isolated ? of.processLoops : nativeLoops(addon);
    this.loops = this.fmi === 1 ? undefined : loops;
    this.hasProcess = this.isolated && of.processLoops === undefined;
    this.what = of.what;
    this.resources = of.resources;
    this.negated = of.negated;
    this.types = addon.types;
    this.operations = addon.operations;
    this.memory = of.memory;
    this.copies = of.copied ? new ProcessCopies(addon, unit, line, of.what) : undefined;
    this.registers = new Float64Array(line.block, addon.places.registers, registerCount);
    this.watch = instrumentationOf(line, addon, of.kind);
  }

  getVersion(): string {
    this.line.begin();
    this.line.transact('getVersion');
    return this.line.result(name).text();
  }

  getTypesPlatform(): string {
    this.line.begin();
    this.line.transact('getTypesPlatform');
    return this.line.result(name).text();
  }

  instantiate(o: InstantiateOptions): boolean {
    this.line
      .begin()
      .text(o.instanceName)
      .text(o.token)
      .text(this.resources)
      .word(Number(o.visible ?? false))
      .word(Number(o.loggingOn ?? false))
      .word(Number(o.eventModeUsed ?? false))
      .word(Number(o.earlyReturnAllowed ?? false))
      .word(Number(o.withoutCallbacks ?? false))
      .array(o.requiredIntermediateVariables ?? new Uint32Array());
    return this.line.transact('instantiate') === status.ok;
  }

  freeInstance(): void {
    this.line.begin();
    this.line.transact('freeInstance');
  }

  setDebugLogging(on: boolean, categories: readonly string[]): Status {
    const operands = this.line.begin().word(Number(on)).word(categories.length);
    for (const category of categories) operands.text(category);
    return this.line.transact('setDebugLogging');
  }

  values(type: NumericType, valueReferences: Uint32Array, count: number = valueReferences.length): Values {
    const arrays = arraysOf(this.fmi);
    const Elements = arrays[type];
    if (Elements === undefined)
      throw new UserError(
        `run ${this.what}: FMI ${this.fmi}.0 does not support variables of type ${type}. Use ${Object.keys(arrays).join(', ')}.`,
      );
    const place = this.memory.place(
      Math.ceil((count * Elements.BYTES_PER_ELEMENT) / 8) * 8 + 4 * valueReferences.length,
    );
    const view = new Elements(place.buffer, place.offset, count);
    const values: Values = { type, valueReferences, view, offset: 0, length: count };
    const number = this.register(type, place, view.byteLength, count, this.known(valueReferences));
    this.negate(number, valueReferences);
    this.buffers.set(values, number);
    return values;
  }

  /** Returns the value references that the FMU has. */
  private known(valueReferences: Uint32Array): Uint32Array {
    const { negated } = this;
    if (negated.size === 0) return valueReferences;
    let known = this.knownReferences.get(valueReferences);
    if (known === undefined) {
      known = valueReferences.map((reference) => negated.get(reference) ?? reference);
      this.knownReferences.set(valueReferences, known);
    }
    return known;
  }

  /** Tells the engine which values of a buffer have the other sign in the FMU. */
  private negate(buffer: number, valueReferences: Uint32Array): void {
    const indexes = [...valueReferences.keys()].filter((i) => this.negated.has(valueReferences[i]));
    if (indexes.length === 0) return;
    this.line.begin().word(buffer).array(Uint32Array.from(indexes));
    this.line.transact('negate');
  }

  doubles(length: number): Float64Array {
    const place = this.memory.place(8 * length);
    const doubles = new Float64Array(place.buffer, place.offset, length);
    this.buffers.set(doubles, this.register('Float64', place, 8 * length, length, new Uint32Array()));
    return doubles;
  }

  get(values: Values): Status {
    return this.line.make('get', this.numberOf(values));
  }

  set(values: Values): Status {
    return this.line.make('set', this.numberOf(values));
  }

  getStrings(valueReferences: Uint32Array, count: number): { status: Status; values: string[] } {
    this.line.begin().array(valueReferences).word(count);
    return this.list('getStrings', count, (result) => result.text());
  }

  setStrings(valueReferences: Uint32Array, values: readonly string[]): Status {
    const operands = this.line.begin().array(valueReferences).word(values.length);
    for (const value of values) operands.text(value);
    return this.line.transact('setStrings');
  }

  getBinaries(valueReferences: Uint32Array, count: number): { status: Status; values: Uint8Array[] } {
    this.line.begin().array(valueReferences).word(count);
    return this.list('getBinaries', count, (result) => result.array());
  }

  setBinaries(valueReferences: Uint32Array, values: readonly Uint8Array[]): Status {
    const operands = this.line.begin().array(valueReferences).word(values.length);
    for (const value of values) operands.array(value);
    return this.line.transact('setBinaries');
  }

  call(op: FmiCall): Status {
    return this.line.make(op.op, this.operandOf(op));
  }

  batch(ops: readonly FmiCall[]): () => Status {
    const number = this.numberOfBatch(ops);
    const run = this.line.bind('run', number);
    this.batches.set(run, number);
    return run;
  }

  private numberOfBatch(ops: readonly FmiCall[]): number {
    const pairs = ops.flatMap((op) => [this.operations[op.op], this.operandOf(op)]);
    this.line.begin().array(Uint32Array.from(pairs));
    this.line.transact('batch');
    return this.line.result(word).word();
  }

  posted(batch: () => Status): SplitBatch | undefined {
    return this.hasProcess ? this.line.bindPosted('run', this.batches.get(batch) as number) : undefined;
  }

  seat(batch: () => Status): LoopSeat {
    return { unit: this.unit, batch: this.batches.get(batch) as number };
  }

  ahead(ops: readonly FmiCall[], read: readonly Values[], capacity: number): StepBatch | undefined {
    // In this process a crossing is cheap, and an FMU that never returns would lose the rows.
    if (!this.hasProcess) return undefined;
    const batch = this.numberOfBatch(ops);
    const times = this.doubles(2 * capacity);
    const rows = read.map((v) => this.values(v.type, new Uint32Array(), capacity * v.length));
    this.line
      .begin()
      .word(batch)
      .word(capacity)
      .word(this.numberOf(times))
      .array(Uint32Array.from(read, (v) => this.numberOf(v)))
      .array(Uint32Array.from(rows, (v) => this.numberOf(v)));
    if (this.line.transact('ahead') !== status.ok) return undefined;
    const run = this.line.bind('march', 0);
    const { registers } = this;
    const march = (count: number): Status => {
      registers[io.rows] = count;
      return run();
    };
    return { times, rows: rows.map((v) => v.view), march };
  }

  getState(into: number = noState): { status: Status; handle: number } {
    this.line.begin().word(into);
    const s = this.line.transact('getState');
    return { status: s, handle: this.line.result(word).word() };
  }

  setState(handle: number): Status {
    this.line.begin().word(handle);
    return this.line.transact('setState');
  }

  freeState(handle: number): Status {
    this.line.begin().word(handle);
    return this.line.transact('freeState');
  }

  serializeState(handle: number): { status: Status; bytes: Uint8Array } {
    this.line.begin().word(handle);
    const s = this.line.transact('serializeState');
    return { status: s, bytes: this.line.result().array() };
  }

  deserializeState(bytes: Uint8Array): { status: Status; handle: number } {
    this.line.begin().array(bytes);
    const s = this.line.transact('deserializeState');
    return { status: s, handle: this.line.result(word).word() };
  }

  directionalDerivative(
    unknowns: Uint32Array,
    knowns: Uint32Array,
    seed: Float64Array,
    sensitivity: Float64Array,
  ): Status {
    this.line.begin().array(unknowns).array(knowns).array(seed).word(sensitivity.length);
    return this.into('directionalDerivative', sensitivity);
  }

  adjointDerivative(
    unknowns: Uint32Array,
    knowns: Uint32Array,
    seed: Float64Array,
    sensitivity: Float64Array,
  ): Status {
    this.line.begin().array(unknowns).array(knowns).array(seed).word(sensitivity.length);
    return this.into('adjointDerivative', sensitivity);
  }

  getInterval(clocks: Uint32Array): { status: Status; intervals: Float64Array; qualifiers: Int32Array } {
    this.line.begin().array(clocks);
    const s = this.line.transact('getInterval');
    const result = this.line.result(12 * clocks.length);
    return {
      status: s,
      intervals: result.doubles(clocks.length),
      qualifiers: result.integers(clocks.length),
    };
  }

  setInterval(clocks: Uint32Array, intervals: Float64Array): Status {
    this.line.begin().array(clocks).array(intervals);
    return this.line.transact('setInterval');
  }

  getShift(clocks: Uint32Array): { status: Status; shifts: Float64Array } {
    this.line.begin().array(clocks);
    const s = this.line.transact('getShift');
    return { status: s, shifts: this.line.result(8 * clocks.length).doubles(clocks.length) };
  }

  setShift(clocks: Uint32Array, shifts: Float64Array): Status {
    this.line.begin().array(clocks).array(shifts);
    return this.line.transact('setShift');
  }

  getIntervalFraction(clocks: Uint32Array): {
    status: Status;
    fractions: Fraction[];
    qualifiers: Int32Array;
  } {
    this.line.begin().array(clocks);
    const s = this.line.transact('getIntervalFraction');
    const result = this.line.result(20 * clocks.length);
    return {
      status: s,
      fractions: fractions(result, clocks.length),
      qualifiers: result.integers(clocks.length),
    };
  }

  setIntervalFraction(clocks: Uint32Array, values: readonly Fraction[]): Status {
    this.line.begin().array(clocks).array(countersAndResolutions(values));
    return this.line.transact('setIntervalFraction');
  }

  getShiftFraction(clocks: Uint32Array): { status: Status; fractions: Fraction[] } {
    this.line.begin().array(clocks);
    const s = this.line.transact('getShiftFraction');
    return { status: s, fractions: fractions(this.line.result(16 * clocks.length), clocks.length) };
  }

  setShiftFraction(clocks: Uint32Array, values: readonly Fraction[]): Status {
    this.line.begin().array(clocks).array(countersAndResolutions(values));
    return this.line.transact('setShiftFraction');
  }

  setInputDerivatives(valueReferences: Uint32Array, orders: Int32Array, values: Float64Array): Status {
    this.line.begin().array(valueReferences).array(orders).array(values);
    return this.line.transact('setInputDerivatives');
  }

  getOutputDerivatives(valueReferences: Uint32Array, orders: Int32Array, values: Float64Array): Status {
    this.line.begin().array(this.known(valueReferences)).array(orders).word(values.length);
    const s = this.into('getOutputDerivatives', values);
    for (let i = 0; i < values.length; i++) if (this.negated.has(valueReferences[i])) values[i] = -values[i];
    return s;
  }

  getStepStatus(kind: StepStatusKind): { status: Status; value: number | string } {
    this.line.begin().word(stepStatusKinds.indexOf(kind));
    const s = this.line.transact('getStepStatus');
    const result = this.line.result();
    const number = result.double();
    return { status: s, value: kind === 'pending' ? result.text() : number };
  }

  getVariableDependencies(valueReference: number): { status: Status; dependencies: ElementDependency[] } {
    this.line.begin().word(valueReference);
    const s = this.line.transact('getVariableDependencies');
    if (s >= status.discard) return { status: s, dependencies: [] };
    const result = this.line.result();
    const dependencies = Array.from({ length: result.count(16) }, (): ElementDependency => {
      const [dependent, independent, element, kind] = result.integers(4);
      return {
        dependent,
        independent: independent >>> 0,
        element,
        kind: dependencyKinds[kind] ?? 'dependent',
      };
    });
    return { status: s, dependencies };
  }

  intermediate(read: readonly Values[], capacity: number, write?: Polynomials): Intermediate {
    const times = this.doubles(capacity);
    const rows = read.map((v) => this.values(v.type, new Uint32Array(), capacity * v.length));
    this.line
      .begin()
      .word(capacity)
      .word(this.numberOf(times))
      .array(Uint32Array.from(read, (v) => this.numberOf(v)))
      .array(Uint32Array.from(rows, (v) => this.numberOf(v)))
      .word(write === undefined ? noBuffer : this.numberOf(write.inputs))
      .word(write === undefined ? noBuffer : this.numberOf(write.coefficients));
    this.line.transact('intermediate');
    return { times, rows: rows.map((v) => v.view) };
  }

  activateModelPartition(clock: number, activationTime: number): Status {
    this.line.begin().word(clock).double(activationTime);
    return this.line.transact('activateModelPartition');
  }

  takeClockUpdate(): boolean {
    return this.line.takeClockUpdate();
  }

  takeLog(): LogMessage[] {
    return this.line.takeLog();
  }

  refused(): string {
    return this.line.refused();
  }

  copy(): ProcessCopy | string {
    if (!this.isolated)
      return 'it runs in this process, which cannot be copied. Run it in a separate process (without trust)';
    if (this.copies === undefined)
      return 'its process was started without support for copies. Open it with { rollback: true }';
    return { by: 'fork', copy: this.copies.make() };
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.lastEnd ??= this.of.close();
  }

  /** Registers a buffer with the engine and returns its number. References follow the values. */
  private register(
    type: NumericType,
    place: SharedPlace,
    bytes: number,
    count: number,
    references: Uint32Array,
  ): number {
    const behind = place.offset + Math.ceil(bytes / 8) * 8;
    new Uint32Array(place.buffer, behind, references.length).set(references);
    const operands = this.line.begin().word(this.types[type]).word(place.segment);
    operands.word(references.length).word(behind).word(count).word(place.offset).word(bytes);
    this.line.transact('buffer');
    return this.line.result(word).word();
  }

  private numberOf(values: Values | Float64Array): number {
    const number = this.buffers.get(values);
    if (number === undefined)
      throw new Error(`run ${this.what}: buffers must come from values() or doubles() of the same FMU`);
    return number;
  }

  private operandOf(op: FmiCall): number {
    if ('values' in op) return this.numberOf(op.values);
    return 'doubles' in op ? this.numberOf(op.doubles) : 0;
  }

  private list<T>(
    operation: string,
    count: number,
    read: (result: Result) => T,
  ): { status: Status; values: T[] } {
    const s = this.line.transact(operation);
    if (s >= status.discard) return { status: s, values: [] };
    const result = this.line.result();
    return { status: s, values: Array.from({ length: count }, () => read(result)) };
  }

  private into(operation: string, values: Float64Array): Status {
    const s = this.line.transact(operation);
    values.set(this.line.result(8 * values.length).doubles(values.length));
    return s;
  }
}

function fractions(result: Result, count: number): Fraction[] {
  const all = result.bigs(2 * count);
  return Array.from({ length: count }, (_, i) => ({ counter: all[i], resolution: all[count + i] }));
}

function countersAndResolutions(values: readonly Fraction[]): BigUint64Array {
  return BigUint64Array.from([...values.map((v) => v.counter), ...values.map((v) => v.resolution)]);
}
