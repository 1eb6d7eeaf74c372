import type { FmiMajor } from '../../standard/fmi-version.ts';
import { bytesOf } from '../../util/state/byte-stream.ts';
import { UserError } from '../../util/user-error.ts';
import { callsInSequence } from '../instance/calls-in-sequence.ts';
import {
  type FmiApi,
  type FmiCall,
  type FmuGoneError,
  type InterfaceKind,
  type Polynomials,
  type ProcessCopy,
  registerCount,
  type Status,
  type Values,
} from '../instance/fmi-api.ts';
import type { NumericArray } from '../instance/instance.ts';
import { arraysOf } from '../wasm/array-classes.ts';
import { functionOf, placeOf } from './call-text.ts';
import type {
  CallsReader,
  RecordedAnswer,
  RecordedBuffer,
  RecordedCall,
  RecordedPolynomials,
} from './calls-reader.ts';
import type { OperandValue } from './operand-codec.ts';
import { operandsDiffer } from './recorded-answers.ts';
import { thrownAgain } from './recorded-calls.ts';
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

/**
 * Replays an FMU that is absent: answers its calls from the recording. All FMUs of a run read one
 * file, whose calls must come in the recorded order with equal arguments.
 *
 * @throws UserError for a different call, with both calls
 */
export function replayedCalls(reader: CallsReader, unit: number): FmiApi {
  const calls = new ReplayedCalls(reader, unit);
  const rest = methods
    .filter((name) => !(name in calls))
    .map((name) => [name, (...o: OperandValue[]) => calls.method(name, o)]);
  return Object.assign(calls, Object.fromEntries(rest)) as unknown as FmiApi;
}

class ReplayedCalls {
  readonly fmi: FmiMajor;
  readonly kind: InterfaceKind;
  readonly registers: Float64Array = new Float64Array(registerCount);
  lastEnd: FmuGoneError | undefined;
  private polynomials: Polynomials | undefined;
  private copies = 0;

  constructor(
    private readonly reader: CallsReader,
    private readonly unit: number,
  ) {
    const { fmi, kind } = reader.units[unit];
    this.fmi = fmi;
    this.kind = kind;
  }

  values(type: Values['type'], valueReferences: Uint32Array, count: number = valueReferences.length): Values {
    const Elements = arraysOf(this.fmi)[type] ?? Float64Array;
    const view = new Elements(count) as NumericArray;
    return { type, valueReferences, view, offset: 0, length: count };
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

  batch(ops: readonly FmiCall[]): () => Status {
    return callsInSequence(this, ops);
  }

  intermediate(read: readonly Values[], _capacity: number, write?: Polynomials): unknown {
    this.polynomials = write;
    return { times: new Float64Array(0), rows: read.map(({ view }) => view.subarray(0, 0)) };
  }

  call(op: FmiCall): Status {
    const { registers } = this;
    const number = numberOf.get(op.op) as number;
    const { reads, leaves } = operations[number];
    const buffer = bufferOf(op);
    const recorded = this.expectCall({
      name: op.op,
      operation: number,
      operands: reads.map((place) => registers[place]),
      buffer: buffer && asRecorded(buffer),
      polynomials: op.op === 'doStep' ? this.polynomials && polynomialsOf(this.polynomials) : undefined,
    });
    const { answer, left } = this.answerTo(recorded);
    leaves.forEach((place, k) => {
      registers[place] = left[k];
    });
    if (buffer !== undefined && recorded.buffer !== undefined && !sets(op.op))
      contentOf(buffer).set(recorded.buffer.content);
    return answer as Status;
  }

  method(name: string, operands: readonly OperandValue[]): OperandValue {
    const recorded = this.expectCall({ name, operation: -1, operands });
    const { answer, filled } = this.answerTo(recorded);
    if (filling.has(name)) {
      const [from, into] = [filled, operands[operands.length - 1]];
      if (!(from instanceof Float64Array) || from.length !== (into as Float64Array).length)
        throw this.reader.file.damaged(`call ${recorded.number} has a different output argument`);
      (into as Float64Array).set(from);
    }
    return answer;
  }

  copy(): ProcessCopy | string {
    const answer = this.method('copy', []);
    if (typeof answer === 'string') return answer;
    const number = this.copies++;
    const replayMethod = (name: string) => () => void this.method(name, [number]);
    return {
      by: 'memory',
      copy: {
        take: replayMethod('takeCopy'),
        restore: replayMethod('restoreCopy'),
        release: replayMethod('releaseCopy'),
      },
    };
  }

  portable(): string {
    return 'it is absent, and its calls are replayed';
  }

  close(): void {
    const end = this.method('close', []);
    if (end !== undefined) this.lastEnd = thrownAgain(end as never) as FmuGoneError;
  }

  /** Returns the next call of the file, which must equal this one. */
  private expectCall(requested: Omit<RecordedCall, 'number' | 'unit' | 'time'>): RecordedCall {
    const { reader, unit } = this;
    const recorded = reader.call();
    const { file } = reader.file;
    const unitName = reader.units[unit].name;
    if (recorded === undefined)
      throw new UserError(
        `replay ${file}: the recording ends before a call of ${functionOf({ ...requested } as RecordedCall, this.fmi)} of ${unitName}${reader.outcome === undefined ? ': the process that wrote it was killed' : ''}. All recorded calls have been replayed.`,
      );
    const now = { ...requested, number: recorded.number, unit, time: recorded.time };
    const how =
      recorded.unit !== unit || recorded.name !== now.name
        ? `${functionOf(now, this.fmi)} of ${unitName}`
        : operandsDiffer(now, recorded, 0);
    if (how === undefined) return recorded;
    const { name, fmi } = reader.units[recorded.unit];
    throw new UserError(
      `replay ${file}: ${placeOf(recorded, name)}: the recording has ${functionOf(recorded, fmi)}, but the run makes another call: ${how}. ` +
        `Replay it with the fmukit version that wrote it (${reader.file.head.fmukit}), and with the same --use.`,
    );
  }

  private answerTo(recorded: RecordedCall): RecordedAnswer {
    const { reader } = this;
    const answer = reader.answer();
    const { name, fmi } = reader.units[recorded.unit];
    if (answer === undefined)
      throw new UserError(
        `replay ${reader.file.file}: the recording ends in ${placeOf(recorded, name)}, in ${functionOf(recorded, fmi)}, because the calling process died. ` +
          'Replay it with the FMU (--unit) to find the reason.',
      );
    if (answer.thrown !== undefined) throw thrownAgain(answer.thrown);
    return answer;
  }
}

function asRecorded(buffer: Buffer): RecordedBuffer {
  const content = contentOf(buffer);
  return buffer instanceof Float64Array
    ? { valueReferences: new Uint32Array(0), view: buffer, content }
    : { type: buffer.type, valueReferences: buffer.valueReferences, view: buffer.view, content };
}

function polynomialsOf({ inputs, coefficients }: Polynomials): RecordedPolynomials {
  return {
    valueReferences: inputs.valueReferences,
    length: inputs.length,
    coefficients,
    content: bytesOf(coefficients),
  };
}
