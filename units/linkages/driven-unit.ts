import { DrivenLinkage } from './driven-linkage';

/** Fields of a unit that includes driven-linkage.json. */
export interface DrivenVariables {
  F_s: f64;
  F_f: f64;
  z: StaticArray<f64>;
  z_dot: StaticArray<f64>;
  s: f64;
  s_dot: f64;
  s_ddot: f64;
  force: f64;
  M_eff: StaticArray<f64>;
  Q_eff: StaticArray<f64>;
  E_kinetic: f64;
  E_potential: f64;
  work: f64;
  work_rectangle: f64;
  constraint_position: f64;
  constraint_velocity: f64;
  iterations: f64;
  iterations_total: f64;
  partitions: f64;
  formulation: i32;
  alpha: f64;
  prediction: i32;
  z_0: StaticArray<f64>;
  time: f64;
}

/** The mechanism, with its geometry set, at rest under the unit's inputs. */
export function startDriven<U extends DrivenVariables>(unit: U, linkage: DrivenLinkage): void {
  linkage.solvers.penalty.alpha = unit.alpha;
  linkage.start(unit.time, unit.formulation, unit.z_0, unit.F_s + unit.F_f);
  linkage.solver.setPrediction(unit.prediction);
  readDriven<U>(unit, linkage);
}

/** Steps to t + h with the unit's present inputs. */
export function stepDriven<U extends DrivenVariables>(unit: U, linkage: DrivenLinkage, t: f64, h: f64): void {
  linkage.step(t, h, unit.F_s + unit.F_f);
  readDriven<U>(unit, linkage);
}

/** State to the outputs. */
function readDriven<U extends DrivenVariables>(unit: U, linkage: DrivenLinkage): void {
  for (let k: i32 = 0; k < linkage.mechanism.n; k++) {
    unit.z[k] = linkage.solver.q[k];
    unit.z_dot[k] = linkage.solver.v[k];
  }
  unit.s = linkage.mechanism.s[0];
  unit.s_dot = linkage.mechanism.sDot[0];
  unit.s_ddot = linkage.acceleration();
  unit.force = linkage.drive.F[0];
  unit.M_eff[0] = linkage.interface.Meff[0];
  unit.Q_eff[0] = linkage.interface.Qeff[0];
  unit.E_kinetic = linkage.balance.kinetic;
  unit.E_potential = linkage.balance.potential;
  unit.work = linkage.balance.work;
  unit.work_rectangle = linkage.balance.rectangle;
  unit.constraint_position = linkage.mechanism.positionError();
  unit.constraint_velocity = linkage.mechanism.velocityError(linkage.solver.v);
  unit.iterations = f64(linkage.solver.iterations);
  unit.iterations_total = linkage.totalIterations;
  unit.partitions = f64(linkage.solver.partitions);
}
