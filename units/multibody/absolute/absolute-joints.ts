import { Joint } from './absolute-joint';
import { Mechanism } from './absolute-mechanism';

/**
 * Joints by name. Each is declared to the mechanism at (x, y, z) [m] with the present positions of
 * the nodes.
 */
export function clamp(mechanism: Mechanism, joint: Joint, a: i32, b: i32, x: f64, y: f64, z: f64): void {
  joint.between(mechanism.nodes, a, b, x, y, z);
  joint.holdAll(mechanism.nodes);
  joint.holdOrientation(mechanism.nodes);
  mechanism.addJoint(joint);
}

/** No displacement, any rotation. */
export function spherical(mechanism: Mechanism, joint: Joint, a: i32, b: i32, x: f64, y: f64, z: f64): void {
  joint.between(mechanism.nodes, a, b, x, y, z);
  joint.holdAll(mechanism.nodes);
  mechanism.addJoint(joint);
}

/** No displacement. Rotation about the axis u × v alone, u and v perpendicular unit vectors. */
export function revolute(
  mechanism: Mechanism,
  joint: Joint,
  a: i32,
  b: i32,
  x: f64,
  y: f64,
  z: f64,
  u: StaticArray<f64>,
  v: StaticArray<f64>,
): void {
  joint.between(mechanism.nodes, a, b, x, y, z);
  joint.holdAll(mechanism.nodes);
  joint.hinge(mechanism.nodes, u, v);
  mechanism.addJoint(joint);
}

/** Displacement along and rotation about the axis u × v. */
export function cylindrical(
  mechanism: Mechanism,
  joint: Joint,
  a: i32,
  b: i32,
  x: f64,
  y: f64,
  z: f64,
  u: StaticArray<f64>,
  v: StaticArray<f64>,
): void {
  joint.between(mechanism.nodes, a, b, x, y, z);
  joint.hold(mechanism.nodes, u[0], u[1], u[2]);
  joint.hold(mechanism.nodes, v[0], v[1], v[2]);
  joint.hinge(mechanism.nodes, u, v);
  mechanism.addJoint(joint);
}

/** Planar nodes: no displacement in their plane. */
export function pin(mechanism: Mechanism, joint: Joint, a: i32, b: i32, x: f64, y: f64): void {
  joint.between(mechanism.nodes, a, b, x, y, 0.0);
  joint.hold(mechanism.nodes, 1.0, 0.0, 0.0);
  joint.hold(mechanism.nodes, 0.0, 1.0, 0.0);
  mechanism.addJoint(joint);
}
