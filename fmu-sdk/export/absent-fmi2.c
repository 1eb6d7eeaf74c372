/* Made by bin/generate.mjs from fmu-sdk/standard and fmu-sdk/build/component/component-functions.ts: change those. */
#include "fmi2.h"
#include "instance-functions.h"
#pragma GCC diagnostic ignored "-Wunused-parameter"

EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component instance, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[], fmi2Real value[]) {
  return nvr == 0 ? fmi2OK : unit_lacks(instance, "fmi2GetRealOutputDerivatives", 5);
}

EXPORT fmi2Status fmi2CancelStep(fmi2Component instance) {
  return unit_lacks(instance, "fmi2CancelStep", 6);
}

/* Served by model-exchange-functions.c where the unit has model exchange. */
#ifndef MODEL_EXCHANGE
EXPORT fmi2Status fmi2EnterEventMode(fmi2Component instance) {
  return unit_lacks(instance, "fmi2EnterEventMode", 1);
}

EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component instance, fmi2EventInfo* eventInfo) {
  return unit_lacks(instance, "fmi2NewDiscreteStates", 1);
}

EXPORT fmi2Status fmi2EnterContinuousTimeMode(fmi2Component instance) {
  return unit_lacks(instance, "fmi2EnterContinuousTimeMode", 1);
}

EXPORT fmi2Status fmi2CompletedIntegratorStep(fmi2Component instance, fmi2Boolean noSetFMUStatePriorToCurrentPoint, fmi2Boolean* enterEventMode, fmi2Boolean* terminateSimulation) {
  return unit_lacks(instance, "fmi2CompletedIntegratorStep", 1);
}

EXPORT fmi2Status fmi2SetTime(fmi2Component instance, fmi2Real time) {
  return unit_lacks(instance, "fmi2SetTime", 1);
}

EXPORT fmi2Status fmi2SetContinuousStates(fmi2Component instance, const fmi2Real x[], size_t nx) {
  return unit_lacks(instance, "fmi2SetContinuousStates", 1);
}

EXPORT fmi2Status fmi2GetDerivatives(fmi2Component instance, fmi2Real derivatives[], size_t nx) {
  return unit_lacks(instance, "fmi2GetDerivatives", 1);
}

EXPORT fmi2Status fmi2GetEventIndicators(fmi2Component instance, fmi2Real eventIndicators[], size_t ni) {
  return unit_lacks(instance, "fmi2GetEventIndicators", 1);
}

EXPORT fmi2Status fmi2GetContinuousStates(fmi2Component instance, fmi2Real x[], size_t nx) {
  return unit_lacks(instance, "fmi2GetContinuousStates", 1);
}

EXPORT fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component instance, fmi2Real x_nominal[], size_t nx) {
  return unit_lacks(instance, "fmi2GetNominalsOfContinuousStates", 1);
}
#endif
