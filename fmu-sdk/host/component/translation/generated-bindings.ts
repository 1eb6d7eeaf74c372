import { io as r, type Status, status, type Values } from '../../instance/fmi-api.ts';
import type { NumericArray } from '../../instance/instance.ts';
import { accessors } from '../canonical-abi/wit-worlds.ts';

type Method = (...operands: unknown[]) => unknown;

/** The calls of a run, made through the generated bindings or directly. */
export interface RunCalls {
  get(values: Values): Status;
  set(values: Values): Status;
  doStep(registers: Float64Array): Status;
  completedIntegratorStep(registers: Float64Array): Status;
  setTime(time: number): Status;
  getDoubles(name: DoublesOf, values: Float64Array): Status;
  setContinuousStates(values: Float64Array): Status;
}

export type DoublesOf = 'getContinuousStates' | 'getContinuousStateDerivatives' | 'getEventIndicators';

/** The interface of the component does not have this function. */
export class Missing extends Error {}

/** The resource of fmi3Instance in the generated bindings. Thrown values are traps. */
export class Bindings implements RunCalls {
  private readonly unit: Readonly<Record<string | symbol, Method>>;

  constructor(unit: unknown) {
    this.unit = unit as Bindings['unit'];
  }

  /** Calls a function whose result is its status. */
  action(name: string, ...operands: readonly unknown[]): Status {
    return statusOf(this.method(name)(...operands));
  }

  /** Calls a function that returns a result, or a status instead. */
  query<T>(name: string, operands: readonly unknown[], take: (result: T) => void): Status {
    let result: T;
    try {
      result = this.method(name)(...operands) as T;
    } catch (thrown) {
      if (typeof thrown !== 'string') throw thrown;
      return Math.max(statusOf(thrown), status.discard) as Status;
    }
    take(result);
    return status.ok;
  }

  /** Reads numbers into a view of the expected length. */
  fill(name: string, operands: readonly unknown[], view: NumericArray): Status {
    return this.query(name, operands, (list: ArrayLike<number | bigint | boolean>) => {
      expectCount(name, list.length, view.length);
      if (Array.isArray(list)) for (let i = 0; i < list.length; i++) view[i] = Number(list[i]);
      else (view as Float64Array).set(list as Float64Array);
    });
  }

  get({ type, valueReferences, view }: Values): Status {
    return this.fill(`get${accessors[type]}`, [valueReferences], view);
  }

  set({ type, valueReferences, view }: Values): Status {
    return this.action(`set${accessors[type]}`, valueReferences, view);
  }

  doStep(registers: Float64Array): Status {
    const operands = [registers[r.time], registers[r.step], registers[r.noSetStatePrior] !== 0];
    return this.query('doStep', operands, (result: DoStepResult) => {
      registers[r.eventNeeded] = Number(result.eventHandlingNeeded);
      registers[r.terminate] = Number(result.terminateSimulation);
      registers[r.early] = Number(result.earlyReturn);
      registers[r.lastTime] = result.lastSuccessfulTime;
    });
  }

  completedIntegratorStep(registers: Float64Array): Status {
    const operands = [registers[r.noSetStatePrior] !== 0];
    return this.query('completedIntegratorStep', operands, (result: CompletedStepResult) => {
      registers[r.enterEventMode] = Number(result.enterEventMode);
      registers[r.terminate] = Number(result.terminateSimulation);
    });
  }

  setTime(time: number): Status {
    return this.action('setTime', time);
  }

  getDoubles(name: DoublesOf, values: Float64Array): Status {
    return this.fill(name, [], values);
  }

  setContinuousStates(values: Float64Array): Status {
    return this.action('setContinuousStates', values);
  }

  drop(): void {
    this.unit[Symbol.dispose ?? Symbol.for('dispose')]();
  }

  private method(name: string): Method {
    const method = this.unit[name];
    if (method === undefined) throw new Missing(`${name}: the FMU's interface does not have this function.`);
    return (...operands) => method.apply(this.unit, operands);
  }
}

/** Converts a status from the name in the bindings. */
export function statusOf(answer: unknown): Status {
  const known = status[answer as keyof typeof status];
  return known === undefined || known === status.pending ? status.error : known;
}

export function expectCount(name: string, got: number, expected: number): void {
  if (got !== expected)
    throw new RangeError(`the FMU returned ${got} values in ${name}, but ${expected} were requested`);
}

interface DoStepResult {
  lastSuccessfulTime: number;
  eventHandlingNeeded: boolean;
  terminateSimulation: boolean;
  earlyReturn: boolean;
}

interface CompletedStepResult {
  enterEventMode: boolean;
  terminateSimulation: boolean;
}
