import {
  elementCount,
  type ModelDescription,
  majorVersion,
  type Variable,
  variablesByName,
} from '../description/description.ts';
import { valuesOf } from '../description/values/checked-values.ts';
import { declaredBy } from '../description/values/value-declaration.ts';
import type { Mode } from '../standard/fmi-modes.ts';
import { defaultInitial, settableIn } from '../standard/variability-table.ts';
import { kindText, nameText, valueText, withArticle } from '../util/printable.ts';
import { requireKind } from '../util/require-options.ts';
import { messageOf, UserError } from '../util/user-error.ts';
import { wholeText } from '../util/utf8.ts';
import { refuseAnswer } from './custom-instance.ts';
import type { Instance, NumericArray } from './instance.ts';
import type { LoopColumn } from './multi-step-loop.ts';
import { refuseTime } from './require-time.ts';
import { slackOf } from './same-time.ts';
import { keptState, stateOf } from './state/saved-state.ts';
import type { Snapshot } from './state/snapshot.ts';
import { LoopedRows, type Rows } from './wasm/vectorized-instances.ts';

/** What a variable's value may be given as; integers of 64 bits as bigint or decimal text. */
export type Value = number | bigint | boolean | string | Uint8Array;

/** When a variable may be set: before `initialize`, and after it. */
const beforeStart: readonly Mode[] = ['instantiated', 'configuration', 'initialization', 'event'];
const betweenSteps: readonly Mode[] = ['step', 'event', 'clockActivation'];

/**
 * Where an element of a variable stands: `slot.view[slot.at]` reads and writes it, which is all that a step needs. What is written there
 * is not checked, as what `set` is given is: an Int8Array makes 44 of 300.
 */
export interface Slot {
  readonly view: NumericArray;
  readonly at: number;
}

/**
 * A running unit, used by name or, in loops, by slots that are looked up once.
 *
 * Call order: `set` → `initialize` → (`set` → `step` → `get`)* → `close`. `close` gives back all that it holds; with
 * `using` it is called by itself. A unit that has stopped in a step goes on from `reset`, from a snapshot or from `setState` alone.
 *
 * @example
 * const unit: UnitInstance = await filter.instantiate();
 * unit.set('u', 1).initialize();
 * for (let k = 0; k < 100; k++) unit.step(k * 0.01, 0.01);
 * console.log(unit.get('y'));
 * unit.close();
 */
export class UnitInstance {
  readonly name: string;
  readonly description: ModelDescription;
  private readonly instance: Instance;
  private readonly variables: ReadonlyMap<string, Variable>;
  private life: 'instantiated' | 'initialized' | 'stopped' | 'closed' = 'instantiated';
  /** Where it stands; NaN where that is not known [s]. */
  private now = Number.NaN;
  private readonly stopTime: number;

  /** @param stopTime none of its steps goes beyond it [s] */
  constructor(instance: Instance, stopTime: number = Number.POSITIVE_INFINITY) {
    this.stopTime = stopTime;
    this.name = instance.name;
    this.description = instance.description;
    this.instance = instance;
    this.variables = variablesByName(instance.description);
  }

  /** Sets a variable: one value, or one for each element, checked against type, range and size. */
  set(name: string, value: Value | readonly Value[] | NumericArray): this {
    const variable = this.named('set', name);
    this.refuseNotNow('set', variable, this.life === 'instantiated');
    const elements = this.checked(variable, value);
    if (variable.type === 'String' || variable.type === 'Binary') {
      for (const [i, bytes] of elements.entries()) this.instance.setBytes(variable, i, bytes as Uint8Array);
      return this;
    }
    const { view, offset } = this.instance.view(variable);
    for (const [i, element] of elements.entries()) view[offset + i] = element as number;
    return this;
  }

  /** The value of a variable: an array where it has dimensions; strings as text, Binary as bytes, booleans as such. */
  get(name: string): Value | Value[] {
    const variable = this.named('get', name);
    const count = variable.dimensions.reduce((n, d) => n * d, 1);
    const elements = Array.from({ length: count }, (_, i) => this.element(variable, i));
    return variable.dimensions.length === 0 ? elements[0] : elements;
  }

  /** Where element `element` (flat, from 0) of a variable that is no String or Binary stands. */
  slot(name: string, element = 0): Slot {
    const variable = this.named('slot', name);
    if (variable.type === 'String' || variable.type === 'Binary')
      throw new UserError(
        `slot ${this.name}.${name}: it is a ${variable.type}, which is no number in an array. Use get and set.`,
      );
    const { view, offset, length } = this.instance.view(variable);
    if (!Number.isInteger(element) || element < 0 || element >= length)
      throw new UserError(
        `slot ${this.name}.${name}: it has ${length} elements, numbered from 0; ${valueText(element)} is none.`,
      );
    return { view, at: offset + element };
  }

  /** Computes outputs at the start time t [s], and ends the initialization. */
  initialize(t = 0): void {
    this.refuseClosed('initialize');
    if (this.life !== 'instantiated')
      throw new UserError(`initialize ${this.name}: it is initialized. Go back by reset() first.`);
    if (!Number.isFinite(t))
      refuseTime(`initialize ${this.name}: t`, t, 'the time at which it starts, a number of seconds');
    if (t > this.stopTime)
      throw new UserError(
        `initialize ${this.name}: t = ${t} s is behind its stop time, ${this.stopTime} s. Start it before.`,
      );
    this.guard('initialize', t, () => {
      this.instance.initialize(t);
      this.instance.exitInitialization();
    });
    this.life = 'initialized';
    this.now = t;
  }

  /** A communication step from t, where the unit stands, by H > 0 [s]. */
  step(t: number, H: number): void {
    if (this.life !== 'initialized') this.refuseNotReady('step');
    this.refuseNoStep(t, H);
    if (Math.abs(t - this.now) > slackOf(H))
      throw new UserError(
        `step ${this.name}: from t = ${t} s by H = ${H} s, and it stands at ${this.now} s. Step it from there, or go back by reset() or to a snapshot.`,
      );
    this.refuseBeyond(t, H, 1);
    this.guard('step', t, () => {
      const answer = this.instance.step(t, H);
      if (answer === 0) {
        this.now = t + H;
        return;
      }
      const h = this.instance.internalStep();
      if (answer !== -1 || h === 0) {
        refuseAnswer(this.instance, t, H, answer);
        throw new UserError(
          `step ${this.name}: it answered ${answer} at t = ${t} s, which means nothing. Get the unit again, from who made it.`,
        );
      }
      const next = Number((Math.max(1, Math.round(H / h)) * h).toPrecision(12));
      throw new UserError(
        `step ${this.name}: H = ${H} s at t = ${t} s is no whole multiple of its internal step h = ${h} s` +
          (next === H ? ' that it could count. Choose a smaller one.' : `. Choose H = ${next} s.`),
      );
    });
  }

  /**
   * Columns for rows of steps whose inputs are known before, of Float64 variables that are named: one element `a`, or of an array `a[2]`.
   * What is written there is not checked.
   *
   * @example
   * const rows = unit.rows(['u'], ['y'], 1000);
   * for (let i = 0; i < 1000; i++) rows.inputs[0][i] = Math.sin(i);
   * rows.step(0, 1e-3, 1000); // rows.outputs[0] has y after each step
   */
  rows(inputs: readonly string[], outputs: readonly string[], capacity: number): Rows {
    if (!Number.isSafeInteger(capacity) || capacity < 0)
      throw new UserError(
        `rows ${this.name}: columns of ${valueText(capacity)} rows there are none. Give a whole number of rows, 0 or more.`,
      );
    requireKind(`rows ${this.name}: inputs`, inputs, 'texts');
    requireKind(`rows ${this.name}: outputs`, outputs, 'texts');
    const columns = (names: readonly string[], set: boolean): LoopColumn[] =>
      names.map((name) => {
        const [, base, element] = /^(.*?)(?:\[(\d+)\])?$/s.exec(name) as RegExpExecArray;
        const known = this.variables.has(name) || element === undefined;
        const variable = this.named('rows', known ? name : base);
        if (set) this.refuseNotNow('rows', variable, false);
        if (known && elementCount(variable) > 1)
          throw new UserError(
            `rows ${this.name}.${name}: it has ${elementCount(variable)} elements. Name one, such as ${name}[0].`,
          );
        const { view, at } = known ? this.slot(name) : this.slot(base, Number(element));
        if (view instanceof Float64Array) return { column: this.columnOf(capacity), memory: view, at };
        const { type } = variable;
        throw new UserError(
          `rows ${this.name}.${name}: it is ${withArticle(type)}. Name Float64 variables; set others between rows.`,
        );
      });
    return new LoopedRows(this.instance, columns(inputs, true), columns(outputs, false), capacity, {
      refuse: (t, H, count) => {
        this.refuseNoStep(t, H);
        this.refuseBeyond(t, H, count);
      },
      step: (t, H) => this.step(t, H),
      guard: (t, action) => this.guard('step', t, action),
      left: (t) => {
        this.now = t;
      },
    });
  }

  private columnOf(rows: number): Float64Array {
    try {
      return new Float64Array(rows);
    } catch {
      throw new UserError(
        `rows ${this.name}: there is no room for columns of ${rows} rows. Make shorter ones, and step by them again.`,
      );
    }
  }

  /** Back to the state after instantiation. */
  reset(): void {
    this.refuseClosed('reset');
    this.instance.reset();
    this.life = 'instantiated';
    this.now = Number.NaN;
  }

  /** A snapshot of the present state, after the initialization, to be returned to any number of times. */
  snapshot(): Snapshot {
    if (this.life !== 'initialized') this.refuseNotReady('take a snapshot of');
    const kept = this.instance.snapshot();
    let at = this.now;
    let released = false;
    const refuseReleased = (operation: string): void => {
      if (released)
        throw new UserError(`${operation} ${this.name}: it was released. Take another by snapshot().`);
    };
    return {
      by: kept.by,
      get bytes() {
        return kept.bytes;
      },
      take: () => {
        if (this.life !== 'initialized') this.refuseNotReady('take a snapshot of');
        refuseReleased('take a snapshot of');
        kept.take();
        at = this.now;
      },
      restore: () => {
        this.refuseClosed('restore a snapshot of');
        refuseReleased('restore a snapshot of');
        kept.restore();
        this.life = 'initialized';
        this.now = at;
      },
      release: () => {
        if (released) return;
        released = true;
        kept.release();
      },
    };
  }

  /** The whole state as bytes; `setState` continues from it with equal bits. */
  getState(): Uint8Array {
    if (this.life !== 'initialized') this.refuseNotReady('get the state of');
    return keptState(this.instance.getState(), this.description, this.now);
  }

  setState(state: Uint8Array): void {
    this.refuseClosed('set the state of');
    if (!(state instanceof Uint8Array))
      throw new UserError(
        `set the state of ${this.name}: ${kindText(state)} is no state. Give the Uint8Array that getState() has returned.`,
      );
    const kept = stateOf(state, this.description);
    if (kept === undefined)
      throw new UserError(
        `set the state of ${this.name}: what was given is no state of a unit ${nameText(this.description.modelName)} of these bytes. Give what getState() of one has returned.`,
      );
    this.instance.setState(kept.state);
    this.life = 'initialized';
    this.now = kept.time;
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
      `step ${this.name}: from t = ${valueText(t)} s by H = ${valueText(H)} s is no step. Give a time, and a number of seconds above 0.`,
    );
  }

  private refuseBeyond(t: number, H: number, count: number): void {
    if (t + count * H <= this.stopTime + slackOf(H)) return;
    throw new UserError(
      `step ${this.name}: from t = ${t} s by ${count === 1 ? '' : `${count} times `}H = ${H} s goes beyond its stop time, ${this.stopTime} s. Make a smaller step, or instantiate it with another stopTime.`,
    );
  }

  private refuseClosed(operation: string): void {
    if (this.life === 'closed')
      throw new UserError(`${operation} ${this.name}: it was closed. Instantiate the unit again.`);
  }

  private refuseNotReady(operation: string): never {
    this.refuseClosed(operation);
    if (this.life === 'stopped')
      throw new UserError(
        `${operation} ${this.name}: it has stopped in the midst of a step. Go back by reset(), to a snapshot, or by setState().`,
      );
    throw new UserError(
      `${operation} ${this.name}: it has not been initialized. Call initialize(t), with the time at which it starts [s].`,
    );
  }

  /** What the standard lets nobody set then: a unit would take it silently, and replace it or compute with half of it. */
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
          ? 'what has a start value can be set before it is initialized. Set the inputs and parameters that it comes of.'
          : 'inputs and tunable parameters can be set between steps. Set it before the unit is initialized, after reset() too.'),
    );
  }

  private named(operation: string, name: string): Variable {
    this.refuseClosed(operation);
    const variable = this.variables.get(name);
    if (variable !== undefined) return variable;
    const names = [...this.variables.keys()];
    throw new UserError(
      `${operation} ${this.name}.${valueText(name)}: the unit has no such variable. It has ${names.slice(0, 8).join(', ')}${names.length > 8 ? ', …' : ''}.`,
    );
  }

  private checked(
    variable: Variable,
    value: Value | readonly Value[] | NumericArray,
  ): (number | bigint | Uint8Array)[] {
    try {
      return valuesOf(declaredBy(this.description, variable), value);
    } catch (error) {
      throw new UserError(`set ${this.name}.${variable.name}: ${messageOf(error)}`);
    }
  }

  private guard(operation: string, t: number, action: () => void): void {
    try {
      action();
    } catch (thrown) {
      if (thrown instanceof UserError) throw thrown;
      if (operation === 'step') this.life = 'stopped';
      throw new UserError(
        `${operation} ${this.name}: the unit stopped at t = ${t} s: ${this.instance.reasonOf(thrown)}. ` +
          'Look at its inputs there, or ask who made it.',
      );
    }
  }
}
