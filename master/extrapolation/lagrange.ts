import type { Extrapolation } from './extrapolation.ts';

/**
 * Extrapolation by the Lagrange polynomial of order m through the last m + 1 values at t_n, t_n − H, t_n − 2H
 * (Rahikainen et al. 2020, Section 2.2):
 *
 * order 0 (hold):      d₁ = d₂ = 0
 * order 1 (linear):    d₁ = (y_n − y_{n−1}) / H
 * order 2 (quadratic): d₁ = (3 y_n − 4 y_{n−1} + y_{n−2}) / (2H),  d₂ = (y_n − 2 y_{n−1} + y_{n−2}) / H²
 */
export const hold: Extrapolation = {
  name: 'hold',
  order: 0,
  history: 0,
  slopes: () => {
    // Slopes are 0 from the start.
  },
};

export const linear: Extrapolation = {
  name: 'linear',
  order: 1,
  history: 1,
  slopes: (past, first, H, into, at) => {
    into[at] = (past[first] - past[first + 1]) / H;
  },
};

export const quadratic: Extrapolation = {
  name: 'quadratic',
  order: 2,
  history: 2,
  slopes: (past, first, H, into, at) => {
    const y = past[first];
    const y1 = past[first + 1];
    const y2 = past[first + 2];
    into[at] = (3 * y - 4 * y1 + y2) / (2 * H);
    into[at + 1] = (y - 2 * y1 + y2) / (H * H);
  },
};
