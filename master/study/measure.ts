import { UserError } from '../../fmu-sdk/error.ts';
import { Registry } from '../../fmu-sdk/registry.ts';
import type { Series } from './series.ts';

/**
 * A number taken of a quantity x(t) over a run. Call order: `start`, then `step` after every communication step, then `value`.
 * None of them allocates.
 */
export interface Measuring {
  start(x: number): void;
  /** x at the end of a step of H [s]. */
  step(x: number, H: number): void;
  value(): number;
}

/** A kind of metric. */
export interface Measure {
  readonly name: string;
  /** Whether it looks at every communication step; the others at the end alone. */
  readonly everyStep: boolean;
  create(against?: Series): Measuring;
}

const extreme = (name: string, better: (x: number, y: number) => number, of = (x: number) => x): Measure => ({
  name,
  everyStep: true,
  create: () => {
    let best = 0;
    return {
      start: (x) => {
        best = of(x);
      },
      step: (x) => {
        best = better(best, of(x));
      },
      value: () => best,
    };
  },
});

/** (1/T ∫ f(x) dt), by the trapezoidal rule. */
const average = (name: string, of: (x: number) => number, whole: (mean: number) => number): Measure => ({
  name,
  everyStep: true,
  create: () => {
    let [last, integral, time] = [0, 0, 0];
    return {
      start: (x) => {
        last = of(x);
        integral = 0;
        time = 0;
      },
      step: (x, H) => {
        const now = of(x);
        integral += 0.5 * H * (last + now);
        time += H;
        last = now;
      },
      value: () => whole(time === 0 ? last : integral / time),
    };
  },
});

const final: Measure = {
  name: 'final',
  everyStep: false,
  create: () => {
    let last = 0;
    return {
      start: (x) => {
        last = x;
      },
      step: (x) => {
        last = x;
      },
      value: () => last,
    };
  },
};

/** Kinds of metrics of one quantity, by the names that a study has for them; `error` is beside them. */
export const measures: Registry<Measure> = new Registry('measure', [
  final,
  extreme('max', Math.max),
  extreme('min', Math.min),
  extreme('largest', Math.max, Math.abs),
  average(
    'mean',
    (x) => x,
    (mean) => mean,
  ),
  average('rms', (x) => x * x, Math.sqrt),
]);

/** Norms of an error: the same measures of x − x_ref. */
const norms: Record<'max' | 'rms' | 'final', { of: string; whole: (value: number) => number }> = {
  max: { of: 'largest', whole: (value) => value },
  rms: { of: 'rms', whole: (value) => value },
  final: { of: 'final', whole: Math.abs },
};

/** Norm of x − x_ref at the communication points; `relative`: divided by the largest |x_ref|. */
export function errorOf(
  series: Series,
  startTime: number,
  norm: keyof typeof norms = 'max',
  relative = false,
): Measuring {
  const { of, whole } = norms[norm];
  const measuring = measures.named(of, 'study').create();
  const { at, largest, name } = series.reader();
  if (relative && largest === 0)
    throw new UserError(
      `study: the reference of ${name} is 0 at all times, and nothing is relative to that. Leave "relative" out.`,
    );
  let t = startTime;
  return {
    start: (x) => {
      t = startTime;
      measuring.start(x - at(t));
    },
    step: (x, H) => {
      t += H;
      measuring.step(x - at(t), H);
    },
    value: () => whole(measuring.value()) / (relative ? largest : 1),
  };
}
