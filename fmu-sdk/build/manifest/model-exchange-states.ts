import { isEqualExceptAngles, parseUnitOfMeasure, productOf } from '../../description/si-units.ts';
import type { Manifest, ManifestVariable } from './manifest.ts';

/** A continuous state and the variable that is its time derivative. */
export interface State {
  state: ManifestVariable;
  derivative: ManifestVariable;
}

/** Kinds of interface that `fmu build` writes: co-simulation, model exchange. */
export const builtInterfaces = ['cs', 'me'] as const;
/** One of `builtInterfaces`. */
export type BuiltInterface = (typeof builtInterfaces)[number];

/** Lists the continuous states of a unit, in the order of their derivatives in `unit.json`. */
export function statesOf({ variables }: Manifest): State[] {
  // The first of several variables of one name counts.
  const named = new Map(variables.map((variable) => [variable.name, variable] as const).reverse());
  return variables.flatMap((derivative) => {
    const state = derivative.derivative === undefined ? undefined : named.get(derivative.derivative);
    return state === undefined ? [] : [{ state, derivative }];
  });
}

export function indicatorsOf({ variables }: Manifest): ManifestVariable[] {
  return variables.filter(({ eventIndicator }) => eventIndicator === true);
}

/** Lists the possible interfaces of a unit. Model exchange needs derivatives of states. */
export function interfacesOf(manifest: Manifest): readonly BuiltInterface[] {
  return statesOf(manifest).length > 0 ? builtInterfaces : ['cs'];
}

/** Returns the problems of a variable as a derivative of a state or as an event indicator. */
export function modelExchangeProblems(
  v: ManifestVariable,
  { variables }: Manifest,
): { key: string; what: string }[] {
  const problems: { key: string; what: string }[] = [];
  const addProblem = (key: string, what: string): number => problems.push({ key, what });
  if (v.eventIndicator === true && !isComputed(v))
    addProblem('eventIndicator', 'an event indicator must be a continuous Float64 output or local variable.');
  if (v.eventIndicator === true && variables.every(({ derivative }) => derivative === undefined))
    addProblem(
      'eventIndicator',
      'an event indicator needs a unit with continuous states. Give derivatives of states.',
    );
  if (v.derivative === undefined) return problems;
  const state = variables.find(({ name }) => name === v.derivative);
  const other = variables.find((w) => w !== v && w.derivative === v.derivative);
  if (state === undefined)
    addProblem(
      'derivative',
      `it is the derivative of "${v.derivative}", which is not a variable. Name the state.`,
    );
  else if (!isComputed(v))
    addProblem('derivative', 'a derivative must be a continuous Float64 output or local variable.');
  else if (!isComputed(state) || state === v)
    addProblem(
      'derivative',
      `${state.name} cannot be its state. Name another continuous Float64 output or local variable.`,
    );
  else if (String(state.dimensions) !== String(v.dimensions))
    addProblem('dimensions', `its dimensions differ from its state ${state.name}. Make them equal.`);
  else if (other !== undefined)
    addProblem('derivative', `${other.name} is also the derivative of ${state.name}. Remove one of them.`);
  else if (!isRateOf(v.unit, state.unit))
    addProblem(
      'unit',
      `its unit of measure ${v.unit} does not fit its state ${state.name} in ${state.unit}. Change one of them.`,
    );
  return problems;
}

/**
 * Returns true if a unit of measure is another one divided by 1 s, apart from angles. A missing
 * unit of measure fits any other.
 */
function isRateOf(its: string | undefined, of: string | undefined): boolean {
  if (its === undefined || of === undefined) return true;
  return isEqualExceptAngles(parseUnitOfMeasure(its), productOf([of, '1/s']));
}

function isComputed(v: ManifestVariable): boolean {
  const hasComputedCausality = v.causality === 'output' || v.causality === 'local';
  return hasComputedCausality && v.type === 'Float64' && (v.variability ?? 'continuous') === 'continuous';
}
