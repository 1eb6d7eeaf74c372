import { elementCount, type Unknown, type Variable } from '../../../description/description.ts';
import { indexText } from '../../../description/tables/element-index.ts';
import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import { functionName } from '../calls/call-names.ts';
import type { Phase } from '../calls/fmi-phases.ts';
import type { Target } from '../check-target.ts';
import { type Probe, RuleSkipped } from '../fmu-probe.ts';
import { isClocked } from '../values/variable-selection.ts';

/**
 * Limit of pairs that a rule checks of each kind (∂ẋ/∂x, ∂ẋ/∂u, ∂y/∂x, ∂y/∂u). FMUs may have a
 * million.
 */
const most = 24;

/**
 * One element of a variable and one element of another, by which it can be differentiated.
 * Variables other than arrays have one element.
 */
export interface Pair {
  unknown: Variable;
  known: Variable;
  /** Index of the element of each variable, from 0. */
  row: number;
  column: number;
  /** Index of the known in the vector of continuous states, with which it is set. */
  state?: number;
}

export function withDirectional({ kind, description }: Target): string | undefined {
  return description[kind]?.providesDirectionalDerivatives
    ? undefined
    : 'the FMU declares that it does not provide directional derivatives';
}

/** Adjoint derivatives are compared with directional ones. */
export function withAdjoint({ kind, description }: Target): string | undefined {
  return description[kind]?.providesAdjointDerivatives && description[kind]?.providesDirectionalDerivatives
    ? undefined
    : 'the FMU does not provide both kinds of derivatives';
}

/**
 * Returns the state in which derivatives are compared with differences. Knowns can be set there,
 * and unknowns read afterwards. In co-simulation this is only Initialization Mode (FMI 2.0.5,
 * 4.2.4; FMI 3.0.2, 4.2.1).
 */
export function differentiationPhase({ kind }: Target): Phase {
  return kind === 'modelExchange' ? 'continuousTime' : 'initialization';
}

/**
 * Returns some pairs of each kind that FMI defines as unknown and known (FMI 2.0.5, 2.1.9; FMI
 * 3.0.2, 2.2.12) in a mode. Returns states as knowns only where they can be set.
 */
export function derivativePairs(target: Target, phase: Phase = differentiationPhase(target)): Pair[] {
  const { variables, outputs, continuousStateDerivatives: rates } = target.description;
  const states = statesOf(target);
  const inputs = variables.filter(isContinuousInput);
  const isInitial = phase === 'initialization';
  const knownStates = [...states.keys()].filter((v) =>
    isInitial ? v.initial === 'exact' : phase === 'continuousTime',
  );
  const unknowns = isInitial ? [initial(target, rates), initial(target, outputs)] : [rates, outputs];
  const vector = isInitial ? new Map<Variable, number>() : states;
  return unknowns.flatMap((list) =>
    [knownStates, inputs].flatMap((knowns) => elementsOf(spread(pairsOf(target, list, knowns)), vector)),
  );
}

/**
 * Returns some pairs of outputs and discrete inputs, which are knowns where they can be set. FMUs
 * leave them out more often.
 */
export function furtherPairs(target: Target, phase: Phase): Pair[] {
  if (phase === 'continuousTime') return [];
  const { variables, outputs } = target.description;
  const discrete = variables.filter((v) => v.causality === 'input' && v.variability === 'discrete');
  const unknowns = phase === 'initialization' ? initial(target, outputs) : outputs;
  return elementsOf(spread(pairsOf(target, unknowns, discrete, () => true)), new Map());
}

/** The continuous states, and which of all of them is the first element of each. */
function statesOf({ description }: Target): Map<Variable, number> {
  const { variables, continuousStateDerivatives } = description;
  const states = new Map<Variable, number>();
  let setKnown = 0;
  for (const { variable } of continuousStateDerivatives) {
    const { derivative } = variables[variable];
    const state = variables.find((v) => v.type === 'Float64' && v.valueReference === derivative);
    if (state !== undefined) states.set(state, setKnown);
    setKnown += elementCount(variables[variable]);
  }
  return states;
}

/** Some elements of all these variables: of two that are arrays some of the diagonal, too. */
function elementsOf(
  pairs: readonly Pick<Pair, 'unknown' | 'known'>[],
  states: Map<Variable, number>,
): Pair[] {
  const value = Math.ceil(most / Math.max(1, pairs.length));
  return pairs.flatMap((pair) => {
    const [rows, columns] = [elementCount(pair.unknown), elementCount(pair.known)];
    const total = rows * columns;
    const count = Math.min(total, Math.max(value, Math.min(4, total)));
    return Array.from({ length: count }, (_, k) => {
      const at = Math.floor((k * total) / count);
      const column = (at + (count < total ? k : 0)) % columns;
      const first = states.get(pair.known);
      return {
        ...pair,
        row: Math.floor(at / columns),
        column,
        state: first === undefined ? undefined : first + column,
      };
    });
  });
}

/**
 * Returns the initial unknowns among `unknowns`, with their dependencies in Initialization Mode.
 */
function initial({ description }: Target, unknowns: readonly Unknown[]): Unknown[] {
  return unknowns.flatMap(
    ({ variable }) => description.initialUnknowns.find((u) => u.variable === variable) ?? [],
  );
}

function pairsOf(
  { description }: Target,
  unknowns: readonly Unknown[],
  knowns: readonly Variable[],
  isUnknown: (v: Variable) => boolean = isContinuous,
): Pick<Pair, 'unknown' | 'known'>[] {
  const { variables } = description;
  return unknowns.flatMap(({ variable, dependencies }) => {
    const unknown = variables[variable];
    if (!isReal(unknown) || !isUnknown(unknown)) return [];
    const listed = dependencies?.map((i) => variables[i]);
    return knowns
      .filter((known) => known !== unknown && isReal(known) && (listed?.includes(known) ?? true))
      .map((known) => ({ unknown, known }));
  });
}

/** Returns a limited number of elements, spread evenly over the list. */
function spread<T>(list: readonly T[]): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]);
}

function isReal(v: Variable): boolean {
  return v.type === 'Float64' && elementCount(v) > 0 && !isClocked(v);
}

function isContinuous(v: Variable): boolean {
  return v.variability === 'continuous';
}

function isContinuousInput(v: Variable): boolean {
  return v.causality === 'input' && v.variability === 'continuous';
}

/** `∂y/∂u`, or `∂y[2]/∂x[1]`. */
export function nameOf({ unknown, known, row, column }: Pair): string {
  return `∂${elementName(unknown, row)}/∂${elementName(known, column)}`;
}

/** Returns the name of one element of a variable. Array elements count from 1. */
export function elementName(variable: Variable, index: number): string {
  return elementCount(variable) === 1 ? variable.name : variable.name + indexText(variable, index);
}

function oneOf(count: number, index: number, value: number): Float64Array {
  const all = new Float64Array(count);
  all[index] = value;
  return all;
}

/** Returns ∂unknown/∂known · seed. Throws a finding if the FMU refuses. */
export function directional(probe: Probe, pair: Pair, seed: number): number {
  const { unknown, known, row, column } = pair;
  const sensitivity = new Float64Array(elementCount(unknown));
  const what = `${nameOf(pair)}, seed ${seed}`;
  const answer = probe.query('directionalDerivative', what, (c) =>
    c.directionalDerivative(
      Uint32Array.of(unknown.valueReference),
      Uint32Array.of(known.valueReference),
      oneOf(elementCount(known), column, seed),
      sensitivity,
    ),
  );
  return granted(probe, 'directionalDerivative', what, answer, sensitivity[row]);
}

/** seed · ∂unknown/∂known with seed 1, by the adjoint. */
export function adjoint(probe: Probe, pair: Pair): number {
  const { unknown, known, row, column } = pair;
  const sensitivity = new Float64Array(elementCount(known));
  const what = nameOf(pair);
  const answer = probe.query('adjointDerivative', what, (c) =>
    c.adjointDerivative(
      Uint32Array.of(unknown.valueReference),
      Uint32Array.of(known.valueReference),
      oneOf(elementCount(unknown), row, 1),
      sensitivity,
    ),
  );
  return granted(probe, 'adjointDerivative', what, answer, sensitivity[column]);
}

/** A derivative that the description promises and the FMU does not give. */
export class DerivativeRefused extends Error {}

function granted(probe: Probe, call: string, what: string, answer: number, value: number): number {
  if (answer <= status.warning) return value;
  throw new DerivativeRefused(
    `${functionName(probe.target.fmi, call)} (${what}) answered ${statusNames[answer]}`,
  );
}

/** Finite-difference estimate of a derivative, and the tolerance of a comparison with it. */
export interface Differences {
  numeric: number;
  /** Uncertainty of the differences by rounding, noise, curvature and corners. */
  slack: number;
  /** Further tolerance for FMUs that may use finite differences (FMI 2.0.5, 2.1.9). */
  finiteDifferenceSlack: number;
}

/** Relative error of one-sided differences of a smooth function that an FMU may take. */
const oneSided = 1e-3;

/** Relative uncertainty of a difference, besides that by rounding, noise and curvature. */
const leastUncertainty = 1e-6;

/** Neighborhood of the known's value: its value, a distance, and the unknown at other values. */
interface Nearby {
  x: number;
  d: number;
  at(value: number): number | undefined;
}

/** Returns undefined if the known cannot move to both sides of its value. */
function nearbyOf(probe: Probe, pair: Pair): Nearby | undefined {
  const { known, unknown, row } = pair;
  const x = valueOf(probe, pair);
  const scale = Math.max(Math.abs(x), Math.abs(Number(known.nominal ?? 1)) || 1);
  const d = 1e-4 * scale;
  if (x - 2 * d < Number(known.min ?? -Infinity) || x + 2 * d > Number(known.max ?? Infinity))
    return undefined;
  const at = (value: number): number | undefined => {
    if (!setKnown(probe, pair, value)) return undefined;
    const { status: answer, values } = probe.read(unknown);
    return answer <= status.warning ? Number(values[row]) : undefined;
  };
  return { x, d, at };
}

/**
 * Returns true if one central difference shows the derivative. Then `differences` would agree, too,
 * with twice as many calls.
 */
export function agreesNearby(probe: Probe, pair: Pair, derivative: number): boolean {
  const nearby = nearbyOf(probe, pair);
  if (nearby === undefined) return false;
  const { x, d, at } = nearby;
  const [high, low] = [at(x + d), at(x - d)];
  setKnown(probe, pair, x);
  if (high === undefined || low === undefined) return false;
  const numeric = (high - low) / (2 * d);
  const rounding = (8 * Number.EPSILON * Math.max(Math.min(Math.abs(high), Math.abs(low)), 1e-6)) / d;
  return Math.abs(derivative - numeric) <= leastUncertainty * Math.abs(numeric) + rounding;
}

/**
 * Computes central differences of two widths. Returns undefined if the known cannot move to both
 * sides of its value.
 */
export function differences(probe: Probe, pair: Pair): Differences | undefined {
  const nearby = nearbyOf(probe, pair);
  if (nearby === undefined) return undefined;
  const { x, d, at } = nearby;
  // Twice the same point, with others between: what differs is noise of solvers.
  const points = [x, x + 2 * d, x - 2 * d, x + d, x - d, x].map(at);
  const [y, farHigh, farLow, high, low, again] = points;
  if (points.includes(undefined) || !points.every(Number.isFinite)) return undefined;
  const wide = ((farHigh as number) - (farLow as number)) / (4 * d);
  const narrow = ((high as number) - (low as number)) / (2 * d);
  const size = Math.max(Math.abs(y as number), 1e-6);
  const rounding = (8 * Number.EPSILON * size + 2 * Math.abs((y as number) - (again as number))) / d;
  const slack = 2 * Math.abs(wide - narrow) + leastUncertainty * Math.abs(narrow) + rounding;
  const bend = Math.abs((high as number) - 2 * (y as number) + (low as number)) / d;
  const farBend = Math.abs((farHigh as number) - 2 * (y as number) + (farLow as number)) / (2 * d);
  // The one-sided slopes of a smooth function approach each other, unlike those at a corner.
  if (bend > 0.75 * farBend && bend > 1e-6 * Math.abs(narrow) + 4 * rounding) return undefined;
  return {
    numeric: narrow,
    slack,
    finiteDifferenceSlack: oneSided * Math.max(Math.abs(narrow), Math.abs(wide)),
  };
}

function valueOf(probe: Probe, { known, column, state }: Pair): number {
  if (state === undefined) return Number(probe.read(known).values[column]);
  probe.requireCall('getContinuousStates');
  return probe.vectorFor('getContinuousStates')[state];
}

function setKnown(probe: Probe, { known, column, state }: Pair, value: number): boolean {
  if (state === undefined) {
    const before = elementCount(known) === 1 ? [value] : probe.read(known).values;
    const values = before.map((x, i) => (i === column ? value : x));
    return probe.write(known, values) <= status.warning;
  }
  const x = probe.vectorFor('getContinuousStates');
  if (probe.do('getContinuousStates') > status.warning) return false;
  x[state] = value;
  return probe.do('setContinuousStates') <= status.warning;
}

/**
 * Compares the pairs of a rule one by one and returns their number as text. Skips the rule if the
 * FMU lacks pairs.
 */
export function compareEachPair(probe: Probe, compare: (pair: Pair) => boolean): string {
  const pairs = derivativePairs(probe.target);
  if (pairs.length === 0)
    throw new RuleSkipped('the FMU lacks a pair of unknown and known with a derivative');
  const compared = pairs.filter(compare).length;
  if (compared === 0)
    throw new RuleSkipped(`not one of ${pairs.length} pairs of unknown and known could be compared`);
  return `${compared} of ${pairs.length} pairs of unknown and known compared`;
}

/** Formats a difference estimate with its significant digits: `0.001 ± 1.0e-9`. */
export function differenceText(numeric: number, slack: number): string {
  const decimals = Math.min(100, Math.max(0, 1 - Math.floor(Math.log10(slack))));
  return `${Number(numeric.toFixed(decimals))} ± ${slack.toPrecision(2)}`;
}
