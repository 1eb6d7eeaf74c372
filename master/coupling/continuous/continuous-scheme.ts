import { usualSolver } from '../../../fmu-sdk/solver/ode-integrator.ts';
import { integrating } from '../../system/integrated-groups.ts';
import type { CouplingScheme } from '../coupling.ts';
import { Joined } from './joined-integration.ts';

/**
 * Units of model exchange as one system of differential equations: one integrator for the states of all, connections evaluated in each right-hand side (algebraic
 * loops solved there), state events of all located together, and events gone around in super-dense time. Nothing is extrapolated between them.
 */
export const continuous: CouplingScheme = {
  name: integrating,
  traits: {
    order: Number.POSITIVE_INFINITY,
    implicit: false,
    interfaceModels: false,
    events: true,
    needs: ['modelExchange'],
  },
  options: {
    solver: { what: 'The integrator', default: usualSolver, named: 'an integrator' },
    tolerance: {
      what: 'Local error of a state, as a share of it',
      default: 1e-6,
      least: 1e-14,
      most: 1,
    },
    loopTolerance: {
      what: 'Difference at which an algebraic loop counts as solved, as a share of a value’s nominal one',
      default: 1e-11,
      least: 1e-15,
      most: 1,
    },
    passes: {
      what: 'How often values may go around at one time until none changes',
      default: 100,
      least: 1,
      most: 100_000,
      whole: true,
    },
  },
  couple: (context) => new Joined(context),
};
