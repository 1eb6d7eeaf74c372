import {
  type FmiApi,
  type FmiCall,
  type InstantiateOptions,
  type InterfaceKind,
  type Intermediate,
  io,
  type LogMessage,
  type NumericType,
  type Polynomials,
  registerCount,
  type Status,
  status,
  type Values,
} from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { NumericArray } from '../../../fmu-sdk/host/instance/instance.ts';
import { arrays2, arrays3 } from '../../../fmu-sdk/host/wasm/array-classes.ts';
import type { FakeModel } from './fake-model.ts';

type Mode =
  | 'none'
  | 'instantiated'
  | 'configuration'
  | 'initialization'
  | 'event'
  | 'continuous'
  | 'step'
  | 'activation'
  | 'terminated';

/** Modes in which a call is legal: FMI 3.0, 2.3, 3.2, 4.2, 5.2. */
const legal: Record<string, Mode[]> = {
  setupExperiment: ['instantiated'],
  enterInitializationMode: ['instantiated'],
  exitInitializationMode: ['initialization'],
  enterConfigurationMode: ['instantiated', 'step', 'event', 'activation'],
  exitConfigurationMode: ['configuration'],
  enterEventMode: ['continuous', 'step'],
  enterContinuousTimeMode: ['event'],
  enterStepMode: ['event'],
  doStep: ['step'],
  setTime: ['continuous'],
  completedIntegratorStep: ['continuous'],
  updateDiscreteStates: ['event'],
  getNumberOfEventIndicators: ['instantiated', 'initialization', 'event', 'continuous'],
  getNumberOfContinuousStates: ['instantiated', 'initialization', 'event', 'continuous'],
  terminate: ['event', 'continuous', 'step', 'activation'],
  setContinuousStates: ['continuous'],
  getContinuousStates: ['initialization', 'event', 'continuous', 'terminated'],
  getContinuousStateDerivatives: ['initialization', 'event', 'continuous', 'terminated'],
  getNominalsOfContinuousStates: ['initialization', 'event', 'continuous', 'terminated'],
  getEventIndicators: ['initialization', 'event', 'continuous', 'terminated'],
  activateModelPartition: ['activation'],
  setInputDerivatives: ['instantiated', 'initialization', 'step'],
};

/**
 * FMI functions of a model in this process. A call that the standard forbids in the current mode
 * returns error.
 */
export class FakeCalls implements FmiApi {
  readonly registers: Float64Array = new Float64Array(registerCount);
  readonly model: FakeModel;
  mode: Mode = 'none';
  /** Names of the calls in order, without calls that transfer values. */
  readonly callNames: string[] = [];
  options: InstantiateOptions | undefined;
  closed = false;
  freed = false;
  /** Rejects event mode, whatever the description declares. */
  refusesEvents = false;
  polynomials: Polynomials | undefined;
  private readonly initial: string;
  private readonly savedStates = new Map<number, string>();
  private handles = 0;
  private updated = false;
  private log: LogMessage[] = [];
  private lastEvent = Number.NEGATIVE_INFINITY;

  constructor(
    readonly fmi: 2 | 3,
    readonly kind: InterfaceKind,
    model: FakeModel,
  ) {
    this.model = model;
    this.initial = JSON.stringify(model.data);
  }

  getVersion(): string {
    return `${this.fmi}.0`;
  }

  getTypesPlatform(): string {
    return '';
  }

  instantiate(options: InstantiateOptions): boolean {
    if (this.mode !== 'none') throw new Error('instantiated twice');
    if (this.refusesEvents && options.eventModeUsed === true) {
      this.logError('Event Mode is not supported.');
      return false;
    }
    this.options = options;
    this.mode = 'instantiated';
    return true;
  }

  freeInstance(): void {
    this.freed = true;
    this.mode = 'none';
  }

  setDebugLogging(): Status {
    return status.ok;
  }

  values(type: NumericType, valueReferences: Uint32Array, count: number = valueReferences.length): Values {
    const array = this.fmi === 2 ? arrays2[type] : arrays3[type];
    if (array === undefined) throw new Error(`FMI 2.0 has no ${type}`);
    const view = new array(new ArrayBuffer(count * array.BYTES_PER_ELEMENT), 0, count);
    return { type, valueReferences, view, offset: 0, length: count };
  }

  get(values: Values): Status {
    if (this.mode === 'none') return this.refuse('get');
    if (values.type === 'Clock') return this.getClocks(values);
    let at = values.offset;
    for (const reference of values.valueReferences)
      for (const x of this.model.get(reference))
        (values.view as NumericArray & { [i: number]: unknown })[at++] = x;
    return at === values.offset + values.length
      ? status.ok
      : this.refuse('get with a wrong number of values');
  }

  private getClocks(values: Values): Status {
    values.valueReferences.forEach((reference, i) => {
      values.view[values.offset + i] = this.model.getClock?.(reference) === true ? 1 : 0;
    });
    return status.ok;
  }

  set(values: Values): Status {
    if (values.type === 'Clock') {
      if (this.mode !== 'event') return this.refuse('setClock');
      values.valueReferences.forEach((reference, i) => {
        if (values.view[values.offset + i]) this.model.setClock?.(reference);
      });
      return status.ok;
    }
    if (this.mode === 'none' || this.mode === 'terminated') return this.refuse('set');
    let at = values.offset;
    for (const reference of values.valueReferences) {
      const n = this.model.get(reference).length;
      this.model.set(
        reference,
        Array.from({ length: n }, () => values.view[at++]),
      );
    }
    return at === values.offset + values.length
      ? status.ok
      : this.refuse('set with a wrong number of values');
  }

  texts: Record<number, string[]> = {};
  binaries: Record<number, Uint8Array[]> = {};

  getStrings(valueReferences: Uint32Array): { status: Status; values: string[] } {
    const [reference] = valueReferences;
    const modelText = this.model.getString?.(reference);
    return { status: status.ok, values: modelText === undefined ? this.texts[reference] : [modelText] };
  }

  setStrings(valueReferences: Uint32Array, values: readonly string[]): Status {
    this.callNames.push(`setString in ${this.mode}`);
    if (!this.takesDiscrete()) return this.refuse('setString');
    this.texts[valueReferences[0]] = [...values];
    this.model.setString?.(valueReferences[0], values[0]);
    return status.ok;
  }

  getBinaries(valueReferences: Uint32Array): { status: Status; values: Uint8Array[] } {
    const [reference] = valueReferences;
    const modelBytes = this.model.getBinary?.(reference);
    return { status: status.ok, values: modelBytes === undefined ? this.binaries[reference] : [modelBytes] };
  }

  setBinaries(valueReferences: Uint32Array, values: readonly Uint8Array[]): Status {
    if (!this.takesDiscrete()) return this.refuse('setBinary');
    this.binaries[valueReferences[0]] = [...values];
    this.model.setBinary?.(valueReferences[0], values[0]);
    return status.ok;
  }

  doubles(length: number): Float64Array {
    return new Float64Array(length);
  }

  batch(ops: readonly FmiCall[]): () => Status {
    return () => {
      let worst: Status = status.ok;
      this.registers[io.failed] = -1;
      for (let i = 0; i < ops.length; i++) {
        const answer = this.call(ops[i]);
        if (answer > worst) worst = answer;
        if (answer < status.discard) continue;
        this.registers[io.failed] = i;
        break;
      }
      return worst;
    };
  }

  call(op: FmiCall): Status {
    if (op.op === 'get' || op.op === 'set') return this[op.op](op.values);
    this.callNames.push(op.op);
    if (op.op === 'reset') return this.reset();
    if (!legal[op.op]?.includes(this.mode)) return this.refuse(op.op);
    if ('doubles' in op) return this.vector(op.op, op.doubles);
    const { registers: r, model } = this;
    switch (op.op) {
      case 'setupExperiment':
        return status.ok;
      case 'enterInitializationMode':
        model.time = r[io.startTime];
        this.mode = 'initialization';
        return status.ok;
      case 'exitInitializationMode':
        this.mode = this.afterInitialization();
        return status.ok;
      case 'enterConfigurationMode':
        this.mode = 'configuration';
        return status.ok;
      case 'exitConfigurationMode':
        this.mode = 'instantiated';
        model.configured?.();
        return status.ok;
      case 'enterEventMode':
        if (this.kind === 'coSimulation' && this.options?.eventModeUsed !== true) return this.refuse(op.op);
        this.mode = 'event';
        this.lastEvent = model.time;
        return status.ok;
      case 'enterContinuousTimeMode':
        this.mode = 'continuous';
        return status.ok;
      case 'enterStepMode':
        this.mode = 'step';
        return status.ok;
      case 'setTime':
        if (r[io.time] < this.lastEvent) return this.refuse('setTime before the last event');
        model.time = r[io.time];
        return status.ok;
      case 'getNumberOfContinuousStates':
        r[io.count] = model.states?.length ?? 0;
        return status.ok;
      case 'getNumberOfEventIndicators':
        r[io.count] = model.indicators?.().length ?? 0;
        return status.ok;
      case 'terminate':
        this.mode = 'terminated';
        return status.ok;
      case 'completedIntegratorStep':
        return this.completed();
      case 'updateDiscreteStates':
        return this.update();
      case 'doStep':
        return this.step();
      default:
        return this.refuse(op.op);
    }
  }

  /** Discrete variables belong to Event Mode if the FMU has one (FMI 2.0.5, 3.2.3. FMI 3.0.2, 2.3.5). */
  private takesDiscrete(): boolean {
    if (['instantiated', 'initialization', 'event', 'activation'].includes(this.mode)) return true;
    return this.mode === 'step' && this.options?.eventModeUsed !== true;
  }

  private afterInitialization(): Mode {
    if (this.kind === 'modelExchange') return 'event';
    if (this.kind === 'scheduledExecution') return 'activation';
    return this.options?.eventModeUsed === true ? 'event' : 'step';
  }

  private vector(op: string, doubles: Float64Array): Status {
    const { model } = this;
    const states = model.states ?? [];
    switch (op) {
      case 'setContinuousStates':
        states.forEach((name, i) => {
          model.data[name] = doubles[i];
        });
        return status.ok;
      case 'getContinuousStates':
        states.forEach((name, i) => {
          doubles[i] = model.data[name] as number;
        });
        return status.ok;
      case 'getContinuousStateDerivatives':
        return model.derivatives?.(doubles) === false ? status.discard : status.ok;
      case 'getNominalsOfContinuousStates':
        doubles.set(model.nominals?.() ?? states.map(() => 1));
        return status.ok;
      default:
        doubles.set(model.indicators?.() ?? []);
        return status.ok;
    }
  }

  private completed(): Status {
    const { enterEventMode = false, terminate = false } = this.model.completed?.() ?? {};
    this.registers[io.enterEventMode] = Number(enterEventMode);
    this.registers[io.terminate] = Number(terminate);
    return status.ok;
  }

  private update(): Status {
    const r = this.registers;
    const result = this.model.update?.() ?? {};
    r[io.newDiscreteStatesNeeded] = Number(result.again ?? false);
    r[io.terminate] = Number(result.terminate ?? false);
    r[io.nominalsChanged] = Number(result.nominalsChanged ?? false);
    r[io.valuesChanged] = Number(result.valuesChanged ?? false);
    r[io.nextEventTimeDefined] = Number(result.nextEventTime !== undefined);
    r[io.nextEventTime] = result.nextEventTime ?? 0;
    return status.ok;
  }

  private step(): Status {
    const r = this.registers;
    const [t, h] = [r[io.time], r[io.step]];
    const result = this.model.doStep?.(t, h) ?? {};
    r[io.lastTime] = result.lastTime ?? t + h;
    r[io.eventNeeded] = Number(result.eventNeeded ?? false);
    r[io.terminate] = Number(result.terminate ?? false);
    r[io.early] = Number(result.early ?? false);
    return result.status ?? status.ok;
  }

  private reset(): Status {
    this.model.data = JSON.parse(this.initial);
    this.mode = 'instantiated';
    this.lastEvent = Number.NEGATIVE_INFINITY;
    return status.ok;
  }

  getState(): { status: Status; handle: number } {
    const handle = ++this.handles;
    const { data, time } = this.model;
    this.savedStates.set(handle, JSON.stringify({ data, time, mode: this.mode, lastEvent: this.lastEvent }));
    return { status: status.ok, handle };
  }

  setState(handle: number): Status {
    const text = this.savedStates.get(handle);
    if (text === undefined) return this.refuse('setFMUState of nothing');
    const { data, time, mode, lastEvent } = JSON.parse(text);
    Object.assign(this.model, { data, time });
    this.mode = mode;
    this.lastEvent = lastEvent ?? Number.NEGATIVE_INFINITY;
    return status.ok;
  }

  freeState(handle: number): Status {
    return this.savedStates.delete(handle) ? status.ok : this.refuse('freeFMUState of nothing');
  }

  serializeState(handle: number): { status: Status; bytes: Uint8Array } {
    return { status: status.ok, bytes: new TextEncoder().encode(this.savedStates.get(handle)) };
  }

  deserializeState(bytes: Uint8Array): { status: Status; handle: number } {
    const handle = ++this.handles;
    this.savedStates.set(handle, new TextDecoder().decode(bytes));
    return { status: status.ok, handle };
  }

  /** Number of states that were not freed. */
  get heldStates(): number {
    return this.savedStates.size;
  }

  directionalDerivative(
    unknowns: Uint32Array,
    knowns: Uint32Array,
    seed: Float64Array,
    sensitivity: Float64Array,
  ): Status {
    this.callNames.push('directionalDerivative');
    const { model } = this;
    if (model.partial === undefined) return this.refuse('getDirectionalDerivative');
    unknowns.forEach((unknown, i) => {
      sensitivity[i] = knowns.reduce(
        (sum, known, j) => sum + (model.partial?.(unknown, known) ?? 0) * seed[j],
        0,
      );
    });
    return status.ok;
  }

  adjointDerivative(): Status {
    return this.refuse('getAdjointDerivative');
  }

  getInterval(clocks: Uint32Array): { status: Status; intervals: Float64Array; qualifiers: Int32Array } {
    const all = Array.from(
      clocks,
      (clock) => this.model.getInterval?.(clock) ?? { interval: 0, qualifier: 0 },
    );
    return {
      status: status.ok,
      intervals: Float64Array.from(all, ({ interval }) => interval),
      qualifiers: Int32Array.from(all, ({ qualifier }) => qualifier),
    };
  }

  getShift(clocks: Uint32Array): { status: Status; shifts: Float64Array } {
    return { status: status.ok, shifts: new Float64Array(clocks.length) };
  }

  setInterval(): Status {
    return this.refuse('setInterval');
  }

  setShift(): Status {
    return this.refuse('setShift');
  }

  getIntervalFraction(): never {
    throw new Error('not faked');
  }

  setIntervalFraction(): Status {
    return this.refuse('setIntervalFraction');
  }

  getShiftFraction(): never {
    throw new Error('not faked');
  }

  setShiftFraction(): Status {
    return this.refuse('setShiftFraction');
  }

  setInputDerivatives(valueReferences: Uint32Array, orders: Int32Array, values: Float64Array): Status {
    this.callNames.push('setInputDerivatives');
    if (this.model.setInputDerivative === undefined) return this.refuse('setRealInputDerivatives');
    valueReferences.forEach((reference, i) => {
      this.model.setInputDerivative?.(reference, orders[i], values[i]);
    });
    return status.ok;
  }

  getOutputDerivatives(): Status {
    return this.refuse('getOutputDerivatives');
  }

  getStepStatus(): { status: Status; value: number | string } {
    return { status: status.discard, value: 0 };
  }

  getVariableDependencies(): { status: Status; dependencies: [] } {
    return { status: status.ok, dependencies: [] };
  }

  intermediate(_read: readonly Values[], _capacity: number, write?: Polynomials): Intermediate {
    this.polynomials = write;
    return { times: new Float64Array(0), rows: [] };
  }

  activateModelPartition(clock: number, activationTime: number): Status {
    this.callNames.push(`activate ${clock} at ${activationTime}`);
    if (this.mode !== 'activation') return this.refuse('activateModelPartition');
    this.model.time = activationTime;
    if (this.model.activate?.(clock, activationTime).update === true) this.updated = true;
    return status.ok;
  }

  takeClockUpdate(): boolean {
    const { updated } = this;
    this.updated = false;
    return updated;
  }

  takeLog(): LogMessage[] {
    return this.log.splice(0);
  }

  close(): void {
    this.closed = true;
  }

  logError(message: string): void {
    this.log.push({ status: status.error, category: 'logStatusError', message });
  }

  private refuse(what: string): Status {
    this.logError(`${what}: not allowed in mode ${this.mode}`);
    return status.error;
  }
}
