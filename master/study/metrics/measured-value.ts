import { Registry } from '../../../fmu-sdk/util/registry.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Series } from './time-series.ts';

/** Value of a quantity: a number, or a bigint where a number would not be exact (`exact`). */
export type Value = number | bigint;

/** Returns a value with all its digits, as a number if possible. */
export function shortestValue(x: Value): Value {
  if (typeof x === 'number') return x;
  const number = Number(x);
  return Number.isSafeInteger(number) ? number : x;
}

/**
 * Returns a value as a number. Throws a UserError that names `what` if a number would lose digits.
 */
export function exactNumber(x: Value, what: string): number {
  const value = shortestValue(x);
  if (typeof value === 'number') return value;
  throw new UserError(
    `${what} is ${x}, which a double cannot hold exactly (the limit is 9007199254740991). Use "final", "max", "min" or "largest", which have all digits, or a smaller quantity.`,
  );
}

/**
 * Measurement of a quantity x(t) over a run. Call order: `start`, then `step` after every
 * communication step, then `value`. None of them allocates memory.
 */
export interface Measurement extends Stateful {
  start(x: Value): void;
  /** Takes x at the end of a step of H [s]. */
  step(x: Value, H: number): void;
  value(): Value;
}

/** Kind of metric. */
export interface Measure {
  readonly name: string;
  /** True if it reads x at every communication step, false if only at the end. */
  readonly everyStep: boolean;
  /** True if it grows with |x|, false if it grows with x. */
  readonly ofMagnitude: boolean;
  create(against?: Series): Measurement;
}

const extreme = (name: string, better: (x: Value, y: Value) => Value, of = (x: Value) => x): Measure => ({
  name,
  everyStep: true,
  ofMagnitude: of === magnitude,
  create: () => {
    const best: Value[] = [0];
    return {
      start: (x) => {
        best[0] = of(x);
      },
      step: (x) => {
        best[0] = better(best[0], of(x));
      },
      value: () => best[0],
      visitState: (state) => state.list(name, best),
    };
  },
});

const areNumbers = (x: Value, y: Value): boolean => typeof x === 'number' && typeof y === 'number';

/** JavaScript compares a bigint and a number by value. NaN does not occur beside a bigint. */
const larger = (x: Value, y: Value): Value =>
  areNumbers(x, y) ? Math.max(x as number, y as number) : x > y ? x : y;
const smaller = (x: Value, y: Value): Value =>
  areNumbers(x, y) ? Math.min(x as number, y as number) : x < y ? x : y;
const magnitude = (x: Value): Value => (typeof x === 'number' ? Math.abs(x) : x < 0n ? -x : x);

/** Averages f(x) over time, 1/T ∫ f(x) dt, by the trapezoidal rule. */
const average = (name: string, of: (x: number) => number, whole: (mean: number) => number): Measure => ({
  name,
  everyStep: true,
  ofMagnitude: whole === Math.sqrt,
  create: () => {
    let [last, integral, time] = [0, 0, 0];
    return {
      start: (x) => {
        last = of(Number(x));
        integral = 0;
        time = 0;
      },
      step: (x, H) => {
        const now = of(Number(x));
        integral += 0.5 * H * (last + now);
        time += H;
        last = now;
      },
      value: () => whole(time === 0 ? last : integral / time),
      visitState: (state) => {
        last = state.number('last', last);
        integral = state.number('integral', integral);
        time = state.number('time', time);
      },
    };
  },
});

const final: Measure = {
  name: 'final',
  everyStep: false,
  ofMagnitude: false,
  create: () => {
    const last: Value[] = [0];
    return {
      start: (x) => {
        last[0] = x;
      },
      step: (x) => {
        last[0] = x;
      },
      value: () => last[0],
      visitState: (state) => state.list('final', last),
    };
  },
};

/** Kinds of metrics of one quantity, by their names in a study. `error` is separate. */
export const measures: Registry<Measure> = new Registry('measure', [
  final,
  extreme('max', larger),
  extreme('min', smaller),
  extreme('largest', larger, magnitude),
  average(
    'mean',
    (x) => x,
    (mean) => mean,
  ),
  average('rms', (x) => x * x, Math.sqrt),
]);

/** Norms of an error: measures of x − x_ref. */
const norms: Record<'max' | 'rms' | 'final', { of: string; whole: (value: number) => number }> = {
  max: { of: 'largest', whole: (value) => value },
  rms: { of: 'rms', whole: (value) => value },
  final: { of: 'final', whole: Math.abs },
};

/**
 * Measures x − x_ref at the communication points, with `relative` divided by the largest |x_ref|.
 */
export function errorOf(
  series: Series,
  startTime: number,
  norm: keyof typeof norms = 'max',
  relative = false,
): Measurement {
  const { of, whole } = norms[norm];
  const measuring = measures.named(of, 'study').create();
  const { at, largest, name } = series.reader();
  if (relative && largest === 0)
    throw new UserError(
      `study: the reference of ${name} is always 0, so a relative error is undefined. Leave "relative" out.`,
    );
  const what = `study: ${name}, whose error is measured,`;
  let t = startTime;
  return {
    start: (x) => {
      t = startTime;
      measuring.start(exactNumber(x, what) - at(t));
    },
    step: (x, H) => {
      t += H;
      measuring.step(exactNumber(x, what) - at(t), H);
    },
    value: () => whole(Number(measuring.value())) / (relative ? largest : 1),
    visitState: (state: StateVisitor) => {
      t = state.number('t', t);
      measuring.visitState(state);
    },
  };
}
