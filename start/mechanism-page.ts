import type { Report, ReportGroup, Scene } from '../master/report/index.ts';
import type { RunResult } from '../master/run/worker/run-protocol.ts';

/** A unit that is run alone and drawn. */
export interface Shown {
  unit: string;
  title: string;
  parameters: Record<string, number | string>;
  start: number;
  stop: number;
  step: number;
  /** Plots: title, unit of measure, outputs. */
  plots: [title: string, unit: string, outputs: string[]][];
  /** Coordinates to the right and upwards, and the numbers of the points on one line. */
  axes: [string, string];
  lines: number[][];
  /** Points with a pin, on the ground, and the heavy ones. */
  pins?: number[];
  ground?: number[];
  masses?: number[];
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, k) => from + k);

const energies: [string, string, string[]] = ['Energy', 'J', ['E_kinetic', 'E_stored', 'E_supplied']];

/**
 * The four mechanisms of Zhang, Zhang, Zanoni & Masarati 2022, Sect. 5, with a method that is
 * published for each, and one with its drive.
 */
export const shown: readonly Shown[] = [
  {
    unit: 'andrews-squeezer',
    title: "Andrews' squeezer mechanism",
    parameters: { integrator: 'LMS3', rho_inf: 0.6 },
    start: 0,
    stop: 0.05,
    step: 1e-4,
    plots: [
      ['Angular velocity of O–F', 'rad/s', ['omega']],
      ['Error of the energy balance', 'J', ['delta_E']],
    ],
    axes: ['x', 'y'],
    // O–F, E–F, H–E, G–E, A–G, A–H, E–B, B–D, E–D, and the spring C–D.
    lines: [
      [1, 7],
      [6, 7],
      [9, 6],
      [8, 6],
      [2, 8],
      [2, 9],
      [6, 3],
      [3, 5],
      [6, 5],
      [4, 5],
    ],
    pins: [6, 7, 8, 9],
    ground: [1, 2, 3, 4],
  },
  {
    unit: 'flexible-four-bar',
    title: 'Flexible four-bar mechanism with a tilted joint',
    parameters: { integrator: 'Bathe', rho_inf: 0, h: 8e-3 },
    start: -4,
    stop: 12,
    step: 8e-3,
    plots: [
      ['Rotation of B–C at C about x', 'rad', ['theta']],
      ['Its angular velocity', 'rad/s', ['omega[1]']],
    ],
    axes: ['centre_x', 'centre_z'],
    lines: [range(1, 11), range(12, 11), range(23, 11)],
    pins: [12, 23],
    ground: [1, 33],
  },
  {
    unit: 'lateral-buckling',
    title: 'Lateral buckling of a thin beam, seen from above',
    parameters: { integrator: 'LMS3', rho_inf: 0.6 },
    start: 0,
    stop: 0.8,
    step: 1e-3,
    plots: [
      ["Rotation of the beam's middle about x", 'rad', ['theta']],
      ['Its angular velocity', 'rad/s', ['omega[1]']],
      energies,
    ],
    axes: ['centre_x', 'centre_y'],
    lines: [range(1, 21), range(22, 3), range(25, 3)],
    pins: [22],
    ground: [1],
  },
  {
    unit: 'rotating-shaft',
    title: 'Rotating shaft with an unbalanced disk',
    parameters: { integrator: 'LMS3', rho_inf: 0.6 },
    start: -1,
    stop: 2.5,
    step: 1e-3,
    plots: [
      ['Displacement of mid-span', 'm', ['u[2]', 'u[3]']],
      ['Angular velocity of the driven end', 'rad/s', ['Omega']],
      energies,
    ],
    axes: ['centre_x', 'centre_z'],
    lines: [range(1, 17)],
    masses: [9],
    ground: [1, 17],
  },
  {
    unit: 'driven-shaft-monolithic',
    title: 'The same shaft with a motor of its own',
    parameters: { integrator: 'LMS3', rho_inf: 0.6 },
    start: -1,
    stop: 2.5,
    step: 1e-3,
    plots: [
      ['Displacement of mid-span', 'm', ['u[2]', 'u[3]']],
      ['Angular velocity of driven end and rotor', 'rad/s', ['Omega', 'omega_rotor']],
      ['Torque of motor and coupling', 'N.m', ['T_motor', 'torque']],
      energies,
    ],
    axes: ['centre_x', 'centre_z'],
    lines: [range(1, 17)],
    masses: [9],
    ground: [1, 17],
  },
];

/** A page with plots and a moving drawing of each: beams are their deformed centre lines. */
export function mechanismPage(results: readonly (readonly [Shown, RunResult])[]): Report {
  return {
    title: 'Flexible mechanisms',
    subtitle:
      'Four benchmarks of time integration (Zhang, Zhang, Zanoni & Masarati 2022, Sect. 5), each one sealed unit, and one of them with its drive.',
    tables: [
      {
        title: 'Runs',
        header: ['mechanism', 'method', 'step [s]', 'iterations a stage', '× real time'],
        rows: results.map(([mechanism, result]) => [
          mechanism.title,
          `${mechanism.parameters.integrator}, ρ∞ = ${mechanism.parameters.rho_inf}`,
          String(mechanism.step),
          (last(result, 'unit.iterations_total') / last(result, 'unit.stages_total')).toFixed(2),
          ((result.endTime - result.startTime) / result.wallSeconds).toPrecision(2),
        ]),
      },
    ],
    groups: results.map(([mechanism]) => group(mechanism)),
    runs: results.map(([mechanism, result]) => ({
      name: mechanism.unit,
      title: mechanism.title,
      columns: result.columns,
      summary: [{ label: 'energy balance', value: result.balance.drift.toExponential(2), unit: 'J' }],
    })),
    footer: 'Parameters and equations: the READMEs of the units.',
  };
}

function group(item: Shown): ReportGroup {
  return {
    title: item.title,
    plots: item.plots.map(([title, unit, outputs]) => ({
      title,
      unit,
      series: outputs.map((name) => ({ run: item.unit, column: `unit.${name}`, label: name })),
    })),
    scene: scene(item),
  };
}

function scene({ unit, title, axes, lines, pins = [], ground = [], masses = [] }: Shown): Scene {
  const used = [...new Set([...lines.flat(), ...pins, ...ground, ...masses])];
  const name = (k: number): string => `P${k}`;
  const point = (k: number) => ({ x: `unit.${axes[0]}[${k}]`, y: `unit.${axes[1]}[${k}]` });
  return {
    title,
    run: unit,
    points: Object.fromEntries(used.map((k) => [name(k), point(k)])),
    bodies: [
      ...ground.map((k) => ({ kind: 'ground' as const, at: name(k) })),
      ...lines.flatMap((line) =>
        line.slice(1).map((k, i) => ({ kind: 'rod' as const, from: name(line[i]), to: name(k) })),
      ),
      ...pins.map((k) => ({ kind: 'pin' as const, at: name(k) })),
      ...masses.map((k) => ({ kind: 'mass' as const, at: name(k) })),
    ],
  };
}

function last(result: RunResult, name: string): number {
  return result.columns.find((column) => column.name === name)?.data.at(-1) ?? Number.NaN;
}
