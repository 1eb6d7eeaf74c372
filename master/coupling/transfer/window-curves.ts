import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { ScalarConnections } from './scalar-connections.ts';

/** Difference of two distances, relative to them, that is rounding. */
const equal = 1e-9;

/**
 * Curves of scalar connections over a window of H [s], through samples at equal distances. The
 * source of connection i gives counts[i] samples after the value at t_n. The curves are
 *
 * - order 0: the value at the end of a substep
 * - order 1: straight lines between samples
 * - order 2: cubic Hermite polynomials. Their slopes are those of parabolas through three samples,
 *   and at the ends of a window with three or more samples those of cubics through four.
 *
 * Sample j of connection i is samples[j · size + i], and the last one samples[i].
 *
 * Call order: `begin` once per window → (`draw` after a change of samples → `set` for each substep
 * of the target)* → `end`.
 */
export class WindowCurves implements Stateful {
  /** Sample before t_n, and its distance [s]. 0 without a past. */
  private readonly earlier: Float64Array;
  private readonly gaps: Float64Array;
  /** Samples, slopes times their distance, and integrals up to each sample, divided by H. */
  private readonly points: Float64Array[];
  private readonly slopes: Float64Array[];
  private readonly integrals: Float64Array[];
  /** Value and integral of a curve at the begin and the end of a substep. */
  private readonly last = new Float64Array(2);
  private readonly next = new Float64Array(2);
  /** First and last value of a substep, their mean, and its size [s]. */
  private readonly part = new Float64Array(4);
  /** Size of the window [s]. */
  private readonly size = new Float64Array(1);

  constructor(
    private readonly scalarConnections: ScalarConnections,
    private readonly counts: Int32Array,
  ) {
    const rows = (): Float64Array[] => Array.from(counts, (count) => new Float64Array(count + 1));
    [this.points, this.slopes, this.integrals] = [rows(), rows(), rows()];
    [this.earlier, this.gaps] = [0, 1].map(() => new Float64Array(counts.length));
  }

  /**
   * Writes the slopes of curve i at t_n and at t_n + H. Numbers that a method takes or returns may be
   * allocated, so it takes and returns none.
   */
  private setEndSlopes(i: number): void {
    const y = this.points[i];
    const m = this.slopes[i];
    const n = this.counts[i];
    // Distance of the earlier sample, as a share of the distance of samples. 0 without a past.
    const gap = (this.gaps[i] * n) / this.size[0];
    const earlier = this.earlier[i];
    const first = y[1] - y[0];
    if (gap > 0 && n > 2 && Math.abs(gap - 1) < equal) m[0] = (6 * y[1] - 3 * y[0] - 2 * earlier - y[2]) / 6;
    else if (gap > 0) m[0] = ((y[0] - earlier) / gap + gap * first) / (1 + gap);
    else if (n === 1) m[0] = first;
    else if (n === 2) m[0] = 2 * y[1] - 1.5 * y[0] - 0.5 * y[2];
    else m[0] = (-11 * y[0] + 18 * y[1] - 9 * y[2] + 2 * y[3]) / 6;
    const last = y[n] - y[n - 1];
    if (n > 2) m[n] = (11 * y[n] - 18 * y[n - 1] + 9 * y[n - 2] - 2 * y[n - 3]) / 6;
    else if (n === 2) m[n] = 1.5 * y[2] - 2 * y[1] + 0.5 * y[0];
    else m[n] = gap > 0 ? last + (last - (y[0] - earlier) / gap) / (1 + gap) : last;
  }

  /** Begins a window of H [s]. */
  begin(H: number): void {
    this.size[0] = H;
  }

  /** Draws the curve of connection i through its samples. */
  draw(i: number, samples: Float64Array): void {
    const { counts, scalarConnections, points, slopes, integrals } = this;
    const count = counts[i];
    const size = counts.length;
    const y = points[i];
    y[0] = scalarConnections.now[i];
    for (let j = 1; j < count; j++) y[j] = samples[j * size + i];
    y[count] = samples[i];
    if (scalarConnections.orderOf(i) < 2) return;
    const m = slopes[i];
    const area = integrals[i];
    for (let j = 1; j < count; j++) m[j] = 0.5 * (y[j + 1] - y[j - 1]);
    this.setEndSlopes(i);
    for (let j = 0; j < count; j++)
      area[j + 1] = area[j] + (0.5 * (y[j] + y[j + 1]) + (m[j] - m[j + 1]) / 12) / count;
  }

  /**
   * Sets the polynomial of input i for substep k of `parts`: a line through the ends of the curve,
   * or a parabola that also has its integral.
   */
  set(i: number, k: number, parts: number): void {
    const { scalarConnections, last, next, size, part } = this;
    this.evaluate(i, k, parts, last);
    this.evaluate(i, k + 1, parts, next);
    part[0] = last[0];
    part[1] = next[0];
    part[2] = (next[1] - last[1]) * parts;
    part[3] = size[0] / parts;
    scalarConnections.setCurve(i, part);
  }

  /** Writes value and integral of curve i at a share k / parts of the window. */
  private evaluate(i: number, k: number, parts: number, into: Float64Array): void {
    const { counts, points, slopes, integrals, scalarConnections } = this;
    const count = counts[i];
    const rest = (k * count) % parts;
    const y = points[i];
    const j = (k * count - rest) / parts;
    if (rest === 0) {
      into[0] = y[j];
      into[1] = integrals[i][j];
      return;
    }
    const s = rest / parts;
    const order = scalarConnections.orderOf(i);
    if (order < 2) {
      into[0] = order === 0 ? y[j + 1] : y[j] + s * (y[j + 1] - y[j]);
      return;
    }
    const a = slopes[i][j];
    const rise = y[j + 1] - y[j];
    const b = 3 * rise - 2 * a - slopes[i][j + 1];
    const c = a + slopes[i][j + 1] - 2 * rise;
    into[0] = y[j] + s * (a + s * (b + s * c));
    into[1] = integrals[i][j] + (s * (y[j] + s * (a / 2 + s * (b / 3 + (s * c) / 4)))) / count;
  }

  /** Ends the window with these accepted samples. */
  end(samples: Float64Array): void {
    const { counts, earlier, gaps, scalarConnections } = this;
    const size = counts.length;
    for (let i = 0; i < size; i++) {
      const count = counts[i];
      earlier[i] = count === 1 ? scalarConnections.now[i] : samples[(count - 1) * size + i];
      gaps[i] = this.size[0] / count;
    }
  }

  visitState(state: StateVisitor): void {
    state.array('earlier', this.earlier);
    state.array('gaps', this.gaps);
  }
}
