import type { CouplingScheme } from '../coupling/coupling.ts';
import type { OptionValues } from '../coupling/scheme-options.ts';
import type { Extrapolation } from '../extrapolation/extrapolation.ts';
import type { CheckedSystem, Connection, Order } from '../system/system.ts';

/** A way to couple a system, but for how fine its steps are. */
export interface Candidate {
  readonly scheme: CouplingScheme;
  readonly order: Order;
  /** Name of an extrapolation that is no polynomial of that order. */
  readonly extrapolation?: string;
  readonly options: OptionValues;
  /** As it is named in tables: `iterative-jacobi, order 1, aitken`. */
  readonly label: string;
}

const orders: readonly Order[] = [0, 1, 2];

/** What candidates there are beside each scheme with each order. */
export interface CandidateOptions {
  /** Tolerance of schemes that iterate; left out, it is their own. */
  tolerance?: number;
  /** Whether those that accelerate an iteration come in every way of it, with order 1. */
  accelerations?: boolean;
  /** Extrapolations that are not known by their order. */
  extrapolations?: readonly Pick<Extrapolation, 'name' | 'order'>[];
}

/** Every way to couple: each scheme with each order; those that cannot be applied are found out when they are tried. */
export function candidatesOf(
  schemes: readonly CouplingScheme[],
  { tolerance, accelerations = false, extrapolations = [] }: CandidateOptions = {},
): Candidate[] {
  // What hands on events is for systems that have such; grids of equal steps do not show what it does.
  return schemes
    .filter(({ traits }) => traits.events !== true)
    .flatMap((scheme) => {
      const iterates = scheme.traits.implicit && scheme.traits.adaptive !== true;
      const told: OptionValues =
        iterates && tolerance !== undefined && tolerates(scheme) ? { tolerance } : {};
      const plain = [
        ...orders.map((order) => candidate(scheme, order, told)),
        ...extrapolations.map(({ name, order }) => candidate(scheme, order as Order, told, name)),
        ...(scheme.options?.points === undefined ? [] : [candidate(scheme, 2, { ...told, points: 2 })]),
      ];
      const { acceleration } = scheme.options ?? {};
      if (!accelerations || acceleration === undefined || !('of' in acceleration)) return plain;
      const others = acceleration.of.filter((each) => each !== acceleration.default);
      return [...plain, ...others.map((each) => candidate(scheme, 1, { ...told, acceleration: each }))];
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
  ].filter((each) => each !== undefined);
  return { scheme, order, extrapolation, options, label: label.join(', ') };
}

const tolerates = ({ options }: CouplingScheme): boolean => options?.tolerance !== undefined;

/** What a system's file says. */
export function presentOf(system: CheckedSystem, scheme: CouplingScheme): Candidate {
  const most = system.connections.find((each) => kindOf(each) === usual(system));
  return candidate(scheme, most?.order ?? system.order, system.options ?? {}, most?.extrapolation);
}

/** The order at which its error is expected to fall: that of its polynomials and 1; of parabolas through three points of a step 4. */
export const expectedOrder = ({ order, options }: Candidate): number =>
  options.points === 2 && order === 2 ? 4 : order + 1;

/** Whether steps are the scheme's own, and finer by its tolerance. */
export const isAdaptive = ({ scheme }: Candidate): boolean =>
  scheme.traits.adaptive === true && tolerates(scheme);

/** Tolerance of an adaptive scheme at its coarsest. */
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
 * The algorithm by which a candidate goes on from one point of a grid to the next: in so many equal steps; one that finds its steps
 * itself by a tolerance that falls with the square of the parts, as the error of a method of order 2 does.
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

/** Digits by which a step that is a short number is told from one that is none. */
const [fewDigits, manyDigits] = [8, 14];

/** A part of an interval; where that is a short number but for the rounding, it. */
function stepOf(interval: number, parts: number): number {
  const exact = interval / parts;
  const brief = Number(exact.toPrecision(fewDigits));
  return Number(exact.toPrecision(manyDigits)) === brief ? brief : exact;
}

/**
 * The system with another algorithm. A connection keeps its order or extrapolation where these are not what most connections have: its author
 * has said so of it.
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

/** The order and extrapolation of connections that say nothing of it: that of the system, where one has it, else what most have. */
function usual({ connections, order }: CheckedSystem): string | undefined {
  const counts = new Map<string, number>();
  for (const each of connections) counts.set(kindOf(each), (counts.get(kindOf(each)) ?? 0) + 1);
  if (counts.has(`${order} `)) return `${order} `;
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
