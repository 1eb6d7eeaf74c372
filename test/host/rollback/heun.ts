import type { Method } from '../../../fmu-sdk/solver/ode-integrator.ts';

/** Heun's method written without regard to rollback: only its functions know its position. */
export const heun: Method = {
  name: 'heun',
  order: 2,
  stable: false,
  locatesEvents: true,
  create(problem) {
    const { n } = problem;
    const derivatives: typeof problem.derivatives = (t, y, dy) => problem.derivatives(t, y, dy);
    const [x, f, slope, predictor, last] = Array.from({ length: 5 }, () => new Float64Array(n));
    let [now, from] = [0, 0];
    return {
      x,
      plan: new Float64Array(0),
      get t() {
        return now;
      },
      restart(t, start) {
        now = t;
        x.set(start);
        derivatives(now, x, f);
      },
      step(bound) {
        const h = bound - now;
        last.set(x);
        for (let i = 0; i < n; i++) predictor[i] = x[i] + h * f[i];
        derivatives(bound, predictor, slope);
        for (let i = 0; i < n; i++) x[i] += 0.5 * h * (f[i] + slope[i]);
        from = now;
        now = bound;
        derivatives(now, x, f);
      },
      interpolate(t, into) {
        const s = (t - from) / (now - from);
        for (let i = 0; i < n; i++) into[i] = last[i] + s * (x[i] - last[i]);
      },
    };
  },
};
