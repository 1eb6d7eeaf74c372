import { Joint } from '../multibody/divide-and-conquer/divided-joint';
import { System } from '../multibody/divide-and-conquer/system';

/**
 * Places rods of length a [m] one after the other from (x0, y0) [m], in the directions of `angle`
 * [rad], mass m [kg], principal moments J [kg m²].
 */
export function placeChain(
  system: System,
  a: f64,
  m: f64,
  J: StaticArray<f64>,
  angle: StaticArray<f64>,
  x0: f64,
  y0: f64,
): void {
  let x: f64 = x0;
  let y: f64 = y0;
  for (let body: i32 = 1; body <= system.bodies.count; body++) {
    system.bodies.weigh(body, m, J[0], J[1], J[2]);
    system.bodies.place(
      body,
      x + 0.5 * a * Math.cos(angle[body - 1]),
      y + 0.5 * a * Math.sin(angle[body - 1]),
      0.0,
      angle[body - 1],
    );
    x += a * Math.cos(angle[body - 1]);
    y += a * Math.sin(angle[body - 1]);
  }
  for (let k: i32 = 0; k < system.joints; k++) {
    const joint: Joint = system.jointAt(k);
    joint.A.at(joint.A.body == 0 ? x0 : 0.5 * a, joint.A.body == 0 ? y0 : 0.0, 0.0);
    joint.B.at(-0.5 * a, 0.0, 0.0);
  }
}
