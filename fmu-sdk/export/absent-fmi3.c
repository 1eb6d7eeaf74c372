/* Made by bin/generate.mjs from fmu-sdk/standard and fmu-sdk/build/component/component-functions.ts: change those. */
#include "fmi3.h"
#include "instance-functions.h"
#pragma GCC diagnostic ignored "-Wunused-parameter"

EXPORT fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference valueReference, size_t* nDependencies) {
  return unit_lacks(instance, "fmi3GetNumberOfVariableDependencies", 3);
}

EXPORT fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, fmi3ValueReference dependent, size_t elementIndicesOfDependent[], fmi3ValueReference independents[], size_t elementIndicesOfIndependents[], fmi3DependencyKind dependencyKinds[], size_t nDependencies) {
  return unit_lacks(instance, "fmi3GetVariableDependencies", 3);
}

EXPORT fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance) {
  return unit_lacks(instance, "fmi3EvaluateDiscreteStates", 4);
}

EXPORT fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Int32 orders[], fmi3Float64 values[], size_t nValues) {
  return nValueReferences == 0 ? fmi3OK : unit_lacks(instance, "fmi3GetOutputDerivatives", 5);
}

EXPORT fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference clockReference, fmi3Float64 activationTime) {
  return unit_lacks(instance, "fmi3ActivateModelPartition", 2);
}

/* Served by model-exchange-functions.c where the unit has model exchange. */
#ifndef MODEL_EXCHANGE
EXPORT fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance) {
  return unit_lacks(instance, "fmi3EnterContinuousTimeMode", 1);
}

EXPORT fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean* enterEventMode, fmi3Boolean* terminateSimulation) {
  return unit_lacks(instance, "fmi3CompletedIntegratorStep", 1);
}

EXPORT fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time) {
  return unit_lacks(instance, "fmi3SetTime", 1);
}

EXPORT fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 continuousStates[], size_t nContinuousStates) {
  return unit_lacks(instance, "fmi3SetContinuousStates", 1);
}

EXPORT fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 derivatives[], size_t nContinuousStates) {
  return unit_lacks(instance, "fmi3GetContinuousStateDerivatives", 1);
}

EXPORT fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 eventIndicators[], size_t nEventIndicators) {
  return unit_lacks(instance, "fmi3GetEventIndicators", 1);
}

EXPORT fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 continuousStates[], size_t nContinuousStates) {
  return unit_lacks(instance, "fmi3GetContinuousStates", 1);
}

EXPORT fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 nominals[], size_t nContinuousStates) {
  return unit_lacks(instance, "fmi3GetNominalsOfContinuousStates", 1);
}

EXPORT fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t* nEventIndicators) {
  return unit_lacks(instance, "fmi3GetNumberOfEventIndicators", 1);
}

EXPORT fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t* nContinuousStates) {
  return unit_lacks(instance, "fmi3GetNumberOfContinuousStates", 1);
}
#endif
