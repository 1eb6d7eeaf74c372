import { elementCount, type ModelDescription, type Variable } from '../../description/description.ts';
import type { Target } from '../behaviour/check-target.ts';
import { isClocked, isNumber, otherValues, outputs } from '../behaviour/variable-selection.ts';

/** What two runs that are compared have in common: when they are looked at, what is read, what is set. */
export interface Plan {
  /** [s] */
  readonly startTime: number;
  /** Communication step [s]; both runs are looked at every so often. */
  readonly step: number;
  readonly steps: number;
  /** Relative tolerance of the unit. */
  readonly tolerance: number;
  /** What is read, the same names in both. */
  readonly names: readonly string[];
  /** Continuous inputs with other values than those that they begin with. */
  readonly inputs: readonly { readonly name: string; readonly first: number; readonly other: number }[];
}

/** Communication steps of a comparison, and scalars that are read. */
const most = { steps: 200, scalars: 100, inputs: 20 };

/** Relative tolerance of a unit that names none: what solvers have for theirs. */
const usualTolerance = 1e-4;

/** The default experiment in at most 200 steps, each a multiple of the one that the unit suggests, or else its beginning. */
export function planFor(target: Target, names: readonly string[] = readIn(target), whole = true): Plan {
  const { description } = target;
  const { startTime = 0, stopTime, tolerance = usualTolerance } = description.defaultExperiment ?? {};
  const base = baseStep(description);
  const count = stopTime === undefined ? 100 : Math.floor((stopTime - startTime) / base + 1e-6);
  const multiple = whole ? Math.max(1, Math.ceil(count / most.steps)) : 1;
  return {
    startTime,
    step: base * multiple,
    steps: Math.max(1, Math.min(most.steps, Math.floor(count / multiple))),
    tolerance: tolerance > 0 && tolerance < 0.1 ? tolerance : usualTolerance,
    names,
    inputs: excited(target),
  };
}

/** The communication step that the unit suggests [s]: of one with a fixed internal step a multiple of that. */
function baseStep({ defaultExperiment, coSimulation }: ModelDescription): number {
  const { stepSize, startTime = 0, stopTime } = defaultExperiment ?? {};
  const fixed = coSimulation?.fixedInternalStepSize;
  const length = stopTime === undefined ? undefined : stopTime - startTime;
  const wanted =
    stepSize !== undefined && stepSize > 0
      ? stepSize
      : length !== undefined && length > 0
        ? length / 100
        : 0.01;
  return fixed === undefined || !(fixed > 0) ? wanted : Math.max(1, Math.round(wanted / fixed)) * fixed;
}

/**
 * Names of the outputs that are numbers, and of the states; where there is neither, of the first continuous variables. Of large arrays
 * what there is room for; where there is room for none, the smallest.
 */
export function readIn(target: Target): string[] {
  const { variables } = target.description;
  const states = statesOf(target.description);
  const shown = [...new Set([...outputs(target), ...states])].filter(isNumber);
  const inner = variables.filter(
    (v) => v.causality === 'local' && v.variability === 'continuous' && isNumber(v) && !isClocked(v),
  );
  const names: string[] = [];
  let scalars = 0;
  const all = shown.length > 0 ? shown : inner;
  for (const variable of all) {
    const more = elementCount(variable);
    if (scalars + more > most.scalars) continue;
    scalars += more;
    names.push(variable.name);
  }
  if (names.length > 0) return names;
  return [...all]
    .sort((a, b) => elementCount(a) - elementCount(b))
    .slice(0, 1)
    .map(({ name }) => name);
}

/** Variables whose derivatives are listed. */
export function statesOf({ variables, continuousStateDerivatives }: ModelDescription): Variable[] {
  const references = new Set(
    continuousStateDerivatives.flatMap(({ variable }) => variables[variable]?.derivative ?? []),
  );
  const found = new Map<number, Variable>();
  for (const v of variables)
    if (v.type.startsWith('Float') && references.has(v.valueReference) && !found.has(v.valueReference))
      found.set(v.valueReference, v);
  return [...found.values()];
}

/** Scalar continuous inputs with a start value, and another value that their bounds allow. */
function excited(target: Target): Plan['inputs'] {
  const inputs = target.description.variables.filter(
    (v) =>
      v.causality === 'input' &&
      v.variability === 'continuous' &&
      v.type === 'Float64' &&
      elementCount(v) === 1 &&
      !isClocked(v),
  );
  return inputs.slice(0, most.inputs).flatMap((variable) => {
    const first = Number(variable.start?.[0] ?? Number.NaN);
    const other = Number(otherValues(target, variable, [first])?.[0] ?? Number.NaN);
    return Number.isFinite(first) && Number.isFinite(other) ? [{ name: variable.name, first, other }] : [];
  });
}

/** Value of an input in the step from communication point n on: at first its own, then to and fro. */
export function inputAt(
  { steps }: Pick<Plan, 'steps'>,
  { first, other }: Plan['inputs'][number],
  n: number,
): number {
  const quarter = Math.floor((4 * n) / steps);
  return quarter === 1 || quarter === 3 ? other : first;
}
