import { bytesOf } from '../../util/state/byte-stream.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import { callsInSequence } from '../instance/calls-in-sequence.ts';
import {
  type FmiApi,
  type FmiCall,
  FmuGoneError,
  type LogMessage,
  type NumericType,
  type Polynomials,
  type ProcessCopy,
  type Status,
  type Values,
} from '../instance/fmi-api.ts';
import { writeOperand } from './operand-codec.ts';
import {
  type Buffer,
  bufferOf,
  contentOf,
  filling,
  methods,
  numberOf,
  operations,
  sets,
} from './recorded-operations.ts';
import { item, type RecordingWriter } from './recording-file.ts';

/** Reason why an FMU with recorded calls cannot be saved for resuming. */
const noBytes = 'its calls are recorded, and a recording cannot continue in another process';

/**
 * Wraps calls so that each is written to a file before the FMU gets it, and again with its result.
 */
export function recordedCalls(calls: FmiApi, unit: string, file: RecordingWriter): FmiApi {
  return new Proxy(calls, new CallsOnFile(calls, file.numberOf(unit), file));
}

/** The last written contents of a buffer. */
interface Known {
  readonly number: number;
  readonly content: Uint8Array;
  readonly written: Uint8Array;
}

type Call = (...operands: unknown[]) => unknown;

class CallsOnFile implements ProxyHandler<FmiApi> {
  readonly registers: Float64Array;
  private readonly known = new Map<Buffer, Known>();
  private readonly recordedMethods = new Map<string, Call>();
  private polynomials: { readonly content: Uint8Array; readonly written: Uint8Array } | undefined;
  private copies = 0;

  constructor(
    private readonly calls: FmiApi,
    private readonly unit: number,
    private readonly file: RecordingWriter,
  ) {
    this.registers = calls.registers;
    const replacements: Record<string, Call> = {
      call: (op) => this.call(op as FmiCall),
      get: (values) => this.call({ op: 'get', values: values as Values }),
      set: (values) => this.call({ op: 'set', values: values as Values }),
      values: (type, references, count) => {
        const buffer = calls.values(
          type as NumericType,
          references as Uint32Array,
          count as number | undefined,
        );
        this.numbered(buffer);
        return buffer;
      },
      doubles: (length) => {
        const buffer = calls.doubles(length as number);
        this.numbered(buffer);
        return buffer;
      },
      batch: (ops) => callsInSequence(this, ops as readonly FmiCall[]),
      intermediate: (read, capacity, write) => {
        this.define(write as Polynomials | undefined);
        return calls.intermediate(read as readonly Values[], capacity as number, write as Polynomials);
      },
      copy: () => this.copy(),
      portable: () => noBytes,
      close: () => this.close(),
    };
    for (const [name, call] of Object.entries(replacements)) this.recordedMethods.set(name, call);
    for (const name of methods) {
      const call = (calls as unknown as Record<string, Call | undefined>)[name];
      if (!this.recordedMethods.has(name) && typeof call === 'function')
        this.recordedMethods.set(name, (...operands) =>
          this.method(name, operands, () => call.apply(calls, operands)),
        );
    }
  }

  get(target: FmiApi, property: keyof FmiApi): unknown {
    // Calls made in one crossing, or by a loop, cannot be recorded one by one.
    if (['loops', 'seat', 'ahead', 'posted', 'watch'].includes(property)) return undefined;
    if (property === 'copy' && target.copy === undefined) return undefined;
    const recordedMethod = this.recordedMethods.get(property);
    if (recordedMethod !== undefined) return recordedMethod;
    const value = target[property];
    return typeof value === 'function' ? value.bind(target) : value;
  }

  call(op: FmiCall): Status {
    const { calls, file, unit } = this;
    const { out } = file;
    const { registers } = calls;
    const number = numberOf.get(op.op) as number;
    const { reads, leaves } = operations[number];
    const buffer = bufferOf(op);
    const known = buffer && this.numbered(buffer);
    out.byte(item.op);
    out.count(unit);
    out.byte(number);
    for (const place of reads) out.real(registers[place]);
    if (known !== undefined) {
      out.count(known.number);
      if (sets(op.op)) out.changes(known.content, known.written);
    }
    if (op.op === 'doStep' && this.polynomials !== undefined)
      out.changes(this.polynomials.content, this.polynomials.written);
    file.commit();
    const answer = this.guarded(() => calls.call(op)) as Status;
    out.byte(item.answer);
    out.count(answer);
    for (const place of leaves) out.real(registers[place]);
    if (known !== undefined && !sets(op.op)) out.changes(known.content, known.written);
    return answer;
  }

  private method(name: string, operands: readonly unknown[], make: () => unknown): unknown {
    const { out } = this.file;
    out.byte(item.method);
    out.count(this.unit);
    out.byte(methods.indexOf(name));
    writeOperand(out, [...operands]);
    this.file.commit();
    const answer = this.guarded(make);
    out.byte(item.answer);
    writeOperand(
      out,
      name === 'copy' && typeof answer === 'object' ? { by: (answer as ProcessCopy).by } : answer,
    );
    if (filling.has(name)) writeOperand(out, operands[operands.length - 1]);
    return answer;
  }

  /** Writes a thrown error to the file before it is rethrown. */
  private guarded(make: () => unknown): unknown {
    try {
      return make();
    } catch (error) {
      const { out } = this.file;
      out.byte(item.thrown);
      writeOperand(out, thrownOf(error));
      this.file.commit();
      throw error;
    }
  }

  private copy(): ProcessCopy | string {
    const processCopy = this.method('copy', [], () => this.calls.copy?.()) as ProcessCopy | string;
    if (typeof processCopy === 'string') return processCopy;
    const number = this.copies++;
    const recordCall = (name: string, make: () => void) => () => void this.method(name, [number], make);
    const { copy, by } = processCopy;
    return {
      by,
      copy: {
        get bytes() {
          return copy.bytes;
        },
        take: recordCall('takeCopy', () => copy.take()),
        restore: recordCall('restoreCopy', () => copy.restore()),
        release: recordCall('releaseCopy', () => copy.release()),
      },
    };
  }

  /** Records the end of the FMU with the call that unloads it. */
  private close(): void {
    this.method('close', [], () => {
      this.calls.close();
      const { lastEnd } = this.calls;
      return lastEnd && thrownOf(lastEnd);
    });
    this.file.commit();
  }

  /**
   * Returns the number of a buffer, which is written when the buffer is created. A restored FMU may
   * not know buffers created after its copy.
   */
  private numbered(buffer: Buffer): Known {
    const known = this.known.get(buffer);
    if (known !== undefined) return known;
    const { out } = this.file;
    const isValues = !(buffer instanceof Float64Array);
    out.byte(isValues ? item.values : item.doubles);
    out.count(this.unit);
    if (isValues) {
      out.text(buffer.type satisfies NumericType);
      out.bytes(bytesOf(buffer.valueReferences));
    }
    out.count(buffer.length);
    const content = contentOf(buffer);
    const entry = { number: this.known.size, content, written: new Uint8Array(content.length) };
    this.known.set(buffer, entry);
    return entry;
  }

  private define(write: Polynomials | undefined): void {
    if (write === undefined) return;
    const { out } = this.file;
    const { valueReferences } = write.inputs;
    const content = bytesOf(write.coefficients);
    this.polynomials = { content, written: new Uint8Array(content.length) };
    out.byte(item.polynomials);
    out.count(this.unit);
    out.bytes(bytesOf(valueReferences));
    out.count(write.inputs.length);
    out.count(write.coefficients.length);
  }
}

/** Converts an error to its recorded form. */
function thrownOf(error: unknown): { kind: string; message: string; log: LogMessage[] } {
  if (error instanceof FmuGoneError) return { kind: 'gone', message: error.reason, log: [...error.log] };
  return { kind: error instanceof UserError ? 'user' : 'error', message: messageOf(error), log: [] };
}

/** Restores a recorded error. */
export function thrownAgain({ kind, message, log }: ReturnType<typeof thrownOf>): Error {
  if (kind === 'gone') return new FmuGoneError(message, log);
  return kind === 'user' ? new UserError(message) : new Error(message);
}
