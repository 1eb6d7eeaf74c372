/** The functions that a shared library exports, by the headers of FMI 2.0.5 and FMI 3.0.2. */

function named(prefix: string, names: string): string[] {
  return names.split(' ').map((name) => `${prefix}${name}`);
}

/** FMI 2.0: for both kinds of interface. */
export const common2: readonly string[] = named(
  'fmi2',
  'GetTypesPlatform GetVersion SetDebugLogging Instantiate FreeInstance SetupExperiment ' +
    'EnterInitializationMode ExitInitializationMode Terminate Reset GetReal GetInteger GetBoolean ' +
    'GetString SetReal SetInteger SetBoolean SetString GetFMUstate SetFMUstate FreeFMUstate ' +
    'SerializedFMUstateSize SerializeFMUstate DeSerializeFMUstate GetDirectionalDerivative',
);

export const modelExchange2: readonly string[] = named(
  'fmi2',
  'EnterEventMode NewDiscreteStates EnterContinuousTimeMode CompletedIntegratorStep SetTime ' +
    'SetContinuousStates GetDerivatives GetEventIndicators GetContinuousStates ' +
    'GetNominalsOfContinuousStates',
);

export const coSimulation2: readonly string[] = named(
  'fmi2',
  'SetRealInputDerivatives GetRealOutputDerivatives DoStep CancelStep GetStatus GetRealStatus ' +
    'GetIntegerStatus GetBooleanStatus GetStringStatus',
);

/** FMI 3.0: all of them, whatever the kind. */
export const functions3: readonly string[] = named(
  'fmi3',
  'ActivateModelPartition CompletedIntegratorStep DeserializeFMUState DoStep EnterConfigurationMode ' +
    'EnterContinuousTimeMode EnterEventMode EnterInitializationMode EnterStepMode EvaluateDiscreteStates ' +
    'ExitConfigurationMode ExitInitializationMode FreeFMUState FreeInstance GetAdjointDerivative GetBinary ' +
    'GetBoolean GetClock GetContinuousStateDerivatives GetContinuousStates GetDirectionalDerivative ' +
    'GetEventIndicators GetFMUState GetFloat32 GetFloat64 GetInt16 GetInt32 GetInt64 GetInt8 ' +
    'GetIntervalDecimal GetIntervalFraction GetNominalsOfContinuousStates GetNumberOfContinuousStates ' +
    'GetNumberOfEventIndicators GetNumberOfVariableDependencies GetOutputDerivatives GetShiftDecimal ' +
    'GetShiftFraction GetString GetUInt16 GetUInt32 GetUInt64 GetUInt8 GetVariableDependencies GetVersion ' +
    'InstantiateCoSimulation InstantiateModelExchange InstantiateScheduledExecution Reset ' +
    'SerializeFMUState SerializedFMUStateSize SetBinary SetBoolean SetClock SetContinuousStates ' +
    'SetDebugLogging SetFMUState SetFloat32 SetFloat64 SetInt16 SetInt32 SetInt64 SetInt8 ' +
    'SetIntervalDecimal SetIntervalFraction SetShiftDecimal SetShiftFraction SetString SetTime SetUInt16 ' +
    'SetUInt32 SetUInt64 SetUInt8 Terminate UpdateDiscreteStates',
);
