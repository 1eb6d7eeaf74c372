import { type FmiMajor, functionPrefix } from '../../standard/fmi-version.ts';
import { messageOf } from '../../util/user-error.ts';
import {
  type FmiApi,
  type FmiCall,
  FmuGoneError,
  io,
  type LogMessage,
  type Status,
  status,
  statusNames,
} from '../instance/fmi-api.ts';
import { functionName } from '../instance/function-name.ts';
import { lastMessages } from '../instance/last-messages.ts';

/** An FMU returned a status that ends its run. */
export class CallFailure extends Error {}

/** A value from or for an FMU is NaN or infinite. */
export class NotFinite extends CallFailure {}

/**
 * An FMU requested the end of the simulation at `time` [s]. Its outputs have their values at that
 * time.
 */
export class Finished extends Error {
  constructor(readonly time: number) {
    super(`the FMU requested the end of the simulation at t = ${time} s`);
  }
}

/** Checks a call by its name and reports a failure. */
export type Expect = (answer: Status, call: string | FmiCall) => void;

/**
 * Reports a failed call with the messages that the FMU logged about it.
 *
 * @throws CallFailure always
 */
export function rejectCall(calls: FmiApi, answer: Status, call: string | FmiCall): never {
  const name = typeof call === 'string' ? functionName(call, calls.fmi, calls.kind) : nameOf(call, calls.fmi);
  const function_ = `${functionPrefix(calls.fmi)}${name[0].toUpperCase()}${name.slice(1)}`;
  const messages = calls
    .takeLog()
    .filter((message) => message.status > status.ok && message.message.trim() !== '');
  const { lines: log } = lastMessages(messages.map(logText), 3);
  const logSummary = log.length === 0 ? 'no message logged' : `log: ${log.join('; ')}`;
  const refused = calls.refused?.() ?? '';
  const sandbox = refused === '' ? '' : `. ${refused.replace(/\.$/, '')}`;
  throw new CallFailure(`${function_} returned ${statusNames[answer]} (${logSummary})${sandbox}`);
}

/** Returns the call that ended a batch. The index is checked, because the FMU can overwrite it. */
export function failedOp(ops: readonly FmiCall[], registers: Float64Array): FmiCall {
  return ops[registers[io.failed]] ?? ops[0];
}

/** Explains an FMU's failure, with its last log messages if its process is gone. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof FmuGoneError)) return messageOf(thrown);
  const { lines } = lastMessages(thrown.log.map(logText), 5);
  return lines.length === 0 ? thrown.reason : `${thrown.reason} (last messages: ${lines.join('; ')})`;
}

const types2: Readonly<Partial<Record<string, string>>> = {
  Float64: 'Real',
  Int32: 'Integer',
  Enumeration: 'Integer',
};

/** Returns the name of the function that an operation calls, without prefix. */
export function nameOf(op: FmiCall, fmi: FmiMajor): string {
  if (op.op !== 'get' && op.op !== 'set') return functionName(op.op, fmi);
  const { type } = op.values;
  if (fmi < 3) return op.op + (types2[type] ?? type);
  return op.op + (type === 'Enumeration' ? 'Int64' : type);
}

/** Largest length of a message inside a sentence [characters]. */
const longest = 500;

/** Prepares a message for use inside a sentence: removes its period. */
function logText({ message }: LogMessage): string {
  const text = message.trimEnd().replace(/\.$/, '');
  return text.length > longest
    ? `${text.slice(0, longest)} … (${text.length - longest} characters more)`
    : text;
}
