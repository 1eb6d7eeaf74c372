import { CraneInterface } from './interface';
import { CraneMechanism } from './mechanism';

/** Outputs of every crane. */
export interface CraneVariables {
  M_eff: StaticArray<f64>;
  Q_eff: StaticArray<f64>;
  x_P: f64;
  y_P: f64;
  theta1: f64;
  x_R: f64;
  y_R: f64;
  theta2: f64;
  E_kinetic: f64;
  E_potential: f64;
  constraint_position: f64;
  constraint_velocity: f64;
}

/**
 * The crane as its actuators see it, positions, energies and what is left of the constraints, at
 * coordinates q and velocities v.
 */
export function readCrane<U extends CraneVariables>(
  unit: U,
  seen: CraneInterface,
  q: StaticArray<f64>,
  v: StaticArray<f64>,
): void {
  const mechanism: CraneMechanism = seen.mechanism;
  const p: i32 = mechanism.actuators;
  for (let i: i32 = 0; i < p * p; i++) unit.M_eff[i] = seen.model.Meff[i];
  for (let i: i32 = 0; i < p; i++) unit.Q_eff[i] = seen.model.Qeff[i];
  unit.x_P = q[0];
  unit.y_P = q[1];
  unit.theta1 = q[2];
  unit.x_R = q[3];
  unit.y_R = q[4];
  unit.theta2 = mechanism.theta2(q);
  unit.E_kinetic = mechanism.kineticEnergy(v);
  unit.E_potential = mechanism.potentialEnergy(q);
  unit.constraint_position = mechanism.positionError();
  unit.constraint_velocity = mechanism.velocityError(v);
}
