import type { Coupled } from './coupled.ts';
import { feedThroughPair, oscillator, quarterCar } from './problems.ts';

/**
 * Three masses in a row, each on a spring and damper to the wall, with springs between. The middle
 * one returns its motion to both sides, and they return their forces.
 */
export function threeMasses(): Coupled {
  const side = (name: string, mass: number, c: number, d: number, x: number): Coupled['units'][number] => ({
    name,
    inputs: ['x', 'v'],
    outputs: ['F'],
    A: [
      [0, 1],
      [-(2 + c) / mass, -(0.2 + d) / mass],
    ],
    B: [
      [0, 0],
      [c / mass, d / mass],
    ],
    C: [[c, d]],
    D: [[-c, -d]],
    start: [x, 0],
  });
  return {
    name: 'three-masses',
    units: [
      side('left', 1, 4, 0.2, 1),
      {
        name: 'middle',
        inputs: ['F1', 'F2'],
        outputs: ['x', 'v'],
        A: [
          [0, 1],
          [-0.5, -0.05],
        ],
        B: [
          [0, 0],
          [0.5, 0.5],
        ],
        C: [
          [1, 0],
          [0, 1],
        ],
        D: [
          [0, 0],
          [0, 0],
        ],
        start: [0, 0],
      },
      side('right', 0.5, 10, 0.5, -0.5),
    ],
    connections: [
      ['middle.x', 'left.x'],
      ['middle.v', 'left.v'],
      ['middle.x', 'right.x'],
      ['middle.v', 'right.v'],
      ['left.F', 'middle.F1'],
      ['right.F', 'middle.F2'],
    ],
    stopTime: 8,
  };
}

/**
 * Ten systems with exact solutions, from loose to stiff, from light to heavy, and with a loop of
 * gain 3.
 */
export const ten: readonly Coupled[] = [
  oscillator(1, 1),
  oscillator(100, 1),
  oscillator(0.01, 1),
  oscillator(1, 0.01),
  oscillator(1, 100),
  oscillator(10, 10),
  oscillator(10, 0.1),
  quarterCar(),
  feedThroughPair(),
  threeMasses(),
];
