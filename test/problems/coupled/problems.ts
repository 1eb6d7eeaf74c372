import type { Coupled } from './coupled.ts';

/**
 * Two masses, each on a spring and damper to the wall, with a spring and damper between them
 * (Schweizer & Lu 2014). The first unit has the coupling spring and returns its force. The second
 * returns its position and velocity.
 */
export function oscillator(stiffness = 1, mass = 1): Coupled {
  const [m1, c1, d1] = [1, 1, 0.1];
  const [m2, c2, d2] = [mass, 1, 0.1];
  const [c, d] = [stiffness, 0.1 * stiffness];
  return {
    name: 'oscillator',
    units: [
      {
        name: 'one',
        inputs: ['x2', 'v2'],
        outputs: ['F'],
        A: [
          [0, 1],
          [-(c1 + c) / m1, -(d1 + d) / m1],
        ],
        B: [
          [0, 0],
          [c / m1, d / m1],
        ],
        C: [[c, d]],
        D: [[-c, -d]],
        start: [1, 0],
      },
      {
        name: 'two',
        inputs: ['F'],
        outputs: ['x', 'v'],
        A: [
          [0, 1],
          [-c2 / m2, -d2 / m2],
        ],
        B: [[0], [1 / m2]],
        C: [
          [1, 0],
          [0, 1],
        ],
        D: [[0], [0]],
        start: [0, 0],
      },
    ],
    connections: [
      ['two.x', 'one.x2'],
      ['two.v', 'one.v2'],
      ['one.F', 'two.F'],
    ],
    bonds: [[2, 1]],
    stopTime: 10,
  };
}

/**
 * Quarter car that has run onto a step of 0.1 m (Sadjina et al. 2017): the wheel on its tyre, with
 * spring and damper, and the chassis. The wheel's unit gives the force of spring and damper, the
 * chassis its velocity. Heights are from rest on the step.
 */
export function quarterCar(): Coupled {
  const [chassis, wheel, k, d, tyre] = [400, 40, 15_000, 1000, 150_000];
  return {
    name: 'quarter-car',
    units: [
      {
        name: 'chassis',
        inputs: ['F'],
        outputs: ['v'],
        A: [[0]],
        B: [[1 / chassis]],
        C: [[1]],
        D: [[0]],
        start: [0],
      },
      {
        name: 'wheel',
        inputs: ['v'],
        outputs: ['F'],
        // Wheel's height and velocity, length of the spring.
        A: [
          [0, 1, 0],
          [-tyre / wheel, -d / wheel, k / wheel],
          [0, -1, 0],
        ],
        B: [[0], [d / wheel], [1]],
        C: [[0, d, -k]],
        D: [[-d]],
        start: [-0.1, 0, 0],
      },
    ],
    connections: [
      ['chassis.v', 'wheel.v'],
      ['wheel.F', 'chassis.F'],
    ],
    bonds: [[1, 0]],
    stopTime: 1,
  };
}

/**
 * y₁ = x₁ − 2 u₁, y₂ = x₂ + 1.5 u₂. A change returns three times as large around the loop. Without
 * iteration, or with an iteration without acceleration, no step is small enough.
 */
export function feedThroughPair(): Coupled {
  const unit = (name: string, decay: number, gain: number, start: number): Coupled['units'][number] => ({
    name,
    inputs: ['u'],
    outputs: ['y'],
    A: [[-decay]],
    B: [[1]],
    C: [[1]],
    D: [[gain]],
    start: [start],
  });
  return {
    name: 'feed-through pair',
    units: [unit('a', 1, -2, 1), unit('b', 0.5, 1.5, -1)],
    connections: [
      ['a.y', 'b.u'],
      ['b.y', 'a.u'],
    ],
    loops: ['a.y → b.u, b.y → a.u, back to a.y'],
    stopTime: 2,
  };
}

/**
 * The oscillator with a third mass, on a soft spring and damper to the second one: that unit gives
 * its force, and gets the second one’s motion.
 */
export function threeMasses(stiffness = 100): Coupled {
  const pair = oscillator(stiffness, 1);
  const [one, two] = pair.units;
  const [m3, c3, d3] = [1, 1, 0.1];
  return {
    ...pair,
    name: 'three-masses',
    units: [
      one,
      {
        ...two,
        inputs: ['F', 'G'],
        B: [
          [0, 0],
          [1, 1],
        ],
        D: [
          [0, 0],
          [0, 0],
        ],
      },
      {
        name: 'three',
        inputs: ['x2', 'v2'],
        outputs: ['G'],
        A: [
          [0, 1],
          [-c3 / m3, -d3 / m3],
        ],
        B: [
          [0, 0],
          [c3 / m3, d3 / m3],
        ],
        C: [[c3, d3]],
        D: [[-c3, -d3]],
        start: [0, 0],
      },
    ],
    connections: [...pair.connections, ['two.x', 'three.x2'], ['two.v', 'three.v2'], ['three.G', 'two.G']],
  };
}

/**
 * A lag of T = 1 s after a unit step, and a lag of 2 s after it without connected outputs.
 *
 *     y₁ = 1 − e^(−t),   y₂ = 1 + e^(−t) − 2 e^(−t/2)
 */
export function lags(): Coupled {
  return {
    name: 'lags',
    units: [
      {
        name: 'first',
        inputs: [],
        outputs: ['y'],
        A: [
          [-1, 1],
          [0, 0],
        ],
        B: [[], []],
        C: [[1, 0]],
        D: [[]],
        start: [0, 1],
      },
      {
        name: 'second',
        inputs: ['u'],
        outputs: ['y'],
        A: [[-0.5]],
        B: [[0.5]],
        C: [[1]],
        D: [[0]],
        start: [0],
      },
    ],
    connections: [['first.y', 'second.u']],
    stopTime: 10,
  };
}
