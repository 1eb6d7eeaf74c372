import { createHash } from 'node:crypto';
import type { ModelDescription } from '../../description/description.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import {
  type FmiApi,
  type FmiCall,
  FmuGoneError,
  type Polynomials,
  type ProcessCopy,
  type Status,
  type Values,
} from '../instance/fmi-api.ts';
import { functionOf, placeOf } from './call-text.ts';
import { CallsReader, type RecordedAnswer, type RecordedBuffer, type RecordedCall } from './calls-reader.ts';
import type { OperandValue } from './operand-codec.ts';
import { difference, operandsDiffer, type RecordedResult } from './recorded-answers.ts';
import {
  type Buffer,
  contentOf,
  filling,
  isOutsideStandard,
  operations,
  sets,
} from './recorded-operations.ts';

/** Result of a comparison of calls. */
export interface ReplayResult {
  /** Number of compared calls. */
  readonly calls: number;
  /** The first difference: position, function, and values. */
  readonly divergence?: string;
  /**
   * The call at which the recording ends because the FMU or the calling process died, and whether
   * it died here, too.
   */
  readonly crash?: { readonly at: string; readonly replayCrash?: string };
  /** End of the recorded run. Undefined if its process was killed. */
  readonly outcome?: string;
}

/** Options of a comparison. */
export interface ComparedBy {
  /** Allowed difference of numbers, as a share of the larger magnitude. 0 requires equal bits. */
  readonly relative: number;
  /** Is called before each call, with its number. */
  readonly onCall?: (call: number) => void;
}

/** An FMU that repeats the recorded calls. */
export interface UnitAgain {
  readonly calls: FmiApi;
  readonly description: ModelDescription;
}

/** Repeats the calls of one FMU in a file with another FMU, up to the first different answer. */
export function replayAgainst(file: string, unit: number, again: UnitAgain, by: ComparedBy): ReplayResult {
  const reader = new CallsReader(file);
  try {
    return against(reader, unit, new CallReplay(again.calls), again.description, by);
  } finally {
    reader.close();
  }
}

function against(
  reader: CallsReader,
  unit: number,
  again: CallReplay,
  description: ModelDescription,
  { relative, onCall }: ComparedBy,
): ReplayResult {
  const { name, fmi } = reader.units[unit];
  let calls = 0;
  for (;;) {
    const call = reader.call();
    if (call === undefined) return { calls, outcome: reader.outcome };
    if (call.unit !== unit) continue;
    calls++;
    onCall?.(calls);
    const where = `${placeOf(call, name)}, ${functionOf(call, fmi)}`;
    const now = again.make(call, reader.prepared(unit));
    const was = reader.answer();
    if (was === undefined) return { calls, crash: { at: where, replayCrash: now.thrown?.message } };
    const how = difference(call, now, { ...was, view: call.buffer?.view }, relative, description);
    if (how !== undefined) return { calls, divergence: `${where}: ${how}` };
    if (was.thrown !== undefined)
      return { calls, crash: { at: where, replayCrash: now.thrown?.message }, outcome: reader.outcome };
    again.answered(call, was);
  }
}

/** Compares two recordings up to the first different call or answer. */
export function compareRecordings(
  now: string,
  was: string,
  by: ComparedBy,
  descriptions: readonly ModelDescription[] = [],
): ReplayResult {
  const a = new CallsReader(now);
  try {
    const b = new CallsReader(was);
    try {
      return compared(a, b, by, descriptions);
    } finally {
      b.close();
    }
  } finally {
    a.close();
  }
}

function compared(
  a: CallsReader,
  b: CallsReader,
  { relative }: ComparedBy,
  descriptions: readonly ModelDescription[],
): ReplayResult {
  const names = ({ units }: CallsReader): string => units.map(({ name }) => name).join(', ');
  if (names(a) !== names(b))
    throw new UserError(
      `replay ${a.file.file} ${b.file.file}: the first has calls of ${names(a)}, the second of ${names(b)}. Use recordings of one system.`,
    );
  for (let calls = 1; ; calls++) {
    const [x, y] = [next(a), next(b)];
    if (x === undefined || y === undefined) {
      if (x === y) return { calls: calls - 1, outcome: a.outcome };
      const rest = (x ?? y) as RecordedCall;
      const ended = x === undefined ? a.file.file : b.file.file;
      const { name, fmi } = a.units[rest.unit];
      return {
        calls: calls - 1,
        divergence: `${placeOf(rest, name)}, ${functionOf(rest, fmi)}: ${ended} ends before it`,
      };
    }
    const { name, fmi } = a.units[x.unit];
    const where = `${placeOf(x, name)}, ${functionOf(x, fmi)}`;
    const description = descriptions[x.unit];
    if (x.unit !== y.unit || functionOf(x, fmi) !== functionOf(y, b.units[y.unit].fmi))
      return {
        calls,
        divergence: `${where}: and was ${functionOf(y, b.units[y.unit].fmi)} of ${b.units[y.unit].name}`,
      };
    const argumentDifference = operandsDiffer(x, y, relative, description);
    if (argumentDifference !== undefined)
      return { calls, divergence: `${where}: the argument is ${argumentDifference}` };
    const [p, q] = [a.answer(), b.answer()];
    if (p === undefined || q === undefined) {
      if (p === q) return { calls, crash: { at: where, replayCrash: 'the calling process died in both' } };
      return { calls, divergence: `${where}: ${p === undefined ? a.file.file : b.file.file} ends in it` };
    }
    const how = difference(
      x,
      { ...p, view: x.buffer?.view },
      { ...q, view: y.buffer?.view },
      relative,
      description,
    );
    if (how !== undefined) return { calls, divergence: `${where}: ${how}` };
  }
}

/** Returns the next call that is an FMI function. */
function next(reader: CallsReader): RecordedCall | undefined {
  for (;;) {
    const call = reader.call();
    if (call === undefined || !isOutsideStandard(call.name, reader.units[call.unit].fmi)) return call;
  }
}

/**
 * Repeats calls of a file with an FMU, with new buffers, states and copies in place of the recorded
 * ones.
 */
class CallReplay {
  private readonly buffers = new Map<RecordedBuffer, Buffer>();
  private readonly copies: ProcessCopy[] = [];
  private readonly handles = new Map<number, number>();
  /** States of this FMU by the recorded state's bytes. */
  private readonly states = new Map<string, Uint8Array>();
  private polynomials: Polynomials | undefined;
  private latest: unknown;

  constructor(private readonly calls: FmiApi) {}

  make(call: RecordedCall, { buffers, polynomials }: ReturnType<CallsReader['prepared']>): RecordedResult {
    try {
      for (let k = this.buffers.size; k < buffers.length; k++) this.bufferOf(buffers[k]);
      if (polynomials !== undefined) this.polynomials ??= this.defined(polynomials);
      return call.operation < 0 ? this.method(call) : this.operation(call);
    } catch (error) {
      const kind = error instanceof FmuGoneError ? 'gone' : error instanceof UserError ? 'user' : 'error';
      const message = error instanceof FmuGoneError ? error.reason : messageOf(error);
      return { thrown: { kind, message, log: [] }, left: [] };
    }
  }

  /** Maps names used by the recorded FMU (states, copies) to the ones of this FMU. */
  answered({ name, operands }: RecordedCall, { answer }: RecordedAnswer): void {
    const was = answer as { handle?: number; bytes?: Uint8Array } | undefined;
    const now = this.latest as typeof was;
    if ((name === 'getState' || name === 'deserializeState') && was?.handle !== undefined)
      this.handles.set(was.handle, now?.handle ?? -1);
    if (name === 'serializeState' && was?.bytes !== undefined && now?.bytes !== undefined)
      this.states.set(keyOf(was.bytes), now.bytes);
    if (name === 'freeState') this.handles.delete(operands[0] as number);
  }

  private operation({ name, operation, operands, buffer, polynomials }: RecordedCall): RecordedResult {
    const { calls } = this;
    const { reads, leaves } = operations[operation];
    reads.forEach((place, k) => {
      calls.registers[place] = operands[k] as number;
    });
    if (polynomials !== undefined) {
      this.polynomials?.coefficients.set(polynomials.coefficients);
    }
    const unitBuffer = buffer && this.bufferOf(buffer);
    if (unitBuffer !== undefined && buffer !== undefined && sets(name))
      contentOf(unitBuffer).set(buffer.content);
    const bufferOperand =
      unitBuffer instanceof Float64Array ? { doubles: unitBuffer } : unitBuffer && { values: unitBuffer };
    const op = { op: name, ...bufferOperand };
    const answer: Status = calls.call(op as FmiCall);
    return {
      answer,
      left: leaves.map((place) => calls.registers[place]),
      view: unitBuffer instanceof Float64Array ? unitBuffer : unitBuffer && viewOf(unitBuffer),
    };
  }

  private method({ name, operands }: RecordedCall): RecordedResult {
    const { calls, copies } = this;
    if (name === 'copy') {
      const copying = calls.copy?.() ?? 'its host on this machine cannot copy it';
      if (typeof copying === 'string') throw new UserError(`copy the FMU: ${copying}.`);
      copies.push(copying);
      return { answer: { by: copying.by }, left: [] };
    }
    const copy = copies[operands[0] as number]?.copy;
    if (name === 'takeCopy' || name === 'restoreCopy' || name === 'releaseCopy') {
      copy?.[name.replace('Copy', '') as 'take']();
      return { answer: undefined, left: [] };
    }
    const unitOperands = operands.map((operand, k) => {
      if (/^(setState|freeState|serializeState)$/.test(name))
        return this.handles.get(operand as number) ?? operand;
      if (name === 'deserializeState') return this.states.get(keyOf(operand as Uint8Array)) ?? operand;
      return filling.has(name) && k === operands.length - 1 ? (operand as Float64Array).slice() : operand;
    });
    const call = (calls as unknown as Record<string, ((...o: unknown[]) => unknown) | undefined>)[name];
    const answer = call?.apply(calls, unitOperands) as OperandValue;
    this.latest = answer;
    return {
      answer,
      filled: filling.has(name) ? (unitOperands[unitOperands.length - 1] as OperandValue) : undefined,
      left: [],
    };
  }

  private bufferOf(buffer: RecordedBuffer): Buffer {
    const known = this.buffers.get(buffer);
    if (known !== undefined) return known;
    const { type, valueReferences, view } = buffer;
    const { calls } = this;
    const unitBuffer =
      type === undefined ? calls.doubles(view.length) : calls.values(type, valueReferences, view.length);
    this.buffers.set(buffer, unitBuffer);
    return unitBuffer;
  }

  private defined({
    valueReferences,
    length,
    coefficients,
  }: NonNullable<RecordedCall['polynomials']>): Polynomials {
    const { calls } = this;
    const inputs: Values = calls.values('Float64', valueReferences, length);
    const write = { inputs, coefficients: calls.doubles(coefficients.length) };
    calls.intermediate([], 0, write);
    return write;
  }
}

const keyOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function viewOf(values: Values): Values['view'] {
  const { view, offset, length } = values;
  return view.subarray(offset, offset + length) as Values['view'];
}
