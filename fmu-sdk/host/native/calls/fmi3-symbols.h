/* The functions of FMI 3.0, made by bin/generate.mjs from the tables of fmu-sdk/standard:
   X(kinds that cannot do without it, name, result, parameters). */
#ifndef FMUKIT_SYMBOLS3_H_
#define FMUKIT_SYMBOLS3_H_
#include "../../../standard/c/fmi3.h"

#define FMI3_FUNCTIONS(X) \
  X(no, GetVersion, const char*, (void)) \
  X(no, SetDebugLogging, int, (fmi3Instance instance, fmi3Boolean loggingOn, size_t nCategories, const fmi3String categories[])) \
  X(me, InstantiateModelExchange, fmi3Instance, (fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn, fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage)) \
  X(cs, InstantiateCoSimulation, fmi3Instance, (fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn, fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed, const fmi3ValueReference requiredIntermediateVariables[], size_t nRequiredIntermediateVariables, fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage, fmi3IntermediateUpdateCallback intermediateUpdate)) \
  X(se, InstantiateScheduledExecution, fmi3Instance, (fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn, fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage, fmi3ClockUpdateCallback clockUpdate, fmi3LockPreemptionCallback lockPreemption, fmi3UnlockPreemptionCallback unlockPreemption)) \
  X(all, FreeInstance, void, (fmi3Instance instance)) \
  X(all, EnterInitializationMode, int, (fmi3Instance instance, fmi3Boolean toleranceDefined, fmi3Float64 tolerance, fmi3Float64 startTime, fmi3Boolean stopTimeDefined, fmi3Float64 stopTime)) \
  X(all, ExitInitializationMode, int, (fmi3Instance instance)) \
  X(me, EnterEventMode, int, (fmi3Instance instance)) \
  X(all, Terminate, int, (fmi3Instance instance)) \
  X(no, Reset, int, (fmi3Instance instance)) \
  X(no, GetFloat32, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Float32 values[], size_t nValues)) \
  X(no, SetFloat32, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Float32 values[], size_t nValues)) \
  X(all, GetFloat64, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Float64 values[], size_t nValues)) \
  X(all, SetFloat64, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Float64 values[], size_t nValues)) \
  X(no, GetInt8, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Int8 values[], size_t nValues)) \
  X(no, SetInt8, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Int8 values[], size_t nValues)) \
  X(no, GetInt16, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Int16 values[], size_t nValues)) \
  X(no, SetInt16, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Int16 values[], size_t nValues)) \
  X(no, GetInt32, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Int32 values[], size_t nValues)) \
  X(no, SetInt32, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Int32 values[], size_t nValues)) \
  X(no, GetInt64, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Int64 values[], size_t nValues)) \
  X(no, SetInt64, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Int64 values[], size_t nValues)) \
  X(no, GetUInt8, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3UInt8 values[], size_t nValues)) \
  X(no, SetUInt8, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3UInt8 values[], size_t nValues)) \
  X(no, GetUInt16, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3UInt16 values[], size_t nValues)) \
  X(no, SetUInt16, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3UInt16 values[], size_t nValues)) \
  X(no, GetUInt32, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3UInt32 values[], size_t nValues)) \
  X(no, SetUInt32, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3UInt32 values[], size_t nValues)) \
  X(no, GetUInt64, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3UInt64 values[], size_t nValues)) \
  X(no, SetUInt64, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3UInt64 values[], size_t nValues)) \
  X(no, GetBoolean, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Boolean values[], size_t nValues)) \
  X(no, SetBoolean, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Boolean values[], size_t nValues)) \
  X(no, GetString, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3String values[], size_t nValues)) \
  X(no, SetString, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3String values[], size_t nValues)) \
  X(no, GetBinary, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, size_t valueSizes[], fmi3Binary values[], size_t nValues)) \
  X(no, SetBinary, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const size_t valueSizes[], const fmi3Binary values[], size_t nValues)) \
  X(no, GetClock, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Clock values[])) \
  X(no, SetClock, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Clock values[])) \
  X(no, GetNumberOfVariableDependencies, int, (fmi3Instance instance, fmi3ValueReference valueReference, size_t* nDependencies)) \
  X(no, GetVariableDependencies, int, (fmi3Instance instance, fmi3ValueReference dependent, size_t elementIndicesOfDependent[], fmi3ValueReference independents[], size_t elementIndicesOfIndependents[], fmi3DependencyKind dependencyKinds[], size_t nDependencies)) \
  X(no, GetFMUState, int, (fmi3Instance instance, fmi3FMUState* FMUState)) \
  X(no, SetFMUState, int, (fmi3Instance instance, fmi3FMUState FMUState)) \
  X(no, FreeFMUState, int, (fmi3Instance instance, fmi3FMUState* FMUState)) \
  X(no, SerializedFMUStateSize, int, (fmi3Instance instance, fmi3FMUState FMUState, size_t* size)) \
  X(no, SerializeFMUState, int, (fmi3Instance instance, fmi3FMUState FMUState, fmi3Byte serializedState[], size_t size)) \
  X(no, DeserializeFMUState, int, (fmi3Instance instance, const fmi3Byte serializedState[], size_t size, fmi3FMUState* FMUState)) \
  X(no, GetDirectionalDerivative, int, (fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns, const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[], size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity)) \
  X(no, GetAdjointDerivative, int, (fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns, const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[], size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity)) \
  X(no, EnterConfigurationMode, int, (fmi3Instance instance)) \
  X(no, ExitConfigurationMode, int, (fmi3Instance instance)) \
  X(no, GetIntervalDecimal, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[])) \
  X(no, GetIntervalFraction, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3UInt64 counters[], fmi3UInt64 resolutions[], fmi3IntervalQualifier qualifiers[])) \
  X(no, GetShiftDecimal, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Float64 shifts[])) \
  X(no, GetShiftFraction, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3UInt64 counters[], fmi3UInt64 resolutions[])) \
  X(no, SetIntervalDecimal, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Float64 intervals[])) \
  X(no, SetIntervalFraction, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])) \
  X(no, SetShiftDecimal, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Float64 shifts[])) \
  X(no, SetShiftFraction, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])) \
  X(no, EvaluateDiscreteStates, int, (fmi3Instance instance)) \
  X(me, UpdateDiscreteStates, int, (fmi3Instance instance, fmi3Boolean* discreteStatesNeedUpdate, fmi3Boolean* terminateSimulation, fmi3Boolean* nominalsOfContinuousStatesChanged, fmi3Boolean* valuesOfContinuousStatesChanged, fmi3Boolean* nextEventTimeDefined, fmi3Float64* nextEventTime)) \
  X(me, EnterContinuousTimeMode, int, (fmi3Instance instance)) \
  X(me, CompletedIntegratorStep, int, (fmi3Instance instance, fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean* enterEventMode, fmi3Boolean* terminateSimulation)) \
  X(me, SetTime, int, (fmi3Instance instance, fmi3Float64 time)) \
  X(me, SetContinuousStates, int, (fmi3Instance instance, const fmi3Float64 continuousStates[], size_t nContinuousStates)) \
  X(me, GetContinuousStateDerivatives, int, (fmi3Instance instance, fmi3Float64 derivatives[], size_t nContinuousStates)) \
  X(no, GetEventIndicators, int, (fmi3Instance instance, fmi3Float64 eventIndicators[], size_t nEventIndicators)) \
  X(me, GetContinuousStates, int, (fmi3Instance instance, fmi3Float64 continuousStates[], size_t nContinuousStates)) \
  X(no, GetNominalsOfContinuousStates, int, (fmi3Instance instance, fmi3Float64 nominals[], size_t nContinuousStates)) \
  X(no, GetNumberOfEventIndicators, int, (fmi3Instance instance, size_t* nEventIndicators)) \
  X(no, GetNumberOfContinuousStates, int, (fmi3Instance instance, size_t* nContinuousStates)) \
  X(no, EnterStepMode, int, (fmi3Instance instance)) \
  X(no, GetOutputDerivatives, int, (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Int32 orders[], fmi3Float64 values[], size_t nValues)) \
  X(cs, DoStep, int, (fmi3Instance instance, fmi3Float64 currentCommunicationPoint, fmi3Float64 communicationStepSize, fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean* eventHandlingNeeded, fmi3Boolean* terminateSimulation, fmi3Boolean* earlyReturn, fmi3Float64* lastSuccessfulTime)) \
  X(se, ActivateModelPartition, int, (fmi3Instance instance, fmi3ValueReference clockReference, fmi3Float64 activationTime))

typedef struct {
#define X(need, name, result, parameters) result(*name) parameters;
  FMI3_FUNCTIONS(X)
#undef X
} Functions3;
#endif
