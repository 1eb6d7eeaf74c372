import type { CouplingScheme } from '../coupling/coupling.ts';
import type { OptionValues } from '../coupling/scheme-options.ts';
import type { Extrapolation } from '../extrapolation/extrapolation.ts';
import type { CheckedSystem, Connection, Order } from '../system/system.ts';

/** Coupling of a system without its step size. */
export interface Candidate {
  readonly scheme: CouplingScheme;
  readonly order: Order;
  /** Name of an extrapolation other than the polynomial of this order. */
  readonly extrapolation?: string;
  readonly options: OptionValues;
  /** Label in tables: `iterative-jacobi, order 1, aitken`. */
  readonly label: string;
}

const orders: readonly Order[] = [0, 1, 2];

/** Candidates in addition to each scheme with each order. */
export interface CandidateOptions {
  /** Tolerance of iterative schemes. Default: their own. */
  tolerance?: number;
  /** True to try every acceleration of an iteration, with order 1. */
  accelerations?: boolean;
  /** Extrapolations other than polynomials. */
  extrapolations?: readonly Pick<Extrapolation, 'name' | 'order'>[];
}

/**
 * Returns the schemes that differ in trials, where units have no steps of their own. There an
 * iteration with such steps equals iterative-gauss-seidel.
 */
export const distinctSchemes = (schemes: readonly CouplingScheme[]): CouplingScheme[] =>
  schemes.filter(({ traits }) => !(traits.implicit && traits.unitSteps === true));

/** Lists all candidates: each scheme with each order. Trials find out which do not apply. */
export function candidatesOf(
  schemes: readonly CouplingScheme[],
  { tolerance, accelerations = false, extrapolations = [] }: CandidateOptions = {},
): Candidate[] {
  // Schemes with events need systems with events. Grids of equal steps do not show their advantage.
  return schemes
    .filter(({ traits }) => traits.events !== true)
    .flatMap((scheme) => {
      const iterates = scheme.traits.implicit && scheme.traits.adaptive !== true;
      const baseOptions: OptionValues =
        iterates && tolerance !== undefined && tolerates(scheme) ? { tolerance } : {};
      const baseCandidates = [
        ...orders.map((order) => candidate(scheme, order, baseOptions)),
        ...extrapolations.map(({ name, order }) => candidate(scheme, order as Order, baseOptions, name)),
        ...(scheme.options?.points === undefined
          ? []
          : [candidate(scheme, 2, { ...baseOptions, points: 2 })]),
      ];
      const { acceleration } = scheme.options ?? {};
      if (!accelerations || acceleration === undefined || !('of' in acceleration)) return baseCandidates;
      const others = acceleration.of.filter((item) => item !== acceleration.default);
      return [
        ...baseCandidates,
        ...others.map((text) => candidate(scheme, 1, { ...baseOptions, acceleration: text })),
      ];
    });
}

function candidate(
  scheme: CouplingScheme,
  order: Order,
  options: OptionValues,
  extrapolation?: string,
): Candidate {
  const { acceleration, points } = options;
  const label = [
    scheme.name,
    extrapolation ?? `order ${order}`,
    acceleration,
    points === 2 ? '2 points' : undefined,
  ].filter((item) => item !== undefined);
  return { scheme, order, extrapolation, options, label: label.join(', ') };
}

const tolerates = ({ options }: CouplingScheme): boolean => options?.tolerance !== undefined;

/** Returns the algorithm of the system file as a candidate. */
export function presentOf(system: CheckedSystem, scheme: CouplingScheme): Candidate {
  const most = system.connections.find((connection) => kindOf(connection) === usual(system));
  return candidate(scheme, most?.order ?? system.order, system.options ?? {}, most?.extrapolation);
}

/**
 * Returns the expected order of the error: the order of the polynomials plus 1, and 4 for parabolas
 * through three points of a step.
 */
export const expectedOrder = ({ order, options }: Candidate): number =>
  options.points === 2 && order === 2 ? 4 : order + 1;

/** Returns true for a scheme that chooses its steps by a tolerance. */
export const isAdaptive = ({ scheme }: Candidate): boolean =>
  scheme.traits.adaptive === true && tolerates(scheme);

/** Largest tolerance of an adaptive scheme. */
const coarsest = 1e-2;

/** `algorithm` of a system file. */
export interface Setting {
  scheme: string;
  order: Order;
  extrapolation?: string;
  step: number;
  options: OptionValues;
}

/**
 * Returns the algorithm of a candidate that divides an interval of a grid into equal steps. For an
 * adaptive scheme, the tolerance falls with the square of the number of parts, as the error of a
 * method of order 2 does.
 */
export function settingOf(
  { scheme, order, extrapolation, options }: Candidate,
  parts: number,
  interval: number,
): Setting {
  const common = { scheme: scheme.name, order, extrapolation };
  const { adaptive } = scheme.traits;
  const tolerance = scheme.options?.tolerance;
  if (adaptive !== true || tolerance === undefined || !('least' in tolerance))
    return { ...common, step: stepOf(interval, parts), options };
  const wanted = Math.max(tolerance.least, Math.min(tolerance.most, coarsest / parts ** 2));
  return { ...common, step: interval, options: { ...options, tolerance: wanted } };
}

/** Significant digits that distinguish a short decimal number from others. */
const [fewDigits, manyDigits] = [8, 14];

/** Returns a part of an interval, rounded if that removes only a rounding error. */
function stepOf(interval: number, parts: number): number {
  const exact = interval / parts;
  const brief = Number(exact.toPrecision(fewDigits));
  return Number(exact.toPrecision(manyDigits)) === brief ? brief : exact;
}

/**
 * Returns the system with another algorithm. Connections whose order or extrapolation differs from
 * most keep theirs, because their author chose it.
 */
export function withAlgorithm(system: CheckedSystem, { extrapolation, ...setting }: Setting): CheckedSystem {
  const most = usual(system);
  const changed = new Map<Connection, Connection>();
  const change = (connection: Connection): Connection => {
    const { extrapolation: _, ...rest } = connection;
    const like = { ...rest, order: setting.order, ...(extrapolation === undefined ? {} : { extrapolation }) };
    const known = changed.get(connection) ?? (kindOf(connection) === most ? like : connection);
    changed.set(connection, known);
    return known;
  };
  return {
    ...system,
    ...setting,
    connections: system.connections.map(change),
    bonds: system.bonds.map((bond) => ({
      ...bond,
      terms: bond.terms.map((term) => ({ ...term, effort: change(term.effort), flow: change(term.flow) })),
    })),
    interfaceModels: system.interfaceModels.map((model) => ({
      ...model,
      ports: model.ports.map((port) => ({
        ...port,
        velocity: change(port.velocity),
        ...(port.position === undefined ? {} : { position: change(port.position) }),
      })),
    })),
  };
}

const kindOf = ({ order, extrapolation }: Connection): string => `${order} ${extrapolation ?? ''}`;

/**
 * Returns the default order and extrapolation of connections: the values of the system,
 * otherwise the most frequent.
 */
function usual({ connections, order }: CheckedSystem): string | undefined {
  const counts = new Map<string, number>();
  for (const connection of connections)
    counts.set(kindOf(connection), (counts.get(kindOf(connection)) ?? 0) + 1);
  if (counts.has(`${order} `)) return `${order} `;
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
