import { toldInternalStep, usableExperiment } from '../../description/default-experiment.ts';
import { elementCount, type ModelDescription, type Variable } from '../../description/description.ts';
import type { Target } from '../behaviour/check-target.ts';
import {
  isClocked,
  isNumber,
  otherValues,
  outputs,
  readable,
} from '../behaviour/values/variable-selection.ts';

/** Common plan of two compared runs: sample times, variables and inputs. */
export interface Plan {
  /** [s] */
  readonly startTime: number;
  /** Communication step [s], the interval between samples of both runs. */
  readonly step: number;
  readonly steps: number;
  /** Relative tolerance of the FMU. */
  readonly tolerance: number;
  /** Names of the variables to read, equal in both runs. */
  readonly names: readonly string[];
  /** Continuous inputs with values that differ from their start values. */
  readonly inputs: readonly { readonly name: string; readonly first: number; readonly other: number }[];
}

/** Communication steps of a comparison, and scalars that are read. */
const most = { steps: 200, scalars: 100, inputs: 20 };

/** Relative tolerance of an FMU without a declared one: the usual default of solvers. */
const usualTolerance = 1e-4;

/**
 * Returns the default experiment, or its beginning, in at most 200 steps. Each step is a multiple
 * of the FMU's suggested step.
 */
export function planFor(target: Target): Plan {
  const { description } = target;
  const { startTime = 0, stopTime, tolerance = usualTolerance } = usableExperiment(description);
  const base = baseStep(description);
  const count = stopTime === undefined ? 100 : Math.floor((stopTime - startTime) / base + 1e-6);
  const multiple = Math.max(1, Math.ceil(count / most.steps));
  return {
    startTime,
    step: base * multiple,
    steps: Math.max(1, Math.min(most.steps, Math.floor(count / multiple))),
    tolerance: tolerance < 0.1 ? tolerance : usualTolerance,
    names: readIn(target),
    inputs: excited(target),
  };
}

/**
 * Returns the communication step that the FMU suggests [s]. For a fixed internal step this is a
 * multiple of it.
 */
function baseStep(description: ModelDescription): number {
  const { stepSize, startTime = 0, stopTime } = usableExperiment(description);

  const fixed = toldInternalStep(description);
  const length = stopTime === undefined ? undefined : stopTime - startTime;
  const wanted =
    stepSize !== undefined && stepSize > 0
      ? stepSize
      : length !== undefined && length > 0
        ? length / 100
        : 0.01;
  return fixed === undefined ? wanted : Math.max(1, Math.round(wanted / fixed)) * fixed;
}

/**
 * Returns the names of numeric outputs and states. If both are missing, returns the first
 * continuous variables. Omits arrays beyond the limit of scalars, or returns the smallest array if
 * all are beyond it.
 */
export function readIn(target: Pick<Target, 'description'>): string[] {
  const states = statesOf(target.description);
  const outputsAndStates = [...new Set([...outputs(target), ...states])].filter(isNumber);
  const inner = readable(target).filter(
    (v) => v.causality === 'local' && v.variability === 'continuous' && isNumber(v),
  );
  const names: string[] = [];
  let scalars = 0;
  const all = outputsAndStates.length > 0 ? outputsAndStates : inner;
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
  const states = new Map<number, Variable>();
  for (const v of variables)
    if (v.type.startsWith('Float') && references.has(v.valueReference) && !states.has(v.valueReference))
      states.set(v.valueReference, v);
  return [...states.values()];
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

/**
 * Returns the value of an input in the step from communication point n: at first its start value,
 * then alternately both values.
 */
export function inputAt(
  { steps }: Pick<Plan, 'steps'>,
  { first, other }: Plan['inputs'][number],
  n: number,
): number {
  const quarter = Math.floor((4 * n) / steps);
  return quarter === 1 || quarter === 3 ? other : first;
}
