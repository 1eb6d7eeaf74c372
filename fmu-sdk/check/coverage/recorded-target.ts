import { type FmiApi, io, type Status, status } from '../../host/instance/fmi-api.ts';
import type { Target } from '../behaviour/check-target.ts';
import { type CoverageRecorder, ProcessRecord } from './coverage-recorder.ts';

/** Calls that change only the record of the call itself, by their name in `FmiApi`. */
const plainCalls = [
  'setDebugLogging',
  'freeState',
  'directionalDerivative',
  'adjointDerivative',
  'setInputDerivatives',
  'getOutputDerivatives',
  'getInterval',
  'setInterval',
  'getShift',
  'setShift',
  'getIntervalFraction',
  'setIntervalFraction',
  'getShiftFraction',
  'setShiftFraction',
] as const;

/** Functions of FMI 2.0 behind `getStepStatus`. */
const stepStatusFunctions = {
  doStep: 'GetStatus',
  pending: 'GetStringStatus',
  lastSuccessfulTime: 'getStepStatus',
  terminated: 'GetBooleanStatus',
} as const;

/** Returns the target with all calls recorded, whichever rule makes them. */
export function recordedTarget(target: Target, recorder: CoverageRecorder): Target {
  return {
    ...target,
    async open() {
      const { calls, ...rest } = await target.open();
      return { ...rest, calls: recordedCalls(calls, recorder) };
    },
  };
}

/** Returns the functions of an FMU with all calls recorded. */
function recordedCalls(calls: FmiApi, recorder: CoverageRecorder): FmiApi {
  const record = new ProcessRecord(recorder, calls);
  const own: Partial<Record<string | symbol, unknown>> = { ...recordedFunctions(calls, record) };
  for (const name of plainCalls)
    if (typeof calls[name] === 'function')
      own[name] = (...operands: unknown[]) => {
        const answer = (calls[name] as (...given: unknown[]) => unknown)(...operands);
        record.note(name, statusOf(answer));
        return answer;
      };
  return new Proxy(calls, {
    get: (base, name) => {
      if (name in own) return own[name];
      const value: unknown = Reflect.get(base, name, base);
      // Bound once, because a proxy has no access to private fields.
      return typeof value === 'function' ? (own[name] = value.bind(base)) : value;
    },
  });
}

function statusOf(answer: unknown): Status {
  return typeof answer === 'number' ? (answer as Status) : (answer as { status: Status }).status;
}

/** Functions whose answers change the mode of an instance, or show values. */
function recordedFunctions(calls: FmiApi, record: ProcessRecord): Partial<FmiApi> {
  const { recorder } = record;
  const batches = new WeakMap<() => Status, () => Status>();
  return {
    ...watching(calls, record),
    instantiate(options) {
      const isInstantiated = calls.instantiate(options);
      if (isInstantiated) {
        record.instance.begin(options.eventModeUsed === true);
        recorder.noteMode(record.instance);
      } else record.instance.lose();
      return isInstantiated;
    },
    freeInstance() {
      record.note('freeInstance', status.ok);
      record.instance.lose();
      calls.freeInstance();
    },
    call(op) {
      const answer = calls.call(op);
      recorder.noteOp(record.instance, op, answer, calls.registers);
      return answer;
    },
    get(values) {
      const answer = calls.get(values);
      recorder.noteValues(record.instance, 'get', values, answer);
      return answer;
    },
    set(values) {
      const answer = calls.set(values);
      recorder.noteValues(record.instance, 'set', values, answer);
      return answer;
    },
    batch(ops) {
      const run = calls.batch(ops);
      const recorded = (): Status => {
        const worst = run();
        const failed = calls.registers[io.failed];
        for (let i = 0; i < ops.length && (failed < 0 || i <= failed); i++)
          recorder.noteOp(record.instance, ops[i], i === failed ? worst : status.ok, calls.registers);
        return worst;
      };
      batches.set(recorded, run);
      return recorded;
    },
    ...(calls.posted && { posted: (batch) => calls.posted!(batches.get(batch) ?? batch) }),
    ...(calls.seat && { seat: (batch) => calls.seat!(batches.get(batch) ?? batch) }),
    // Steps in advance would not be recorded.
    ...(calls.ahead && { ahead: () => undefined }),
    ...texts(calls, record),
    ...states(calls, record),
    ...details(calls, record),
  };
}

function texts(
  calls: FmiApi,
  record: ProcessRecord,
): Pick<FmiApi, 'getStrings' | 'setStrings' | 'getBinaries' | 'setBinaries'> {
  const note = (op: 'get' | 'set', type: string, references: Uint32Array, answer: Status): void => {
    const { recorder, instance } = record;
    const { bit } = instance;
    const index = recorder.accessorOf(op === 'get' ? 'Get' : 'Set', type);
    const isGranted = recorder.noteCall(instance, index, answer);
    if (bit !== 0) recorder.noteVariables(op, type, references, isGranted);
  };
  return {
    getStrings(references, count) {
      const answer = calls.getStrings(references, count);
      note('get', 'String', references, answer.status);
      return answer;
    },
    setStrings(references, values) {
      const answer = calls.setStrings(references, values);
      note('set', 'String', references, answer);
      return answer;
    },
    getBinaries(references, count) {
      const answer = calls.getBinaries(references, count);
      note('get', 'Binary', references, answer.status);
      return answer;
    },
    setBinaries(references, values) {
      const answer = calls.setBinaries(references, values);
      note('set', 'Binary', references, answer);
      return answer;
    },
  };
}

function states(
  calls: FmiApi,
  record: ProcessRecord,
): Pick<FmiApi, 'getState' | 'setState' | 'serializeState' | 'deserializeState'> {
  return {
    getState(into) {
      const answer = calls.getState(into);
      const { instance } = record;
      if (record.note('getState', answer.status)) instance.save(answer.handle, instance.mode);
      return answer;
    },
    setState(handle) {
      const answer = calls.setState(handle);
      if (record.note('setState', answer)) record.instance.restore(handle);
      return answer;
    },
    serializeState(handle) {
      const answer = calls.serializeState(handle);
      record.note(calls.fmi === 2 ? 'serializedFMUstateSize' : 'serializedFMUStateSize', answer.status);
      record.note('serializeState', answer.status);
      record.recorder.serializedIn = record.instance.savedIn(handle);
      return answer;
    },
    deserializeState(bytes) {
      const answer = calls.deserializeState(bytes);
      const { instance, recorder } = record;
      // Rules serialize a state and deserialize it next, maybe in another instance.
      if (record.note('deserializeState', answer.status)) instance.save(answer.handle, recorder.serializedIn);
      return answer;
    },
  };
}

function details(
  calls: FmiApi,
  record: ProcessRecord,
): Pick<FmiApi, 'getVariableDependencies' | 'getStepStatus' | 'activateModelPartition'> {
  return {
    getVariableDependencies(reference) {
      const answer = calls.getVariableDependencies(reference);
      record.note('getNumberOfVariableDependencies', answer.status);
      record.note('getVariableDependencies', answer.status);
      return answer;
    },
    getStepStatus(kind) {
      const answer = calls.getStepStatus(kind);
      record.note(stepStatusFunctions[kind], answer.status);
      return answer;
    },
    activateModelPartition(clock, time) {
      const answer = calls.activateModelPartition(clock, time);
      if (record.note('activateModelPartition', answer)) record.recorder.noteActivation(clock);
      return answer;
    },
  };
}

/** Follows the selected instance. */
function watching({ watch }: FmiApi, record: ProcessRecord): Pick<FmiApi, 'watch'> {
  if (watch === undefined) return {};
  return {
    watch: {
      guard: () => watch.guard(),
      trespasses: () => watch.trespasses(),
      allocated: () => watch.allocated(),
      select(n, kind) {
        record.select(n, kind);
        return watch.select(n, kind);
      },
    },
  };
}
