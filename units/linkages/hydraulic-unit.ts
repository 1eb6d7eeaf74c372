import { CircuitVariables } from '../hydraulics/circuit';
import { Cylinder } from '../hydraulics/cylinder';
import { HydraulicDrive } from './hydraulic-drive';
import { HydraulicLinkage } from './hydraulic-linkage';

/**
 * Fields of a unit that includes hydraulic-linkage.json and hydraulic-drive.json, except friction.
 */
export interface HydraulicVariables extends CircuitVariables {
  z: StaticArray<f64>;
  z_dot: StaticArray<f64>;
  s: f64;
  s_dot: f64;
  force: f64;
  friction: f64;
  p1: f64;
  p2: f64;
  p3: f64;
  U: f64;
  F_static: f64;
  E_kinetic: f64;
  E_potential: f64;
  E_stored: f64;
  E_dissipated: f64;
  E_supplied: f64;
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
  d_piston: f64;
  d_rod: f64;
  V_h1: f64;
  V_h2: f64;
  V_h3: f64;
  l: f64;
  l1_0: f64;
  p2_0: f64;
  U_0: f64;
  initial_force: i32;
  F_0: f64;
  law: i32;
  count: i32;
  time: f64;
}

/**
 * The unit's parameters to the drive, and the mechanism at rest. Its geometry and the friction's
 * parameters are set.
 */
export function startHydraulic<U extends HydraulicVariables>(unit: U, linkage: HydraulicLinkage): void {
  const drive: HydraulicDrive = linkage.drive;
  const cylinder: Cylinder = drive.cylinder;
  cylinder.setDiameters(unit.d_piston, unit.d_rod);
  cylinder.l = unit.l;
  cylinder.l1At0 = unit.l1_0;
  drive.circuit.configure<U>(unit, cylinder.A1, cylinder.A2, unit.V_h1, unit.V_h2, unit.V_h3);
  drive.select(unit.law);
  linkage.signal.count = unit.count;
  linkage.solvers.penalty.alpha = unit.alpha;
  cylinder.s0 = linkage.place(unit.formulation, unit.z_0);
  linkage.solver.setPrediction(unit.prediction);
  unit.F_static = linkage.staticForce();
  const F0: f64 = unit.initial_force == 1 ? unit.F_static : unit.F_0;
  linkage.start(unit.time, F0, unit.p2_0, unit.U_0);
  readHydraulic<U>(unit, linkage);
}

export function stepHydraulic<U extends HydraulicVariables>(
  unit: U,
  linkage: HydraulicLinkage,
  t: f64,
  h: f64,
): void {
  linkage.step(t, h);
  readHydraulic<U>(unit, linkage);
}

/** State to the outputs. */
function readHydraulic<U extends HydraulicVariables>(unit: U, linkage: HydraulicLinkage): void {
  const drive: HydraulicDrive = linkage.drive;
  for (let k: i32 = 0; k < linkage.mechanism.n; k++) {
    unit.z[k] = linkage.solver.q[k];
    unit.z_dot[k] = linkage.solver.v[k];
  }
  unit.s = linkage.mechanism.s[0];
  unit.s_dot = linkage.mechanism.sDot[0];
  unit.force = drive.F[0];
  unit.friction = drive.resistance;
  unit.p1 = drive.y[0];
  unit.p2 = drive.y[1];
  unit.p3 = drive.y[2];
  unit.U = drive.U;
  unit.E_kinetic = linkage.balance.kinetic;
  unit.E_potential = linkage.balance.potential;
  unit.E_stored = linkage.stored;
  unit.E_dissipated = linkage.dissipated;
  unit.E_supplied = linkage.supplied;
  unit.work = linkage.balance.work;
  unit.work_rectangle = linkage.balance.rectangle;
  unit.constraint_position = linkage.mechanism.positionError();
  unit.constraint_velocity = linkage.mechanism.velocityError(linkage.solver.v);
  unit.iterations = f64(linkage.solver.iterations);
  unit.iterations_total = linkage.totalIterations;
  unit.partitions = f64(linkage.solver.partitions);
}
