import type { InterfaceKind } from '../../../host/instance/fmi-api.ts';
import { allowedModes, lowerCamelCase } from '../../../standard/fmi-functions.ts';
import { modes, modesOf } from '../../../standard/fmi-modes.ts';
import { functions2 } from '../../../standard/fmi2-functions.ts';
import { functions3 } from '../../../standard/fmi3-functions.ts';

/** States of an FMU in the state machines of both standards, under FMI 3.0's names. */
export const phases = [
  'instantiated',
  'configuration',
  'initialization',
  'event',
  'continuousTime',
  'step',
  'clockActivation',
  'terminated',
] as const;

/** One of `phases`. */
export type Phase = (typeof phases)[number];

/**
 * Rejects an unknown state that an untyped rule passes. Throws a TypeError: a UserError would skip
 * the rule.
 */
export function requirePhase(method: string, phase: Phase): void {
  if (!phases.includes(phase))
    throw new TypeError(`${method}(${phase}): expected a state of an FMU, one of ${phases.join(', ')}`);
}

/** States as the standard names them. */
export const phaseWords = Object.fromEntries(
  modes
    .filter(({ name }) => (phases as readonly string[]).includes(name))
    .map(({ name, fmi3Name: called }) => [name, called]),
) as Readonly<Record<Phase, string>>;

/** Functions without operands of their own that the tables speak of, under FMI 3.0's names. */
export const phaseCalls = [
  'setupExperiment',
  'enterConfigurationMode',
  'exitConfigurationMode',
  'enterInitializationMode',
  'exitInitializationMode',
  'enterEventMode',
  'enterContinuousTimeMode',
  'enterStepMode',
  'updateDiscreteStates',
  'setTime',
  'completedIntegratorStep',
  'getContinuousStates',
  'setContinuousStates',
  'getContinuousStateDerivatives',
  'getNominalsOfContinuousStates',
  'getEventIndicators',
  'doStep',
  'terminate',
  'reset',
] as const;
export type PhaseCall = (typeof phaseCalls)[number];

/**
 * Maps calls to the state they lead to from every state that allows them. The target of
 * exitInitializationMode depends on the kind of interface.
 */
export const transitions: Readonly<Partial<Record<PhaseCall, Phase>>> = {
  exitConfigurationMode: 'instantiated',
  enterInitializationMode: 'initialization',
  enterEventMode: 'event',
  enterContinuousTimeMode: 'continuousTime',
  enterStepMode: 'step',
  terminate: 'terminated',
  reset: 'instantiated',
};

/** Calls that end Event Mode. */
export const settlingCalls: readonly PhaseCall[] = ['enterContinuousTimeMode', 'enterStepMode'];

type Table = Partial<Record<Phase, readonly PhaseCall[]>>;

/**
 * Returns the table of an interface as the standards define it (`standard/`). FMI 2.0 lacks
 * scheduled execution.
 */
function tableFor(fmi: 2 | 3, kind: InterfaceKind): Table {
  const has = modesOf(fmi, kind);
  const rows = (fmi === 2 ? functions2 : functions3).map(
    (f) => [lowerCamelCase(f.as ?? f.name), allowedModes(fmi, f, kind)] as const,
  );
  const phase = (mode: Phase): PhaseCall[] =>
    phaseCalls.filter((call) => rows.some(([name, modes]) => name === call && modes.includes(mode)));
  return Object.fromEntries(phases.filter((mode) => has.includes(mode)).map((mode) => [mode, phase(mode)]));
}

const tables = new Map<string, Table>();

function tableOf(fmi: 2 | 3, kind: InterfaceKind): Table {
  const key = `${fmi} ${kind}`;
  const table = tables.get(key) ?? tableFor(fmi, kind);
  tables.set(key, table);
  return table;
}

/** Returns the calls that are allowed in a state. */
export function allowedIn(fmi: 2 | 3, kind: InterfaceKind, phase: Phase): readonly PhaseCall[] {
  return tableOf(fmi, kind)[phase] ?? [];
}

/** Returns the calls that the interface has and the state forbids. */
export function forbiddenIn(fmi: 2 | 3, kind: InterfaceKind, phase: Phase): PhaseCall[] {
  const table = tableOf(fmi, kind);
  const known = new Set(Object.values(table).flat());
  // An FMU may report data about its states even if it need not.
  return phaseCalls.filter(
    (call) => known.has(call) && !call.startsWith('get') && !(table[phase] ?? []).includes(call),
  );
}

/** Returns true if the interface has the state. */
export function hasPhase(fmi: 2 | 3, kind: InterfaceKind, phase: Phase): boolean {
  return tableOf(fmi, kind)[phase] !== undefined;
}
