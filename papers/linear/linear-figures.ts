import { type LinearMethod, linearMethods } from './linear-method.ts';
import { type Response, responses, spectralRadius } from './linear-oscillator.ts';

/** A quantity of a method at each Δt/(nT). */
export interface Curve {
  label: string;
  x: readonly number[];
  y: readonly number[];
}

type Quantity = 'amplitudeDecay' | 'periodElongation' | 'spectralRadius';

/** A published figure: a quantity of several methods. */
export interface Figure {
  number: number;
  title: string;
  /** Label of its ordinate. */
  what: string;
  unit: '%' | '1';
  logarithmic: boolean;
  curves: Curve[];
}

export const multiStep: readonly string[] = ['LMS2', 'LMS3', 'LMS4'];
export const multiStage: readonly string[] = ['Bathe', 'MSSTC(3)', 'MSSTC(4)', 'MSSTC(5)'];
export const secondOrder: readonly string[] = [...multiStep, ...multiStage];
export const subSteps: readonly string[] = ['MSSTH(3)', 'MSSTH(4)', 'MSSTH(5)'];
export const esdirk: readonly string[] = ['ESDIRK3(2)4L[2]SA', 'ESDIRK3(2)5L[2]SA', 'ESDIRK4(3)6L[2]SA2'];
export const higherOrder: readonly string[] = [...subSteps, ...esdirk];

/** Δt/(nT) from 0.002 to 0.1, where decay and elongation are looked at. */
export const low: readonly number[] = Array.from({ length: 50 }, (_, i) => 0.002 * (i + 1));
/** Δt/(nT) from 0.01 to 100, for spectral radii. */
export const wideRange: readonly number[] = Array.from({ length: 81 }, (_, i) => 10 ** (-2 + i / 20));

let known: Promise<(name: string, rho: number) => LinearMethod> | undefined;

/** A method by its published name and ρ∞. */
export async function method(name: string, rho: number): Promise<LinearMethod> {
  known ??= linearMethods();
  return (await known)(name, rho);
}

/** A method's response at `xs`, which rise. */
export async function response(name: string, rho: number, xs: readonly number[]): Promise<Response[]> {
  return responses(await method(name, rho), xs);
}

async function curve(name: string, rho: number, quantity: Quantity): Promise<Curve> {
  const linearMethod = await method(name, rho);
  const label = higherOrder.includes(name) ? name : `${name}, ρ∞ = ${rho}`;
  if (quantity === 'spectralRadius')
    return { label, x: wideRange, y: wideRange.map((x) => spectralRadius(linearMethod, x)) };
  return { label, x: low, y: responses(linearMethod, low).map((point) => point[quantity]) };
}

/**
 * Computes Figs. 2 to 7 of Zhang, Zhang, Zanoni & Masarati (2022), with ρ∞ = 0, 0.6, 1 of the
 * methods with tunable dissipation.
 */
export async function figures(): Promise<Figure[]> {
  const tunable = secondOrder.flatMap((name) => [0, 0.6, 1].map((rho) => [name, rho] as const));
  const higher = higherOrder.map((name) => [name, 0] as const);
  const quantities = [
    ['amplitudeDecay', 'Amplitude decay', '%'],
    ['periodElongation', 'Period elongation', '%'],
    ['spectralRadius', 'Spectral radius', '1'],
  ] as const;
  const sets = [
    ['methods with tunable dissipation', tunable],
    ['higher-order methods, ρ∞ = 0', higher],
  ] as const;
  return Promise.all(
    sets.flatMap(([of, list], set) =>
      quantities.map(async ([quantity, what, unit], i) => ({
        number: 2 + 3 * set + i,
        title: `${what} of ${of}`,
        what,
        unit,
        logarithmic: quantity === 'spectralRadius',
        curves: await Promise.all(list.map(([name, rho]) => curve(name, rho, quantity))),
      })),
    ),
  );
}
