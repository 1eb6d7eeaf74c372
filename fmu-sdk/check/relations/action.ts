import { elementCount, type Variable } from '../../description/description.ts';
import {
  type FmiCall,
  type InstantiateOptions,
  type io,
  type Status,
  status,
} from '../../host/instance/fmi-api.ts';
import {
  changed,
  getInterval,
  importerSetsInterval,
  notYetKnown,
} from '../behaviour/events/clock-intervals.ts';
import type { Probe, Setting, Value } from '../behaviour/fmu-probe.ts';
import { DerivativeRefused, directional, nameOf, type Pair } from '../behaviour/states/derivative-pairs.ts';
import { namesText } from '../behaviour/values/message-text.ts';

type Vector = Extract<FmiCall, { doubles: Float64Array }>['op'];
type Plain = Exclude<FmiCall['op'], Vector | 'get' | 'set'>;

/** One call with its operands, so that another instance can repeat it exactly. */
export type Action =
  | { readonly do: 'instantiate'; readonly options: Partial<InstantiateOptions> }
  | { readonly do: 'call'; readonly op: Plain; readonly operands?: Partial<Record<keyof typeof io, number>> }
  | {
      readonly do: 'vector';
      readonly op: Vector;
      readonly count: number;
      readonly values?: readonly number[];
    }
  | { readonly do: 'set'; readonly variable: Variable; readonly values: readonly Value[] }
  /** Variables of one type, in one call. */
  | { readonly do: 'setTogether'; readonly settings: readonly Setting[] }
  | { readonly do: 'look'; readonly variables: readonly Variable[] }
  /** Slopes of inputs [1/s] times their unit of measure (FMI 2.0). */
  | { readonly do: 'slopes'; readonly variables: readonly Variable[]; readonly values: readonly number[] }
  | { readonly do: 'interval'; readonly clock: Variable }
  | { readonly do: 'setInterval'; readonly clock: Variable; readonly interval: number }
  /** Directional derivatives, each of one element by another. */
  | { readonly do: 'derivatives'; readonly pairs: readonly Pair[] }
  /** Derivatives of outputs by time, up to an order. */
  | { readonly do: 'outputSlopes'; readonly variables: readonly Variable[]; readonly orders: number }
  | { readonly do: 'activate'; readonly clock: Variable; readonly time: number };

/** A value that a call has returned. */
export interface Shown {
  readonly values: readonly Value[];
  /** The variable that has the value. Undefined for flags and vectors. */
  readonly variable?: Variable;
}

/** All that a call shows of an instance: its status, flags and values. */
export interface Answer {
  readonly status: Status;
  readonly shown: ReadonlyMap<string, Shown>;
}

/** Flags that a call leaves, and the flag that makes a time valid. */
const flags: Partial<Record<Plain, readonly (keyof typeof io)[]>> = {
  doStep: ['eventNeeded', 'terminate', 'early', 'lastTime'],
  completedIntegratorStep: ['enterEventMode', 'terminate'],
  updateDiscreteStates: ['newDiscreteStatesNeeded', 'terminate', 'nextEventTimeDefined', 'nextEventTime'],
  getNumberOfContinuousStates: ['count'],
  getNumberOfEventIndicators: ['count'],
};

/** Flags that are valid in model exchange alone (FMI 3.0.2, 2.3.4). */
const exchangeFlags: typeof flags = { updateDiscreteStates: ['nominalsChanged', 'valuesChanged'] };

/** Makes the call of an action. */
export function perform(probe: Probe, action: Action): Answer {
  switch (action.do) {
    case 'instantiate':
      return { status: probe.instantiate(action.options) ? status.ok : status.error, shown: new Map() };
    case 'call':
      return call(probe, action.op, action.operands);
    case 'vector':
      return vector(probe, action);
    case 'set':
      return { status: probe.write(action.variable, action.values), shown: new Map() };
    case 'setTogether':
      return { status: probe.writeTogether(action.settings), shown: new Map() };
    case 'look':
      return look(probe, action.variables);
    case 'slopes': {
      const { variables, values } = action;
      const references = Uint32Array.from(variables, (v) => v.valueReference);
      const orders = new Int32Array(variables.length).fill(1);
      return {
        status: probe.query('setInputDerivatives', `${namesText(variables)} = ${values.join(', ')}`, (c) =>
          c.setInputDerivatives(references, orders, Float64Array.from(values)),
        ),
        shown: new Map(),
      };
    }
    case 'interval':
      return { status: status.ok, shown: interval(probe, action.clock) };
    case 'setInterval': {
      const { name, valueReference } = action.clock;
      return {
        status: probe.query('setInterval', `${name}, ${action.interval}`, (c) =>
          c.setInterval(Uint32Array.of(valueReference), Float64Array.of(action.interval)),
        ),
        shown: new Map(),
      };
    }
    case 'derivatives':
      return derivatives(probe, action.pairs);
    case 'outputSlopes':
      return { status: status.ok, shown: outputSlopes(probe, action.variables, action.orders) };
    case 'activate':
      return {
        status: probe.query('activateModelPartition', `${action.clock.name}, ${action.time}`, (c) =>
          c.activateModelPartition(action.clock.valueReference, action.time),
        ),
        shown: new Map(),
      };
  }
}

/** Shows the interval of a Clock, and its fraction. A getter that importers need not call may refuse. */
function interval(probe: Probe, clock: Variable): Answer['shown'] {
  const name = `the interval of "${clock.name}"`;
  if (!importerSetsInterval(clock)) {
    const { interval, qualifier } = getInterval(probe, clock);
    const values = qualifier === notYetKnown ? [qualifier] : [qualifier === changed ? 1 : 0, interval];
    return new Map([[name, { values }]]);
  }
  const reference = Uint32Array.of(clock.valueReference);
  const shown = new Map<string, Shown>();
  const decimal = probe.query('getInterval', clock.name, (c) => c.getInterval(reference));
  if (decimal.status > status.warning || decimal.qualifiers[0] === notYetKnown) return shown;
  shown.set(name, { values: [decimal.intervals[0]] });
  if (!clock.supportsFraction) return shown;
  const fraction = probe.query('getIntervalFraction', clock.name, (c) => c.getIntervalFraction(reference));
  if (fraction.status > status.warning) return shown;
  const { counter, resolution } = fraction.fractions[0];
  return shown.set(`${name} as a fraction`, { values: [Number(counter) / Number(resolution)] });
}

/** Shows directional derivatives. Whether an FMU must grant them is a matter of other rules. */
function derivatives(probe: Probe, pairs: readonly Pair[]): Answer {
  const shown = new Map<string, Shown>();
  try {
    for (const pair of pairs)
      shown.set(`the derivative ${nameOf(pair)}`, { values: [directional(probe, pair, 1)] });
  } catch (error) {
    if (!(error instanceof DerivativeRefused)) throw error;
    return { status: status.error, shown: new Map() };
  }
  return { status: status.ok, shown };
}

/** Shows derivatives of outputs. FMUs may refuse them for some outputs. */
function outputSlopes(probe: Probe, variables: readonly Variable[], orders: number): Answer['shown'] {
  const shown = new Map<string, Shown>();
  for (const variable of variables)
    for (let order = 1; order <= orders; order++) {
      const values = new Float64Array(elementCount(variable));
      const answer = probe.query('getOutputDerivatives', `${variable.name}, order ${order}`, (c) =>
        c.getOutputDerivatives(Uint32Array.of(variable.valueReference), Int32Array.of(order), values),
      );
      if (answer > status.warning) break;
      const name = order === 1 ? 'the derivative' : `the derivative of order ${order}`;
      shown.set(`${name} of "${variable.name}"`, { values: Array.from(values) });
    }
  return shown;
}

function call(probe: Probe, op: Plain, operands?: Partial<Record<keyof typeof io, number>>): Answer {
  const answer = probe.do(op, operands);
  const shown = new Map<string, Shown>();
  const exchange = probe.target.kind === 'modelExchange';
  for (const flag of [...(flags[op] ?? []), ...(exchange ? (exchangeFlags[op] ?? []) : [])]) {
    if (flag === 'nextEventTime' && probe.flag('nextEventTimeDefined') === 0) continue;
    shown.set(flag, { values: [probe.flag(flag)] });
  }
  return { status: answer, shown };
}

function vector(probe: Probe, { op, count, values }: Action & { do: 'vector' }): Answer {
  const doubles = probe.calls.doubles(count);
  if (values !== undefined) doubles.set(values);
  const operands = values === undefined ? '' : values.slice(0, 8).join(', ');
  const answer = probe.query(op, operands, (c) => c.call({ op, doubles }));
  const shown = new Map<string, Shown>();
  if (values === undefined) shown.set(vectorNames[op], { values: Array.from(doubles) });
  return { status: answer, shown };
}

/** Names of the values that a call on a vector shows. */
export const vectorNames: Record<Vector, string> = {
  setContinuousStates: 'the continuous states',
  getContinuousStates: 'the continuous states',
  getContinuousStateDerivatives: 'the derivatives of the continuous states',
  getNominalsOfContinuousStates: 'the nominal values of the continuous states',
  getEventIndicators: 'the event indicators',
};

function look(probe: Probe, variables: readonly Variable[]): Answer {
  const values = probe.snapshot(variables);
  const shown = new Map<string, Shown>();
  for (const variable of variables) {
    const got = values.get(variable.name);
    if (got !== undefined) shown.set(`"${variable.name}"`, { values: got, variable });
  }
  return { status: status.ok, shown };
}

/** Number of elements of all variables. */
export function countOf(variables: readonly Variable[]): number {
  return variables.reduce((n, v) => n + elementCount(v), 0);
}
