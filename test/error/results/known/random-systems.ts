import type { Coupled } from '../../../problems/coupled/coupled.ts';
import type { Draw } from './ode-systems.ts';

/** Returns equally distributed numbers that a seed repeats (Park & Miller 1988). */
export function drawOf(seed: number): Draw {
  let state = seed;
  return (from, to) => {
    state = (48_271 * state) % 2_147_483_647;
    return from + ((to - from) * state) / 2_147_483_647;
  };
}

/**
 * Returns two or three oscillators in a row, with springs and dampers between them. A stiff system has
 * a state that is 1000 times as fast as the others.
 */
export function randomChain(seed: number, isStiff: boolean): Coupled {
  const draw = drawOf(seed);
  const count = draw(0, 1) < 0.5 ? 2 : 3;
  const [c, d] = [draw(0.2, 2), draw(0.02, 0.2)];
  const fast = isStiff ? draw(1000, 3000) : draw(3, 8);
  const links = (k: number): number => Number(k > 0) + Number(k < count - 1);
  const units = Array.from({ length: count }, (_, k): Coupled['units'][number] => {
    const [m, own, damper] = [draw(0.5, 2), draw(0.5, 3), draw(0.05, 0.4)];
    const neighbours = [k - 1, k + 1].filter((other) => other >= 0 && other < count);
    // Position, velocity, and a filter of the velocity with its own time constant.
    return {
      ...{ name: `m${k}`, outputs: ['x', 'v'], start: [draw(-1, 1), 0, 0] },
      inputs: neighbours.flatMap((other) => [`x${other}`, `v${other}`]),
      A: [
        [0, 1, 0],
        [-(own + links(k) * c) / m, -(links(k) * d) / m, -damper / m],
        [0, fast, -fast],
      ],
      B: [
        neighbours.flatMap(() => [0, 0]),
        neighbours.flatMap(() => [c / m, d / m]),
        neighbours.flatMap(() => [0, 0]),
      ],
      C: [
        [1, 0, 0],
        [0, 1, 0],
      ],
      D: [neighbours.flatMap(() => [0, 0]), neighbours.flatMap(() => [0, 0])],
    };
  });
  return {
    ...{ name: `${isStiff ? 'stiff ' : ''}chain ${seed}`, units, stopTime: 10 },
    connections: units.flatMap(({ name, inputs }) =>
      inputs.map((input): [string, string] => [`m${input.slice(1)}.${input[0]}`, `${name}.${input}`]),
    ),
  };
}
