import type { CouplingScheme } from '../coupling.ts';
import { Iteration, iterationOptions } from './shared/iteration.ts';
import { sequenceOf } from './shared/step-sequence.ts';

const traits = {
  order: 'extrapolation',
  implicit: true,
  interfaceModels: false,
  needs: ['rollback'],
} as const;

/** Waveform iteration in which all units step with the same guess (Kübler & Schiehlen 2000). */
export const iterativeJacobi: CouplingScheme = {
  name: 'iterative-jacobi',
  traits,
  options: iterationOptions,
  couple: (context) =>
    new Iteration(
      context,
      'iterative-jacobi',
      Int32Array.from(context.instances, (_, k) => k),
      true,
    ),
};

/**
 * Waveform iteration in which the units step one after another with the new values of earlier
 * units.
 */
export const iterativeGaussSeidel: CouplingScheme = {
  name: 'iterative-gauss-seidel',
  traits,
  options: iterationOptions,
  couple: (context) => {
    const { units, reason } = sequenceOf(context.system);
    const note = `Sequence of the units: ${reason}.`;
    return new Iteration(context, 'iterative-gauss-seidel', Int32Array.from(units), false, { note });
  },
};
