import { Joint } from '../multibody/divide-and-conquer/joint';
import { System } from '../multibody/divide-and-conquer/system';

/**
 * Rods of length a [m] one after the other from the origin, in the directions of `angle` [rad], mass m [kg], principal moments J [kg m²];
 * body k begins at joint k − 1.
 */
export function placeChain(
  system: System,
  a: f64,
  m: f64,
  J: StaticArray<f64>,
  angle: StaticArray<f64>,
): void {
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  for (let body: i32 = 1; body <= system.bodies.count; body++) {
    const joint: Joint = system.jointAt(body - 1);
    system.bodies.weigh(body, m, J[0], J[1], J[2]);
    system.bodies.place(
      body,
      x + 0.5 * a * Math.cos(angle[body - 1]),
      y + 0.5 * a * Math.sin(angle[body - 1]),
      0.0,
      angle[body - 1],
    );
    joint.A.at(body == 1 ? 0.0 : 0.5 * a, 0.0, 0.0);
    joint.B.at(-0.5 * a, 0.0, 0.0);
    x += a * Math.cos(angle[body - 1]);
    y += a * Math.sin(angle[body - 1]);
  }
}
