import type { CouplingScheme } from '../../master/coupling/coupling.ts';
import type { Order } from '../../master/system/system.ts';
import { amplification } from './amplification.ts';
import { twoMasses } from './two-mass-oscillator.ts';

/** Property of the two masses that changes along a map. */
export type Ratio = 'stiffness' | 'mass';

/** ρ of a scheme with an order over ratios and steps. NaN where it makes no step. */
export interface StabilityMap {
  scheme: string;
  order: Order;
  ratio: Ratio;
  ratios: readonly number[];
  /** H ω, rising. */
  steps: readonly number[];
  /** Spectral radius for each ratio, at each step. */
  radii: number[][];
  /** Reason why some ratios have no step. */
  refused?: string;
}

/**
 * Ratios from 0.01 to 100, and H ω from 0.01 to 10. ω = 1 rad/s is the frequency of the first mass
 * alone.
 */
export const ratios: readonly number[] = decades(-2, 2, 2);
export const steps: readonly number[] = decades(-2, 1, 6);

const orders: readonly Order[] = [0, 1, 2];
/** Allowance for rounding at ρ = 1. */
const rounding = 1e-9;

/**
 * Computes maps of every scheme with equal steps and of each order, over both ratios, the other
 * being 1. `row` is called for each ratio of a map.
 */
export function* stabilityMaps(
  schemes: readonly CouplingScheme[],
  row: () => void = () => {},
): Generator<StabilityMap> {
  for (const scheme of schemes.filter(({ traits }) => traits.adaptive !== true))
    for (const order of orders)
      for (const ratio of ['stiffness', 'mass'] as const)
        yield stabilityMap(scheme, order, ratio, { ratios, steps }, row);
}

/** Points of a map: ratios, and values of H ω. */
export type MapGrid = Pick<StabilityMap, 'ratios' | 'steps'>;

/** Computes one map. `row` is called for each of its ratios. */
export function stabilityMap(
  scheme: CouplingScheme,
  order: Order,
  ratio: Ratio,
  { ratios: along, steps: over }: MapGrid = { ratios, steps },
  row: () => void = () => {},
): StabilityMap {
  let refused: string | undefined;
  const radii = along.map((value) => {
    const masses = ratio === 'stiffness' ? twoMasses(value, 1) : twoMasses(1, value);
    const rowRadii = over.map((H) => {
      const one = amplification(masses, scheme, order, H);
      if ('radius' in one) return one.radius;
      refused ??= one.refused;
      return Number.NaN;
    });
    row();
    return rowRadii;
  });
  return { scheme: scheme.name, order, ratio, ratios: along, steps: over, radii, refused };
}

/**
 * Computes the largest H ω up to which every step of the map is stable (ρ ≤ 1). The limit is
 * interpolated in log ρ between two steps. It is infinite if all steps are stable, and 0 if the
 * smallest is not.
 */
export function limitsOf({ radii, steps: over }: StabilityMap): number[] {
  return radii.map((row) => {
    const k = row.findIndex((radius) => !(radius <= 1 + rounding));
    if (k < 0) return Number.POSITIVE_INFINITY;
    if (k === 0) return 0;
    const [a, b] = [Math.log(row[k - 1]), Math.log(row[k])];
    // If a step does not exist, the limit is the last existing step.
    const share = Number.isFinite(b) && b > a ? Math.max(0, -a) / (b - a) : 0;
    return over[k - 1] * (over[k] / over[k - 1]) ** share;
  });
}

function decades(from: number, to: number, value: number): number[] {
  return Array.from({ length: (to - from) * value + 1 }, (_, k) =>
    Number((10 ** (from + k / value)).toPrecision(4)),
  );
}
