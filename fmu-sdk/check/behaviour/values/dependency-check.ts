import { elementCount, type Unknown, type Variable } from '../../../description/description.ts';
import type { Random } from '../../../util/seeded-random.ts';
import type { Defect } from '../../defect.ts';
import type { Phase } from '../calls/fmi-phases.ts';
import type { Target } from '../check-target.ts';
import type { Probe, Value } from '../fmu-probe.ts';
import { type Known, knownValues, movedValues, setKnownValues } from './known-moves.ts';
import { quantity } from './message-text.ts';
import { differenceOf, solvedSlack, withLowerSeverity } from './value-difference.ts';
import { isClocked, isNumber, settable } from './variable-selection.ts';

/** Most knowns that are moved at one point, and most calls that this takes. */
const most = 30;
const mostCalls = { start: 800, elsewhere: 160 };

/** Factors of linear dependencies by unknown and known, which must not change during a run. */
export type Factors = Map<string, number>;

/** Returns the unknowns of a mode that list their dependencies. */
export function listedUnknowns({ description, kind }: Target, phase: Phase): Unknown[] {
  const { outputs, continuousStateDerivatives, eventIndicators, initialUnknowns } = description;
  const all =
    phase === 'initialization'
      ? initialUnknowns
      : [
          ...outputs,
          ...(kind === 'modelExchange' ? [...continuousStateDerivatives, ...eventIndicators] : []),
        ];
  return all.filter(
    ({ variable, dependencies }) => dependencies !== undefined && !isClocked(description.variables[variable]),
  );
}

/**
 * Returns the knowns that can be set in a mode, and followed by reading at once. Many exporters list
 * inputs and states only: then parameters are left to `parametersAsKnowns`.
 */
export function knownsIn(target: Target, phase: Phase): Known[] {
  const { variables, continuousStateDerivatives } = target.description;
  const isInitial = phase === 'initialization';
  const ofParameters = isInitial && listsParameters(target);
  const all = settable(target).filter((v) => v.causality === 'input' || ofParameters);
  const usable = all.filter((v) => phase !== 'continuousTime' || v.variability === 'continuous');
  if (isInitial) return [...usable, ...variables.filter(beginsExactly)].map((variable) => ({ variable }));
  const states: Known[] = [];
  let state = 0;
  for (const { variable } of phase === 'continuousTime' ? continuousStateDerivatives : []) {
    const { derivative } = variables[variable];
    const known = variables.find((v) => v.type === 'Float64' && v.valueReference === derivative);
    if (known !== undefined) states.push({ variable: known, state });
    state += elementCount(variables[variable]);
  }
  return [...usable.map((variable) => ({ variable })), ...states];
}

/** Returns true for a calculated variable whose start value the importer may set. */
function beginsExactly(v: Variable): boolean {
  const isCalculated = v.causality === 'local' || v.causality === 'output';
  return v.initial === 'exact' && isCalculated && v.variability !== 'constant' && !isClocked(v);
}

/** Returns numeric parameters, which are knowns of initial unknowns (FMI 2.0.5, 2.2.8; FMI 3.0.2, 2.4.8). */
export function parametersAsKnowns(target: Target): Known[] {
  return settable(target)
    .filter((v) => v.causality === 'parameter' && isNumber(v))
    .map((variable) => ({ variable }));
}

/** Returns true if an initial unknown lists a parameter. */
export function listsParameters({ description: { variables, initialUnknowns } }: Target): boolean {
  return initialUnknowns.some(({ dependencies }) =>
    dependencies?.some((i) => variables[i].causality === 'parameter'),
  );
}

/**
 * Moves knowns one by one to random values and restores them. Returns defects of unknowns that
 * follow an unlisted known, or that do not follow linearly though their dependency is declared so.
 */
export function dependencyDefects(
  probe: Probe,
  phase: Phase,
  next: Random,
  factors: Factors,
  knowns: readonly Known[] = knownsIn(probe.target, phase),
): Defect[] {
  const { target, description } = probe;
  const unknowns = listedUnknowns(target, phase);
  if (unknowns.length === 0) return [];
  const all = unknowns.map(({ variable }) => description.variables[variable]);
  const types = new Set(all.map(({ type }) => type));
  const calls = phase === 'initialization' ? mostCalls.start : mostCalls.elsewhere;
  const count = Math.min(knowns.length, most, Math.ceil(calls / (4 * types.size)));
  const offset = Math.floor(next() * knowns.length);
  const start = probe.snapshot(all);
  const defects: Defect[] = [];
  for (let k = 0; k < count && defects.length < 3; k++) {
    const known = knowns[(offset + k) % knowns.length];
    const free = unknowns.filter((u) => !lists(description.variables, u, known.variable));
    const linear = unknowns.filter((u) => isLinear(description.variables, u, known.variable));
    defects.push(
      ...followDefects(probe, known, free, start, next),
      ...linearDefects(probe, known, linear, factors, next),
    );
  }
  return defects;
}

/** An alias of the known counts like it, and an unknown may be the known itself. */
function lists(
  variables: readonly Variable[],
  { variable, dependencies }: Unknown,
  known: Variable,
): boolean {
  return [variable, ...dependencies!].some((i) => isSame(variables[i], known));
}

function isSame(a: Variable | undefined, b: Variable): boolean {
  return a === b || (a?.valueReference === b.valueReference && a.type === b.type);
}

function isLinear(variables: readonly Variable[], unknown: Unknown, known: Variable): boolean {
  return kindOf(variables, unknown, known) !== undefined && elementCount(known) === 1;
}

/** Returns the kind of a dependency on the known if it is one with a factor. */
function kindOf(
  variables: readonly Variable[],
  { variable, dependencies, dependenciesKind }: Unknown,
  known: Variable,
) {
  const at = dependencies!.findIndex((i) => variables[i] === known);
  const kind = dependenciesKind?.[at];
  const isScalar = elementCount(variables[variable]) === 1 && variables[variable].type === 'Float64';
  return isScalar && known.type === 'Float64' && kind !== undefined && kind !== 'dependent'
    ? kind
    : undefined;
}

/**
 * Reads unknowns with the known at another value, and compares them with the values at the start.
 * If some differ, reads them with the known at its value, at the other one, and at its value again.
 */
function followDefects(
  probe: Probe,
  known: Known,
  unknowns: readonly Unknown[],
  start: ReadonlyMap<string, readonly Value[]>,
  next: Random,
): Defect[] {
  const variables = unknowns.map(({ variable }) => probe.description.variables[variable]);
  const values = variables.length === 0 ? undefined : knownValues(probe, known);
  const others = values && movedValues(probe, known, values, next);
  if (values === undefined || others === undefined) return [];
  const moved = snapshotAt(probe, known, others, variables);
  setKnownValues(probe, known, values);
  const isEqual = ({ name }: Variable): boolean => {
    const [was, is] = [start.get(name), moved?.get(name)];
    return was === undefined || is === undefined || differenceOf(was, is, noise(was, was)) !== 'large';
  };
  if (moved === undefined || variables.every(isEqual)) return [];
  const before = probe.snapshot(variables);
  const after = snapshotAt(probe, known, others, variables);
  setKnownValues(probe, known, values);
  if (after === undefined) return [];
  const again = probe.snapshot(variables);
  const slack = solvedSlack(probe.description);
  return variables.flatMap((variable) => {
    const [was, is, then] = [before, after, again].map((all) => all.get(variable.name));
    if (was === undefined || is === undefined || then === undefined) return [];
    // Solvers that iterate from the last value do not return to it exactly.
    if (differenceOf(was, is, noise(was, then)) !== 'large') return [];
    const defect = {
      message: `"${variable.name}" follows "${known.variable.name}", which is missing in its dependencies.`,
      value: quantity(variable, is),
      expected: quantity(variable, was),
    };
    const milder = withLowerSeverity(defect, differenceOf(was, is, slack, variable));
    // Parameters have initial="exact". But many exporters leave out all of them.
    const isMild = known.variable.causality === 'parameter' && !listsParameters(probe.target);
    return [isMild ? { ...milder, severity: 'robustness' as const } : milder];
  });
}

/** Returns undefined if the FMU refuses the values. */
function snapshotAt(
  probe: Probe,
  known: Known,
  values: readonly Value[],
  variables: readonly Variable[],
): Map<string, Value[]> | undefined {
  return setKnownValues(probe, known, values) ? probe.snapshot(variables) : undefined;
}

function noise(was: readonly Value[], then: readonly Value[]): (a: number, b: number) => number {
  const off = Math.max(
    0,
    ...was.map((x, i) => Math.abs(Number(x) - Number(then[i]))).filter(Number.isFinite),
  );
  return (a, b) => 10 * off + 1e-12 * Math.max(Math.abs(a), Math.abs(b));
}

/** Moves the known to two values. The unknown must have one slope, also at earlier points. */
function linearDefects(
  probe: Probe,
  known: Known,
  unknowns: readonly Unknown[],
  factors: Factors,
  next: Random,
): Defect[] {
  const values = unknowns.length === 0 ? undefined : knownValues(probe, known);
  if (values === undefined) return [];
  const list = probe.description.variables;
  const variables = unknowns.map(({ variable }) => list[variable]);
  const slopes: number[][] = [];
  const sizes: number[] = [];
  const start = probe.snapshot(variables);
  for (let n = 0; n < 2; n++) {
    const others = movedValues(probe, known, values, next);
    if (others === undefined || !setKnownValues(probe, known, others)) break;
    const moved = probe.snapshot(variables);
    const d = Number(others[0]) - Number(values[0]);
    slopes.push(
      variables.map(({ name }) => (Number(moved.get(name)?.[0]) - Number(start.get(name)?.[0])) / d),
    );
    sizes.push(Math.abs(d));
  }
  setKnownValues(probe, known, values);
  if (slopes.length < 2) return [];
  return unknowns.flatMap((unknown, i) => {
    const variable = variables[i];
    const kind = kindOf(list, unknown, known.variable)!;
    const key = `${variable.name} by ${known.variable.name}`;
    const [a, b] = [slopes[0][i], slopes[1][i]];
    const size = Math.abs(Number(start.get(variable.name)?.[0]));
    const slack = 1e-6 * Math.max(Math.abs(a), Math.abs(b)) + (1e-9 * Math.max(1, size)) / Math.min(...sizes);
    const earlier = factors.get(key) ?? a;
    if (kind === 'constant' || kind === 'fixed') factors.set(key, earlier);
    const off = Math.abs(a - b) > slack ? b : Math.abs(a - earlier) > slack ? earlier : undefined;
    if (off === undefined || !Number.isFinite(a) || !Number.isFinite(b)) return [];
    return [
      {
        message: `"${variable.name}" does not follow "${known.variable.name}" with one factor, although dependenciesKind is "${kind}".`,
        value: String(a),
        expected: `${off}, or dependenciesKind="dependent"`,
      },
    ];
  });
}
