import type { InterfaceKind } from '../../host/calls.ts';

/** States of a unit in the state machines of both standards, under FMI 3.0's names. */
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
export type Phase = (typeof phases)[number];

/** States as the standard names them. */
export const phaseWords: Readonly<Record<Phase, string>> = {
  instantiated: 'Instantiated',
  configuration: 'Configuration Mode',
  initialization: 'Initialization Mode',
  event: 'Event Mode',
  continuousTime: 'Continuous-Time Mode',
  step: 'Step Mode',
  clockActivation: 'Clock Activation Mode',
  terminated: 'Terminated',
};

/** Functions without operands of their own that the tables speak of, under FMI 3.0's names. */
export const tabled = [
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
export type Tabled = (typeof tabled)[number];

/** Where a call leads from wherever it is allowed; exitInitializationMode leads elsewhere in each kind of interface. */
export const transitions: Readonly<Partial<Record<Tabled, Phase>>> = {
  exitConfigurationMode: 'instantiated',
  enterInitializationMode: 'initialization',
  enterEventMode: 'event',
  enterContinuousTimeMode: 'continuousTime',
  enterStepMode: 'step',
  terminate: 'terminated',
  reset: 'instantiated',
};

type Table = Partial<Record<Phase, readonly Tabled[]>>;

const readStates = [
  'getContinuousStates',
  'getContinuousStateDerivatives',
  'getNominalsOfContinuousStates',
  'getEventIndicators',
] as const;

/** FMI 2.0.5, 4.2.4: figure 11 and its table. */
const coSimulation2: Table = {
  instantiated: ['setupExperiment', 'enterInitializationMode', 'reset'],
  initialization: ['exitInitializationMode', 'reset'],
  step: ['doStep', 'terminate', 'reset'],
  terminated: ['reset'],
};

/** FMI 2.0.5, 3.2.3: figure 9 and its table. */
const modelExchange2: Table = {
  instantiated: ['setupExperiment', 'enterInitializationMode', 'reset'],
  initialization: [
    'exitInitializationMode',
    'getContinuousStates',
    'getContinuousStateDerivatives',
    'getEventIndicators',
    'reset',
  ],
  event: ['updateDiscreteStates', 'enterContinuousTimeMode', 'terminate', 'reset', ...readStates],
  continuousTime: [
    'setTime',
    'setContinuousStates',
    'completedIntegratorStep',
    'enterEventMode',
    'terminate',
    'reset',
    ...readStates,
  ],
  terminated: ['reset'],
};

/** FMI 3.0.2, 2.3 and 3.2. */
const modelExchange3: Table = {
  instantiated: ['enterConfigurationMode', 'enterInitializationMode', 'reset'],
  configuration: ['exitConfigurationMode', 'reset'],
  initialization: ['exitInitializationMode', 'reset', ...readStates],
  event: [
    'updateDiscreteStates',
    'enterContinuousTimeMode',
    'enterConfigurationMode',
    'terminate',
    'reset',
    ...readStates,
  ],
  continuousTime: [
    'setTime',
    'setContinuousStates',
    'completedIntegratorStep',
    'enterEventMode',
    'terminate',
    'reset',
    ...readStates,
  ],
  terminated: ['reset'],
};

/** FMI 3.0.2, 2.3 and 4.2. */
const coSimulation3: Table = {
  instantiated: ['enterConfigurationMode', 'enterInitializationMode', 'reset'],
  configuration: ['exitConfigurationMode', 'reset'],
  initialization: ['exitInitializationMode', 'reset'],
  event: ['updateDiscreteStates', 'enterStepMode', 'enterConfigurationMode', 'terminate', 'reset'],
  step: ['doStep', 'enterEventMode', 'enterConfigurationMode', 'terminate', 'reset'],
  terminated: ['reset'],
};

/** FMI 3.0.2, 2.3 and 5.2. */
const scheduledExecution3: Table = {
  instantiated: ['enterConfigurationMode', 'enterInitializationMode', 'reset'],
  configuration: ['exitConfigurationMode', 'reset'],
  initialization: ['exitInitializationMode', 'reset'],
  clockActivation: ['enterConfigurationMode', 'terminate', 'reset'],
  terminated: ['reset'],
};

const tables: Record<string, Table> = {
  '2 coSimulation': coSimulation2,
  '2 modelExchange': modelExchange2,
  '3 coSimulation': coSimulation3,
  '3 modelExchange': modelExchange3,
  '3 scheduledExecution': scheduledExecution3,
};

/** The table of an interface; FMI 2.0 has no scheduled execution. */
function tableOf(fmi: 2 | 3, kind: InterfaceKind): Table {
  return tables[`${fmi} ${kind}`] ?? {};
}

/** What may be called in a state. */
export function allowedIn(fmi: 2 | 3, kind: InterfaceKind, phase: Phase): readonly Tabled[] {
  return tableOf(fmi, kind)[phase] ?? [];
}

/** What the interface knows and the state forbids. */
export function forbiddenIn(fmi: 2 | 3, kind: InterfaceKind, phase: Phase): Tabled[] {
  const table = tableOf(fmi, kind);
  const known = new Set(Object.values(table).flat());
  // That a unit tells about its states where it need not is no fault.
  return tabled.filter(
    (call) => known.has(call) && !call.startsWith('get') && !(table[phase] ?? []).includes(call),
  );
}

/** Whether the interface has the state at all. */
export function hasPhase(fmi: 2 | 3, kind: InterfaceKind, phase: Phase): boolean {
  return tableOf(fmi, kind)[phase] !== undefined;
}
