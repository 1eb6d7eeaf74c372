import { ImplicitIntegrator } from './implicit-integrator';

/** Parameters of a unit that includes integrator.json. */
export interface IntegratorVariables {
  integrator: i32;
  rho_inf: f64;
  tolerance: f64;
  maxIterations: i32;
  jacobian: i32;
  start: i32;
}

/** Selects method, ρ∞ and tolerance from a unit's parameters. */
export function configureIntegrator<U extends IntegratorVariables>(
  unit: U,
  integrator: ImplicitIntegrator,
): void {
  integrator.configure(unit.tolerance, unit.maxIterations, unit.jacobian);
  integrator.select(unit.integrator, unit.rho_inf);
}

/** Starts at t [s] with the present y, in the mode of the parameter `start`. */
export function startIntegrator<U extends IntegratorVariables>(
  unit: U,
  integrator: ImplicitIntegrator,
  t: f64,
): void {
  integrator.start(t, unit.start == 2);
}
