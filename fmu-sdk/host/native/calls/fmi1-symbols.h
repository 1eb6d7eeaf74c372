/* The functions of FMI 1.0, made by bin/generate.mjs from the tables of fmu-sdk/standard:
   X(kinds that cannot do without it, name, result, parameters). */
#ifndef FMUKIT_SYMBOLS1_H_
#define FMUKIT_SYMBOLS1_H_
#include "../../../standard/c/fmi1.h"

#define FMI1_FUNCTIONS(X) \
  X(no, GetVersion, const char*, (void)) \
  X(no, SetDebugLogging, int, (fmi1Component instance, fmi1Boolean loggingOn)) \
  X(all, GetReal, int, (fmi1Component instance, const fmi1ValueReference vr[], size_t nvr, fmi1Real value[])) \
  X(no, GetInteger, int, (fmi1Component instance, const fmi1ValueReference vr[], size_t nvr, fmi1Integer value[])) \
  X(no, GetBoolean, int, (fmi1Component instance, const fmi1ValueReference vr[], size_t nvr, fmi1Boolean value[])) \
  X(no, GetString, int, (fmi1Component instance, const fmi1ValueReference vr[], size_t nvr, fmi1String value[])) \
  X(all, SetReal, int, (fmi1Component instance, const fmi1ValueReference vr[], size_t nvr, const fmi1Real value[])) \
  X(no, SetInteger, int, (fmi1Component instance, const fmi1ValueReference vr[], size_t nvr, const fmi1Integer value[])) \
  X(no, SetBoolean, int, (fmi1Component instance, const fmi1ValueReference vr[], size_t nvr, const fmi1Boolean value[])) \
  X(no, SetString, int, (fmi1Component instance, const fmi1ValueReference vr[], size_t nvr, const fmi1String value[])) \
  X(no, GetModelTypesPlatform, const char*, (void)) \
  X(me, InstantiateModel, fmi1Component, (fmi1String instanceName, fmi1String GUID, fmi1ModelCallbacks functions, fmi1Boolean loggingOn)) \
  X(me, FreeModelInstance, void, (fmi1Component instance)) \
  X(me, SetTime, int, (fmi1Component instance, fmi1Real time)) \
  X(me, SetContinuousStates, int, (fmi1Component instance, const fmi1Real x[], size_t nx)) \
  X(me, CompletedIntegratorStep, int, (fmi1Component instance, fmi1Boolean* callEventUpdate)) \
  X(me, Initialize, int, (fmi1Component instance, fmi1Boolean toleranceControlled, fmi1Real relativeTolerance, fmi1EventInfo* eventInfo)) \
  X(me, GetDerivatives, int, (fmi1Component instance, fmi1Real derivatives[], size_t nx)) \
  X(me, GetEventIndicators, int, (fmi1Component instance, fmi1Real eventIndicators[], size_t ni)) \
  X(me, EventUpdate, int, (fmi1Component instance, fmi1Boolean intermediateResults, fmi1EventInfo* eventInfo)) \
  X(me, GetContinuousStates, int, (fmi1Component instance, fmi1Real states[], size_t nx)) \
  X(no, GetNominalContinuousStates, int, (fmi1Component instance, fmi1Real x_nominal[], size_t nx)) \
  X(me, Terminate, int, (fmi1Component instance)) \
  X(no, GetTypesPlatform, const char*, (void)) \
  X(cs, InstantiateSlave, fmi1Component, (fmi1String instanceName, fmi1String fmuGUID, fmi1String fmuLocation, fmi1String mimeType, fmi1Real timeout, fmi1Boolean visible, fmi1Boolean interactive, fmi1SlaveCallbacks functions, fmi1Boolean loggingOn)) \
  X(cs, InitializeSlave, int, (fmi1Component instance, fmi1Real tStart, fmi1Boolean StopTimeDefined, fmi1Real tStop)) \
  X(cs, TerminateSlave, int, (fmi1Component instance)) \
  X(no, ResetSlave, int, (fmi1Component instance)) \
  X(cs, FreeSlaveInstance, void, (fmi1Component instance)) \
  X(no, SetRealInputDerivatives, int, (fmi1Component instance, const fmi1ValueReference vr[], size_t nvr, const fmi1Integer order[], const fmi1Real value[])) \
  X(no, GetRealOutputDerivatives, int, (fmi1Component instance, const fmi1ValueReference vr[], size_t nvr, const fmi1Integer order[], fmi1Real value[])) \
  X(no, CancelStep, int, (fmi1Component instance)) \
  X(cs, DoStep, int, (fmi1Component instance, fmi1Real currentCommunicationPoint, fmi1Real communicationStepSize, fmi1Boolean newStep)) \
  X(no, GetStatus, int, (fmi1Component instance, const fmi1StatusKind s, fmi1Status* value)) \
  X(no, GetRealStatus, int, (fmi1Component instance, const fmi1StatusKind s, fmi1Real* value)) \
  X(no, GetStringStatus, int, (fmi1Component instance, const fmi1StatusKind s, fmi1String* value))

typedef struct {
#define X(need, name, result, parameters) result(*name) parameters;
  FMI1_FUNCTIONS(X)
#undef X
} Functions1;
#endif
