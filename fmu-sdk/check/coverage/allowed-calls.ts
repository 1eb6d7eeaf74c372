import { elementCount, type Variable } from '../../description/description.ts';
import { allowedModes, type StandardFunction } from '../../standard/fmi-functions.ts';
import { bitOf, type Mode, maskOf, modesOf } from '../../standard/fmi-modes.ts';
import { functions2 } from '../../standard/fmi2-functions.ts';
import { functions3 } from '../../standard/fmi3-functions.ts';
import { accessorName } from '../behaviour/calls/call-names.ts';
import type { Target } from '../behaviour/check-target.ts';
import { importerSetsInterval, needsIntervalRequest } from '../behaviour/events/clock-intervals.ts';
import { settableNow } from '../relations/settable.ts';
import { Situation } from '../relations/situation.ts';

/** Modes in which the importer is called back. The check makes no calls then. */
export const callbackModes: readonly Mode[] = ['intermediate', 'clockUpdate'];

/** A function with the modes in which importers may call it. */
export interface AllowedCall {
  /** Name in the standard: `fmi3DoStep`. */
  readonly name: string;
  /** Modes in which the standard allows it, as a sum of bits. */
  readonly standard: number;
  /** Modes of these that this FMU has, if the FMU has what the function is about. */
  readonly modes: number;
}

/** Returns the functions of an interface by the state tables of the standards. */
export function allowedCalls(target: Target): AllowedCall[] {
  const { fmi, kind } = target;
  const facts = factsOf(target);
  const has = maskOf(reachableModes(target));
  return (fmi === 2 ? functions2 : functions3).map((f) => {
    const allowed = allowedModes(fmi, f, kind).filter((mode) => !isDisputed(target, f, mode));
    const fits = allowed.filter((mode) => (bitOf(mode) & has) !== 0 && isAbout(facts, f, mode));
    return { name: `fmi${fmi}${f.name}`, standard: maskOf(allowed), modes: maskOf(fits) };
  });
}

/** Returns the modes that an instance of this FMU can be in. */
export function reachableModes(target: Target): Mode[] {
  const { fmi, kind, description } = target;
  const sizes = description.variables.filter((v) => v.causality === 'structuralParameter');
  const cannot: Partial<Record<Mode, boolean>> = {
    configuration: sizes.length === 0,
    reconfiguration: !sizes.some((v) => v.variability === 'tunable'),
    event: kind === 'coSimulation' && description.coSimulation?.hasEventMode !== true,
    intermediate: description.coSimulation?.providesIntermediateUpdate !== true,
    // Only FMUs whose Clocks the model sets call the importer back.
    clockUpdate: !description.variables.some(
      (v) => v.type === 'Clock' && (v.causality === 'output' || v.intervalVariability === 'countdown'),
    ),
  };
  return modesOf(fmi, kind).filter((mode) => cannot[mode] !== true);
}

/** Returns true if FMI 2.0 contradicts itself on the call (2.0.5, 3.2.3: state chart and table). */
function isDisputed({ fmi }: Target, { name }: StandardFunction, mode: Mode): boolean {
  if (fmi === 3) return false;
  if (mode === 'event') return name === 'EnterEventMode';
  return (
    mode === 'initialization' &&
    ['GetDerivatives', 'GetEventIndicators', 'GetNominalsOfContinuousStates'].includes(name)
  );
}

/** Properties of a target on which the allowed functions depend. */
interface Facts {
  readonly target: Target;
  readonly abilities: Readonly<Record<string, unknown>>;
  /** Getters of the types of all variables, without the prefix. */
  readonly getters: ReadonlySet<string>;
  /** Setters of the types of variables that may be set, by mode. */
  readonly setters: ReadonlyMap<Mode, ReadonlySet<string>>;
  readonly states: number;
  readonly indicators: number;
  readonly inputClocks: readonly Variable[];
}

function factsOf(target: Target): Facts {
  const { fmi, kind, description } = target;
  const { variables, continuousStateDerivatives, eventIndicators, numberOfEventIndicators } = description;
  const setters = reachableModes(target).map(
    (mode) =>
      [
        mode,
        new Set(settableIn(target, mode).map((v) => accessorName(fmi, 'Set', v.type).slice(4))),
      ] as const,
  );
  const elements = (list: readonly { variable: number }[]): number =>
    list.reduce((n, { variable }) => n + elementCount(variables[variable]), 0);
  return {
    target,
    abilities: (description[kind] ?? {}) as unknown as Record<string, unknown>,
    getters: new Set(variables.map((v) => accessorName(fmi, 'Get', v.type).slice(4))),
    setters: new Map(setters),
    states: elements(continuousStateDerivatives),
    indicators: numberOfEventIndicators ?? elements(eventIndicators),
    inputClocks: variables.filter((v) => v.type === 'Clock' && v.causality === 'input'),
  };
}

/** Returns the variables that may be set in a mode, while all their Clocks tick. */
export function settableIn(target: Target, mode: Mode): Variable[] {
  const { variables } = target.description;
  if (mode === 'intermediate')
    return variables.filter((v) => v.causality === 'input' && v.variability === 'continuous');
  if (mode === 'failed' || mode === 'clockUpdate') return [];
  const situation = new Situation(target);
  situation.mode = mode;
  situation.active = new Set(variables.filter((v) => v.type === 'Clock').map((v) => v.valueReference));
  const clocks = variables.filter((v) => v.type === 'Clock' && v.causality === 'input' && mode === 'event');
  return [...settableNow(situation), ...clocks];
}

/** Returns true if the FMU has what the function is about. */
function isAbout(facts: Facts, { name }: StandardFunction, mode: Mode): boolean {
  const { target, abilities, states, indicators, inputClocks } = facts;
  const own = rows[name];
  if (own !== undefined) return own(facts, mode);
  if (/^(Get|Set|Free|Serialized?|De[sS]erialize)FMU[sS]tate/.test(name))
    return (
      abilities.canGetAndSetFMUState === true &&
      (/^(Get|Set|Free)/.test(name) || abilities.canSerializeFMUState === true)
    );
  if (/Interval(Decimal|Fraction)$|Shift(Decimal|Fraction)$/.test(name)) {
    const isFraction = name.endsWith('Fraction');
    const clocks = inputClocks.filter(
      (v) =>
        (!isFraction || v.supportsFraction === true) &&
        (name.startsWith('Set') ? importerSetsInterval(v) : needsIntervalRequest(v)),
    );
    return clocks.length > 0;
  }
  if (/^Get(Real|Integer|Boolean|String)?Status$/.test(name))
    return name !== 'GetIntegerStatus' && abilities.canRunAsynchronuously === true;
  if (/EventIndicators$/.test(name)) return indicators > 0 || name.startsWith('GetNumber');
  if (/ContinuousStates$|Derivatives$/.test(name) && target.kind === 'modelExchange')
    return states > 0 || name.startsWith('GetNumber');
  const accessor = /^(Get|Set)(Float|U?Int|Real|Boolean|String|Binary|Clock)/.exec(name);
  if (accessor === null) return true;
  return accessor[1] === 'Get' ? facts.getters.has(name) : facts.setters.get(mode)?.has(name) === true;
}

/** Functions with a condition of their own. */
const rows: Readonly<Record<string, (facts: Facts, mode: Mode) => boolean>> = {
  GetDirectionalDerivative: ({ abilities }) => abilities.providesDirectionalDerivatives === true,
  GetAdjointDerivative: ({ abilities }) => abilities.providesAdjointDerivatives === true,
  GetNumberOfVariableDependencies: ({ abilities }) => abilities.providesPerElementDependencies === true,
  GetVariableDependencies: ({ abilities }) => abilities.providesPerElementDependencies === true,
  EnterConfigurationMode: ({ target }, mode) =>
    reachableModes(target).includes(mode === 'instantiated' ? 'configuration' : 'reconfiguration'),
  EnterEventMode: ({ target }) => reachableModes(target).includes('event'),
  EvaluateDiscreteStates: ({ abilities }) => abilities.providesEvaluateDiscreteStates === true,
  GetClock: ({ target }) =>
    target.description.variables.some((v) => v.type === 'Clock' && v.causality === 'output'),
  SetRealInputDerivatives: ({ abilities }) => abilities.canInterpolateInputs === true,
  GetRealOutputDerivatives: ({ abilities }) => Number(abilities.maxOutputDerivativeOrder ?? 0) > 0,
  GetOutputDerivatives: ({ abilities }) => Number(abilities.maxOutputDerivativeOrder ?? 0) > 0,
  ActivateModelPartition: ({ inputClocks }) => inputClocks.length > 0,
};
