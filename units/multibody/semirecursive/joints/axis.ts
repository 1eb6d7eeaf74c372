import { fail } from 'fmukit/author';

/** A unit vector, fixed in a body. */
export class Axis {
  readonly x: f64;
  readonly y: f64;
  readonly z: f64;

  /** @param x, y, z any length but 0 */
  constructor(x: f64, y: f64, z: f64) {
    const length: f64 = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0.0)) fail('joint: the axis has no direction; give a vector other than (0, 0, 0)');
    this.x = x / length;
    this.y = y / length;
    this.z = z / length;
  }
}

/**
 * A unit vector perpendicular to u: the coordinate axis on which u has its smallest part, made
 * perpendicular.
 */
export function firstNormal(u: Axis): Axis {
  const x: f64 = Math.abs(u.x);
  const y: f64 = Math.abs(u.y);
  const z: f64 = Math.abs(u.z);
  if (x <= y && x <= z) return new Axis(1.0 - u.x * u.x, -u.x * u.y, -u.x * u.z);
  if (y <= z) return new Axis(-u.y * u.x, 1.0 - u.y * u.y, -u.y * u.z);
  return new Axis(-u.z * u.x, -u.z * u.y, 1.0 - u.z * u.z);
}

/** u × v as an axis. */
export function cross(u: Axis, v: Axis): Axis {
  return new Axis(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x);
}

/** A unit vector perpendicular to u and its first normal. */
export function secondNormal(u: Axis): Axis {
  return cross(u, firstNormal(u));
}
