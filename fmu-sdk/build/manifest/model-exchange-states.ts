import { parseUnitOfMeasure, productOf, sameButForAngles } from '../../description/si-units.ts';
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

/** The continuous states of a unit, in the order of their derivatives in `unit.json`. */
export function statesOf({ variables }: Manifest): State[] {
  return variables.flatMap((derivative) => {
    const state = variables.find(({ name }) => name === derivative.derivative);
    return state === undefined ? [] : [{ state, derivative }];
  });
}

export function indicatorsOf({ variables }: Manifest): ManifestVariable[] {
  return variables.filter(({ eventIndicator }) => eventIndicator === true);
}

/** The interfaces that a unit can be built with: model exchange where it has derivatives of states. */
export function interfacesOf(manifest: Manifest): readonly BuiltInterface[] {
  return statesOf(manifest).length > 0 ? builtInterfaces : ['cs'];
}

/** What is wrong with a variable as a derivative of a state or as an event indicator. */
export function exchangeProblems(
  v: ManifestVariable,
  { variables }: Manifest,
): { key: string; what: string }[] {
  const problems: { key: string; what: string }[] = [];
  const say = (key: string, what: string): number => problems.push({ key, what });
  if (v.eventIndicator === true && !isComputed(v))
    say('eventIndicator', 'an event indicator is a continuous Float64 output or local variable.');
  if (v.eventIndicator === true && variables.every(({ derivative }) => derivative === undefined))
    say(
      'eventIndicator',
      'an event indicator is of a unit with continuous states. Give derivatives of states.',
    );
  if (v.derivative === undefined) return problems;
  const state = variables.find(({ name }) => name === v.derivative);
  const other = variables.find((w) => w !== v && w.derivative === v.derivative);
  if (state === undefined)
    say(
      'derivative',
      `there is no variable "${v.derivative}" of which it could be the derivative. Name the state.`,
    );
  else if (!isComputed(v))
    say('derivative', 'a derivative is a continuous Float64 output or local variable.');
  else if (!isComputed(state) || state === v)
    say(
      'derivative',
      `${state.name} is no state: a state is another continuous Float64 output or local variable.`,
    );
  else if (String(state.dimensions) !== String(v.dimensions))
    say(
      'dimensions',
      `it has other dimensions than ${state.name}, whose derivative it is. Give both the same.`,
    );
  else if (other !== undefined)
    say('derivative', `${other.name} is the derivative of ${state.name} too. Leave one of them away.`);
  else if (!isRateOf(v.unit, state.unit))
    say(
      'unit',
      `it has the unit ${v.unit}, and ${state.name}, whose derivative it is, ${state.unit}. Give one of them another.`,
    );
  return problems;
}

/** Whether a unit of measure is that of the other in 1 s, but for angles; so is one that is not there. */
function isRateOf(its: string | undefined, of: string | undefined): boolean {
  if (its === undefined || of === undefined) return true;
  return sameButForAngles(parseUnitOfMeasure(its), productOf([of, '1/s']));
}

function isComputed(v: ManifestVariable): boolean {
  const given = v.causality === 'output' || v.causality === 'local';
  return given && v.type === 'Float64' && (v.variability ?? 'continuous') === 'continuous';
}
