import { fmiTypes, type ModelDescription } from '../../description/description.ts';
import { functionPrefix } from '../../standard/fmi-version.ts';
import {
  type FmiApi,
  type FmiCall,
  type InterfaceKind,
  interfaceNames,
  io,
  type LogMessage,
  type Status,
  status,
  statusNames,
  type Values,
} from './fmi-api.ts';

/** Receives the trace of an FMU's calls. `wants` is asked before each line is formatted. */
export interface CallTrace {
  /**
   * Reports whether to trace a call with this name (`doStep`), or a message (`message`), at the
   * time t [s]. NaN: before the start.
   */
  wants(call: string, t: number): boolean;
  write(line: string): void;
}

/**
 * Wraps calls so that each call that changes or reads state is traced under its standard name, with
 * arguments and results.
 */
export function tracedCalls(
  calls: FmiApi,
  description: ModelDescription,
  name: string,
  trace: CallTrace,
): FmiApi {
  return new Proxy(calls, new Tracer(calls, description, name, trace));
}

/** FMI calls outside of batches. */
const others = [
  ...['instantiate', 'freeInstance', 'getStrings', 'setStrings', 'getBinaries', 'setBinaries', 'getState'],
  ...[
    'setState',
    'freeState',
    'serializeState',
    'deserializeState',
    'directionalDerivative',
    'adjointDerivative',
  ],
  ...['getInterval', 'setInterval', 'getShift', 'setShift', 'setInputDerivatives', 'getOutputDerivatives'],
  ...['getVariableDependencies', 'activateModelPartition'],
] as const;
const tracedMethods: ReadonlySet<string> = new Set(others);

/** Operations in batches, except get and set, whose names contain the type of their values. */
const operations: Readonly<Record<Exclude<FmiCall['op'], 'get' | 'set'>, true>> = {
  doStep: true,
  setupExperiment: true,
  enterInitializationMode: true,
  exitInitializationMode: true,
  enterConfigurationMode: true,
  exitConfigurationMode: true,
  enterEventMode: true,
  enterContinuousTimeMode: true,
  enterStepMode: true,
  cancelStep: true,
  setTime: true,
  completedIntegratorStep: true,
  updateDiscreteStates: true,
  evaluateDiscreteStates: true,
  getNumberOfEventIndicators: true,
  getNumberOfContinuousStates: true,
  terminate: true,
  reset: true,
  setContinuousStates: true,
  getContinuousStates: true,
  getContinuousStateDerivatives: true,
  getNominalsOfContinuousStates: true,
  getEventIndicators: true,
};

/** FMI 2.0 types by FMI 3.0 type. */
const types2: Readonly<Record<string, string>> = { Float64: 'Real', Boolean: 'Boolean' };

/** All names that `CallTrace.wants` may receive. */
export const tracedNames: readonly string[] = [
  'message',
  ...Object.keys(operations),
  ...others,
  ...(Object.keys(interfaceNames) as InterfaceKind[]).map((kind) => `instantiate${capital(kind)}`),
  ...[...new Set([...fmiTypes, ...Object.values(types2), 'Integer'])]
    .filter((type) => type !== 'String' && type !== 'Binary')
    .flatMap((type) => [`get${type}`, `set${type}`]),
];

/** Largest number of values shown for a call. */
const mostValues = 20;

class Tracer implements ProxyHandler<FmiApi> {
  private readonly names = new Map<string, string>();
  private readonly pendingMessages: LogMessage[] = [];
  private time = Number.NaN;

  constructor(
    private readonly calls: FmiApi,
    private readonly description: ModelDescription,
    private readonly name: string,
    private readonly trace: CallTrace,
  ) {
    for (const { type, valueReference, name: variable } of description.variables)
      this.names.set(`${type} ${valueReference}`, variable);
  }

  get(target: FmiApi, property: keyof FmiApi): unknown {
    // Calls made by a native loop cannot be traced one by one.
    if (property === 'loops') return undefined;
    const value = target[property];
    if (typeof value !== 'function') return value;
    const call = (value as (...args: unknown[]) => unknown).bind(target);
    switch (property) {
      case 'ahead':
      case 'posted':
        // Steps made in one crossing, or concurrently, cannot be traced one by one.
        return undefined;
      case 'takeLog':
        return () => [...this.pendingMessages.splice(0), ...target.takeLog()];
      case 'setDebugLogging':
        return () => this.traceMessages();
      case 'batch':
        return (ops: readonly FmiCall[]) => this.batch(ops);
      case 'call':
        return (op: FmiCall) => this.after([op], target.call(op), Number.POSITIVE_INFINITY);
      case 'get':
      case 'set':
        return (values: Values) =>
          this.after([{ op: property, values }], call(values) as Status, Number.POSITIVE_INFINITY);
      default:
        return tracedMethods.has(property) ? (...args: unknown[]) => this.other(property, call, args) : call;
    }
  }

  /** Traces the FMU's new messages. */
  private traceMessages(): Status {
    return this.calls.setDebugLogging(
      true,
      this.description.logCategories.map(({ name }) => name),
    );
  }

  private batch(ops: readonly FmiCall[]): () => Status {
    const run = this.calls.batch(ops);
    return () => {
      const answer = run();
      const failed = this.calls.registers[io.failed];
      return this.after(ops, answer, failed < 0 ? Number.POSITIVE_INFINITY : failed);
    };
  }

  /** Traces the operations up to the one that failed, which gets the returned status. */
  private after(ops: readonly FmiCall[], answer: Status, failed: number): Status {
    const r = this.calls.registers;
    // Time of the messages after these calls. Inside a step it is the step's start.
    let messageTime = this.time;
    for (const [i, op] of ops.entries()) {
      if (i > failed) break;
      if (op.op === 'setTime' || op.op === 'doStep') this.time = messageTime = r[io.time];
      const full = this.full(op);
      // FMI 3.0 lacks this function. Its arguments are part of the initialization.
      if (op.op === 'setupExperiment' && this.calls.fmi === 3) continue;
      const opStatus = i === failed || failed === Number.POSITIVE_INFINITY ? answer : status.ok;
      if (this.trace.wants(full.slice(this.prefix.length), this.time))
        this.write(`${full}(${this.operands(op)})`, opStatus);
      // Calls after a step happen at its end, including the inputs of the next one.
      if (op.op === 'doStep' && opStatus <= status.warning)
        this.time = r[io.early] === 0 ? r[io.time] + r[io.step] : r[io.lastTime];
    }
    this.messages(messageTime);
    return answer;
  }

  private other(property: string, call: (...args: unknown[]) => unknown, args: readonly unknown[]): unknown {
    const answer = call(...args);
    if (property === 'instantiate' && answer === true) this.traceMessages();
    const isInstantiate = property === 'instantiate';
    const full = capital(property) + (isInstantiate && this.calls.fmi === 3 ? capital(this.calls.kind) : '');
    if (this.trace.wants(full, this.time)) {
      const status =
        typeof answer === 'number' ? answer : (answer as { status?: number } | undefined)?.status;
      this.write(`${this.prefix}${full}(${isInstantiate ? this.name : ''})`, status);
    }
    this.messages(this.time);
    return answer;
  }

  private get prefix(): string {
    return functionPrefix(this.calls.fmi);
  }

  private full(op: FmiCall): string {
    if (!('values' in op)) return this.prefix + capital(op.op);
    const { type } = op.values;
    return this.prefix + capital(op.op) + (this.calls.fmi < 3 ? (types2[type] ?? 'Integer') : type);
  }

  private operands(op: FmiCall): string {
    const r = this.calls.registers;
    if (op.op === 'doStep') return `${r[io.time]}, ${r[io.step]}`;
    if (op.op === 'setTime') return `${r[io.time]}`;
    if ('doubles' in op)
      return formatValues(Array.from(op.doubles.subarray(0, mostValues), String), op.doubles.length);
    if (!('values' in op)) return '';
    const { type, valueReferences, view, offset, length } = op.values;
    if (length !== valueReferences.length)
      return `${this.variable(type, valueReferences[0])}, … ${length} values`;
    const list = Array.from(valueReferences.subarray(0, mostValues), (reference, i) => {
      return `${this.variable(type, reference)} = ${view[offset + i]}`;
    });
    return formatValues(list, length);
  }

  private variable(type: string, reference: number): string {
    return (
      this.names.get(`${type} ${reference}`) ?? this.names.get(`Enumeration ${reference}`) ?? `#${reference}`
    );
  }

  private write(call: string, answer: number | undefined): void {
    const time = Number.isNaN(this.time) ? '' : `${this.time}`;
    const resultText = answer === undefined ? '' : ` → ${statusNames[answer as Status] ?? answer}`;
    this.trace.write(`${time}\t${this.name}\t${call}${resultText}`);
  }

  /** Traces new messages, and stores them for callers that ask after an error. */
  private messages(time: number): void {
    const messages = this.calls.takeLog();
    if (messages.length === 0) return;
    this.pendingMessages.push(...messages);
    if (this.pendingMessages.length > 1000)
      this.pendingMessages.splice(0, this.pendingMessages.length - 1000);
    if (!this.trace.wants('message', time)) return;
    for (const { status, category, message } of messages)
      this.trace.write(
        `${Number.isNaN(time) ? '' : time}\t${this.name}\tmessage [${statusNames[status]}] ${category}: ${message}`,
      );
  }
}

function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}

const formatValues = (list: readonly string[], count: number): string =>
  list.join(', ') + (count > list.length ? `, … ${count} values` : '');
