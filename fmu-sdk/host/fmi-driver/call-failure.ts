import { messageOf } from '../../util/user-error.ts';
import {
  type Calls,
  type LogMessage,
  type Op,
  register,
  type Status,
  status,
  statusNames,
  UnitGone,
} from '../fmi-api.ts';
import { lastMessages } from '../last-messages.ts';

/** A unit answered a call with a status that ends its run. */
export class CallFailure extends Error {}

/** A value that a unit gave, or was given, is no number. */
export class NotFinite extends CallFailure {}

/** A unit asked for the end of the simulation at `time` [s]; its outputs stand at that time. */
export class Finished extends Error {
  constructor(readonly time: number) {
    super(`the unit asked for the end of the simulation at t = ${time} s`);
  }
}

/** Throws unless the call of a name succeeded. */
export type Expect = (answer: Status, call: string | Op) => void;

/** Throws, with what the unit has logged about it. */
export function refuse(calls: Calls, answer: Status, call: string | Op): never {
  const name = typeof call === 'string' ? call : nameOf(call, calls.fmi);
  const prefix = calls.fmi === 2 ? 'fmi2' : 'fmi3';
  const function_ = `${prefix}${name[0].toUpperCase()}${name.slice(1)}`;
  const told = calls.takeLog().filter((message) => message.status > status.ok);
  const { shown: log } = lastMessages(told.map(spoken), 3);
  const said = log.length === 0 ? 'it logged no reason' : `it says: ${log.join('; ')}`;
  const refused = calls.refused?.() ?? '';
  const sandbox = refused === '' ? '' : `. ${refused.replace(/\.$/, '')}`;
  throw new CallFailure(`${function_} answered ${statusNames[answer]}; ${said}${sandbox}`);
}

/** The call of a batch that ended it; the unit may have written anything there. */
export function failedOp(ops: readonly Op[], registers: Float64Array): Op {
  return ops[registers[register.failed]] ?? ops[0];
}

/** What a unit's failure means, with the last that it has logged where it is gone. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof UnitGone)) return messageOf(thrown);
  const { shown: said } = lastMessages(thrown.log.map(spoken), 5);
  return said.length === 0 ? thrown.reason : `${thrown.reason}; its last messages: ${said.join('; ')}`;
}

const types2: Partial<Record<string, string>> = { Float64: 'Real', Int32: 'Integer', Enumeration: 'Integer' };

/** Name of the function that an operation calls, without prefix. */
export function nameOf(op: Op, fmi: 2 | 3): string {
  if (op.op === 'updateDiscreteStates' && fmi === 2) return 'newDiscreteStates';
  if (op.op === 'getContinuousStateDerivatives' && fmi === 2) return 'getDerivatives';
  if (op.op !== 'get' && op.op !== 'set') return op.op;
  const { type } = op.values;
  if (fmi === 2) return op.op + (types2[type] ?? type);
  return op.op + (type === 'Enumeration' ? 'Int64' : type);
}

/** Longest message that is part of a sentence [characters]. */
const longest = 500;

/** A message as part of a sentence, which has a period of its own. */
function spoken({ message }: LogMessage): string {
  const text = message.trimEnd().replace(/\.$/, '');
  return text.length > longest
    ? `${text.slice(0, longest)} … (${text.length - longest} characters more)`
    : text;
}
