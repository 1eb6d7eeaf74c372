import { Registry } from '../../fmu-sdk/util/registry.ts';
import { continuous } from './continuous/continuous-scheme.ts';
import type { CouplingScheme } from './coupling.ts';
import { customScheme } from './custom-scheme.ts';
import { adaptive } from './schemes/adaptive.ts';
import { ecco } from './schemes/ecco.ts';
import { energyCorrection } from './schemes/energy-correction.ts';
import { gaussSeidel } from './schemes/gauss-seidel.ts';
import { hybrid } from './schemes/hybrid.ts';
import { iterativeGaussSeidel, iterativeJacobi } from './schemes/iterative.ts';
import { jacobi } from './schemes/jacobi.ts';
import { linearlyImplicit } from './schemes/linearly-implicit.ts';
import { multiRate } from './schemes/multi-rate.ts';
import { nepce } from './schemes/nepce.ts';
import { newton, semiImplicit } from './schemes/newton.ts';
import { waveform } from './schemes/waveform.ts';

/**
 * Coupling schemes by name, as given in `algorithm.scheme` of a system file.
 *
 * @example
 * for (const { name, traits } of couplings.all)
 *   console.log(name, traits.implicit ? 'solves' : 'extrapolates');
 */
export const couplings: Registry<CouplingScheme> = new Registry(
  'coupling scheme',
  [
    jacobi,
    gaussSeidel,
    iterativeJacobi,
    iterativeGaussSeidel,
    newton,
    semiImplicit,
    ecco,
    nepce,
    adaptive,
    linearlyImplicit,
    multiRate,
    energyCorrection,
    hybrid,
    continuous,
    waveform,
  ],
  customScheme,
);
