import type { Ode } from './ode-unit.ts';

/** Units with equations, their connections, and the time of a run [s]. */
export interface OdeSystem {
  readonly name: string;
  readonly odes: readonly Ode[];
  readonly connections: readonly (readonly [string, string])[];
  readonly stopTime: number;
  /** True if outputs jump or bend at events. */
  readonly hasEvents: boolean;
}

/** Returns a number between two bounds. */
export type Draw = (from: number, to: number) => number;

const clipped = (x: number, most: number): number => Math.max(-most, Math.min(most, x));

/** Mass m on a spring k and a damper d to the wall, driven by a force. Outputs: position, velocity. */
function mass(m: number, k: number, d: number, x: number): Ode {
  return {
    ...{ name: 'mass', inputs: ['F'], outputs: ['x', 'v'], start: [x, 0] },
    derivative: (_, z, u, into) => {
      into[0] = z[1];
      into[1] = (u[0] - k * z[0] - d * z[1]) / m;
    },
    output: (_, z) => [z[0], z[1]],
  };
}

const motion = [
  ['mass.x', 'other.x'],
  ['mass.v', 'other.v'],
  ['other.F', 'mass.F'],
] as const;

/** Returns a unit that returns a force on the mass without a state of its own. */
const force = (F: (x: number, v: number) => number): Ode => ({
  ...{ name: 'other', inputs: ['x', 'v'], outputs: ['F'], start: [] },
  derivative: () => {},
  output: (_, __, u) => [F(u[0], u[1])],
});

/** Room with a heater that a thermostat with hysteresis switches. */
export function thermostat(draw: Draw): OdeSystem {
  const [T, heat, low] = [draw(5, 15), draw(3, 5), draw(18, 19)];
  const high = low + draw(1, 2);
  return {
    ...{ name: 'thermostat', stopTime: 20, hasEvents: true },
    odes: [
      {
        ...{ name: 'room', inputs: ['on'], outputs: ['T'], start: [15] },
        derivative: (_, x, u, into) => {
          into[0] = (10 - x[0]) / T + heat * u[0];
        },
        output: (_, x) => [x[0]],
      },
      {
        ...{ name: 'control', inputs: ['T'], outputs: ['on'], start: [1] },
        derivative: (_, __, ___, into) => into.fill(0),
        indicators: (_, x, u) => [x[0] === 1 ? u[0] - high : low - u[0]],
        fire: (_, __, x) => {
          x[0] = 1 - x[0];
        },
        output: (_, x) => [x[0]],
      },
    ],
    connections: [
      ['room.T', 'control.T'],
      ['control.on', 'room.on'],
    ],
  };
}

/** Mass that meets a stop with a spring and a damper. */
export function stop(draw: Draw): OdeSystem {
  const [k, c, gap] = [draw(20, 200), draw(0.5, 3), draw(0.1, 0.4)];
  const F = (x: number, v: number): number => (x < -gap ? -k * (x + gap) - c * v : 0);
  return {
    name: 'stop',
    stopTime: 10,
    hasEvents: true,
    odes: [mass(1, draw(1, 3), 0.1, 1), force(F)],
    connections: motion,
  };
}

/** Mass on a spring with play. */
export function play(draw: Draw): OdeSystem {
  const [k, gap] = [draw(5, 40), draw(0.1, 0.4)];
  const F = (x: number, v: number): number => -k * (x - clipped(x, gap)) - 0.1 * v;
  return {
    name: 'play',
    stopTime: 10,
    hasEvents: true,
    odes: [mass(1, 0.5, 0.1, 1), force(F)],
    connections: motion,
  };
}

/** Mass with a controller whose force is limited, and whose integral stops at the limit. */
export function limited(draw: Draw): OdeSystem {
  const [most, P, I, D] = [draw(0.5, 1), draw(3, 6), draw(0.5, 1.5), draw(1, 3)];
  const other: Ode = {
    ...{ name: 'other', inputs: ['x', 'v'], outputs: ['F'], start: [0] },
    derivative: (_, z, u, into) => {
      const wanted = P * (1 - u[0]) + z[0] - D * u[1];
      into[0] = Math.abs(wanted) < most ? I * (1 - u[0]) : 0;
    },
    output: (_, z, u) => [clipped(P * (1 - u[0]) + z[0] - D * u[1], most)],
  };
  return {
    name: 'limited force',
    stopTime: 15,
    hasEvents: true,
    odes: [mass(1, 0.2, 0.2, 0), other],
    connections: motion,
  };
}

/** Mass that a relay with hysteresis drives to and fro. */
export function relay(draw: Draw): OdeSystem {
  const [F, width] = [draw(0.5, 1.5), draw(0.05, 0.2)];
  const other: Ode = {
    ...{ name: 'other', inputs: ['x', 'v'], outputs: ['F'], start: [-1] },
    derivative: (_, __, ___, into) => into.fill(0),
    indicators: (_, z, u) => [z[0] < 0 ? -width - u[0] : u[0] - width],
    fire: (_, __, z) => {
      z[0] = -z[0];
    },
    output: (_, z) => [F * z[0]],
  };
  return {
    name: 'relay',
    stopTime: 8,
    hasEvents: true,
    odes: [mass(1, 0, draw(0.3, 0.8), 1), other],
    connections: motion,
  };
}

/** Ball that bounces on a table, which carries it. */
export function ball(draw: Draw): OdeSystem {
  const [e, k, height] = [draw(0.6, 0.8), draw(20, 60), draw(0.8, 1.5)];
  const g = 9.81;
  return {
    ...{ name: 'ball on a table', stopTime: 1.2, hasEvents: true },
    odes: [
      {
        ...{ name: 'table', inputs: ['h'], outputs: ['p', 'w'], start: [0, 0] },
        derivative: (_, x, u, into) => {
          into[0] = x[1];
          into[1] = -k * x[0] - x[1] + 2 * u[0];
        },
        output: (_, x) => [x[0], x[1]],
      },
      {
        ...{ name: 'ball', inputs: ['p', 'w'], outputs: ['h'], start: [height, 0] },
        derivative: (_, x, __, into) => {
          into[0] = x[1];
          into[1] = -g;
        },
        indicators: (_, x, u) => [x[1] < u[1] ? u[0] - x[0] : -1],
        fire: (_, __, x, u) => {
          x[0] = u[0];
          x[1] = u[1] - e * (x[1] - u[1]);
        },
        output: (_, x) => [x[0]],
      },
    ],
    connections: [
      ['table.p', 'ball.p'],
      ['table.w', 'ball.w'],
      ['ball.h', 'table.h'],
    ],
  };
}

/** Two tanks with a check valve between them, the first of them with a pump that switches. */
export function checkValve(draw: Draw): OdeSystem {
  const [k, period] = [draw(1, 3), draw(1.1, 1.9)];
  return {
    ...{ name: 'check valve', stopTime: 10, hasEvents: true },
    odes: [
      {
        ...{ name: 'first', inputs: ['q'], outputs: ['p'], start: [0, 1] },
        derivative: (_, x, u, into) => {
          into[0] = (x[1] > 0 ? 1 : 0) - u[0] - 0.6 * x[0];
          into[1] = 0;
        },
        indicators: (t, x) => [x[1] * Math.sin((Math.PI * t) / period) < 0 ? 1 : -1],
        fire: (_, __, x) => {
          x[1] = -x[1];
        },
        output: (_, x) => [x[0]],
      },
      {
        ...{ name: 'second', inputs: ['p'], outputs: ['q'], start: [0.2] },
        derivative: (_, x, u, into) => {
          into[0] = Math.max(0, k * (u[0] - x[0])) - 0.3 * x[0];
        },
        output: (_, x, u) => [Math.max(0, k * (u[0] - x[0]))],
      },
    ],
    connections: [
      ['first.p', 'second.p'],
      ['second.q', 'first.q'],
    ],
  };
}

/** Motor with a load that is switched on at a time that no step meets. */
export function switchedLoad(draw: Draw): OdeSystem {
  const [at, load, gain] = [draw(2, 5), draw(0.5, 1.5), draw(2, 5)];
  const other: Ode = {
    ...{ name: 'other', inputs: ['x', 'v'], outputs: ['F'], start: [0, 0] },
    derivative: (_, __, u, into) => {
      into[0] = 1 - u[1];
      into[1] = 0;
    },
    indicators: (t, z) => [z[1] === 0 ? t - at : -1],
    fire: (_, __, z) => {
      z[1] = 1;
    },
    output: (_, z, u) => [gain * (1 - u[1]) + z[0] - load * z[1]],
  };
  return {
    name: 'switched load',
    stopTime: 10,
    hasEvents: true,
    odes: [mass(1, 0, 0.1, 0), other],
    connections: motion,
  };
}

/** Van der Pol's oscillator on a spring to a mass. */
export function vanDerPol(draw: Draw): OdeSystem {
  const [mu, k] = [draw(0.5, 2), draw(0.5, 2)];
  const other: Ode = {
    ...{ name: 'other', inputs: ['x', 'v'], outputs: ['F'], start: [2, 0] },
    derivative: (_, z, u, into) => {
      into[0] = z[1];
      into[1] = mu * (1 - z[0] ** 2) * z[1] - z[0] - k * (z[0] - u[0]);
    },
    output: (_, z, u) => [k * (z[0] - u[0])],
  };
  return {
    name: 'van der Pol',
    stopTime: 12,
    hasEvents: false,
    odes: [mass(1, 1, 0.3, 0), other],
    connections: motion,
  };
}

/** Two pendulums with a spring between them. */
export function pendulums(draw: Draw): OdeSystem {
  const [length, k] = [draw(0.5, 2), draw(1, 4)];
  const pendulum = (name: string, phi: number, reacts: boolean): Ode => ({
    ...{ name, inputs: [reacts ? 'other' : 'M'], outputs: [reacts ? 'M' : 'phi'], start: [phi, 0] },
    derivative: (_, x, u, into) => {
      const moment = reacts ? k * (u[0] - x[0]) : u[0];
      into[0] = x[1];
      into[1] = (-9.81 / length) * Math.sin(x[0]) - 0.1 * x[1] + moment;
    },
    output: (_, x, u) => [reacts ? k * (x[0] - u[0]) : x[0]],
  });
  return {
    ...{ name: 'pendulums', stopTime: 6, hasEvents: false },
    odes: [pendulum('one', 1.2, false), pendulum('two', -0.4, true)],
    connections: [
      ['one.phi', 'two.other'],
      ['two.M', 'one.M'],
    ],
  };
}
