/*
 * Model exchange of FMI 3.0 and 2.0, for units whose core supports it. It passes arguments to the
 * state machine and results back.
 */
#include "fmi2.h"
#include "fmi3.h"
#include "instance-functions.h"

typedef u32 Action(w2c_unit*, u32);

static int act(Unit* i, const char* call, Action* action) {
  BEGIN(i, call)
  END(action(&u->core, SELF));
}

/* Returns a list of doubles from the state machine. */
static int list(Unit* i, const char* call, Action* query, double values[], size_t n) {
  BEGIN(i, call)
  REQUIRE(values, n, "a list of values")
  END(unit_take(u, query(&u->core, SELF), values, n, 8));
}

static int count(Unit* i, const char* call, Action* query, size_t* n) {
  BEGIN(i, call)
  REQUIRE(n, 1, "an address for the number")
  const uint32_t result = query(&u->core, SELF);
  if (*unit_memory(u, result) != 0) END(*unit_memory(u, result + 8));
  *n = unit_word(u, result + 8);
  END(OK);
}

static int set_time(Unit* i, const char* call, double t) {
  BEGIN(i, call)
  END(w2c_unit_fmiSetTime(&u->core, SELF, t));
}

static int set_states(Unit* i, const char* call, const double values[], size_t n) {
  BEGIN(i, call)
  REQUIRE(values, n, "a list of values")
  END(w2c_unit_fmiSetContinuousStates(&u->core, SELF, unit_put(u, values, n, 8), n > UINT32_MAX ? UINT32_MAX : (u32)n));
}

static int completed(Unit* i, const char* call, bool* enter, bool* terminate) {
  BEGIN(i, call)
  const uint32_t result = w2c_unit_fmiCompletedIntegratorStep(&u->core, SELF, 0);
  const uint8_t* at = unit_memory(u, result);
  if (at[0] != 0) END(at[1]);
  *enter = at[1] != 0;
  *terminate = at[2] != 0;
  END(OK);
}

/* ---- FMI 3.0 ---- */

EXPORT fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance i) {
  return act(i, "fmi3EnterContinuousTimeMode", w2c_unit_fmiEnterContinuousTimeMode);
}
EXPORT fmi3Status fmi3CompletedIntegratorStep(fmi3Instance i, fmi3Boolean no_set_state_before, fmi3Boolean* enter, fmi3Boolean* terminate) {
  (void)no_set_state_before;
  return completed(i, "fmi3CompletedIntegratorStep", enter, terminate);
}
EXPORT fmi3Status fmi3SetTime(fmi3Instance i, fmi3Float64 t) { return set_time(i, "fmi3SetTime", t); }
EXPORT fmi3Status fmi3SetContinuousStates(fmi3Instance i, const fmi3Float64 x[], size_t n) {
  return set_states(i, "fmi3SetContinuousStates", x, n);
}

#define LIST(Name) \
  EXPORT fmi3Status fmi3##Name(fmi3Instance i, fmi3Float64 values[], size_t n) { return list(i, "fmi3" #Name, w2c_unit_fmi##Name, values, n); }
LIST(GetContinuousStateDerivatives)
LIST(GetEventIndicators)
LIST(GetContinuousStates)
LIST(GetNominalsOfContinuousStates)

#define COUNT(Name) \
  EXPORT fmi3Status fmi3##Name(fmi3Instance i, size_t* n) { return count(i, "fmi3" #Name, w2c_unit_fmi##Name, n); }
COUNT(GetNumberOfEventIndicators)
COUNT(GetNumberOfContinuousStates)

/* ---- FMI 2.0 ---- */

/*
 * Changes nothing after initialization, because the unit is in Event Mode already (FMI 2.0.5,
 * 3.2.3).
 */
EXPORT fmi2Status fmi2EnterEventMode(fmi2Component i) {
  if (i != NULL && unit_mode(i) == EVENT) return fmi2OK;
  return act(i, "fmi2EnterEventMode", w2c_unit_fmiEnterEventMode);
}
EXPORT fmi2Status fmi2EnterContinuousTimeMode(fmi2Component i) {
  return act(i, "fmi2EnterContinuousTimeMode", w2c_unit_fmiEnterContinuousTimeMode);
}

EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component i, fmi2EventInfo* info) {
  BEGIN(i, "fmi2NewDiscreteStates")
  const uint32_t result = w2c_unit_fmiUpdateDiscreteStates(&u->core, SELF);
  const uint8_t* at = unit_memory(u, result);
  if (at[0] != 0) END(at[8]);
  info->newDiscreteStatesNeeded = at[8] != 0;
  info->terminateSimulation = at[9] != 0;
  info->nominalsOfContinuousStatesChanged = at[10] != 0;
  info->valuesOfContinuousStatesChanged = at[11] != 0;
  info->nextEventTimeDefined = at[12] != 0;
  info->nextEventTime = unit_double(u, result + 16);
  END(OK);
}

EXPORT fmi2Status fmi2CompletedIntegratorStep(fmi2Component i, fmi2Boolean no_set_state_before, fmi2Boolean* enter, fmi2Boolean* terminate) {
  (void)no_set_state_before;
  bool event = false, end = false;
  const int status = completed(i, "fmi2CompletedIntegratorStep", &event, &end);
  *enter = event;
  *terminate = end;
  return (fmi2Status)status;
}
EXPORT fmi2Status fmi2SetTime(fmi2Component i, fmi2Real t) { return set_time(i, "fmi2SetTime", t); }
EXPORT fmi2Status fmi2SetContinuousStates(fmi2Component i, const fmi2Real x[], size_t n) {
  return set_states(i, "fmi2SetContinuousStates", x, n);
}
EXPORT fmi2Status fmi2GetDerivatives(fmi2Component i, fmi2Real values[], size_t n) {
  return list(i, "fmi2GetDerivatives", w2c_unit_fmiGetContinuousStateDerivatives, values, n);
}
EXPORT fmi2Status fmi2GetEventIndicators(fmi2Component i, fmi2Real values[], size_t n) {
  return list(i, "fmi2GetEventIndicators", w2c_unit_fmiGetEventIndicators, values, n);
}
EXPORT fmi2Status fmi2GetContinuousStates(fmi2Component i, fmi2Real values[], size_t n) {
  return list(i, "fmi2GetContinuousStates", w2c_unit_fmiGetContinuousStates, values, n);
}
EXPORT fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component i, fmi2Real values[], size_t n) {
  return list(i, "fmi2GetNominalsOfContinuousStates", w2c_unit_fmiGetNominalsOfContinuousStates, values, n);
}
