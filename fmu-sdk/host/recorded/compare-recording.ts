import { createHash } from 'node:crypto';
import type { ModelDescription } from '../../description/description.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import {
  type Calls,
  type Copying,
  type Op,
  type Polynomials,
  type Status,
  UnitGone,
  type Values,
} from '../fmi-api.ts';
import { functionOf, placeOf } from './call-text.ts';
import { CallsReader, type RecordedAnswer, type RecordedBuffer, type RecordedCall } from './calls-reader.ts';
import type { Plain } from './operand-codec.ts';
import { type Answered, difference, operandsDiffer } from './recorded-answers.ts';
import { type Buffer, contentOf, filling, isBeside, operations, sets } from './recorded-operations.ts';

/** What came of a comparison, call by call. */
export interface Replayed {
  /** Calls that were compared. */
  readonly calls: number;
  /** The first that was other: where, which function, and how. */
  readonly divergence?: string;
  /** The call in which the recording ends because the unit, or the process that called it, was gone; and whether it was gone here too. */
  readonly crash?: { readonly at: string; readonly here?: string };
  /** How the recorded run came to its end; left out where its process was killed. */
  readonly outcome?: string;
}

/** How two of them are compared. */
export interface ComparedBy {
  /** What numbers may differ by, as a share of the larger magnitude; 0: not by a bit. */
  readonly relative: number;
  /** Is told the number of calls done now and then. */
  readonly progress?: (calls: number) => void;
}

/** A unit that the calls of a file are made of again. */
export interface UnitAgain {
  readonly calls: Calls;
  readonly description: ModelDescription;
}

/** Makes the calls of one unit of a file of another, up to the first that it answers otherwise. */
export function replayAgainst(file: string, unit: number, again: UnitAgain, by: ComparedBy): Replayed {
  const reader = new CallsReader(file);
  try {
    return against(reader, unit, new Again(again.calls), again.description, by);
  } finally {
    reader.close();
  }
}

function against(
  reader: CallsReader,
  unit: number,
  again: Again,
  description: ModelDescription,
  { relative, progress }: ComparedBy,
): Replayed {
  const { name, fmi } = reader.units[unit];
  let calls = 0;
  for (;;) {
    const call = reader.call();
    if (call === undefined) return { calls, outcome: reader.outcome };
    if (call.unit !== unit) continue;
    if (++calls % 1024 === 0) progress?.(calls);
    const where = `${placeOf(call, name)}, ${functionOf(call, fmi)}`;
    const now = again.make(call, reader.prepared(unit));
    const was = reader.answer();
    if (was === undefined) return { calls, crash: { at: where, here: now.thrown?.message } };
    const how = difference(call, now, { ...was, view: call.buffer?.view }, relative, description);
    if (how !== undefined) return { calls, divergence: `${where}: ${how}` };
    if (was.thrown !== undefined)
      return { calls, crash: { at: where, here: now.thrown?.message }, outcome: reader.outcome };
    again.answered(call, was);
  }
}

/** Compares two files of calls up to the first that was made or answered otherwise. */
export function compareRecordings(
  now: string,
  was: string,
  by: ComparedBy,
  descriptions: readonly ModelDescription[] = [],
): Replayed {
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
  { relative, progress }: ComparedBy,
  descriptions: readonly ModelDescription[],
): Replayed {
  const names = ({ units }: CallsReader): string => units.map(({ name }) => name).join(', ');
  if (names(a) !== names(b))
    throw new UserError(
      `replay ${a.file.file} ${b.file.file}: the one has calls of ${names(a)}, the other of ${names(b)}. Name recordings of one system.`,
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
    if (calls % 1024 === 0) progress?.(calls);
    const { name, fmi } = a.units[x.unit];
    const where = `${placeOf(x, name)}, ${functionOf(x, fmi)}`;
    const description = descriptions[x.unit];
    if (x.unit !== y.unit || functionOf(x, fmi) !== functionOf(y, b.units[y.unit].fmi))
      return {
        calls,
        divergence: `${where}: and was ${functionOf(y, b.units[y.unit].fmi)} of ${b.units[y.unit].name}`,
      };
    const asked = operandsDiffer(x, y, relative, description);
    if (asked !== undefined) return { calls, divergence: `${where}: it is given ${asked}` };
    const [p, q] = [a.answer(), b.answer()];
    if (p === undefined || q === undefined) {
      if (p === q)
        return { calls, crash: { at: where, here: 'the process that called it was gone in both' } };
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

/** The next call that is the standard's. */
function next(reader: CallsReader): RecordedCall | undefined {
  for (;;) {
    const call = reader.call();
    if (call === undefined || !isBeside(call.name, reader.units[call.unit].fmi)) return call;
  }
}

/** Calls of a file, made of a unit: with buffers, states and copies of its own in place of the recorded ones. */
class Again {
  private readonly buffers = new Map<RecordedBuffer, Buffer>();
  private readonly copies: Copying[] = [];
  private readonly handles = new Map<number, number>();
  /** State as this unit gives it, for the bytes that the recorded one gave. */
  private readonly states = new Map<string, Uint8Array>();
  private polynomials: Polynomials | undefined;
  private latest: unknown;

  constructor(private readonly calls: Calls) {}

  make(call: RecordedCall, { buffers, polynomials }: ReturnType<CallsReader['prepared']>): Answered {
    try {
      for (let k = this.buffers.size; k < buffers.length; k++) this.bufferOf(buffers[k]);
      if (polynomials !== undefined) this.polynomials ??= this.defined(polynomials);
      return call.operation < 0 ? this.method(call) : this.operation(call);
    } catch (error) {
      const kind = error instanceof UnitGone ? 'gone' : error instanceof UserError ? 'user' : 'error';
      const message = error instanceof UnitGone ? error.reason : messageOf(error);
      return { thrown: { kind, message, log: [] }, left: [] };
    }
  }

  /** What the recorded unit has called by its own names stands for what this one did. */
  answered({ name, operands }: RecordedCall, { answer }: RecordedAnswer): void {
    const was = answer as { handle?: number; bytes?: Uint8Array } | undefined;
    const now = this.latest as typeof was;
    if ((name === 'getState' || name === 'deserializeState') && was?.handle !== undefined)
      this.handles.set(was.handle, now?.handle ?? -1);
    if (name === 'serializeState' && was?.bytes !== undefined && now?.bytes !== undefined)
      this.states.set(keyOf(was.bytes), now.bytes);
    if (name === 'freeState') this.handles.delete(operands[0] as number);
  }

  private operation({ name, operation, operands, buffer, polynomials }: RecordedCall): Answered {
    const { calls } = this;
    const { reads, leaves } = operations[operation];
    reads.forEach((place, k) => {
      calls.registers[place] = operands[k] as number;
    });
    if (polynomials !== undefined) {
      this.polynomials?.coefficients.set(polynomials.coefficients);
    }
    const own = buffer && this.bufferOf(buffer);
    if (own !== undefined && buffer !== undefined && sets(name)) contentOf(own).set(buffer.content);
    const given = own instanceof Float64Array ? { doubles: own } : own && { values: own };
    const op = { op: name, ...given };
    const answer: Status = calls.call(op as Op);
    return {
      answer,
      left: leaves.map((place) => calls.registers[place]),
      view: own instanceof Float64Array ? own : own && viewOf(own),
    };
  }

  private method({ name, operands }: RecordedCall): Answered {
    const { calls, copies } = this;
    if (name === 'copy') {
      const copying = calls.copy?.() ?? 'nothing that runs it here can copy it';
      if (typeof copying === 'string') throw new UserError(`copy the unit: ${copying}.`);
      copies.push(copying);
      return { answer: { by: copying.by }, left: [] };
    }
    const copy = copies[operands[0] as number]?.copy;
    if (name === 'takeCopy' || name === 'restoreCopy' || name === 'releaseCopy') {
      copy?.[name.replace('Copy', '') as 'take']();
      return { answer: undefined, left: [] };
    }
    const own = operands.map((operand, k) => {
      if (/^(setState|freeState|serializeState)$/.test(name))
        return this.handles.get(operand as number) ?? operand;
      if (name === 'deserializeState') return this.states.get(keyOf(operand as Uint8Array)) ?? operand;
      return filling.has(name) && k === operands.length - 1 ? (operand as Float64Array).slice() : operand;
    });
    const call = (calls as unknown as Record<string, ((...o: unknown[]) => unknown) | undefined>)[name];
    const answer = call?.apply(calls, own) as Plain;
    this.latest = answer;
    return { answer, filled: filling.has(name) ? (own[own.length - 1] as Plain) : undefined, left: [] };
  }

  private bufferOf(buffer: RecordedBuffer): Buffer {
    const known = this.buffers.get(buffer);
    if (known !== undefined) return known;
    const { type, valueReferences, view } = buffer;
    const { calls } = this;
    const made =
      type === undefined ? calls.doubles(view.length) : calls.values(type, valueReferences, view.length);
    this.buffers.set(buffer, made);
    return made;
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
