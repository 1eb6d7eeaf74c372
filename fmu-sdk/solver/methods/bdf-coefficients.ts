import type { Stateful, StateVisitor } from '../../util/state/stateful.ts';

export const highestOrder = 5;

/**
 * Coefficients of the BDF with fixed leading coefficient at steps of any size: Byrne & Hindmarsh
 * (1975), in the form of Hindmarsh et al. (2005). A step adds lⱼ·e to the predicted scaled
 * derivatives zⱼ = hʲ x⁽ʲ⁾ / j!, where e = x − x predicted.
 */
export class BdfCoefficients implements Stateful {
  readonly l: Float64Array = new Float64Array(highestOrder + 1);
  /** Sizes of the steps before [s]: past[1] the last. */
  readonly past: Float64Array = new Float64Array(highestOrder + 2);
  /**
   * Local error of the step as a share of e. Beside it stand the errors that order q − 1 (of z_q)
   * and order q + 1 (of a difference of e) would make.
   */
  error = 0;
  lowerError = 0;
  higherError = 0;
  /** Ratio of e to h^(q+1) x^(q+1) but for a factor that the steps' sizes do not change. */
  scale = 0;

  /**
   * Computes the coefficients of order q for a step h [s]. `neighbours`: computes the errors of the
   * next lower and higher order too.
   */
  set(q: number, h: number, neighbours: boolean): void {
    const { l, past } = this;
    l.fill(0);
    l[0] = l[1] = 1;
    let first = -1;
    let firstHat = -1;
    let xi = 1;
    let xiStar = 1;
    let span = h;
    for (let j = 2; j <= q; j++) {
      first -= 1 / j;
      span += past[j - 1];
      xi = h / span;
      if (j === q) {
        xiStar = -l[1] - first;
        firstHat = -l[1] - xi;
      }
      const factor = j === q ? xiStar : xi;
      for (let i = j; i >= 1; i--) l[i] += l[i - 1] * factor;
    }
    const difference = 1 - firstHat + first;
    const whole = 1 + q * difference;
    this.error = Math.abs(difference / (first * whole));
    this.scale = Math.abs((whole * xiStar) / (l[q] * xi));
    if (!neighbours) return;
    const lower = first + 1 / q;
    this.lowerError = q > 1 ? Math.abs(((xiStar / l[q]) * (1 - firstHat - xi + lower)) / lower) : 1;
    const xiNext = h / (span + past[q]);
    const higher = first - 1 / (q + 1);
    this.higherError = Math.abs((1 - firstHat + xiNext + higher) / (whole * xiNext * (q + 2) * higher));
  }

  /** A step of h was accepted. */
  advance(h: number): void {
    const { past } = this;
    for (let j = past.length - 1; j > 1; j--) past[j] = past[j - 1];
    past[1] = h;
  }

  visitState(state: StateVisitor): void {
    state.array('l', this.l);
    state.array('past', this.past);
    this.error = state.number('error', this.error);
    this.lowerError = state.number('lowerError', this.lowerError);
    this.higherError = state.number('higherError', this.higherError);
    this.scale = state.number('scale', this.scale);
  }
}
