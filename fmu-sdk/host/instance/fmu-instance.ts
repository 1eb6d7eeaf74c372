import {
  elementCount,
  type ModelDescription,
  majorVersion,
  type Variable,
  variablesByName,
} from '../../description/description.ts';
import { indexText, requireElement, splitElement } from '../../description/tables/element-index.ts';
import { checkValues } from '../../description/values/checked-values.ts';
import { declarationOf } from '../../description/values/value-declaration.ts';
import type { Mode } from '../../standard/fmi-modes.ts';
import { defaultInitial, settableIn } from '../../standard/variability-table.ts';
import { nameHint } from '../../util/nearest-name.ts';
import { kindText, printableName, valueText, withArticle } from '../../util/printable.ts';
import { requireKind } from '../../util/require-options.ts';
import { timeTolerance } from '../../util/time/same-time.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import { wholeText } from '../../util/utf8.ts';
import type { LoopColumn } from '../fast-path/multi-step-loop.ts';
import { packSavedState, unpackSavedState } from '../state/saved-state.ts';
import type { Snapshot } from '../state/snapshot.ts';
import { rejectStepResult } from './custom-instance.ts';
import type { Instance, NumericArray } from './instance.ts';
import { NativeLoopRows, type Rows } from './native-loop-rows.ts';
import { rejectTime } from './require-time.ts';
import { watchClocked } from './watch-clocked.ts';

/** Accepted values of a variable. 64-bit integers are bigint or decimal text. */
export type Value = number | bigint | boolean | string | Uint8Array;

/** Modes before `initialize` and after it. */
const beforeStart: readonly Mode[] = ['instantiated', 'configuration', 'initialization', 'event'];
const betweenSteps: readonly Mode[] = ['step', 'event', 'clockActivation'];

/**
 * Memory location of a variable's element: `slot.view[slot.at]` reads and writes it, which is
 * enough for a step. Unlike `set`, writing is not checked: an Int8Array turns 300 into 44.
 */
export interface Slot {
  readonly view: NumericArray;
  readonly at: number;
}

/** Elements that were written before the initialization, by the name of their variable. */
export type WrittenElements = Map<string, Set<number>>;

/** Values that determine the dimensions of an instance's arrays, and what was written to them. */
interface Structure {
  readonly structuralParameters: Readonly<Record<string, number | bigint>>;
  readonly given: WrittenElements;
}

/**
 * A running FMU with access by name or, in loops, by slots that are looked up once.
 *
 * Call order: `set` → `initialize` → (`set` → `step` → `get`)* → `close`. `close` releases all
 * resources, and `using` calls it automatically. After an error inside a step, only `reset`,
 * `restore` of a snapshot or `setState` lets the instance continue.
 *
 * @example
 * const unit: FmuInstance = await filter.instantiate();
 * unit.set('u', 1).initialize();
 * for (let k = 0; k < 100; k++) unit.step(k * 0.01, 0.01);
 * console.log(unit.get('y'));
 * unit.close();
 */
export class FmuInstance {
  readonly name: string;
  readonly description: ModelDescription;
  private readonly variables: ReadonlyMap<string, Variable>;
  private life: 'instantiated' | 'initialized' | 'stopped' | 'closed' = 'instantiated';
  private now = Number.NaN;
  /** True after a step, until its last values are read. Events may then wait at its end. */
  private mayWait = false;

  /** @param stopTime latest end of a step [s] */
  constructor(
    private readonly instance: Instance,
    private readonly stopTime: number = Number.POSITIVE_INFINITY,
    private readonly structure: Structure = { structuralParameters: {}, given: new Map() },
  ) {
    this.name = instance.name;
    this.description = instance.description;
    this.variables = variablesByName(instance.description);
    this.setStructure();
  }

  /** Returns the current time [s], or NaN if it is unknown, as before `initialize`. */
  get time(): number {
    return this.now;
  }

  private setStructure(): void {
    const { structuralParameters, given } = this.structure;
    given.clear();
    for (const [name, value] of Object.entries(structuralParameters)) this.set(name, value);
  }

  /**
   * Sets a variable: one value, or one for each element, checked against type, range and size. An
   * object sets several variables: `set({ u: 1, T: 0.5 })`.
   */
  set(name: string, value: Value | readonly Value[] | NumericArray): this;
  set(values: Readonly<Record<string, Value | readonly Value[] | NumericArray>>): this;
  set(
    name: string | Readonly<Record<string, Value | readonly Value[] | NumericArray>>,
    value: Value | readonly Value[] | NumericArray = [],
  ): this {
    if (typeof name === 'object' && name !== null && !Array.isArray(name)) {
      for (const [key, each] of Object.entries(name)) this.set(key, each);
      return this;
    }
    const variable = this.named('set', name as string);
    this.refuseNotNow('set', variable, this.life === 'instantiated');
    const elements = this.checked(variable, value);
    if (variable.resized === true) this.structure.given.set(variable.name, new Set(elements.keys()));
    if (variable.type === 'String' || variable.type === 'Binary') {
      for (const [i, bytes] of elements.entries()) this.instance.setBytes(variable, i, bytes as Uint8Array);
      return this;
    }
    const { view, offset } = this.instance.view(variable);
    for (const [i, element] of elements.entries()) view[offset + i] = element as number;
    return this;
  }

  /**
   * Returns the value of a variable: an array if it has dimensions, strings as text, Binary as
   * bytes, booleans as boolean. Events at the current time are handled first, with the present
   * inputs. A list of names gives a list of values.
   */
  get(name: string): Value | Value[];
  get(names: readonly string[]): (Value | Value[])[];
  get(name: string | readonly string[]): Value | (Value | Value[])[] {
    if (Array.isArray(name)) return name.map((each: string) => this.get(each));
    const variable = this.named('get', name as string);
    this.handleEvents();
    const count = variable.dimensions.reduce((n, d) => n * d, 1);
    const elements = Array.from({ length: count }, (_, i) => this.element(variable, i));
    return variable.dimensions.length === 0 ? elements[0] : elements;
  }

  /**
   * Returns the memory location of element `element` (flat, from 0) of a variable other than String
   * and Binary. It shows the values before events at the current time, until `get` or `step`.
   */
  slot(name: string, element = 0): Slot {
    const variable = this.named('slot', name);
    if (variable.type === 'String' || variable.type === 'Binary')
      throw new UserError(
        `slot ${this.name}.${name}: expected a numeric variable, got ${variable.type}. Use get and set.`,
      );
    const { view, offset, length } = this.instance.view(variable);
    if (!Number.isInteger(element) || element < 0 || element >= length)
      throw new UserError(
        `slot ${this.name}.${name}: expected an element from 0 to ${length} - 1, got ${valueText(element)}. Choose an existing element.`,
      );
    return { view, at: offset + element };
  }

  /** Computes outputs at the start time t [s], and ends the initialization. */
  initialize(t = 0): void {
    this.refuseClosed('initialize');
    if (this.life !== 'instantiated')
      throw new UserError(
        `initialize ${this.name}: the instance is already initialized. Call reset() first.`,
      );
    if (!Number.isFinite(t))
      rejectTime(`initialize ${this.name}: t`, t, 'the start time as a number of seconds');
    if (t > this.stopTime)
      throw new UserError(
        `initialize ${this.name}: t = ${t} s is after the stop time, ${this.stopTime} s. Start earlier.`,
      );
    watchClocked(this.instance);
    this.guard('initialize', t, () => {
      this.instance.initialize(t);
      this.instance.exitInitialization();
    });
    this.life = 'initialized';
    this.now = t;
  }

  /**
   * Makes a communication step from the current time t by H > 0 [s]. Events at t are handled with
   * the present inputs. Those at t + H wait for `get` or for the next step.
   */
  step(t: number, H: number): void {
    if (this.life !== 'initialized') this.refuseNotReady('step');
    this.refuseNoStep(t, H);
    if (Math.abs(t - this.time) > timeTolerance(H))
      throw new UserError(
        `step ${this.name}: from t = ${t} s by H = ${H} s, but the instance is at ${this.time} s. Step from there, or go back with reset() or a snapshot.`,
      );
    this.refuseBeyond(t, H, 1);
    this.guard('step', t, () => {
      const answer = this.instance.step(t, H);
      if (answer === 0) {
        this.now = t + H;
        this.mayWait = true;
        return;
      }
      const h = this.instance.internalStep();
      if (answer !== -1 || h === 0) {
        rejectStepResult(this.instance, t, H, answer);
        throw new UserError(
          `step ${this.name}: the FMU returned the undefined value ${answer} at t = ${t} s. Ask the FMU's author for a corrected version.`,
        );
      }
      const next = Number((Math.max(1, Math.round(H / h)) * h).toPrecision(12));
      throw new UserError(
        `step ${this.name}: H = ${H} s at t = ${t} s is not a multiple of the internal step h = ${h} s` +
          (next === H ? ' that can be counted. Choose a smaller H.' : `. Choose H = ${next} s.`),
      );
    });
  }

  /** Handles events that wait at the end of the last step, unless the next step has handled them. */
  private handleEvents(): void {
    if (!this.mayWait || this.life !== 'initialized') return;
    this.mayWait = false;
    const { eventful } = this.instance;
    if (eventful?.waits(this.time) === true)
      this.guard('step', this.time, () => eventful.handle(this.time, true));
  }

  /**
   * Creates columns for multiple steps with inputs that are known in advance. Accepts Float64
   * variables: a scalar `a`, or an element `a[2]` or `A[2,1]` of an array. Indexes count from 1.
   * Written values are not checked.
   *
   * @example
   * const rows = unit.rows(['u'], ['y'], 1000);
   * for (let i = 0; i < 1000; i++) rows.inputs[0][i] = Math.sin(i);
   * rows.step(0, 1e-3, 1000); // rows.outputs[0] has y after each step
   */
  rows(inputs: readonly string[], outputs: readonly string[], capacity: number): Rows {
    if (!Number.isSafeInteger(capacity) || capacity < 0)
      throw new UserError(
        `rows ${this.name}: expected a whole number of rows, 0 or more, got ${valueText(capacity)}. Give such a number.`,
      );
    requireKind(`rows ${this.name}: inputs`, inputs, 'texts');
    requireKind(`rows ${this.name}: outputs`, outputs, 'texts');
    const columns = (names: readonly string[], set: boolean): LoopColumn[] =>
      names.map((name) => {
        const { base = name, index } = splitElement(this.variables, name) ?? {};
        const variable = this.named('rows', base);
        if (set) this.refuseNotNow('rows', variable, false);
        if (index === undefined && elementCount(variable) > 1)
          throw new UserError(
            `rows ${this.name}.${name}: expected a scalar, got an array of ${elementCount(variable)} elements. Name one element, such as ${name}${indexText(variable, 0)}.`,
          );
        const { view, at } = this.slot(base, index === undefined ? 0 : this.elementOf(variable, index));
        if (view instanceof Float64Array) return { column: this.columnOf(capacity), memory: view, at };
        const { type } = variable;
        throw new UserError(
          `rows ${this.name}.${name}: expected a Float64 variable, got ${withArticle(type)}. Set other variables between rows.`,
        );
      });
    return new NativeLoopRows(this.instance, columns(inputs, true), columns(outputs, false), capacity, {
      refuse: (t, H, count) => {
        this.refuseNoStep(t, H);
        this.refuseBeyond(t, H, count);
      },
      step: (t, H) => {
        this.step(t, H);
        this.handleEvents();
      },
      resume: (t, H, action) => {
        this.guard('step', t, action);
        this.now = t + H;
        this.mayWait = true;
        this.handleEvents();
      },
      recordTime: (t) => {
        this.now = t;
      },
    });
  }

  private elementOf(variable: Variable, index: readonly number[]): number {
    try {
      return requireElement(variable, variable.name, index);
    } catch (error) {
      throw new UserError(`rows ${this.name}: ${messageOf(error)} Choose an existing element.`);
    }
  }

  private columnOf(rows: number): Float64Array {
    try {
      return new Float64Array(rows);
    } catch {
      throw new UserError(
        `rows ${this.name}: not enough memory for columns of ${rows} rows. Create shorter ones and reuse them.`,
      );
    }
  }

  /** Returns to the state after instantiation. */
  reset(): void {
    this.refuseClosed('reset');
    this.instance.reset();
    this.life = 'instantiated';
    this.now = Number.NaN;
    this.setStructure();
  }

  /**
   * Takes a snapshot of the current state, after the initialization. It can be restored any number
   * of times.
   */
  snapshot(): Snapshot {
    if (this.life !== 'initialized') this.refuseNotReady('take a snapshot of');
    const instanceSnapshot = this.instance.snapshot();
    let at = this.time;
    let released = false;
    const refuseReleased = (operation: string): void => {
      if (released)
        throw new UserError(
          `${operation} ${this.name}: the snapshot was released. Take another with snapshot().`,
        );
    };
    return {
      by: instanceSnapshot.by,
      get bytes() {
        return instanceSnapshot.bytes;
      },
      take: () => {
        if (this.life !== 'initialized') this.refuseNotReady('take a snapshot of');
        refuseReleased('take a snapshot of');
        this.guard('take a snapshot of', this.time, () => instanceSnapshot.take());
        at = this.time;
      },
      restore: () => {
        this.refuseClosed('restore a snapshot of');
        refuseReleased('restore a snapshot of');
        this.guard('restore a snapshot of', at, () => instanceSnapshot.restore());
        this.mayWait = true;
        this.life = 'initialized';
        this.now = at;
      },
      release: () => {
        if (released) return;
        released = true;
        instanceSnapshot.release();
      },
    };
  }

  /** Returns the whole state as bytes. `setState` continues from it with bit-identical results. */
  getState(): Uint8Array {
    if (this.life !== 'initialized') this.refuseNotReady('get the state of');
    return packSavedState(this.instance.getState(), this.description, this.time);
  }

  setState(state: Uint8Array): void {
    this.refuseClosed('set the state of');
    if (!(state instanceof Uint8Array))
      throw new UserError(
        `set the state of ${this.name}: expected the Uint8Array from getState(), got ${kindText(state)}. Give that.`,
      );
    const savedState = unpackSavedState(state, this.description);
    if (savedState === undefined)
      throw new UserError(
        `set the state of ${this.name}: these bytes are not a state of this build of ${printableName(this.description.modelName)}. Give the result of getState() of an instance of it.`,
      );
    this.instance.setState(savedState.state);
    this.mayWait = true;
    this.life = 'initialized';
    this.now = savedState.time;
  }

  close(): void {
    if (this.life === 'closed') return;
    this.life = 'closed';
    this.instance.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  private element(variable: Variable, i: number): Value {
    if (variable.type === 'String') return wholeText(this.instance.getBytes(variable, i));
    if (variable.type === 'Binary') return this.instance.getBytes(variable, i);
    const { view, offset } = this.instance.view(variable);
    const value = view[offset + i];
    return variable.type === 'Boolean' || variable.type === 'Clock' ? Number(value) !== 0 : value;
  }

  private refuseNoStep(t: number, H: number): void {
    if (Number.isFinite(t) && Number.isFinite(H) && H > 0) return;
    throw new UserError(
      `step ${this.name}: invalid step from t = ${valueText(t)} s by H = ${valueText(H)} s. Give a time, and a number of seconds above 0.`,
    );
  }

  private refuseBeyond(t: number, H: number, count: number): void {
    if (t + count * H <= this.stopTime + timeTolerance(H)) return;
    throw new UserError(
      `step ${this.name}: from t = ${t} s by ${count === 1 ? '' : `${count} times `}H = ${H} s exceeds the stop time, ${this.stopTime} s. Make a smaller step, or instantiate with another stopTime.`,
    );
  }

  private refuseClosed(operation: string): void {
    if (this.life === 'closed')
      throw new UserError(`${operation} ${this.name}: the instance is closed. Instantiate the FMU again.`);
  }

  private refuseNotReady(operation: string): never {
    this.refuseClosed(operation);
    if (this.life === 'stopped')
      throw new UserError(
        `${operation} ${this.name}: the instance failed during a step. Go back with reset(), a snapshot or setState().`,
      );
    throw new UserError(
      `${operation} ${this.name}: the instance is not initialized. Call initialize(t) with the start time [s].`,
    );
  }

  /**
   * Rejects variables that the standard does not allow to set at this time. The FMU would accept
   * the value silently, then replace it or use only part of it.
   */
  private refuseNotNow(operation: string, variable: Variable, before: boolean): void {
    const { initial = defaultInitial(majorVersion(this.description), variable) } = variable;
    const modes = settableIn({ ...variable, initial });
    if (modes.some((mode) => (before ? beforeStart : betweenSteps).includes(mode))) return;
    const { causality, variability } = variable;
    const what =
      causality === 'parameter' ? `it is a ${variability} parameter` : `its causality is ${causality}`;
    throw new UserError(
      `${operation} ${this.name}.${variable.name}: ${what}, and ` +
        (before
          ? 'only variables with a start value can be set before the initialization. Set the inputs and parameters it depends on.'
          : 'only inputs and tunable parameters can be set between steps. Set it before the initialization, or after reset().'),
    );
  }

  private named(operation: string, name: string): Variable {
    this.refuseClosed(operation);
    const variable = this.variables.get(name);
    if (variable !== undefined) return variable;
    throw new UserError(
      `${operation} ${this.name}.${valueText(name)}: unknown variable. ${typeof name === 'string' ? nameHint(name, [...this.variables.keys()]) : ''}`,
    );
  }

  private checked(
    variable: Variable,
    value: Value | readonly Value[] | NumericArray,
  ): (number | bigint | Uint8Array)[] {
    try {
      return checkValues(declarationOf(this.description, variable), value);
    } catch (error) {
      throw new UserError(`set ${this.name}.${variable.name}: ${messageOf(error)}`);
    }
  }

  private guard(operation: string, t: number, action: () => void): void {
    try {
      action();
    } catch (thrown) {
      if (thrown instanceof UserError) throw thrown;
      if (operation === 'step' || operation.startsWith('restore')) this.life = 'stopped';
      throw new UserError(
        `${operation} ${this.name}: the FMU stopped at t = ${t} s: ${this.instance.reasonOf(thrown)}. ` +
          'Check its inputs at this time, or ask the author of the FMU.',
      );
    }
  }
}
