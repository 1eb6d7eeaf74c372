import type { Draw, OdeSystem } from './ode-systems.ts';
import type { Ode } from './ode-unit.ts';

/** Mass on a spring to the wall whose force is an input. Outputs: position and velocity. */
function driven(name: string, m: number, k: number, x: number): Ode {
  return {
    ...{ name, inputs: ['F'], outputs: ['x', 'v'], start: [x, 0] },
    derivative: (_, z, u, into) => {
      into[0] = z[1];
      into[1] = (u[0] - k * z[0] - 0.1 * z[1]) / m;
    },
    output: (_, z) => [z[0], z[1]],
  };
}

const loop = (from: string, to: string): (readonly [string, string])[] => [
  [`${from}.x`, `${to}.x`],
  [`${from}.v`, `${to}.v`],
  [`${to}.F`, `${from}.F`],
];

/** Position of a mass that a sampled controller holds. Its period is not a multiple of the step. */
export function sampledControl(draw: Draw): OdeSystem {
  const [P, D, period] = [draw(3, 6), draw(1, 2), draw(0.1, 0.3)];
  const control: Ode = {
    // Force, and the time of the next sample.
    ...{ name: 'control', inputs: ['x', 'v'], outputs: ['F'], start: [0, 0.5 * period] },
    derivative: (_, __, ___, into) => into.fill(0),
    indicators: (t, z) => [t - z[1]],
    fire: (_, t, z, u) => {
      z[0] = P * (1 - u[0]) - D * u[1];
      z[1] = t + period;
    },
    output: (_, z) => [z[0]],
  };
  return {
    ...{ name: 'sampled control', stopTime: 6, hasEvents: true },
    odes: [driven('mass', 1, 0.5, 0), control],
    connections: loop('mass', 'control'),
  };
}

/** Tank whose pump a level switch controls, and which empties into another tank. */
export function levelSwitch(draw: Draw): OdeSystem {
  const [inflow, out, low] = [draw(0.8, 1.5), draw(0.2, 0.4), draw(0.4, 0.6)];
  const high = low + draw(0.3, 0.6);
  return {
    ...{ name: 'level switch', stopTime: 15, hasEvents: true },
    odes: [
      {
        ...{ name: 'upper', inputs: ['level'], outputs: ['q'], start: [0.3, 1] },
        derivative: (_, z, u, into) => {
          into[0] = inflow * z[1] - out * (z[0] - 0.5 * u[0]);
          into[1] = 0;
        },
        indicators: (_, z) => [z[1] === 1 ? z[0] - high : low - z[0]],
        fire: (_, __, z) => {
          z[1] = 1 - z[1];
        },
        output: (_, z, u) => [out * (z[0] - 0.5 * u[0])],
      },
      {
        ...{ name: 'lower', inputs: ['q'], outputs: ['level'], start: [0.1] },
        derivative: (_, z, u, into) => {
          into[0] = u[0] - 0.3 * z[0];
        },
        output: (_, z) => [z[0]],
      },
    ],
    connections: [
      ['upper.q', 'lower.q'],
      ['lower.level', 'upper.level'],
    ],
  };
}

/** Mass with dry friction that sticks and slides, pulled by a spring to another mass. */
export function stickSlip(draw: Draw): OdeSystem {
  const [mu, k, own] = [draw(0.1, 0.3), draw(1, 3), draw(0.5, 1.5)];
  const sign = (F: number): number => (Math.abs(F) > mu ? Math.sign(F) : 0);
  const slider: Ode = {
    // Position, velocity, and the direction of sliding. 0 means that it sticks.
    ...{ name: 'slider', inputs: ['x', 'v'], outputs: ['F'], start: [0, 0, 0] },
    derivative: (_, z, u, into) => {
      into[0] = z[2] === 0 ? 0 : z[1];
      into[1] = z[2] === 0 ? 0 : k * (u[0] - z[0]) - mu * z[2];
      into[2] = 0;
    },
    indicators: (_, z, u) => [
      z[2] === 0 ? Math.abs(k * (u[0] - z[0])) - mu : -1,
      z[2] === 0 ? -1 : -z[2] * z[1],
    ],
    fire: (_, __, z, u) => {
      z[2] = sign(k * (u[0] - z[0]));
      z[1] = 0;
    },
    output: (_, z, u) => [-k * (u[0] - z[0])],
  };
  return {
    ...{ name: 'stick-slip', stopTime: 10, hasEvents: true },
    odes: [driven('mass', 1, own, 1), slider],
    connections: loop('mass', 'slider'),
  };
}

/** Cart that bounces between two walls, on a spring to a mass. */
export function cart(draw: Draw): OdeSystem {
  const [e, k, wall] = [draw(0.5, 0.9), draw(1, 3), draw(0.2, 0.4)];
  const other: Ode = {
    ...{ name: 'cart', inputs: ['x', 'v'], outputs: ['F'], start: [0, 0] },
    derivative: (_, z, u, into) => {
      into[0] = z[1];
      into[1] = k * (u[0] - z[0]);
    },
    indicators: (_, z) => [z[1] > 0 ? z[0] - wall : -1, z[1] < 0 ? -wall - z[0] : -1],
    fire: (event, _, z) => {
      z[0] = event === 0 ? wall : -wall;
      z[1] = -e * z[1];
    },
    output: (_, z, u) => [-k * (u[0] - z[0])],
  };
  return {
    ...{ name: 'cart between walls', stopTime: 8, hasEvents: true },
    odes: [driven('mass', 2, 2, 1), other],
    connections: loop('mass', 'cart'),
  };
}

/** Resonant circuit whose voltage a diode rectifies for a capacitor with a load. */
export function rectifier(draw: Draw): OdeSystem {
  const [R, C, load] = [draw(0.3, 1), draw(0.5, 2), draw(2, 6)];
  const current = (u: number, v: number): number => Math.max(0, (u - v) / R);
  return {
    ...{ name: 'rectifier', stopTime: 10, hasEvents: true },
    odes: [
      {
        ...{ name: 'source', inputs: ['i'], outputs: ['u'], start: [0, 0] },
        derivative: (t, z, u, into) => {
          into[0] = z[1] - u[0] - 0.2 * z[0];
          into[1] = Math.sin(1.7 * t) - z[0];
        },
        output: (_, z) => [z[0]],
      },
      {
        ...{ name: 'filter', inputs: ['u'], outputs: ['i'], start: [0] },
        derivative: (_, z, u, into) => {
          into[0] = (current(u[0], z[0]) - z[0] / load) / C;
        },
        output: (_, z, u) => [current(u[0], z[0])],
      },
    ],
    connections: [
      ['source.u', 'filter.u'],
      ['filter.i', 'source.i'],
    ],
  };
}

/** Wheel on a spring, whose brake acts on every other pulse of a counter. */
export function counter(draw: Draw): OdeSystem {
  const [k, brake] = [draw(4, 9), draw(0.2, 0.6)];
  return {
    ...{ name: 'pulse counter', stopTime: 10, hasEvents: true },
    odes: [
      {
        ...{ name: 'wheel', inputs: ['n'], outputs: ['phi'], start: [1, 0] },
        derivative: (_, z, u, into) => {
          into[0] = z[1];
          into[1] = -k * z[0] - brake * (Math.round(u[0]) % 2) * z[1];
        },
        output: (_, z) => [z[0]],
      },
      {
        // Pulses, and 1 once the angle is below the lower mark.
        ...{ name: 'counter', inputs: ['phi'], outputs: ['n'], start: [0, 0] },
        derivative: (_, __, ___, into) => into.fill(0),
        indicators: (_, z, u) => [z[1] === 1 ? u[0] - 0.1 : -0.1 - u[0]],
        fire: (_, __, z) => {
          if (z[1] === 1) z[0]++;
          z[1] = 1 - z[1];
        },
        output: (_, z) => [z[0]],
      },
    ],
    connections: [
      ['wheel.phi', 'counter.phi'],
      ['counter.n', 'wheel.n'],
    ],
  };
}

/** Two masses on springs that hit each other. The one tells its motion, the other the blow. */
export function contact(draw: Draw): OdeSystem {
  const [k, gap, c] = [draw(50, 150), draw(0.1, 0.4), draw(0.5, 2)];
  const other: Ode = {
    ...{ name: 'other', inputs: ['x', 'v'], outputs: ['F'], start: [1, 0] },
    derivative: (_, z, u, into) => {
      const depth = u[0] - z[0] - gap;
      into[0] = z[1];
      into[1] = -2 * z[0] + (depth > 0 ? k * depth + c * (u[1] - z[1]) : 0);
    },
    output: (_, z, u) => {
      const depth = u[0] - z[0] - gap;
      return [depth > 0 ? -k * depth - c * (u[1] - z[1]) : 0];
    },
  };
  return {
    ...{ name: 'contact', stopTime: 8, hasEvents: true },
    odes: [driven('mass', 1, 3, 0), other],
    connections: loop('mass', 'other'),
  };
}

/** Motor of a door with limit switches, which reverse it. */
export function door(draw: Draw): OdeSystem {
  const [gain, end] = [draw(1, 3), draw(0.5, 1)];
  const motor: Ode = {
    ...{ name: 'motor', inputs: ['x', 'v'], outputs: ['F'], start: [1, 0] },
    derivative: (_, z, u, into) => {
      into[0] = 0;
      // Current of the motor, which follows its voltage.
      into[1] = 5 * (gain * z[0] - u[1] - z[1]);
    },
    indicators: (_, z, u) => [z[0] > 0 ? u[0] - end : -end - u[0]],
    fire: (_, __, z) => {
      z[0] = -z[0];
    },
    output: (_, z) => [z[1]],
  };
  return {
    ...{ name: 'door', stopTime: 10, hasEvents: true },
    odes: [driven('mass', 1, 0.1, 0), motor],
    connections: loop('mass', 'motor'),
  };
}
