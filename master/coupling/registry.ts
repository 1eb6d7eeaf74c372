import { Registry } from '../../fmu-sdk/registry.ts';
import { adaptive } from './adaptive.ts';
import { continuous } from './continuous/continuous.ts';
import type { CouplingScheme } from './coupling.ts';
import { ecco } from './ecco.ts';
import { energyCorrection } from './energy-correction.ts';
import { gaussSeidel } from './gauss-seidel.ts';
import { hybrid } from './hybrid.ts';
import { iterativeGaussSeidel, iterativeJacobi } from './iterative.ts';
import { jacobi } from './jacobi.ts';
import { linearlyImplicit } from './linearly-implicit.ts';
import { multiRate } from './multi-rate.ts';
import { nepce } from './nepce.ts';
import { newton, semiImplicit } from './newton.ts';
import { ownScheme } from './own-scheme.ts';

/**
 * By the name that `algorithm.scheme` of a system file gives.
 *
 * @example
 * for (const { name, traits } of couplings.all) console.log(name, traits.implicit ? 'solves' : 'extrapolates');
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
  ],
  ownScheme,
);
