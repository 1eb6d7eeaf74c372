import type { StateVisitor } from '../../util/state/stateful.ts';
import { UserError } from '../../util/user-error.ts';
import { callsInSequence } from '../instance/calls-in-sequence.ts';
import {
  type ElementDependency,
  type FmiApi,
  type FmiCall,
  type Fraction,
  type InstantiateOptions,
  type InterfaceKind,
  type Intermediate,
  type LogMessage,
  type NumericType,
  type Polynomials,
  type ProcessCopy,
  io as r,
  registerCount,
  type StateSerializer,
  type Status,
  type StepStatusKind,
  status,
  type Values,
} from '../instance/fmi-api.ts';
import { arrays3 } from '../wasm/array-classes.ts';
import { MessageLog } from './bounds/message-log.ts';
import { resetLimit } from './bounds/transfer-limits.ts';
import { trapText } from './bounds/trap-text.ts';
import { FastCalls } from './canonical-abi/fast-calls.ts';
import { worlds } from './canonical-abi/wit-worlds.ts';
import { coresBytes } from './core-state-bytes.ts';
import { coresCopy } from './core-state-copy.ts';
import { Slopes } from './input-slopes.ts';
import type { Linkable, LinkedInstance } from './translation/component-program.ts';
import { Bindings, expectCount, Missing, type RunCalls, statusOf } from './translation/generated-bindings.ts';
import { SeededRandom } from './wasi/virtual-wasi.ts';
import { shortcuts } from './wasi/wasi-draft.ts';

const qualifiers = ['interval-not-yet-known', 'interval-unchanged', 'interval-changed'];

/** Host-side part of the FMU's state. */
interface HostState {
  /** Marks an FMU that trapped or returned fatal, and must not be called again. */
  dead: boolean;
  clocksUpdated: boolean;
  slopes: Slopes | undefined;
  random: SeededRandom;
}

/**
 * FMI functions of an FMU in a WebAssembly component. Each instance has a separate component
 * instance.
 */
export class ComponentCalls implements FmiApi {
  readonly fmi = 3;
  readonly registers: Float64Array = new Float64Array(registerCount);
  private readonly log = new MessageLog();
  private bindings: Bindings | undefined;
  /** Calls through the bindings, or the faster ones for components that support them. */
  private runCalls: RunCalls | undefined;
  private linked: LinkedInstance | undefined;
  private readonly hostState: HostState = {
    dead: false,
    clocksUpdated: false,
    slopes: undefined,
    random: new SeededRandom(),
  };
  private readonly states: (Uint8Array | undefined)[] = [];

  constructor(
    private readonly program: Linkable,
    readonly kind: InterfaceKind,
    private readonly name: string,
  ) {}

  getVersion(): string {
    let version = '';
    this.guard('getVersion', () => {
      const common = this.program.interfaceOf('fmi:fmi3/common');
      if (common === undefined) throw new Missing('getVersion: the FMU does not export fmi:fmi3/common.');
      version = (this.link().exports[common] as { getVersion(): string }).getVersion();
      return status.ok;
    });
    return version;
  }

  getTypesPlatform(): string {
    return '';
  }

  instantiate(o: InstantiateOptions): boolean {
    this.freeInstance();
    const operands: unknown[] = [o.instanceName, o.token, '', o.visible ?? false, o.loggingOn ?? false];
    if (this.kind === 'coSimulation')
      operands.push(
        o.eventModeUsed ?? false,
        o.earlyReturnAllowed ?? false,
        o.requiredIntermediateVariables ?? new Uint32Array(),
      );
    this.guard('instantiate', () => {
      const world = worlds[this.kind];
      const interfaceName = this.program.interfaceOf(world.interface) as string;
      let self = 0;
      const linked = this.link((number) => {
        self = number;
      });
      const { [world.resource]: Class } = linked.exports[interfaceName] as Record<string, Factory>;
      const unit = Class[world.instantiate](...operands);
      if (unit === undefined) return status.error;
      this.bindings = new Bindings(unit);
      this.linked = linked;
      const direct = this.program.isDraft(this.kind)
        ? FastCalls.of(linked.cores, interfaceName, shortcuts(this.kind), self)
        : undefined;
      this.runCalls = direct ?? this.bindings;
      return status.ok;
    });
    return this.bindings !== undefined;
  }

  freeInstance(): void {
    const { bindings } = this;
    if (bindings !== undefined && !this.hostState.dead)
      this.guard('freeInstance', () => {
        bindings.drop();
        return status.ok;
      });
    this.bindings = undefined;
    this.runCalls = undefined;
    this.linked = undefined;
    this.hostState.dead = false;
    this.hostState.clocksUpdated = false;
    this.states.length = 0;
  }

  setDebugLogging(on: boolean, categories: readonly string[]): Status {
    return this.action('setDebugLogging', on, categories);
  }

  values(type: NumericType, valueReferences: Uint32Array, count: number = valueReferences.length): Values {
    const Elements = arrays3[type];
    const view = new Elements(new ArrayBuffer(count * Elements.BYTES_PER_ELEMENT), 0, count);
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

  getStrings(valueReferences: Uint32Array, count: number): { status: Status; values: string[] } {
    return this.list('getString', valueReferences, count);
  }

  setStrings(valueReferences: Uint32Array, values: readonly string[]): Status {
    return this.action('setString', valueReferences, values);
  }

  getBinaries(valueReferences: Uint32Array, count: number): { status: Status; values: Uint8Array[] } {
    return this.list('getBinary', valueReferences, count);
  }

  setBinaries(valueReferences: Uint32Array, values: readonly Uint8Array[]): Status {
    return this.action('setBinary', valueReferences, values);
  }

  call(op: FmiCall): Status {
    const { bindings, runCalls } = this;
    if (this.hostState.dead) return status.fatal;
    if (bindings === undefined || runCalls === undefined)
      return this.logAnswer(status.error, `${op.op}: the FMU is not instantiated.`);
    resetLimit();
    try {
      const answer = this.perform(op, bindings, runCalls);
      this.hostState.dead = answer === status.fatal;
      return answer;
    } catch (thrown) {
      return this.caught(op.op, thrown);
    }
  }

  batch(ops: readonly FmiCall[]): () => Status {
    return callsInSequence(this, ops);
  }

  getState(): { status: Status; handle: number } {
    let handle = -1;
    const answer = this.query('getFmuState', [], (state: Uint8Array) => {
      handle = this.keep(state);
    });
    return { status: answer, handle };
  }

  setState(handle: number): Status {
    return this.withState('setFmuState', handle, (state) => this.action('setFmuState', state));
  }

  freeState(handle: number): Status {
    return this.withState('freeFmuState', handle, () => {
      this.states[handle] = undefined;
      return status.ok;
    });
  }

  serializeState(handle: number): { status: Status; bytes: Uint8Array } {
    let bytes = new Uint8Array();
    const answer = this.withState('serializeFmuState', handle, (state) => {
      bytes = state.slice();
      return status.ok;
    });
    return { status: answer, bytes };
  }

  deserializeState(bytes: Uint8Array): { status: Status; handle: number } {
    return { status: status.ok, handle: this.keep(bytes.slice()) };
  }

  directionalDerivative(
    unknowns: Uint32Array,
    knowns: Uint32Array,
    seed: Float64Array,
    sensitivity: Float64Array,
  ): Status {
    const name = 'getDirectionalDerivative';
    return this.guard(name, () => this.unit(name).fill(name, [unknowns, knowns, seed], sensitivity));
  }

  adjointDerivative(
    unknowns: Uint32Array,
    knowns: Uint32Array,
    seed: Float64Array,
    sensitivity: Float64Array,
  ): Status {
    const name = 'getAdjointDerivative';
    return this.guard(name, () => this.unit(name).fill(name, [unknowns, knowns, seed], sensitivity));
  }

  getInterval(clocks: Uint32Array): { status: Status; intervals: Float64Array; qualifiers: Int32Array } {
    const { status: answer, values } = this.list<[number, string]>(
      'getIntervalDecimal',
      clocks,
      clocks.length,
    );
    return {
      status: answer,
      intervals: Float64Array.from(values, ([interval]) => interval),
      qualifiers: Int32Array.from(values, ([, qualifier]) => qualifiers.indexOf(qualifier)),
    };
  }

  setInterval(clocks: Uint32Array, intervals: Float64Array): Status {
    return this.action('setIntervalDecimal', clocks, intervals);
  }

  getShift(clocks: Uint32Array): { status: Status; shifts: Float64Array } {
    const { status: answer, values } = this.list<number>('getShiftDecimal', clocks, clocks.length);
    return { status: answer, shifts: Float64Array.from(values) };
  }

  setShift(clocks: Uint32Array, shifts: Float64Array): Status {
    return this.action('setShiftDecimal', clocks, shifts);
  }

  getIntervalFraction(clocks: Uint32Array): {
    status: Status;
    fractions: Fraction[];
    qualifiers: Int32Array;
  } {
    const { status: answer, values } = this.list<[Fraction, string]>(
      'getIntervalFraction',
      clocks,
      clocks.length,
    );
    return {
      status: answer,
      fractions: values.map(([fraction]) => fraction),
      qualifiers: Int32Array.from(values, ([, qualifier]) => qualifiers.indexOf(qualifier)),
    };
  }

  setIntervalFraction(clocks: Uint32Array, fractions: readonly Fraction[]): Status {
    return this.action('setIntervalFraction', clocks, fractions);
  }

  getShiftFraction(clocks: Uint32Array): { status: Status; fractions: Fraction[] } {
    const { status: answer, values } = this.list<Fraction>('getShiftFraction', clocks, clocks.length);
    return { status: answer, fractions: values };
  }

  setShiftFraction(clocks: Uint32Array, fractions: readonly Fraction[]): Status {
    return this.action('setShiftFraction', clocks, fractions);
  }

  setInputDerivatives(valueReferences: Uint32Array, orders: Int32Array, values: Float64Array): Status {
    return this.action('setInputDerivatives', pairs(valueReferences, orders), values);
  }

  getOutputDerivatives(valueReferences: Uint32Array, orders: Int32Array, values: Float64Array): Status {
    const name = 'getOutputDerivatives';
    return this.guard(name, () => this.unit(name).fill(name, [pairs(valueReferences, orders)], values));
  }

  getStepStatus(_kind: StepStatusKind): { status: Status; value: number | string } {
    return {
      status: this.logAnswer(status.error, 'FMI 3.0 does not have getStatus. doStep returns all results.'),
      value: '',
    };
  }

  getVariableDependencies(valueReference: number): { status: Status; dependencies: ElementDependency[] } {
    let dependencies: ElementDependency[] = [];
    const answer = this.query('getVariableDependencies', [valueReference], (rows: DependencyRow[]) => {
      dependencies = rows.map((row) => ({
        dependent: row.elementIndexOfDependent,
        independent: row.independentValueReference,
        element: row.elementIndexOfIndependent,
        kind: row.kind,
      }));
    });
    return { status: answer, dependencies };
  }

  /**
   * Supports no access at intermediate updates, because a component cannot be entered during a
   * call. Inputs follow their polynomials through the derivatives that the draft's
   * `set-input-derivatives` sets before a step.
   */
  intermediate(read: readonly Values[], _capacity: number, write?: Polynomials): Intermediate {
    if (read.length > 0)
      this.logAnswer(
        status.warning,
        'values cannot be read at the intermediate updates of a WebAssembly component.',
      );
    this.hostState.slopes = write === undefined ? undefined : new Slopes(write);
    return { times: new Float64Array(0), rows: read.map(({ view }) => view.subarray(0, 0)) };
  }

  activateModelPartition(clock: number, activationTime: number): Status {
    return this.action('activateModelPartition', clock, activationTime);
  }

  takeClockUpdate(): boolean {
    const updated = this.hostState.clocksUpdated;
    this.hostState.clocksUpdated = false;
    return updated;
  }

  takeLog(): LogMessage[] {
    return this.log.take();
  }

  copy(): ProcessCopy | string {
    if (this.linked === undefined) return 'the FMU is not instantiated (instantiate it first)';
    const copy = coresCopy(this.linked.cores);
    return typeof copy === 'string' ? copy : { by: 'memory', copy };
  }

  internalStep(): number {
    for (const { exports } of this.linked?.cores ?? [])
      if (typeof exports.internalStep === 'function') return Number(exports.internalStep());
    return 0;
  }

  portable(): StateSerializer | string {
    if (this.linked === undefined) return 'the FMU is not instantiated (instantiate it first)';
    return coresBytes(this.linked.cores);
  }

  close(): void {
    this.freeInstance();
  }

  private perform(op: FmiCall, bindings: Bindings, runCalls: RunCalls): Status {
    const { registers } = this;
    switch (op.op) {
      case 'get':
        return runCalls.get(op.values);
      case 'set':
        return runCalls.set(op.values);
      case 'doStep':
        return this.doStep(bindings, runCalls);
      case 'setTime':
        return runCalls.setTime(registers[r.time]);
      case 'setContinuousStates':
        return runCalls.setContinuousStates(op.doubles);
      case 'getContinuousStates':
      case 'getContinuousStateDerivatives':
      case 'getEventIndicators':
        return runCalls.getDoubles(op.op, op.doubles);
      case 'completedIntegratorStep':
        return runCalls.completedIntegratorStep(registers);
      case 'getNominalsOfContinuousStates':
        return bindings.fill(op.op, [], op.doubles);
      case 'getNumberOfEventIndicators':
      case 'getNumberOfContinuousStates':
        return bindings.query(op.op, [], (count: bigint) => {
          registers[r.count] = Number(count);
        });
      case 'updateDiscreteStates':
        return this.updateDiscreteStates(bindings);
      case 'enterInitializationMode':
        return bindings.action(
          op.op,
          registers[r.toleranceDefined] !== 0 ? registers[r.tolerance] : undefined,
          registers[r.startTime],
          registers[r.stopTimeDefined] !== 0 ? registers[r.stopTime] : undefined,
        );
      case 'setupExperiment':
        return status.ok;
      default:
        return bindings.action(op.op);
    }
  }

  private doStep(bindings: Bindings, runCalls: RunCalls): Status {
    const { registers } = this;
    registers[r.eventNeeded] = 0;
    registers[r.terminate] = 0;
    registers[r.early] = 0;
    registers[r.intermediateCount] = 0;
    registers[r.lastTime] = registers[r.time];
    const derivatives = this.hostState.slopes?.values();
    if (this.hostState.slopes !== undefined && derivatives !== undefined) {
      const answer = bindings.action('setInputDerivatives', this.hostState.slopes.requests, derivatives);
      // An FMU that rejects them holds its inputs constant during the step.
      if (answer >= status.discard) this.hostState.slopes = undefined;
    }
    return runCalls.doStep(registers);
  }

  private updateDiscreteStates(bindings: Bindings): Status {
    const { registers } = this;
    return bindings.query('updateDiscreteStates', [], (info: DiscreteStatesInfo) => {
      registers[r.newDiscreteStatesNeeded] = Number(info.newDiscreteStatesNeeded);
      registers[r.terminate] = Number(info.terminateSimulation);
      registers[r.nominalsChanged] = Number(info.nominalsOfContinuousStatesChanged);
      registers[r.valuesChanged] = Number(info.valuesOfContinuousStatesChanged);
      registers[r.nextEventTimeDefined] = Number(info.nextEventTimeDefined);
      registers[r.nextEventTime] = info.nextEventTime;
    });
  }

  private action(name: string, ...operands: readonly unknown[]): Status {
    return this.guard(name, () => this.unit(name).action(name, ...operands));
  }

  private query<T>(name: string, operands: readonly unknown[], take: (result: T) => void): Status {
    return this.guard(name, () => this.unit(name).query(name, operands, take));
  }

  private list<T>(name: string, references: Uint32Array, count: number): { status: Status; values: T[] } {
    let values: T[] = [];
    const answer = this.query(name, [references], (list: ArrayLike<T>) => {
      expectCount(name, list.length, count);
      values = Array.from(list);
    });
    return { status: answer, values };
  }

  private unit(name: string): Bindings {
    if (this.bindings === undefined) throw new Missing(`${name}: the FMU is not instantiated.`);
    return this.bindings;
  }

  /** Makes a call. An error other than a status ends the FMU. */
  private guard(name: string, make: () => Status): Status {
    if (this.hostState.dead) return status.fatal;
    resetLimit();
    try {
      const answer = make();
      this.hostState.dead = answer === status.fatal;
      return answer;
    } catch (thrown) {
      return this.caught(name, thrown);
    }
  }

  private caught(name: string, thrown: unknown): Status {
    if (thrown instanceof UserError) throw thrown;
    if (thrown instanceof Missing) return this.logAnswer(status.error, thrown.message);
    this.hostState.dead = true;
    return this.logAnswer(status.fatal, `${name}: ${trapText(thrown)}.`);
  }

  private withState(name: string, handle: number, use: (state: Uint8Array) => Status): Status {
    const state = this.states[handle];
    return state === undefined
      ? this.logAnswer(status.error, `${name}: unknown FMU state ${handle}.`)
      : use(state);
  }

  private keep(state: Uint8Array): number {
    this.states.push(state);
    return this.states.length - 1;
  }

  private logAnswer(answer: Status, message: string): Status {
    this.log.add(answer, 'host', message);
    return answer;
  }

  private link(onResource: (self: number) => void = () => {}): LinkedInstance {
    const { registers, log } = this;
    const { random } = this.hostState;
    random.restart();
    return this.program.link(
      this.name,
      {
        now: () => registers[r.time],
        random,
        logMessage: (_instance, answer, category, message) => log.add(statusOf(answer), category, message),
        write: (stream, text) => log.add(status.ok, stream, text),
        clockUpdate: () => {
          this.hostState.clocksUpdated = true;
        },
        intermediateUpdate: (time, _set, _get, _finished, canReturnEarly) => {
          const wanted = registers[r.returnTime];
          return [canReturnEarly && wanted < registers[r.time] + registers[r.step], Math.max(wanted, time)];
        },
      },
      onResource,
    );
  }

  visitState(state: StateVisitor): void {
    const { hostState } = this;
    hostState.dead = state.boolean('dead', hostState.dead);
    hostState.clocksUpdated = state.boolean('clocksUpdated', hostState.clocksUpdated);
    hostState.slopes?.visitState(state);
    hostState.random.visitState(state);
  }
}

type Factory = Record<string, (...operands: unknown[]) => unknown>;

interface DiscreteStatesInfo {
  newDiscreteStatesNeeded: boolean;
  terminateSimulation: boolean;
  nominalsOfContinuousStatesChanged: boolean;
  valuesOfContinuousStatesChanged: boolean;
  nextEventTimeDefined: boolean;
  nextEventTime: number;
}

interface DependencyRow {
  elementIndexOfDependent: number;
  independentValueReference: number;
  elementIndexOfIndependent: number;
  kind: ElementDependency['kind'];
}

function pairs(valueReferences: Uint32Array, orders: Int32Array): [number, number][] {
  return Array.from(valueReferences, (reference, i) => [reference, orders[i]]);
}
