import { fail } from 'fmukit/author';
import { Nodes } from '../multibody/absolute/nodes';
import { centreLine } from './elastic-bar';
import { Run, RunVariables } from './run-parameters';
import { Shaft } from './shaft';

/** Fields of a unit that includes shaft.json. */
export interface ShaftVariables extends RunVariables {
  u: StaticArray<f64>;
  v: StaticArray<f64>;
  a: StaticArray<f64>;
  Omega: f64;
  centre_x: StaticArray<f64>;
  centre_y: StaticArray<f64>;
  centre_z: StaticArray<f64>;
  beams: i32;
  L: f64;
  stiffness: StaticArray<f64>;
  mass: f64;
  inertia: StaticArray<f64>;
  m_disk: f64;
  J_disk: StaticArray<f64>;
  offset: f64;
  g: f64;
  t_0: f64;
  settling: f64;
  d_rod: f64;
}

/**
 * Places the unit's shaft in a mechanism that is not closed yet. If `steered`, its end R turns with
 * Ω(t).
 */
export function placeShaft<U extends ShaftVariables>(unit: U, shaft: Shaft, steered: bool): void {
  shaft.bar.section.set(unit.stiffness, unit.mass, unit.inertia[0], unit.inertia[1], unit.inertia[2]);
  shaft.damper.d = unit.d_rod;
  shaft.setDisk(unit.m_disk, unit.offset, unit.J_disk[0], unit.J_disk[1]);
  shaft.place(unit.beams, unit.L, unit.g, unit.t_0, unit.settling, steered);
}

/**
 * Rejects bad values at the first step. After a failure in `initialize` an importer could not reset
 * the unit.
 */
export function refuseShaft<U extends ShaftVariables>(unit: U): void {
  if (unit.beams % 2 == 1)
    fail('shaft: beams is odd, but the disk stands between two; choose an even number');
}

/** State to the outputs. */
export function readShaft<U extends ShaftVariables>(unit: U, shaft: Shaft, run: Run): void {
  const nodes: Nodes = shaft.mechanism.nodes;
  const middle: i32 = shaft.bar.middle();
  nodes.accelerationOf(middle, run.integrator.ydot, unit.a);
  for (let k: i32 = 0; k < 3; k++) {
    unit.u[k] = nodes.x[3 * middle + k] - (k == 0 ? 0.5 * unit.L : 0.0);
    unit.v[k] = nodes.v[3 * middle + k];
  }
  unit.Omega = nodes.w[3 * shaft.bar.first];
  centreLine(nodes, shaft.bar, unit.centre_x, unit.centre_y, unit.centre_z, 0, 17);
}
