import type { Integrator } from '../../fmu-sdk/solver/ode-integrator.ts';
import { wave } from '../problems/odes.ts';

/**
 * Returns the observed order between a coarse and a fine tolerance. It is the rate at which the
 * largest error on the wave up to t = 40 falls with the number of steps.
 */
export function orderByTolerance(
  create: (relative: number) => Integrator,
  coarse: number,
  fine: number,
): number {
  const [few, many] = [coarse, fine].map((relative) => {
    const integrator = create(relative);
    integrator.restart(0, Float64Array.from(wave.start));
    let [steps, error] = [0, 0];
    while (integrator.t < 40) {
      integrator.step(40);
      steps++;
      error = Math.max(error, Math.abs(integrator.x[0] - wave.exact!(integrator.t)[0]));
    }
    return { steps, error };
  });
  return Math.log(few.error / many.error) / Math.log(many.steps / few.steps);
}
