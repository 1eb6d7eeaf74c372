import { witName } from '../../fmu-sdk/build/component/component-functions.ts';
import { type FmiApi, io as r, status } from '../../fmu-sdk/host/instance/fmi-api.ts';
import type { Command, Sequence } from './sequences.ts';

/** Answer of one form of a unit to one call. */
export interface Answer {
  status: number;
  /** Values with a good status, as text that keeps every bit except a NaN's payload. */
  values: unknown[];
  log: string[];
}

const refs = (references: readonly number[]): Uint32Array => Uint32Array.from(references);
const text = (values: Iterable<number | bigint>): string[] =>
  Array.from(values, (x) => (Object.is(x, -0) ? '-0' : String(x)));

/** Makes the calls in order, up to the first fatal one. `token` is the unit's token. */
export function answersOf(calls: FmiApi, sequence: Sequence, token: string): Answer[] {
  const answers: Answer[] = [];
  const handles: number[] = [];
  const bytes = new Map<number, number>();
  let now = 0;
  const note = (code: number, values: unknown[] = []): void => {
    const log = calls
      .takeLog()
      .map(({ status: s, category, message }) => `${s} ${category} ${named(message)}`);
    answers.push({ status: code, values: code < status.error ? values : [], log });
  };
  const { eventModeUsed, earlyReturnAllowed, required } = sequence;
  const alive = calls.instantiate({
    instanceName: 'one',
    token,
    loggingOn: true,
    eventModeUsed,
    earlyReturnAllowed,
    requiredIntermediateVariables: refs(required),
  });
  note(alive ? status.ok : status.error);
  if (!alive) return answers;
  Object.assign(calls.registers, { [r.startTime]: 0, [r.stopTimeDefined]: 0, [r.returnTime]: Infinity });
  for (const command of sequence.commands) {
    const s = make(command);
    if (s === status.fatal) break;
  }
  calls.freeInstance();
  return answers;

  function make(c: Command): number {
    const { registers } = calls;
    let s: number = status.ok;
    let values: unknown[] = [];
    switch (c.call) {
      case 'life':
        Object.assign(registers, {
          [r.stopTimeDefined]: Number(c.stop !== undefined),
          [r.stopTime]: c.stop ?? 0,
        });
        if (c.anew) s = calls.call({ op: 'reset' });
        for (const op of ['enterInitializationMode', 'exitInitializationMode'] as const)
          if (s < status.discard) s = calls.call({ op });
        if (s === status.ok) now = 0;
        break;
      case 'op':
        s = calls.call({ op: c.op });
        if (c.op === 'updateDiscreteStates') values = text(registers.subarray(r.newDiscreteStatesNeeded, 12));
        break;
      case 'step':
        Object.assign(registers, {
          [r.time]: now + c.late,
          [r.step]: c.size,
          [r.returnTime]: now + c.returnAfter,
        });
        s = calls.call({ op: 'doStep' });
        values = text(registers.subarray(r.eventNeeded, r.lastTime + 1));
        if (s === status.ok) now = registers[r.lastTime];
        break;
      case 'get': {
        const buffer = calls.values(c.type, refs(c.references), c.count);
        s = calls.get(buffer);
        values = text(buffer.view);
        break;
      }
      case 'set': {
        const buffer = calls.values(c.type, refs(c.references), c.values.length);
        const big = c.type.endsWith('Int64');
        c.values.forEach((x, i) => {
          buffer.view[i] = big
            ? BigInt(Math.round(x))
            : c.type === 'Boolean' || c.type === 'Clock'
              ? Number(x > 0)
              : x;
        });
        s = calls.set(buffer);
        break;
      }
      case 'getStrings':
      case 'getBinaries': {
        const got: { status: number; values: unknown[] } = calls[c.call](refs(c.references), c.count);
        s = got.status;
        values = got.values.map((v) => (typeof v === 'string' ? v : String(v)));
        break;
      }
      case 'setStrings':
        s = calls.setStrings(refs(c.references), c.values);
        break;
      case 'setBinaries':
        s = calls.setBinaries(
          refs(c.references),
          c.values.map((v) => new TextEncoder().encode(v)),
        );
        break;
      case 'derivative': {
        const result = new Float64Array(1);
        const make = c.adjoint ? calls.adjointDerivative : calls.directionalDerivative;
        s = make.call(calls, refs([c.unknown]), refs([c.known]), Float64Array.of(c.seed), result);
        values = text(result);
        break;
      }
      case 'interval': {
        const got = calls.getInterval(refs([c.clock]));
        s = got.status;
        values = [text(got.intervals), text(got.qualifiers)];
        break;
      }
      case 'shift': {
        const got = calls.getShift(refs([c.clock]));
        s = got.status;
        values = text(got.shifts);
        break;
      }
      case 'fraction':
        s = calls.getIntervalFraction(refs([c.clock])).status;
        break;
      case 'setInterval':
        s = calls.setInterval(refs([c.clock]), Float64Array.of(c.value));
        break;
      case 'setShift':
        s = calls.setShift(refs([c.clock]), Float64Array.of(c.value));
        break;
      case 'logging':
        s = calls.setDebugLogging(c.on, c.categories);
        break;
      case 'save': {
        const got = calls.getState();
        s = got.status;
        if (s === status.ok) {
          handles.push(got.handle);
          bytes.set(got.handle, now);
        }
        break;
      }
      case 'restore':
        s = restore(c.serialized);
        break;
      case 'outputDerivative':
        s = calls.getOutputDerivatives(refs([c.reference]), Int32Array.of(1), new Float64Array(1));
    }
    note(s, values);
    return s;
  }

  /** Restores the last stored state, through its bytes if requested. */
  function restore(serialized: boolean): number {
    const handle = handles.at(-1);
    if (handle === undefined) return status.ok;
    let used = handle;
    if (serialized) {
      const { status: s, bytes: image } = calls.serializeState(handle);
      if (s !== status.ok) return s;
      used = calls.deserializeState(image).handle;
    }
    const s = calls.setState(used);
    if (s === status.ok) now = bytes.get(handle) ?? now;
    return s;
  }
}

/** Returns a message under the component's name of the call. */
function named(message: string): string {
  return message.replace(/^fmi3(\w+):/, (_, name: string) => `${witName(name)}:`);
}
