import type { Coupled } from '../problems/coupled/coupled.ts';

/** Two thermal masses [K] with a conductance in the unit of the cold one. */
export const thermalMasses = (C1: number, C2: number, G: number, T1: number, stopTime: number): Coupled => ({
  name: 'thermal masses',
  units: [
    { name: 'hot', inputs: ['Q'], outputs: ['T'], A: [[0]], B: [[-1 / C1]], C: [[1]], D: [[0]], start: [T1] },
    {
      name: 'cold',
      inputs: ['T'],
      outputs: ['Q'],
      A: [[-G / C2]],
      B: [[G / C2]],
      C: [[-G]],
      D: [[G]],
      start: [290],
    },
  ],
  connections: [
    ['hot.T', 'cold.T'],
    ['cold.Q', 'hot.Q'],
  ],
  stopTime,
});

/** DC motor with a PI controller of its speed. The set point is a constant state. */
export const controlledMotor = (kp: number, ki: number, stopTime: number): Coupled => ({
  name: 'controlled motor',
  units: [
    {
      name: 'motor',
      inputs: ['u'],
      outputs: ['w'],
      A: [
        [-10, -2],
        [20, -1],
      ],
      B: [[10], [0]],
      C: [[0, 1]],
      D: [[0]],
      start: [0, 0],
    },
    {
      name: 'controller',
      inputs: ['w'],
      outputs: ['u'],
      A: [
        [0, 0],
        [1, 0],
      ],
      B: [[0], [-1]],
      C: [[kp, ki]],
      D: [[-kp]],
      start: [1, 0],
    },
  ],
  connections: [
    ['motor.w', 'controller.w'],
    ['controller.u', 'motor.u'],
  ],
  stopTime,
});

/** Mass of 1 kg and spring with the angular frequency w, without a damper. */
export const undamped = (w: number, stopTime: number): Coupled => ({
  name: 'undamped',
  units: [
    { name: 'mass', inputs: ['F'], outputs: ['v'], A: [[0]], B: [[1]], C: [[1]], D: [[0]], start: [1] },
    {
      name: 'spring',
      inputs: ['v'],
      outputs: ['F'],
      A: [[0]],
      B: [[1]],
      C: [[-w * w]],
      D: [[0]],
      start: [0],
    },
  ],
  connections: [
    ['mass.v', 'spring.v'],
    ['spring.F', 'mass.F'],
  ],
  bonds: [[1, 0]],
  stopTime,
});

/** Chain of masses with springs of 1000 N/m to their neighbours and the wall, a unit each. */
export function massChain(count: number, damping: number, stopTime: number): Coupled {
  const k = 1000;
  const units = Array.from({ length: count }, (_, i) => {
    const inputs = [...(i > 0 ? ['left'] : []), ...(i < count - 1 ? ['right'] : [])];
    return {
      name: `m${i}`,
      inputs,
      outputs: ['x'],
      A: [
        [0, 1],
        [-(i < count - 1 ? 2 : 1) * k, -damping],
      ],
      B: [inputs.map(() => 0), inputs.map(() => k)],
      C: [[1, 0]],
      D: [inputs.map(() => 0)],
      start: [i < count - 1 ? 0 : 0.1, 0],
    };
  });
  const connections = Array.from({ length: count - 1 }, (_, i): [string, string][] => [
    [`m${i}.x`, `m${i + 1}.left`],
    [`m${i + 1}.x`, `m${i}.right`],
  ]).flat();
  return { name: `chain of ${count} masses`, units, connections, stopTime };
}

const lag = (
  name: string,
  rate: number,
  gain: number,
  start: number,
  through = 0,
): Coupled['units'][number] => ({
  name,
  inputs: ['u'],
  outputs: ['y'],
  A: [[rate]],
  B: [[gain]],
  C: [[1]],
  D: [[through]],
  start: [start],
});

/** Cosine of the angular frequency w through two lags of 0.1 s. */
export const filteredCosine = (w: number, stopTime: number): Coupled => ({
  name: 'filtered cosine',
  units: [
    {
      name: 'source',
      inputs: [],
      outputs: ['y'],
      A: [
        [0, 1],
        [-w * w, 0],
      ],
      B: [[], []],
      C: [[1, 0]],
      D: [[]],
      start: [1, 0],
    },
    lag('first', -10, 10, 0),
    lag('second', -10, 10, 0),
  ],
  connections: [
    ['source.y', 'first.u'],
    ['first.y', 'second.u'],
  ],
  stopTime,
});

/** Unstable unit with the rate a, and a stable one. Its exponential growth is right. */
export const unstablePlant = (a: number, stopTime: number): Coupled => ({
  name: 'unstable plant',
  units: [lag('plant', a, 0.2, 1), lag('sensor', -1, 0.3, 0.1)],
  connections: [
    ['plant.y', 'sensor.u'],
    ['sensor.y', 'plant.u'],
  ],
  stopTime,
});

/** Two lags whose outputs depend directly on their inputs, with the loop gain through². */
export const directLoop = (through: number, stopTime: number): Coupled => ({
  name: 'direct loop',
  units: [lag('a', -1, 1, 1, through), lag('b', -2, 1, 0, -through)],
  connections: [
    ['a.y', 'b.u'],
    ['b.y', 'a.u'],
  ],
  loops: ['a.y → b.u, b.y → a.u, back to a.y'],
  stopTime,
});
