import { elementCount, type Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import type { Defect } from '../../defect.ts';
import type { Probe } from '../fmu-probe.ts';
import { elementName } from '../states/derivative-pairs.ts';
import { quantity } from '../values/message-text.ts';

/** Values of one output element and of its derivatives by order, at one communication point. */
interface Sample {
  readonly time: number;
  /** The value, then the derivatives of order 1, 2, …. Ends before the first refused order. */
  readonly orders: readonly number[];
}

/** Samples of the elements of some outputs, by the name of the element. */
export type SlopeRecord = Map<string, Sample[]>;

/** Elements of one output that are sampled. */
const mostElements = 4;

/** Reads outputs and their derivatives after a step. Adds them to the record. */
export function sampleSlopes(
  probe: Probe,
  variables: readonly Variable[],
  orderCount: number,
  to: SlopeRecord,
): void {
  for (const variable of variables) {
    const { values } = probe.read(variable);
    const derivatives: Float64Array[] = [];
    for (let order = 1; order <= orderCount; order++) {
      const out = new Float64Array(elementCount(variable));
      const answer = probe.query('getOutputDerivatives', `${variable.name}, order ${order}`, (c) =>
        c.getOutputDerivatives(Uint32Array.of(variable.valueReference), Int32Array.of(order), out),
      );
      if (answer > status.warning) break;
      derivatives.push(out);
    }
    for (let i = 0; i < Math.min(values.length, mostElements); i++) {
      const name = elementName(variable, i);
      const orders = [Number(values[i]), ...derivatives.map((out) => out[i])];
      to.set(name, [...(to.get(name) ?? []), { time: probe.time, orders }]);
    }
  }
}

/**
 * Compares each derivative with the differences of the next lower order over the steps before and
 * after. It must be between them, or outside by at most their distance. Returns the first defect of
 * each element.
 */
export function slopeDefects(record: SlopeRecord): Defect[] {
  return [...record].flatMap(
    ([name, samples]) => slopeDefect(name, samples) ?? lateDefect(name, samples) ?? [],
  );
}

/**
 * Least size of a step before two short ones, relative to them, and largest error of a derivative,
 * relative to the change of the slope over a short step.
 */
const late = { ratio: 12, error: 10 };

/**
 * Compares a derivative after a long step with the slopes of two short steps after it. The derivative at
 * the begin of the long step, or of an earlier time, is farther off than the difference over that step.
 */
function lateDefect(name: string, samples: readonly Sample[]): Defect | undefined {
  for (let i = 1; i + 2 < samples.length; i++) {
    const [before, at, next, last] = samples.slice(i - 1, i + 3);
    const derivative = at.orders[1];
    const slope = (a: Sample, b: Sample): number => (b.orders[0] - a.orders[0]) / (b.time - a.time);
    const [back, first, second] = [slope(before, at), slope(at, next), slope(next, last)];
    const bend = Math.abs(second - first);
    const scale = Math.abs(first);
    // An event in one of the steps makes the slopes meaningless, and an FMU may have an internal step.
    const isSmooth = bend < 0.1 * scale && Math.abs(back - first) < 0.5 * scale;
    if (!isSmooth || derivative === undefined) continue;
    if (!(at.time - before.time > late.ratio * (next.time - at.time))) continue;
    const expected = first - (second - first) / 2;
    const rounding = (1e-12 * Math.abs(at.orders[0])) / (next.time - at.time);
    if (!(Math.abs(derivative - expected) > late.error * bend + 1e-6 * scale + rounding)) continue;
    return {
      message: `The derivative of "${name}" at ${at.time} s is that of an earlier time.`,
      value: quantity(undefined, [derivative]),
      expected: `about ${expected}`,
      severity: 'robustness',
    };
  }
  return undefined;
}

function slopeDefect(name: string, samples: readonly Sample[]): Defect | undefined {
  for (let i = 2; i + 1 < samples.length; i++)
    for (let order = 1; order < samples[i].orders.length; order++) {
      const defect = defectAt(name, samples.slice(i - 2, i + 2), order);
      if (defect !== undefined) return defect;
    }
  return undefined;
}

/** Judges the derivative at the third of four points. */
function defectAt(name: string, points: readonly Sample[], order: number): Defect | undefined {
  const lower = points.map(({ orders }) => orders[order - 1]);
  const derivative = points[2].orders[order];
  const width = (i: number): number => points[i + 1].time - points[i].time;
  const [first, back, forward] = [0, 1, 2].map((i) => (lower[i + 1] - lower[i]) / width(i));
  const apart = Math.abs(back - forward) + Math.abs(first - back);
  const scale = Math.max(Math.abs(back), Math.abs(forward));
  const rounding = (1e-12 * Math.max(...lower.map(Math.abs))) / Math.min(width(1), width(2));
  const [low, high] = [Math.min(back, forward), Math.max(back, forward)];
  const off = Math.max(low - derivative, derivative - high);
  // An event in one of the steps makes the difference meaningless.
  if (!(apart <= 0.5 * scale) || !(off > 2 * apart + 1e-6 * scale + rounding)) return undefined;
  const nth = order === 1 ? 'derivative' : `derivative of order ${order}`;
  const of = order === 1 ? 'its values' : `the derivative of order ${order - 1}`;
  // An FMU may return 0 for orders that its solver does not have, and approximate high orders.
  const isCrude = order > 1 && (derivative === 0 || (derivative > 0 === back > 0 && off < 2 * scale));
  return {
    message: `The ${nth} of "${name}" differs from the slope of ${of} at ${points[2].time} s.`,
    value: quantity(undefined, [derivative]),
    expected: `from ${low} to ${high}`,
    ...(isCrude ? { severity: 'robustness' } : {}),
  };
}
