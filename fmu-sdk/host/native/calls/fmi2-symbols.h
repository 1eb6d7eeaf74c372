/* The functions of FMI 2.0, made by bin/generate.mjs from the tables of fmu-sdk/standard:
   X(kinds that cannot do without it, name, result, parameters). */
#ifndef FMUKIT_SYMBOLS2_H_
#define FMUKIT_SYMBOLS2_H_
#include "../../../standard/c/fmi2.h"

#define FMI2_FUNCTIONS(X) \
  X(no, GetTypesPlatform, const char*, (void)) \
  X(no, GetVersion, const char*, (void)) \
  X(no, SetDebugLogging, int, (fmi2Component instance, fmi2Boolean loggingOn, size_t nCategories, const fmi2String categories[])) \
  X(all, Instantiate, fmi2Component, (fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID, fmi2String fmuResourceLocation, const fmi2CallbackFunctions* functions, fmi2Boolean visible, fmi2Boolean loggingOn)) \
  X(all, FreeInstance, void, (fmi2Component instance)) \
  X(all, SetupExperiment, int, (fmi2Component instance, fmi2Boolean toleranceDefined, fmi2Real tolerance, fmi2Real startTime, fmi2Boolean stopTimeDefined, fmi2Real stopTime)) \
  X(all, EnterInitializationMode, int, (fmi2Component instance)) \
  X(all, ExitInitializationMode, int, (fmi2Component instance)) \
  X(all, Terminate, int, (fmi2Component instance)) \
  X(no, Reset, int, (fmi2Component instance)) \
  X(all, GetReal, int, (fmi2Component instance, const fmi2ValueReference vr[], size_t nvr, fmi2Real value[])) \
  X(no, GetInteger, int, (fmi2Component instance, const fmi2ValueReference vr[], size_t nvr, fmi2Integer value[])) \
  X(no, GetBoolean, int, (fmi2Component instance, const fmi2ValueReference vr[], size_t nvr, fmi2Boolean value[])) \
  X(no, GetString, int, (fmi2Component instance, const fmi2ValueReference vr[], size_t nvr, fmi2String value[])) \
  X(all, SetReal, int, (fmi2Component instance, const fmi2ValueReference vr[], size_t nvr, const fmi2Real value[])) \
  X(no, SetInteger, int, (fmi2Component instance, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer value[])) \
  X(no, SetBoolean, int, (fmi2Component instance, const fmi2ValueReference vr[], size_t nvr, const fmi2Boolean value[])) \
  X(no, SetString, int, (fmi2Component instance, const fmi2ValueReference vr[], size_t nvr, const fmi2String value[])) \
  X(no, GetFMUstate, int, (fmi2Component instance, fmi2FMUstate* FMUstate)) \
  X(no, SetFMUstate, int, (fmi2Component instance, fmi2FMUstate FMUstate)) \
  X(no, FreeFMUstate, int, (fmi2Component instance, fmi2FMUstate* FMUstate)) \
  X(no, SerializedFMUstateSize, int, (fmi2Component instance, fmi2FMUstate FMUstate, size_t* size)) \
  X(no, SerializeFMUstate, int, (fmi2Component instance, fmi2FMUstate FMUstate, fmi2Byte serializedState[], size_t size)) \
  X(no, DeSerializeFMUstate, int, (fmi2Component instance, const fmi2Byte serializedState[], size_t size, fmi2FMUstate* FMUstate)) \
  X(no, GetDirectionalDerivative, int, (fmi2Component instance, const fmi2ValueReference vUnknown_ref[], size_t nUnknown, const fmi2ValueReference vKnown_ref[], size_t nKnown, const fmi2Real dvKnown[], fmi2Real dvUnknown[])) \
  X(me, EnterEventMode, int, (fmi2Component instance)) \
  X(me, NewDiscreteStates, int, (fmi2Component instance, fmi2EventInfo* eventInfo)) \
  X(me, EnterContinuousTimeMode, int, (fmi2Component instance)) \
  X(me, CompletedIntegratorStep, int, (fmi2Component instance, fmi2Boolean noSetFMUStatePriorToCurrentPoint, fmi2Boolean* enterEventMode, fmi2Boolean* terminateSimulation)) \
  X(me, SetTime, int, (fmi2Component instance, fmi2Real time)) \
  X(me, SetContinuousStates, int, (fmi2Component instance, const fmi2Real x[], size_t nx)) \
  X(me, GetDerivatives, int, (fmi2Component instance, fmi2Real derivatives[], size_t nx)) \
  X(me, GetEventIndicators, int, (fmi2Component instance, fmi2Real eventIndicators[], size_t ni)) \
  X(me, GetContinuousStates, int, (fmi2Component instance, fmi2Real x[], size_t nx)) \
  X(no, GetNominalsOfContinuousStates, int, (fmi2Component instance, fmi2Real x_nominal[], size_t nx)) \
  X(no, SetRealInputDerivatives, int, (fmi2Component instance, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[], const fmi2Real value[])) \
  X(no, GetRealOutputDerivatives, int, (fmi2Component instance, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[], fmi2Real value[])) \
  X(cs, DoStep, int, (fmi2Component instance, fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize, fmi2Boolean noSetFMUStatePriorToCurrentPoint)) \
  X(no, CancelStep, int, (fmi2Component instance)) \
  X(no, GetStatus, int, (fmi2Component instance, const fmi2StatusKind s, fmi2Status* value)) \
  X(no, GetRealStatus, int, (fmi2Component instance, const fmi2StatusKind s, fmi2Real* value)) \
  X(no, GetIntegerStatus, int, (fmi2Component instance, const fmi2StatusKind s, fmi2Integer* value)) \
  X(no, GetBooleanStatus, int, (fmi2Component instance, const fmi2StatusKind s, fmi2Boolean* value)) \
  X(no, GetStringStatus, int, (fmi2Component instance, const fmi2StatusKind s, fmi2String* value))

typedef struct {
#define X(need, name, result, parameters) result(*name) parameters;
  FMI2_FUNCTIONS(X)
#undef X
} Functions2;
#endif
