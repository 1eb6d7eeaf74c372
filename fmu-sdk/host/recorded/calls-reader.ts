import { type BytesReader, bytesOf } from '../../util/state/byte-stream.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import { io, type NumericType, type Status } from '../instance/fmi-api.ts';
import type { NumericArray } from '../instance/instance.ts';
import { arraysOf } from '../wasm/array-classes.ts';
import { type OperandValue, readOperand } from './operand-codec.ts';
import type { thrownAgain } from './recorded-calls.ts';
import { filling, methods, operations, sets } from './recorded-operations.ts';
import { item, type RecordedUnit, RecordingReader } from './recording-file.ts';

/** A buffer of an FMU in a file, with its contents when last written. */
export interface RecordedBuffer {
  /** Type of the values. Undefined for a buffer that does not belong to variables. */
  readonly type?: NumericType;
  readonly valueReferences: Uint32Array;
  readonly view: NumericArray;
  readonly content: Uint8Array;
}

/** Input polynomials over a step, recorded with every `doStep`. */
export interface RecordedPolynomials {
  readonly valueReferences: Uint32Array;
  readonly length: number;
  readonly coefficients: Float64Array;
  readonly content: Uint8Array;
}

/**
 * A recorded call. The `operands` of an operation are the registers it reads, in the order of
 * `operations`.
 */
export interface RecordedCall {
  /** Number from 1, across all FMUs. */
  readonly number: number;
  readonly unit: number;
  /** Time last passed to the FMU [s], or NaN before the first. */
  readonly time: number;
  readonly name: string;
  /** Number of the operation, or −1 for other calls. */
  readonly operation: number;
  readonly operands: readonly OperandValue[];
  /** Contains the values to set or, after the answer is read, the values received. */
  readonly buffer?: RecordedBuffer;
  readonly polynomials?: RecordedPolynomials;
}

/** The result of a call. The `left` values of an operation are the registers it writes. */
export interface RecordedAnswer {
  readonly thrown?: Parameters<typeof thrownAgain>[0];
  readonly answer?: OperandValue;
  /** Output argument of a call. */
  readonly filled?: OperandValue;
  readonly left: readonly number[];
}

/**
 * Largest memory for the buffers of a file. More means that the file is not a recording [bytes].
 */
const mostMemory = 2 ** 29;
const mostReasons = 1000;

interface UnitThere {
  readonly buffers: RecordedBuffer[];
  polynomials?: RecordedPolynomials;
  time: number;
}

/**
 * Reads the calls of a file one by one.
 *
 * Call order: (`call` → `answer`)* until `call` returns undefined → `close`.
 */
export class CallsReader {
  readonly units: readonly RecordedUnit[];
  /** End of the run. Undefined until it is read, or if the process was killed. */
  outcome: string | undefined;
  readonly file: RecordingReader;
  private readonly unitStates: UnitThere[];
  private piece: BytesReader | undefined;
  private number = 0;
  private memory = 0;
  private current: RecordedCall | undefined;

  constructor(path: string) {
    this.file = new RecordingReader(path);
    this.units = this.file.head.units;
    this.unitStates = this.units.map(() => ({ buffers: [], time: Number.NaN }));
  }

  /** Reads the next call. Returns undefined at the end. */
  call(): RecordedCall | undefined {
    if (this.current !== undefined) this.answer();
    return this.checked(() => {
      for (;;) {
        const from = this.more();
        if (from === undefined) return undefined;
        const kind = from.byte();
        if (kind === item.op || kind === item.method) {
          this.current = kind === item.op ? this.operation(from) : this.method(from);
          return this.current;
        }
        if (kind === item.over) this.outcome = from.text();
        else this.define(kind, from);
      }
    });
  }

  /** Reads the answer to the call. Returns undefined if the file ends during the call. */
  answer(): RecordedAnswer | undefined {
    const call = this.current as RecordedCall;
    this.current = undefined;
    return this.checked(() => {
      const from = this.more();
      if (from === undefined) return undefined;
      const kind = from.byte();
      if (kind === item.thrown) return { thrown: thrownIn(readOperand(from)), left: [] };
      if (kind !== item.answer) throw new RangeError(`an answer of the unknown kind ${kind}`);
      if (call.operation < 0) {
        const answer = readOperand(from);
        return { answer, filled: filling.has(call.name) ? readOperand(from) : undefined, left: [] };
      }
      const answer = from.count();
      if (answer > 5) throw new RangeError(`the unknown status ${answer}`);
      const left = operations[call.operation].leaves.map(() => from.real());
      if (call.buffer !== undefined && !sets(call.name)) from.changes(call.buffer.content);
      return { answer: answer as Status, left };
    });
  }

  /** Returns the buffers and polynomials that an FMU has been prepared with so far. */
  prepared(unit: number): Pick<UnitThere, 'buffers' | 'polynomials'> {
    return this.unitStates[unit];
  }

  close(): void {
    this.file.close();
  }

  private more(): BytesReader | undefined {
    if (this.piece === undefined || this.piece.rest === 0) this.piece = this.file.next();
    return this.piece;
  }

  private operation(from: BytesReader): RecordedCall {
    const [unit, unitState] = this.unitIn(from);
    const operation = from.byte();
    const known = operations[operation];
    if (known === undefined) throw new RangeError(`the unknown operation ${operation}`);
    const { op, reads } = known;
    const operands = reads.map(() => from.real());
    const at = reads.indexOf(op === 'enterInitializationMode' ? io.startTime : io.time);
    if (at >= 0 && op !== 'setupExperiment') unitState.time = operands[at];
    const buffer = hasBuffer(op) ? unitState.buffers[from.count()] : undefined;
    if (hasBuffer(op) && (buffer === undefined || (buffer.type === undefined) !== isDoubles(op)))
      throw new RangeError('a call with an unknown buffer');
    if (buffer !== undefined && sets(op)) from.changes(buffer.content);
    const polynomials = op === 'doStep' ? unitState.polynomials : undefined;
    if (polynomials !== undefined) from.changes(polynomials.content);
    return {
      number: ++this.number,
      unit,
      time: unitState.time,
      name: op,
      operation,
      operands,
      buffer,
      polynomials,
    };
  }

  private method(from: BytesReader): RecordedCall {
    const [unit, unitState] = this.unitIn(from);
    const name = methods[from.byte()];
    const operands = readOperand(from);
    if (name === undefined || !Array.isArray(operands)) throw new RangeError('an unknown call');
    if (name === 'activateModelPartition') unitState.time = Number(operands[1]);
    return { number: ++this.number, unit, time: unitState.time, name, operation: -1, operands };
  }

  private define(kind: number, from: BytesReader): void {
    const [unit, unitState] = this.unitIn(from);
    if (kind === item.polynomials) {
      const valueReferences = referencesIn(from);
      const length = from.count();
      const coefficients = new Float64Array(this.room(from.count(), 8));
      unitState.polynomials = { valueReferences, length, coefficients, content: bytesOf(coefficients) };
      return;
    }
    if (kind !== item.values && kind !== item.doubles) throw new RangeError(`the unknown kind ${kind}`);
    const isValues = kind === item.values;
    const type = isValues ? (from.text() as NumericType) : undefined;
    const valueReferences = isValues ? referencesIn(from) : new Uint32Array(0);
    const known = arraysOf(this.units[unit].fmi);
    const Elements = type === undefined ? Float64Array : Object.hasOwn(known, type) ? known[type] : undefined;
    if (Elements === undefined) throw new RangeError('values of an unknown type');
    const view = new Elements(this.room(from.count(), Elements.BYTES_PER_ELEMENT)) as NumericArray;
    unitState.buffers.push({ type, valueReferences, view, content: bytesOf(view) });
  }

  private unitIn(from: BytesReader): [number, UnitThere] {
    const unit = from.count();
    const unitState = this.unitStates[unit];
    if (unitState === undefined) throw new RangeError(`an unknown FMU ${unit}`);
    return [unit, unitState];
  }

  /** Checks that there is room for this number of elements. */
  private room(count: number, bytes: number): number {
    this.memory += count * bytes + 64;
    if (this.memory <= mostMemory) return count;
    throw new RangeError(`its values take more than ${mostMemory / 2 ** 20} MiB`);
  }

  private checked<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw this.file.damaged(`after call ${this.number}: ${messageOf(error)}`);
    }
  }
}

const isDoubles = (op: string): boolean => /^(get|set)(Continuous|Nominals|EventIndicators)/.test(op);
const hasBuffer = (op: string): boolean => op === 'get' || op === 'set' || isDoubles(op);

function referencesIn(from: BytesReader): Uint32Array {
  const bytes = from.bytes();
  if (bytes.length % 4 !== 0) throw new RangeError('a list of variables has half a variable');
  return new Uint32Array(bytes.slice().buffer);
}

function thrownIn(value: OperandValue): RecordedAnswer['thrown'] {
  const { kind, message, log } = (value ?? {}) as Record<string, OperandValue>;
  if (
    typeof kind !== 'string' ||
    typeof message !== 'string' ||
    !Array.isArray(log) ||
    log.length > mostReasons
  )
    throw new RangeError('an invalid error');
  return { kind, message, log: log as never };
}
