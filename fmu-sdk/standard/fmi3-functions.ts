import { allKinds, cs, me, type StandardFunction, se, type Where } from './fmi-functions.ts';
import type { Kind, Mode } from './fmi-modes.ts';
import { accessed } from './variable-types.ts';

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
const seen: readonly Where[] = ['initialization', ...initialized, 'terminated'];
const states: readonly Where[] = ['initialization', 'event', 'continuousTime', 'terminated'];
const both = [me, cs] as const;

type Rest = Partial<Omit<StandardFunction, 'name' | 'parameters' | 'allowed'>>;

/** A function of an instance. */
function of(
  name: string,
  allowed: readonly Where[],
  parameters: string = '',
  rest: Rest = {},
): StandardFunction {
  const list = parameters === '' ? 'fmi3Instance instance' : `fmi3Instance instance, ${parameters}`;
  return { name, result: 'fmi3Status', parameters: list, kinds: allKinds, allowed, ...rest };
}

function instantiate(kind: Kind, name: string, middle: string, end: string): StandardFunction {
  return {
    name: `Instantiate${name}`,
    result: 'fmi3Instance',
    parameters:
      'fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible, ' +
      `fmi3Boolean loggingOn, ${middle}fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage${end}`,
    kinds: [kind],
    allowed: [],
    needed: [kind],
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
  const needed = type === 'Float64' ? { needed: allKinds } : {};
  if (type === 'Clock')
    return action === 'Get'
      ? of('GetClock', ['initialization', 'event', 'clockUpdate'], references + sizes + values)
      : of('SetClock', ['event'], references + sizes + values, { kinds: both });
  const allowed: readonly Where[] =
    action === 'Get'
      ? [...seen, 'intermediate']
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
const intervals: readonly Where[] = ['initialization', 'event', 'clockActivation', 'clockUpdate'];

/**
 * The 75 functions of FMI 3.0.2 in the order of its text: 2.2 (common mechanisms), 2.3, 3.2, 4.2,
 * 5.2 (state machines).
 */
export const functions3: readonly StandardFunction[] = [
  { name: 'GetVersion', result: 'const char*', parameters: 'void', kinds: allKinds, allowed: [] },
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
  of('FreeInstance', settable, '', { result: 'void', needed: allKinds }),
  of(
    'EnterInitializationMode',
    ['instantiated'],
    'fmi3Boolean toleranceDefined, fmi3Float64 tolerance, fmi3Float64 startTime, fmi3Boolean stopTimeDefined, fmi3Float64 stopTime',
    { leads: { instantiated: 'initialization' }, needed: allKinds },
  ),
  // To Event Mode too, where the importer of a co-simulation uses it.
  of('ExitInitializationMode', ['initialization'], '', {
    leads: { initialization: 'step' },
    needed: allKinds,
  }),
  of('EnterEventMode', ['step', 'continuousTime'], '', {
    kinds: both,
    leads: { step: 'event', continuousTime: 'event' },
    needed: [me],
  }),
  of('Terminate', initialized, '', {
    leads: {
      event: 'terminated',
      step: 'terminated',
      continuousTime: 'terminated',
      clockActivation: 'terminated',
    },
    needed: allKinds,
  }),
  of('Reset', settable),
  ...accessed.flatMap(({ name }) => [accessor('Get', name), accessor('Set', name)]),
  of('GetNumberOfVariableDependencies', seen, 'fmi3ValueReference valueReference, size_t* nDependencies'),
  of(
    'GetVariableDependencies',
    seen,
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
  of('GetDirectionalDerivative', seen, derivative),
  of('GetAdjointDerivative', seen, derivative),
  of('EnterConfigurationMode', ['instantiated', ['event', me], 'step', 'clockActivation'], '', {
    leads: {
      instantiated: 'configuration',
      event: 'reconfiguration',
      step: 'reconfiguration',
      clockActivation: 'reconfiguration',
    },
  }),
  // From Reconfiguration Mode back to where it was entered.
  of('ExitConfigurationMode', ['configuration', 'reconfiguration'], '', {
    leads: { configuration: 'instantiated', reconfiguration: 'step' },
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
    { kinds: both, needed: [me] },
  ),
  of('EnterContinuousTimeMode', ['event'], '', {
    kinds: [me],
    leads: { event: 'continuousTime' },
    needed: [me],
  }),
  of(
    'CompletedIntegratorStep',
    ['continuousTime'],
    'fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean* enterEventMode, fmi3Boolean* terminateSimulation',
    { kinds: [me], needed: [me] },
  ),
  of('SetTime', ['continuousTime'], 'fmi3Float64 time', { kinds: [me], needed: [me] }),
  of(
    'SetContinuousStates',
    ['continuousTime'],
    'const fmi3Float64 continuousStates[], size_t nContinuousStates',
    {
      kinds: [me],
      needed: [me],
    },
  ),
  of('GetContinuousStateDerivatives', states, 'fmi3Float64 derivatives[], size_t nContinuousStates', {
    kinds: [me],
    needed: [me],
  }),
  of('GetEventIndicators', states, 'fmi3Float64 eventIndicators[], size_t nEventIndicators', { kinds: [me] }),
  of('GetContinuousStates', states, 'fmi3Float64 continuousStates[], size_t nContinuousStates', {
    kinds: [me],
    needed: [me],
  }),
  of('GetNominalsOfContinuousStates', states, 'fmi3Float64 nominals[], size_t nContinuousStates', {
    kinds: [me],
  }),
  of('GetNumberOfEventIndicators', ['instantiated', 'event'], 'size_t* nEventIndicators', { kinds: [me] }),
  of('GetNumberOfContinuousStates', ['instantiated', 'event'], 'size_t* nContinuousStates', { kinds: [me] }),
  of('EnterStepMode', ['event'], '', { kinds: [cs], leads: { event: 'step' } }),
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
    { kinds: [cs], needed: [cs] },
  ),
  of(
    'ActivateModelPartition',
    ['clockActivation'],
    'fmi3ValueReference clockReference, fmi3Float64 activationTime',
    {
      kinds: [se],
      needed: [se],
    },
  ),
];
