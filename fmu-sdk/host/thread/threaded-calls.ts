import type { ComponentForm } from '../component/open-component.ts';
import { callsInSequence } from '../instance/calls-in-sequence.ts';
import {
  type FmiApi,
  type FmiCall,
  FmuGoneError,
  type InterfaceKind,
  type Intermediate,
  type LogMessage,
  type NumericType,
  registerCount,
  type Status,
  type Values,
} from '../instance/fmi-api.ts';
import { arrays3 } from '../wasm/array-classes.ts';
import type { TimeLimits } from '../watchdog/time-limits.ts';
import { FmuThread } from './fmu-thread.ts';
import type { Question, Sent } from './thread-messages.ts';

/** Functions that are called in the thread as they are. */
const forwarded = [
  ...(['getVersion', 'getTypesPlatform', 'instantiate', 'freeInstance', 'setDebugLogging'] as const),
  ...(['getStrings', 'setStrings', 'getBinaries', 'setBinaries'] as const),
  ...(['getState', 'setState', 'freeState', 'serializeState', 'deserializeState'] as const),
  ...(['directionalDerivative', 'adjointDerivative'] as const),
  ...(['setInputDerivatives', 'getOutputDerivatives'] as const),
  ...(['getInterval', 'setInterval', 'getShift', 'setShift'] as const),
  ...(['getIntervalFraction', 'setIntervalFraction', 'getShiftFraction', 'setShiftFraction'] as const),
  ...(['getStepStatus', 'getVariableDependencies', 'activateModelPartition', 'takeClockUpdate'] as const),
];

let spare: FmuThread | undefined;

/** FMI functions of a component in a separate thread. */
export interface ThreadedCalls extends FmiApi {
  /** Reason why the thread was ended in a call of this FMU, if it was. */
  readonly hung: string | undefined;
}

/**
 * Opens a component in a separate thread. A call that does not return is ended (`FmuGoneError`), as
 * in a separate process. A call takes some 50 µs longer than in this thread.
 */
export function threadedCalls(
  form: ComponentForm,
  kind: InterfaceKind,
  name: string,
  bounds: TimeLimits,
): ThreadedCalls {
  const calls = new ThreadCalls(form, kind, name, bounds);
  const rest = forwarded.map((method) => [method, (...operands: unknown[]) => calls.make(method, operands)]);
  return Object.assign(calls, Object.fromEntries(rest) as Pick<FmiApi, (typeof forwarded)[number]>);
}

class ThreadCalls implements Omit<FmiApi, (typeof forwarded)[number]> {
  readonly fmi = 3;
  readonly registers: Float64Array = new Float64Array(registerCount);
  private readonly thread: FmuThread;
  private readonly unit: number;
  /** Buffer numbers in the thread. */
  private readonly numbers = new Map<Values, number>();
  private closed = false;
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
    return this.make('call', [op]) as Status;
  }
  batch(ops: readonly FmiCall[]): () => Status {
    return callsInSequence(this, ops);
  }
  /**
   * Reads no values, because a component cannot be entered during a call. Inputs stay constant
   * during a step.
   */
  intermediate(read: readonly Values[]): Intermediate {
    return { times: new Float64Array(0), rows: read.map(({ view }) => view.subarray(0, 0)) };
  }
  takeLog(): LogMessage[] {
    return this.thread.ended === undefined ? (this.make('takeLog', []) as LogMessage[]) : [];
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

  /** Calls a function in the thread. */
  make(method: keyof FmiApi, operands: unknown[]): unknown {
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
