import { UserError } from '../../error.ts';
import {
  type Calls,
  type ElementDependency,
  type Fraction,
  type InstantiateOptions,
  type InterfaceKind,
  type Intermediate,
  type LogMessage,
  type NumericType,
  type Op,
  type Polynomials,
  register,
  registerCount,
  type Status,
  type StepStatusKind,
  status,
  type Values,
} from '../calls.ts';
import type { NumericArray } from '../host.ts';
import { arrays3 } from '../native/types.ts';
import { refusalOf, statusOf, trapText } from './answers.ts';
import { MessageLog } from './log.ts';
import type { Linked, Program } from './program.ts';
import { Slopes } from './slopes.ts';
import { accessors, worlds } from './worlds.ts';

type Method = (...operands: unknown[]) => unknown;
/** The resource that stands for fmi3Instance, as the glue presents it. */
type Resource = Record<string, Method>;

const r = register;
const qualifiers = ['interval-not-yet-known', 'interval-unchanged', 'interval-changed'];

/** The functions of a unit in a WebAssembly component, each instance in a component instance of its own. */
export class ComponentCalls implements Calls {
  readonly fmi = 3;
  readonly kind: InterfaceKind;
  readonly registers: Float64Array = new Float64Array(registerCount);
  private readonly name: string;
  private readonly program: Program;
  private readonly log = new MessageLog();
  private linked: Linked | undefined;
  private unit: Resource | undefined;
  /** Whether the unit has trapped or answered fatal: it must not be called again. */
  private dead = false;
  private clocksUpdated = false;
  private slopes: Slopes | undefined;
  private readonly states: (Uint8Array | undefined)[] = [];

  constructor(program: Program, kind: InterfaceKind, name: string) {
    this.program = program;
    this.kind = kind;
    this.name = name;
  }

  getVersion(): string {
    let version = '';
    this.attempt('getVersion', () => {
      this.linked ??= this.link();
      const common = this.exported('fmi:fmi3/common') as { getVersion(): string } | undefined;
      version = common?.getVersion() ?? '';
      return status.ok;
    });
    return version;
  }

  getTypesPlatform(): string {
    return '';
  }

  instantiate(o: InstantiateOptions): boolean {
    this.freeInstance();
    const world = worlds[this.kind];
    this.attempt('instantiate', () => {
      this.linked = this.link();
      const { [world.resource]: Class } = this.exported(world.interface) as Record<string, unknown>;
      const operands: unknown[] = [o.instanceName, o.token, '', o.visible ?? false, o.loggingOn ?? false];
      if (this.kind === 'coSimulation')
        operands.push(
          o.eventModeUsed ?? false,
          o.earlyReturnAllowed ?? false,
          o.requiredIntermediateVariables ?? new Uint32Array(),
        );
      this.unit = (Class as Resource)[world.instantiate](...operands) as Resource | undefined;
      return status.ok;
    });
    return this.unit !== undefined;
  }

  freeInstance(): void {
    const dispose = this.unit?.[(Symbol.dispose ?? Symbol.for('dispose')) as unknown as string];
    if (dispose !== undefined && !this.dead)
      this.attempt('freeInstance', () => {
        dispose.call(this.unit);
        return status.ok;
      });
    this.unit = undefined;
    this.linked = undefined;
    this.dead = false;
    this.clocksUpdated = false;
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
    const name = `get${accessors[values.type]}`;
    return this.query(name, [values.valueReferences], (list: ArrayLike<number | bigint | boolean>) =>
      this.fill(name, values.view, list),
    );
  }

  set(values: Values): Status {
    return this.action(`set${accessors[values.type]}`, values.valueReferences, values.view);
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

  call(op: Op): Status {
    switch (op.op) {
      case 'get':
        return this.get(op.values);
      case 'set':
        return this.set(op.values);
      case 'setupExperiment':
        return status.ok;
      case 'doStep':
        return this.doStep();
      case 'setTime':
        return this.action('setTime', this.registers[r.time]);
      case 'setContinuousStates':
        return this.action('setContinuousStates', op.doubles);
      case 'getContinuousStates':
      case 'getContinuousStateDerivatives':
      case 'getNominalsOfContinuousStates':
      case 'getEventIndicators':
        return this.query(op.op, [], (list: Float64Array) => this.fill(op.op, op.doubles, list));
      case 'getNumberOfEventIndicators':
      case 'getNumberOfContinuousStates':
        return this.query(op.op, [], (count: bigint) => {
          this.registers[r.count] = Number(count);
        });
      case 'completedIntegratorStep':
        return this.completedIntegratorStep();
      case 'updateDiscreteStates':
        return this.updateDiscreteStates();
      case 'enterInitializationMode':
        return this.enterInitializationMode();
      default:
        return this.action(op.op);
    }
  }

  batch(ops: readonly Op[]): () => Status {
    return () => {
      let worst: Status = status.ok;
      this.registers[r.failed] = -1;
      for (let i = 0; i < ops.length; i++) {
        const answer = this.call(ops[i]);
        if (answer > worst) worst = answer;
        if (answer < status.discard) continue;
        this.registers[r.failed] = i;
        break;
      }
      return worst;
    };
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
    return this.query(name, [unknowns, knowns, seed], (list: Float64Array) =>
      this.fill(name, sensitivity, list),
    );
  }

  adjointDerivative(
    unknowns: Uint32Array,
    knowns: Uint32Array,
    seed: Float64Array,
    sensitivity: Float64Array,
  ): Status {
    const name = 'getAdjointDerivative';
    return this.query(name, [unknowns, knowns, seed], (list: Float64Array) =>
      this.fill(name, sensitivity, list),
    );
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
    return this.query(name, [pairs(valueReferences, orders)], (list: Float64Array) =>
      this.fill(name, values, list),
    );
  }

  getStepStatus(_kind: StepStatusKind): { status: Status; value: number | string } {
    return { status: this.say(status.error, 'fmi3 has no getStatus; doStep tells all.'), value: '' };
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
   * A component is not entered while it is in a call: at its intermediate updates nothing can be read or written. Inputs
   * follow their polynomials by the derivatives that the draft's `set-input-derivatives` takes before a step.
   */
  intermediate(read: readonly Values[], _capacity: number, write?: Polynomials): Intermediate {
    if (read.length > 0)
      this.say(
        status.warning,
        'values cannot be read at the intermediate updates of a WebAssembly component.',
      );
    this.slopes = write === undefined ? undefined : new Slopes(write);
    return { times: new Float64Array(0), rows: read.map(({ view }) => view.subarray(0, 0)) };
  }

  activateModelPartition(clock: number, activationTime: number): Status {
    return this.action('activateModelPartition', clock, activationTime);
  }

  takeClockUpdate(): boolean {
    const updated = this.clocksUpdated;
    this.clocksUpdated = false;
    return updated;
  }

  takeLog(): LogMessage[] {
    return this.log.take();
  }

  close(): void {
    this.freeInstance();
  }

  private doStep(): Status {
    const { registers } = this;
    registers[r.eventNeeded] = 0;
    registers[r.terminate] = 0;
    registers[r.early] = 0;
    registers[r.intermediateCount] = 0;
    registers[r.lastTime] = registers[r.time];
    if (this.slopes !== undefined) this.setSlopes(this.slopes);
    return this.query(
      'doStep',
      [registers[r.time], registers[r.step], registers[r.noSetStatePrior] !== 0],
      (result: DoStepResult) => {
        registers[r.eventNeeded] = Number(result.eventHandlingNeeded);
        registers[r.terminate] = Number(result.terminateSimulation);
        registers[r.early] = Number(result.earlyReturn);
        registers[r.lastTime] = result.lastSuccessfulTime;
      },
    );
  }

  /** A unit that does not take them keeps its inputs as they are at the step's begin. */
  private setSlopes(slopes: Slopes): void {
    const derivatives = slopes.values();
    if (derivatives === undefined) return;
    const answer = this.action('setInputDerivatives', slopes.requests, derivatives);
    if (answer >= status.discard) this.slopes = undefined;
  }

  private completedIntegratorStep(): Status {
    const { registers } = this;
    registers[r.enterEventMode] = 0;
    registers[r.terminate] = 0;
    return this.query(
      'completedIntegratorStep',
      [registers[r.noSetStatePrior] !== 0],
      (result: { enterEventMode: boolean; terminateSimulation: boolean }) => {
        registers[r.enterEventMode] = Number(result.enterEventMode);
        registers[r.terminate] = Number(result.terminateSimulation);
      },
    );
  }

  private updateDiscreteStates(): Status {
    const { registers } = this;
    return this.query('updateDiscreteStates', [], (info: DiscreteStatesInfo) => {
      registers[r.newDiscreteStatesNeeded] = Number(info.newDiscreteStatesNeeded);
      registers[r.terminate] = Number(info.terminateSimulation);
      registers[r.nominalsChanged] = Number(info.nominalsOfContinuousStatesChanged);
      registers[r.valuesChanged] = Number(info.valuesOfContinuousStatesChanged);
      registers[r.nextEventTimeDefined] = Number(info.nextEventTimeDefined);
      registers[r.nextEventTime] = info.nextEventTime;
    });
  }

  private enterInitializationMode(): Status {
    const { registers } = this;
    return this.action(
      'enterInitializationMode',
      registers[r.toleranceDefined] !== 0 ? registers[r.tolerance] : undefined,
      registers[r.startTime],
      registers[r.stopTimeDefined] !== 0 ? registers[r.stopTime] : undefined,
    );
  }

  /** A function whose result is its status. */
  private action(name: string, ...operands: readonly unknown[]): Status {
    return this.attempt(name, (method) => statusOf(method.apply(this.unit, operands as unknown[])));
  }

  /** A function that gives a result, or a status in its place. */
  private query<T>(name: string, operands: readonly unknown[], take: (result: T) => void): Status {
    return this.attempt(name, (method) => {
      take(method.apply(this.unit, operands as unknown[]) as T);
      return status.ok;
    });
  }

  private list<T>(name: string, references: Uint32Array, count: number): { status: Status; values: T[] } {
    let values: T[] = [];
    const answer = this.query(name, [references], (list: ArrayLike<T>) => {
      this.expectCount(name, list.length, count);
      values = Array.from(list);
    });
    return { status: answer, values };
  }

  private fill(name: string, view: NumericArray, list: ArrayLike<number | bigint | boolean>): void {
    this.expectCount(name, list.length, view.length);
    if (Array.isArray(list)) for (let i = 0; i < list.length; i++) view[i] = Number(list[i]);
    else (view as Float64Array).set(list as Float64Array);
  }

  private expectCount(name: string, got: number, expected: number): void {
    if (got !== expected) throw new Error(`it gave ${got} values in ${name}; ${expected} were asked for`);
  }

  /** Makes a call; what goes wrong in it beyond a status is the end of the unit. */
  private attempt(name: string, make: (method: Method) => Status): Status {
    if (this.dead) return status.fatal;
    const method = this.unit?.[name];
    const outside = name === 'getVersion' || name === 'instantiate' || name === 'freeInstance';
    if (!outside && method === undefined) return this.refuse(name);
    try {
      const answer = make(method as Method);
      this.dead ||= answer === status.fatal;
      return answer;
    } catch (thrown) {
      if (thrown instanceof UserError) throw thrown;
      if (typeof thrown === 'string') return refusalOf(thrown);
      this.dead = true;
      return this.say(status.fatal, `${name}: ${trapText(thrown)}.`);
    }
  }

  private refuse(name: string): Status {
    if (this.unit === undefined) return this.say(status.error, `${name}: there is no instance.`);
    return this.say(
      status.error,
      `${name}: a component for ${worlds[this.kind].interface} has no such function.`,
    );
  }

  private withState(name: string, handle: number, use: (state: Uint8Array) => Status): Status {
    const state = this.states[handle];
    return state === undefined ? this.say(status.error, `${name}: there is no state ${handle}.`) : use(state);
  }

  private keep(state: Uint8Array): number {
    this.states.push(state);
    return this.states.length - 1;
  }

  private say(answer: Status, message: string): Status {
    this.log.add(answer, 'host', message);
    return answer;
  }

  private link(): Linked {
    return this.program.link(
      this.name,
      {
        logMessage: (_instance, answer, category, message) =>
          this.log.add(statusOf(answer), category, message),
        write: (stream, text) => this.log.add(status.ok, stream, text),
        clockUpdate: () => {
          this.clocksUpdated = true;
        },
        intermediateUpdate: (time, _set, _get, _finished, canReturnEarly) => {
          const wanted = this.registers[r.returnTime];
          const end = this.registers[r.time] + this.registers[r.step];
          return [canReturnEarly && wanted < end, Math.max(wanted, time)];
        },
      },
      () => {},
    );
  }

  /** An interface that the component exports, of any version of FMI 3. */
  private exported(name: string): unknown {
    const key = this.program.interfaceOf(name);
    return key === undefined ? undefined : this.linked?.exports[key];
  }
}

interface DoStepResult {
  lastSuccessfulTime: number;
  eventHandlingNeeded: boolean;
  terminateSimulation: boolean;
  earlyReturn: boolean;
}

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
