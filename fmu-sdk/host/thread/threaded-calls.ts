import type { ComponentForm } from '../component/open-component.ts';
import {
  type ElementDependency,
  type FmiApi,
  type FmiCall,
  FmuGoneError,
  type Fraction,
  type InstantiateOptions,
  type InterfaceKind,
  type Intermediate,
  type LogMessage,
  type NumericType,
  io as r,
  registerCount,
  type Status,
  type StepStatusKind,
  status,
  type Values,
} from '../instance/fmi-api.ts';
import { arrays3 } from '../wasm/array-classes.ts';
import type { TimeLimits } from '../watchdog/time-limits.ts';
import { FmuThread } from './fmu-thread.ts';
import type { Question, Sent } from './thread-messages.ts';

type Answered<T> = { status: Status } & T;

let spare: FmuThread | undefined;

/**
 * FMI functions of a component in a separate thread. A call that does not return is ended
 * (`FmuGoneError`), as in a separate process. A call takes some 50 µs longer than in this thread.
 */
export class ThreadCalls implements FmiApi {
  readonly fmi = 3;
  readonly registers: Float64Array = new Float64Array(registerCount);
  private readonly thread: FmuThread;
  private readonly unit: number;
  /** Buffer numbers in the thread. */
  private readonly numbers = new Map<Values, number>();
  private closed = false;
  /** Reason why the thread was ended in a call of this FMU, if it was. */
  hung: string | undefined;

  constructor(
    form: ComponentForm,
    readonly kind: InterfaceKind,
    name: string,
    private readonly bounds: TimeLimits,
  ) {
    if (spare === undefined || spare.ended !== undefined) spare = new FmuThread();
    this.thread = spare;
    const loaded = this.thread.numberOf(form, () => this.ask({ ask: 'load', form }).result as number);
    this.unit = this.ask({ ask: 'open', form: loaded, kind, name }).result as number;
    this.thread.hold();
  }

  getVersion(): string {
    return this.make('getVersion') as string;
  }
  getTypesPlatform(): string {
    return this.make('getTypesPlatform') as string;
  }
  instantiate(options: InstantiateOptions): boolean {
    return this.make('instantiate', options) as boolean;
  }
  freeInstance(): void {
    this.make('freeInstance');
  }
  setDebugLogging(on: boolean, categories: readonly string[]): Status {
    return this.make('setDebugLogging', on, categories) as Status;
  }

  values(type: NumericType, references: Uint32Array, count: number = references.length): Values {
    const Elements = arrays3[type];
    const view = new Elements(new ArrayBuffer(count * Elements.BYTES_PER_ELEMENT), 0, count);
    const values: Values = { type, valueReferences: references, view, offset: 0, length: count };
    const { unit } = this;
    this.numbers.set(values, this.ask({ ask: 'values', unit, type, references, count }).result as number);
    return values;
  }
  doubles(length: number): Float64Array {
    return new Float64Array(length);
  }
  get(values: Values): Status {
    return this.call({ op: 'get', values });
  }
  set(values: Values): Status {
    return this.call({ op: 'set', values });
  }
  call(op: FmiCall): Status {
    if ('values' in op)
      return this.exchange({ op: op.op }, { number: this.numbers.get(op.values), view: op.values.view });
    if ('doubles' in op) return this.exchange({ op: op.op }, { number: undefined, view: op.doubles });
    return this.make('call', op) as Status;
  }
  batch(ops: readonly FmiCall[]): () => Status {
    return () => {
      let worst: Status = status.ok;
      let failed = -1;
      for (let i = 0; i < ops.length && failed < 0; i++) {
        const answer = this.call(ops[i]);
        if (answer > worst) worst = answer;
        if (answer >= status.discard) failed = i;
      }
      this.registers[r.failed] = failed;
      return worst;
    };
  }

  getStrings(references: Uint32Array, count: number): Answered<{ values: string[] }> {
    return this.make('getStrings', references, count) as Answered<{ values: string[] }>;
  }
  setStrings(references: Uint32Array, values: readonly string[]): Status {
    return this.make('setStrings', references, values) as Status;
  }
  getBinaries(references: Uint32Array, count: number): Answered<{ values: Uint8Array[] }> {
    return this.make('getBinaries', references, count) as Answered<{ values: Uint8Array[] }>;
  }
  setBinaries(references: Uint32Array, values: readonly Uint8Array[]): Status {
    return this.make('setBinaries', references, values) as Status;
  }

  getState(): Answered<{ handle: number }> {
    return this.make('getState') as Answered<{ handle: number }>;
  }
  setState(handle: number): Status {
    return this.make('setState', handle) as Status;
  }
  freeState(handle: number): Status {
    return this.make('freeState', handle) as Status;
  }
  serializeState(handle: number): Answered<{ bytes: Uint8Array }> {
    return this.make('serializeState', handle) as Answered<{ bytes: Uint8Array }>;
  }
  deserializeState(bytes: Uint8Array): Answered<{ handle: number }> {
    return this.make('deserializeState', bytes) as Answered<{ handle: number }>;
  }

  directionalDerivative(
    unknowns: Uint32Array,
    knowns: Uint32Array,
    seed: Float64Array,
    sensitivity: Float64Array,
  ): Status {
    return this.make('directionalDerivative', unknowns, knowns, seed, sensitivity) as Status;
  }
  adjointDerivative(
    unknowns: Uint32Array,
    knowns: Uint32Array,
    seed: Float64Array,
    sensitivity: Float64Array,
  ): Status {
    return this.make('adjointDerivative', unknowns, knowns, seed, sensitivity) as Status;
  }
  setInputDerivatives(references: Uint32Array, orders: Int32Array, values: Float64Array): Status {
    return this.make('setInputDerivatives', references, orders, values) as Status;
  }
  getOutputDerivatives(references: Uint32Array, orders: Int32Array, values: Float64Array): Status {
    return this.make('getOutputDerivatives', references, orders, values) as Status;
  }

  getInterval(clocks: Uint32Array): Answered<{ intervals: Float64Array; qualifiers: Int32Array }> {
    return this.make('getInterval', clocks) as Answered<{ intervals: Float64Array; qualifiers: Int32Array }>;
  }
  setInterval(clocks: Uint32Array, intervals: Float64Array): Status {
    return this.make('setInterval', clocks, intervals) as Status;
  }
  getShift(clocks: Uint32Array): Answered<{ shifts: Float64Array }> {
    return this.make('getShift', clocks) as Answered<{ shifts: Float64Array }>;
  }
  setShift(clocks: Uint32Array, shifts: Float64Array): Status {
    return this.make('setShift', clocks, shifts) as Status;
  }
  getIntervalFraction(clocks: Uint32Array): Answered<{ fractions: Fraction[]; qualifiers: Int32Array }> {
    return this.make('getIntervalFraction', clocks) as Answered<{
      fractions: Fraction[];
      qualifiers: Int32Array;
    }>;
  }
  setIntervalFraction(clocks: Uint32Array, fractions: readonly Fraction[]): Status {
    return this.make('setIntervalFraction', clocks, fractions) as Status;
  }
  getShiftFraction(clocks: Uint32Array): Answered<{ fractions: Fraction[] }> {
    return this.make('getShiftFraction', clocks) as Answered<{ fractions: Fraction[] }>;
  }
  setShiftFraction(clocks: Uint32Array, fractions: readonly Fraction[]): Status {
    return this.make('setShiftFraction', clocks, fractions) as Status;
  }

  getStepStatus(kind: StepStatusKind): Answered<{ value: number | string }> {
    return this.make('getStepStatus', kind) as Answered<{ value: number | string }>;
  }
  getVariableDependencies(reference: number): Answered<{ dependencies: ElementDependency[] }> {
    return this.make('getVariableDependencies', reference) as Answered<{ dependencies: ElementDependency[] }>;
  }
  /**
   * Reads no values, because a component cannot be entered during a call. Inputs stay constant
   * during a step.
   */
  intermediate(read: readonly Values[]): Intermediate {
    return { times: new Float64Array(0), rows: read.map(({ view }) => view.subarray(0, 0)) };
  }
  activateModelPartition(clock: number, time: number): Status {
    return this.make('activateModelPartition', clock, time) as Status;
  }
  takeClockUpdate(): boolean {
    return this.make('takeClockUpdate') as boolean;
  }
  takeLog(): LogMessage[] {
    return this.thread.ended === undefined ? (this.make('takeLog') as LogMessage[]) : [];
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    try {
      if (this.thread.ended === undefined) this.ask({ ask: 'close', unit: this.unit });
    } catch (error) {
      // The FMU is gone, which was the goal. `hung` holds the reason.
      if (!(error instanceof FmuGoneError)) throw error;
    } finally {
      this.thread.release();
    }
  }

  private make(method: keyof FmiApi, ...operands: unknown[]): unknown {
    const { unit, registers } = this;
    const answer = this.ask({ ask: 'call', unit, method, operands, registers });
    if (answer.registers !== undefined) registers.set(answer.registers);
    // Copies back the output arguments of a call.
    operands.forEach((operand, i) => {
      if (operand instanceof Float64Array) operand.set((answer.operands as Float64Array[])[i]);
    });
    return answer.result;
  }

  private exchange(op: { op: FmiCall['op'] }, values: Sent): Status {
    const { unit, registers } = this;
    const answer = this.ask({ ask: 'call', unit, method: 'call', operands: [op], registers, values });
    if (answer.registers !== undefined) registers.set(answer.registers);
    (values.view as Float64Array).set(answer.view as Float64Array);
    return answer.result as Status;
  }

  private ask(question: Question): ReturnType<FmuThread['ask']> {
    try {
      return this.thread.ask(question, this.bounds);
    } catch (error) {
      if (error instanceof FmuGoneError) this.hung ??= error.reason;
      throw error;
    }
  }
}
