import { type AllowedMode, allKinds, cs, me, type StandardFunction, se } from './fmi-functions.ts';
import type { Kind, Mode } from './fmi-modes.ts';
import { accessorOf } from './variable-types.ts';

const references = 'const fmi3ValueReference valueReferences[], size_t nValueReferences';
const settable: readonly Mode[] = [
  'instantiated',
  'configuration',
  'initialization',
  'event',
  'step',
  'reconfiguration',
  'terminated',
  'continuousTime',
  'clockActivation',
];
const initialized: readonly Mode[] = ['event', 'step', 'continuousTime', 'clockActivation'];
const readableModes: readonly AllowedMode[] = ['initialization', ...initialized, 'terminated'];
const states: readonly AllowedMode[] = ['initialization', 'event', 'continuousTime', 'terminated'];
const both = [me, cs] as const;

type Rest = Partial<Omit<StandardFunction, 'name' | 'parameters' | 'allowedIn'>>;

/** A function of an instance. */
function of(
  name: string,
  allowed: readonly AllowedMode[],
  parameters: string = '',
  rest: Rest = {},
): StandardFunction {
  const list = parameters === '' ? 'fmi3Instance instance' : `fmi3Instance instance, ${parameters}`;
  return { name, result: 'fmi3Status', parameters: list, kinds: allKinds, allowedIn: allowed, ...rest };
}

function instantiate(kind: Kind, name: string, middle: string, end: string): StandardFunction {
  return {
    name: `Instantiate${name}`,
    result: 'fmi3Instance',
    parameters:
      'fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible, ' +
      `fmi3Boolean loggingOn, ${middle}fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage${end}`,
    kinds: [kind],
    allowedIn: [],
    requiredBy: [kind],
  };
}

/**
 * Returns `Get` or `Set` of a type. Binaries have sizes. Clocks do not have dimensions (FMI 3.0.2,
 * 2.2.6.2).
 */
function accessor(action: 'Get' | 'Set', type: string): StandardFunction {
  const constant = action === 'Set' ? 'const ' : '';
  const sizes = type === 'Binary' ? `, ${constant}size_t valueSizes[]` : '';
  const values = `, ${constant}fmi3${type} values[]${type === 'Clock' ? '' : ', size_t nValues'}`;
  const needed = type === 'Float64' ? { requiredBy: allKinds } : {};
  if (type === 'Clock')
    return action === 'Get'
      ? of('GetClock', ['initialization', 'event', 'clockUpdate'], references + sizes + values)
      : of('SetClock', ['event'], references + sizes + values, { kinds: both });
  const allowed: readonly AllowedMode[] =
    action === 'Get'
      ? [...readableModes, 'intermediate']
      : [
          'instantiated',
          'configuration',
          'initialization',
          'reconfiguration',
          ...initialized,
          'intermediate',
        ];
  return of(action + type, allowed, references + sizes + values, needed);
}

const derivative =
  'const fmi3ValueReference unknowns[], size_t nUnknowns, const fmi3ValueReference knowns[], size_t nKnowns, ' +
  'const fmi3Float64 seed[], size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity';
const fractions = 'fmi3UInt64 counters[], fmi3UInt64 resolutions[]';
const constFractions = 'const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]';
const intervals: readonly AllowedMode[] = ['initialization', 'event', 'clockActivation', 'clockUpdate'];

/**
 * The 75 functions of FMI 3.0.2 in the order of its text: 2.2 (common mechanisms), 2.3, 3.2, 4.2,
 * 5.2 (state machines).
 */
export const functions3: readonly StandardFunction[] = [
  { name: 'GetVersion', result: 'const char*', parameters: 'void', kinds: allKinds, allowedIn: [] },
  of('SetDebugLogging', settable, 'fmi3Boolean loggingOn, size_t nCategories, const fmi3String categories[]'),
  instantiate(me, 'ModelExchange', '', ''),
  instantiate(
    cs,
    'CoSimulation',
    'fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed, ' +
      'const fmi3ValueReference requiredIntermediateVariables[], size_t nRequiredIntermediateVariables, ',
    ', fmi3IntermediateUpdateCallback intermediateUpdate',
  ),
  instantiate(
    se,
    'ScheduledExecution',
    '',
    ', fmi3ClockUpdateCallback clockUpdate, fmi3LockPreemptionCallback lockPreemption, ' +
      'fmi3UnlockPreemptionCallback unlockPreemption',
  ),
  of('FreeInstance', settable, '', { result: 'void', requiredBy: allKinds }),
  of(
    'EnterInitializationMode',
    ['instantiated'],
    'fmi3Boolean toleranceDefined, fmi3Float64 tolerance, fmi3Float64 startTime, fmi3Boolean stopTimeDefined, fmi3Float64 stopTime',
    { transitions: { instantiated: 'initialization' }, requiredBy: allKinds },
  ),
  // To Event Mode too, where the importer of a co-simulation uses it.
  of('ExitInitializationMode', ['initialization'], '', {
    transitions: { initialization: 'step' },
    requiredBy: allKinds,
  }),
  of('EnterEventMode', ['step', 'continuousTime'], '', {
    kinds: both,
    transitions: { step: 'event', continuousTime: 'event' },
    requiredBy: [me],
  }),
  of('Terminate', initialized, '', {
    transitions: {
      event: 'terminated',
      step: 'terminated',
      continuousTime: 'terminated',
      clockActivation: 'terminated',
    },
    requiredBy: allKinds,
  }),
  of('Reset', settable),
  ...accessorOf.flatMap(({ name }) => [accessor('Get', name), accessor('Set', name)]),
  of(
    'GetNumberOfVariableDependencies',
    readableModes,
    'fmi3ValueReference valueReference, size_t* nDependencies',
  ),
  of(
    'GetVariableDependencies',
    readableModes,
    'fmi3ValueReference dependent, size_t elementIndicesOfDependent[], fmi3ValueReference independents[], ' +
      'size_t elementIndicesOfIndependents[], fmi3DependencyKind dependencyKinds[], size_t nDependencies',
  ),
  of('GetFMUState', settable, 'fmi3FMUState* FMUState'),
  of('SetFMUState', settable, 'fmi3FMUState FMUState'),
  of('FreeFMUState', settable, 'fmi3FMUState* FMUState'),
  of('SerializedFMUStateSize', settable, 'fmi3FMUState FMUState, size_t* size'),
  of('SerializeFMUState', settable, 'fmi3FMUState FMUState, fmi3Byte serializedState[], size_t size'),
  of(
    'DeserializeFMUState',
    settable,
    'const fmi3Byte serializedState[], size_t size, fmi3FMUState* FMUState',
  ),
  of('GetDirectionalDerivative', readableModes, derivative),
  of('GetAdjointDerivative', readableModes, derivative),
  of('EnterConfigurationMode', ['instantiated', ['event', me], 'step', 'clockActivation'], '', {
    transitions: {
      instantiated: 'configuration',
      event: 'reconfiguration',
      step: 'reconfiguration',
      clockActivation: 'reconfiguration',
    },
  }),
  // From Reconfiguration Mode back to where it was entered.
  of('ExitConfigurationMode', ['configuration', 'reconfiguration'], '', {
    transitions: { configuration: 'instantiated', reconfiguration: 'step' },
  }),
  of(
    'GetIntervalDecimal',
    intervals,
    `${references}, fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[]`,
  ),
  of('GetIntervalFraction', intervals, `${references}, ${fractions}, fmi3IntervalQualifier qualifiers[]`),
  of('GetShiftDecimal', ['initialization'], `${references}, fmi3Float64 shifts[]`),
  of('GetShiftFraction', ['initialization'], `${references}, ${fractions}`),
  of('SetIntervalDecimal', ['initialization', 'event'], `${references}, const fmi3Float64 intervals[]`),
  of('SetIntervalFraction', ['initialization', 'event'], `${references}, ${constFractions}`),
  of('SetShiftDecimal', ['initialization'], `${references}, const fmi3Float64 shifts[]`),
  of('SetShiftFraction', ['initialization'], `${references}, ${constFractions}`),
  of('EvaluateDiscreteStates', ['event'], '', { kinds: both }),
  of(
    'UpdateDiscreteStates',
    ['event'],
    'fmi3Boolean* discreteStatesNeedUpdate, fmi3Boolean* terminateSimulation, fmi3Boolean* nominalsOfContinuousStatesChanged, ' +
      'fmi3Boolean* valuesOfContinuousStatesChanged, fmi3Boolean* nextEventTimeDefined, fmi3Float64* nextEventTime',
    { kinds: both, requiredBy: [me] },
  ),
  of('EnterContinuousTimeMode', ['event'], '', {
    kinds: [me],
    transitions: { event: 'continuousTime' },
    requiredBy: [me],
  }),
  of(
    'CompletedIntegratorStep',
    ['continuousTime'],
    'fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean* enterEventMode, fmi3Boolean* terminateSimulation',
    { kinds: [me], requiredBy: [me] },
  ),
  of('SetTime', ['continuousTime'], 'fmi3Float64 time', { kinds: [me], requiredBy: [me] }),
  of(
    'SetContinuousStates',
    ['continuousTime'],
    'const fmi3Float64 continuousStates[], size_t nContinuousStates',
    {
      kinds: [me],
      requiredBy: [me],
    },
  ),
  of('GetContinuousStateDerivatives', states, 'fmi3Float64 derivatives[], size_t nContinuousStates', {
    kinds: [me],
    requiredBy: [me],
  }),
  of('GetEventIndicators', states, 'fmi3Float64 eventIndicators[], size_t nEventIndicators', { kinds: [me] }),
  of('GetContinuousStates', states, 'fmi3Float64 continuousStates[], size_t nContinuousStates', {
    kinds: [me],
    requiredBy: [me],
  }),
  of('GetNominalsOfContinuousStates', states, 'fmi3Float64 nominals[], size_t nContinuousStates', {
    kinds: [me],
  }),
  of('GetNumberOfEventIndicators', ['instantiated', 'event'], 'size_t* nEventIndicators', { kinds: [me] }),
  of('GetNumberOfContinuousStates', ['instantiated', 'event'], 'size_t* nContinuousStates', { kinds: [me] }),
  of('EnterStepMode', ['event'], '', { kinds: [cs], transitions: { event: 'step' } }),
  of(
    'GetOutputDerivatives',
    ['step', 'intermediate', 'terminated'],
    `${references}, const fmi3Int32 orders[], fmi3Float64 values[], size_t nValues`,
    { kinds: [cs] },
  ),
  of(
    'DoStep',
    ['step'],
    'fmi3Float64 currentCommunicationPoint, fmi3Float64 communicationStepSize, fmi3Boolean noSetFMUStatePriorToCurrentPoint, ' +
      'fmi3Boolean* eventHandlingNeeded, fmi3Boolean* terminateSimulation, fmi3Boolean* earlyReturn, fmi3Float64* lastSuccessfulTime',
    { kinds: [cs], requiredBy: [cs] },
  ),
  of(
    'ActivateModelPartition',
    ['clockActivation'],
    'fmi3ValueReference clockReference, fmi3Float64 activationTime',
    {
      kinds: [se],
      requiredBy: [se],
    },
  ),
];
