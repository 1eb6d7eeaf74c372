import { type AllowedMode, cs, me, type StandardFunction } from './fmi-functions.ts';
import type { Kind, Mode } from './fmi-modes.ts';

const references = 'const fmi2ValueReference vr[], size_t nvr';
const both: readonly Kind[] = [me, cs];
const running: readonly Mode[] = ['event', 'continuousTime', 'step'];
const alive: readonly Mode[] = ['instantiated', 'initialization', ...running, 'terminated'];
const readableModes: readonly AllowedMode[] = ['initialization', ...running, 'terminated'];
const set: readonly AllowedMode[] = ['instantiated', 'initialization', 'event', 'step'];

type Rest = Partial<Omit<StandardFunction, 'name' | 'parameters' | 'allowedIn'>>;

/** A function of an instance. */
function of(
  name: string,
  allowed: readonly AllowedMode[],
  parameters: string = '',
  rest: Rest = {},
): StandardFunction {
  const list = parameters === '' ? 'fmi2Component instance' : `fmi2Component instance, ${parameters}`;
  return { name, result: 'fmi2Status', parameters: list, kinds: both, allowedIn: allowed, ...rest };
}

const exchange = { kinds: [me] } as const;
const needed = { kinds: [me], requiredBy: [me] } as const;

/**
 * The 44 functions of FMI 2.0.5 in the order of its text: 2.1 (common), 3.2 (model exchange), 4.2
 * (co-simulation).
 */
export const functions2: readonly StandardFunction[] = [
  { name: 'GetTypesPlatform', result: 'const char*', parameters: 'void', kinds: both, allowedIn: [] },
  { name: 'GetVersion', result: 'const char*', parameters: 'void', kinds: both, allowedIn: [] },
  of('SetDebugLogging', alive, 'fmi2Boolean loggingOn, size_t nCategories, const fmi2String categories[]'),
  {
    name: 'Instantiate',
    result: 'fmi2Component',
    parameters:
      'fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID, fmi2String fmuResourceLocation, ' +
      'const fmi2CallbackFunctions* functions, fmi2Boolean visible, fmi2Boolean loggingOn',
    kinds: both,
    allowedIn: [],
    requiredBy: both,
  },
  of('FreeInstance', alive, '', { result: 'void', requiredBy: both }),
  of(
    'SetupExperiment',
    ['instantiated'],
    'fmi2Boolean toleranceDefined, fmi2Real tolerance, fmi2Real startTime, fmi2Boolean stopTimeDefined, fmi2Real stopTime',
    { requiredBy: both },
  ),
  of('EnterInitializationMode', ['instantiated'], '', {
    transitions: { instantiated: 'initialization' },
    requiredBy: both,
  }),
  of('ExitInitializationMode', ['initialization'], '', {
    transitions: { initialization: 'step' },
    requiredBy: both,
  }),
  of('Terminate', running, '', {
    transitions: { event: 'terminated', continuousTime: 'terminated', step: 'terminated' },
    requiredBy: both,
  }),
  of('Reset', alive),
  of('GetReal', readableModes, `${references}, fmi2Real value[]`, { requiredBy: both }),
  of('GetInteger', readableModes, `${references}, fmi2Integer value[]`),
  of('GetBoolean', readableModes, `${references}, fmi2Boolean value[]`),
  of('GetString', readableModes, `${references}, fmi2String value[]`),
  of('SetReal', [...set, 'continuousTime'], `${references}, const fmi2Real value[]`, { requiredBy: both }),
  of('SetInteger', set, `${references}, const fmi2Integer value[]`),
  of('SetBoolean', set, `${references}, const fmi2Boolean value[]`),
  of('SetString', set, `${references}, const fmi2String value[]`),
  of('GetFMUstate', alive, 'fmi2FMUstate* FMUstate'),
  of('SetFMUstate', alive, 'fmi2FMUstate FMUstate'),
  of('FreeFMUstate', alive, 'fmi2FMUstate* FMUstate'),
  of('SerializedFMUstateSize', alive, 'fmi2FMUstate FMUstate, size_t* size'),
  of('SerializeFMUstate', alive, 'fmi2FMUstate FMUstate, fmi2Byte serializedState[], size_t size'),
  of('DeSerializeFMUstate', alive, 'const fmi2Byte serializedState[], size_t size, fmi2FMUstate* FMUstate'),
  of(
    'GetDirectionalDerivative',
    readableModes,
    'const fmi2ValueReference vUnknown_ref[], size_t nUnknown, const fmi2ValueReference vKnown_ref[], size_t nKnown, ' +
      'const fmi2Real dvKnown[], fmi2Real dvUnknown[]',
  ),
  of('EnterEventMode', ['event', 'continuousTime'], '', {
    ...needed,
    transitions: { continuousTime: 'event' },
  }),
  of('NewDiscreteStates', ['event'], 'fmi2EventInfo* eventInfo', { ...needed, as: 'UpdateDiscreteStates' }),
  of('EnterContinuousTimeMode', ['event'], '', { ...needed, transitions: { event: 'continuousTime' } }),
  of(
    'CompletedIntegratorStep',
    ['continuousTime'],
    'fmi2Boolean noSetFMUStatePriorToCurrentPoint, fmi2Boolean* enterEventMode, fmi2Boolean* terminateSimulation',
    needed,
  ),
  of('SetTime', ['continuousTime'], 'fmi2Real time', needed),
  of('SetContinuousStates', ['continuousTime'], 'const fmi2Real x[], size_t nx', needed),
  of('GetDerivatives', readableModes, 'fmi2Real derivatives[], size_t nx', {
    ...needed,
    as: 'GetContinuousStateDerivatives',
  }),
  of('GetEventIndicators', readableModes, 'fmi2Real eventIndicators[], size_t ni', needed),
  of('GetContinuousStates', readableModes, 'fmi2Real x[], size_t nx', needed),
  of(
    'GetNominalsOfContinuousStates',
    ['instantiated', ...readableModes],
    'fmi2Real x_nominal[], size_t nx',
    exchange,
  ),
  of(
    'SetRealInputDerivatives',
    ['instantiated', 'initialization', 'step'],
    `${references}, const fmi2Integer order[], const fmi2Real value[]`,
    { kinds: [cs] },
  ),
  of(
    'GetRealOutputDerivatives',
    ['step', 'terminated'],
    `${references}, const fmi2Integer order[], fmi2Real value[]`,
    { kinds: [cs], as: 'GetOutputDerivatives' },
  ),
  of(
    'DoStep',
    ['step'],
    'fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize, fmi2Boolean noSetFMUStatePriorToCurrentPoint',
    { kinds: [cs], requiredBy: [cs] },
  ),
  // In stepInProgress alone: a step that runs asynchronously.
  of('CancelStep', [], '', { kinds: [cs] }),
  of('GetStatus', ['step', 'terminated'], 'const fmi2StatusKind s, fmi2Status* value', { kinds: [cs] }),
  of('GetRealStatus', ['step', 'terminated'], 'const fmi2StatusKind s, fmi2Real* value', { kinds: [cs] }),
  of('GetIntegerStatus', ['step', 'terminated'], 'const fmi2StatusKind s, fmi2Integer* value', {
    kinds: [cs],
  }),
  of('GetBooleanStatus', ['step', 'terminated'], 'const fmi2StatusKind s, fmi2Boolean* value', {
    kinds: [cs],
  }),
  of('GetStringStatus', ['step', 'terminated'], 'const fmi2StatusKind s, fmi2String* value', { kinds: [cs] }),
];
