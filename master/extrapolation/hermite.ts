import type { Extrapolation } from './extrapolation.ts';

/**
 * Hermite extrapolation: the parabola through y_n and y_{n−1} with the slope ẏ_n (Hairer, Nørsett &
 * Wanner 1993, Section II.1):
 *
 *   d₁ = ẏ_n,   d₂ = 2 (y_{n−1} − y_n + ẏ_n H) / H²
 *
 * At the end of a step its error is y‴ H³ / 3, a third of the error of the parabola through three
 * values. In the first step, without y_{n−1}, it is the line with this slope.
 */
export const hermite: Extrapolation = {
  name: 'hermite',
  order: 2,
  history: 1,
  slope: true,
  slopes: (past, first, H, into, at) => {
    const slope = past[first + 2];
    into[at] = slope;
    into[at + 1] = (2 * (past[first + 1] - past[first] + slope * H)) / (H * H);
  },
};
