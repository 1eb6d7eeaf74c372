import type { Method } from '../../../fmu-sdk/solver/ode-integrator.ts';

/**
 * One step to each communication point: Heun (1900), order 2, or Kutta (1901), order 4. Between
 * both ends states are on a line.
 */
export function oneStep(name: 'heun' | 'kutta'): Method {
  const [order, c, b] =
    name === 'heun' ? [2, [0, 1], [1 / 2, 1 / 2]] : [4, [0, 1 / 2, 1 / 2, 1], [1 / 6, 1 / 3, 1 / 3, 1 / 6]];
  return {
    name,
    order,
    stable: false,
    locatesEvents: false,
    create(problem) {
      const { n } = problem;
      const [x, last, stage] = [0, 1, 2].map(() => new Float64Array(n));
      const k = b.map(() => new Float64Array(n));
      let [from, now] = [0, 0];
      return {
        x,
        plan: new Float64Array(0),
        get t() {
          return now;
        },
        restart(t, start) {
          now = t;
          x.set(start);
        },
        step(bound) {
          const h = bound - now;
          last.set(x);
          for (const [s, share] of c.entries()) {
            for (let i = 0; i < n; i++) stage[i] = last[i] + (s === 0 ? 0 : h * share * k[s - 1][i]);
            problem.derivatives(now + share * h, stage, k[s]);
          }
          for (let i = 0; i < n; i++) x[i] = last[i] + h * k.reduce((sum, f, s) => sum + b[s] * f[i], 0);
          [from, now] = [now, bound];
          problem.derivatives(now, x, stage);
        },
        interpolate(t, into) {
          const s = (t - from) / (now - from);
          for (let i = 0; i < n; i++) into[i] = last[i] + s * (x[i] - last[i]);
        },
      };
    },
  };
}
