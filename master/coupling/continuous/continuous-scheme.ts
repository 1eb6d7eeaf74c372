import { defaultSolver } from '../../../fmu-sdk/solver/ode-integrator.ts';
import { integrating } from '../../system/structure/integrated-groups.ts';
import type { CouplingScheme } from '../coupling.ts';
import { JoinedIntegration } from './joined-integration.ts';

/**
 * Integrates model-exchange units as one system of differential equations. One integrator advances
 * the states of all units. Each right-hand side evaluates the connections and solves algebraic
 * loops. State events are located together, and event iteration uses super-dense time. Values are
 * not extrapolated.
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
    solver: { what: 'The integrator', default: defaultSolver, named: 'an integrator' },
    tolerance: {
      what: 'Local error of a state, relative to the state',
      default: 1e-6,
      least: 1e-14,
      most: 1,
    },
    loopTolerance: {
      what: 'Difference at which an algebraic loop counts as solved, relative to the nominal value',
      default: 1e-11,
      least: 1e-15,
      most: 1,
    },
    passes: {
      what: 'Limit of passes of values between units at one event',
      default: 100,
      least: 1,
      most: 100_000,
      whole: true,
    },
  },
  couple: (context) => new JoinedIntegration(context),
};
