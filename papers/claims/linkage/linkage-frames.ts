import type { Plot, Series } from '../../../master/results/svg-plot.ts';
import { largest, type Outcome } from '../../claim-outcome.ts';
import { type Claim, holds } from '../../paper-claim.ts';
import type { Lab } from '../../paper-runs.ts';
import { column, columns, cycle, published, run } from './linkage-runs.ts';

type Point = readonly [x: number, y: number];

/**
 * Layout of a mechanism at relative angles z [rad]: the joints of its chains [m], and the gap of
 * its loops [m].
 */
export interface Layout {
  chains: Point[][];
  open: number;
}

const along = ([x, y]: Point, length: number, angle: number): Point => [
  x + length * Math.cos(angle),
  y + length * Math.sin(angle),
];
const O: Point = [0, 0];

/** Four-bar: rod 1 from O, rod 2 from C on it (c from O), rod 3 from D to E on the ground. */
export function fourBarLayout(
  [z1, z2, z3]: readonly number[],
  L: readonly number[],
  c: number,
  E: Point,
): Layout {
  const tip = along(O, L[0], z1);
  const C = along(O, c, z1);
  const D = along(C, L[1], z1 + z2);
  const end = along(D, L[2], z1 + z2 + z3);
  return { chains: [[O, tip, C, D, end]], open: Math.hypot(end[0] - E[0], end[1] - E[1]) };
}

/**
 * Lays out the quick-return mechanism. Rod 1 goes from O to H, and rod 2 from H to I on the guide y
 * = 5 m. The crank goes from K to L, which slides on rod 1.
 */
export function quickReturnLayout([z1, z2, , z4]: readonly number[]): Layout {
  const H = along(O, 5, z1);
  const I = along(H, 1.2, z1 + z2);
  const K: Point = [0, 3];
  const L = along(K, 1, z4);
  const besideRod = L[1] * Math.cos(z1) - L[0] * Math.sin(z1);
  return {
    chains: [
      [O, H, I],
      [K, L],
    ],
    open: Math.hypot(I[1] - 5, besideRod),
  };
}

/** The mechanisms of Jaiswal et al. 2021a, Sect. 5, and 2021b, Sect. 5. */
const layouts = {
  fourBar: (z: readonly number[]): Layout => fourBarLayout(z, [9, Math.SQRT2, 2], 3, [0, -1]),
  quickReturn: quickReturnLayout,
  tilting: (z: readonly number[]): Layout => fourBarLayout(z, [2, 8, 5], 2, [10, 0]),
} as const;

/** The mechanism at every second of a run. */
function frames(outcome: Outcome, of: (z: readonly number[]) => Layout): { t: number; layout: Layout }[] {
  const z = columns(outcome, 'z');
  const time = column(outcome, 'time');
  return Array.from({ length: 11 }, (_, t) => {
    const row = time.findIndex((candidate) => candidate > t - 1e-6);
    return { t, layout: of(z.map((values) => values[row])) };
  });
}

/** One line a frame, with a gap between chains. */
function framePlot(title: string, outcome: Outcome, of: (z: readonly number[]) => Layout): Plot {
  const gap: Point = [0, Number.NaN];
  const series = frames(outcome, of).map(({ t, layout }): Series => {
    const points = layout.chains.flatMap((chain, k) => (k === 0 ? chain : [gap, ...chain]));
    return { label: `${t} s`, x: points.map(([x]) => x), y: points.map(([, y]) => y) };
  });
  return { title, xLabel: 'x [m]', yLabel: 'y [m]', logarithmicX: false, series };
}

const tilting = (lab: Lab): Promise<Outcome> =>
  run(lab, 'fourBarWithFriction', { ...published, law: 'brownMcPhee' });

/** Jaiswal et al. 2021a, Fig. 6. */
export async function linkageFrames(lab: Lab): Promise<[number: string, plot: Plot][]> {
  const [fourBar, quickReturn] = [
    await cycle(lab, 'fourBar', 'doubleStep'),
    await cycle(lab, 'quickReturn', 'doubleStep'),
  ];
  return [
    ['6a', framePlot('four-bar: positions at every second', fourBar, layouts.fourBar)],
    ['6b', framePlot('quick-return: positions at every second', quickReturn, layouts.quickReturn)],
  ];
}

/** Jaiswal et al. 2021b, Fig. 7. */
export async function tiltingFrames(lab: Lab): Promise<[number: string, plot: Plot]> {
  return ['7', framePlot('Positions at every second', await tilting(lab), layouts.tilting)];
}

/** Returns the increase of a quantity from one time to another. */
function gain(outcome: Outcome, values: ArrayLike<number>, from: number, to: number): number {
  const time = column(outcome, 'time');
  const at = (t: number): number => values[time.findIndex((candidate) => candidate > t - 1e-6)];
  return at(to) - at(from);
}

/** Largest gap of a loop in all frames [m]. */
const gapOf = (outcome: Outcome, of: (z: readonly number[]) => Layout): number =>
  largest(Float64Array.from(frames(outcome, of), ({ layout }) => layout.open));

const closed = (gaps: readonly number[]): string =>
  `loops closed to ${Math.max(...gaps).toExponential(0)} m in all frames`;

/** Largest gap of a loop in a frame that is rounding and the iteration's tolerance [m]. */
const shut = 1e-8;

export const linkagesMove: Claim = {
  name: 'frames',
  where: 'Sects. 6, 6.1',
  statement:
    'The four-bar’s structure is lifted between 1 and 2.5 s and lowered between 5 and 8 s; the quick-return’s cylinder pulls between 1 and 4 s and pushes between 6.5 and 8 s',
  published: 'Fig. 6',
  async check(lab) {
    const fourBar = await cycle(lab, 'fourBar', 'doubleStep');
    const quickReturn = await cycle(lab, 'quickReturn', 'doubleStep');
    const V = column(fourBar, 'E_potential');
    const s = column(quickReturn, 's');
    const [up, down] = [gain(fourBar, V, 1, 2.5), gain(fourBar, V, 5, 8)];
    const [pulled, pushed] = [gain(quickReturn, s, 1, 4), gain(quickReturn, s, 6.5, 8)];
    const gaps = [gapOf(fourBar, layouts.fourBar), gapOf(quickReturn, layouts.quickReturn)];
    return holds(
      `potential energy ${up.toFixed(0)} J and ${down.toFixed(0)} J; length of the cylinder ${pulled.toFixed(3)} m and ${pushed.toFixed(3)} m; ${closed(gaps)}`,
      [up > 0, down < 0, pulled < 0, pushed > 0, ...gaps.map((gap) => gap < shut)],
    );
  },
};

export const structureTilts: Claim = {
  name: 'frames',
  where: 'Sects. 6, 6.1',
  statement: 'The cylinder tilts the structure outward between 1 and 2.5 s and inward between 5 and 8 s',
  published: 'Fig. 7',
  async check(lab) {
    const outcome = await tilting(lab);
    const [z1] = columns(outcome, 'z');
    const degrees = (radians: number): string => `${((180 / Math.PI) * radians).toFixed(2)}°`;
    const [out, back] = [gain(outcome, z1, 1, 2.5), gain(outcome, z1, 5, 8)];
    const gap = gapOf(outcome, layouts.tilting);
    return holds(`crank ${degrees(out)} and ${degrees(back)}; ${closed([gap])}`, [
      out < 0,
      back > 0,
      gap < shut,
    ]);
  },
};
