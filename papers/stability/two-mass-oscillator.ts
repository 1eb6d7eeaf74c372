import type { Linear } from './linear-unit.ts';

/** Linear units and what feeds what, as `unit.variable`. */
export interface LinearSystem {
  units: readonly Linear[];
  connections: readonly (readonly [string, string])[];
}

/** Damping of each spring, as a share of its stiffness [s]. */
const damping = 0.1;

/**
 * Two masses, each on a spring and damper to the wall, with a spring and damper between them
 * (Schweizer & Lu 2014).
 *
 * The first unit has the mass 1 kg on 1 N/m and the spring between, and returns its force. The
 * second unit has the mass `mass` on 1 N/m, and returns its motion. The frequency of the first mass
 * alone is 1 rad/s, so that H is in its radians.
 */
export function twoMasses(stiffness: number, mass: number): LinearSystem {
  const c = stiffness;
  const d = damping * stiffness;
  return {
    units: [
      {
        name: 'first',
        inputs: ['x', 'v'],
        outputs: ['F'],
        A: [
          [0, 1],
          [-1 - c, -damping - d],
        ],
        B: [
          [0, 0],
          [c, d],
        ],
        C: [[c, d]],
        D: [[-c, -d]],
        start: [0, 0],
      },
      {
        name: 'second',
        inputs: ['F'],
        outputs: ['x', 'v'],
        A: [
          [0, 1],
          [-1 / mass, -damping / mass],
        ],
        B: [[0], [1 / mass]],
        C: [
          [1, 0],
          [0, 1],
        ],
        D: [[0], [0]],
        start: [0, 0],
      },
    ],
    connections: [
      ['second.x', 'first.x'],
      ['second.v', 'first.v'],
      ['first.F', 'second.F'],
    ],
  };
}
