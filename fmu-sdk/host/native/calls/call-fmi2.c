/* FMI 2.0. */
#include <stdlib.h>
#include <string.h>
#include "../engine/engine.h"

/* For calls without decoded operands. */
#define PLAIN(name, ...) (e->two.name != NULL ? e->two.name(__VA_ARGS__) : engine_absent(e, "fmi2" #name))
/* Skips the function if its operands are incomplete. */
#define CALL(name, ...) (e->short_of_operands ? failed : PLAIN(name, __VA_ARGS__))

typedef fmi2Status CallbackStatus;
#include "scalar-calls.h"

static int instantiate(Engine* e) {
  size_t bytes;
  const char* name = take_array(e, 1, &bytes);
  const char* guid = take_array(e, 1, &bytes);
  const char* resources = take_array(e, 1, &bytes);
  const int visible = (int)take_word(e), logging = (int)take_word(e);
  take_word(e);
  take_word(e);
  const bool alone = take_word(e);
  free(e->names[e->present]);
  e->names[e->present] = name == NULL ? NULL : strdup(name);
  fmi2CallbackFunctions* callbacks = &e->callbacks[e->present];
  *callbacks = e->guarded ? (fmi2CallbackFunctions){guard_log2, guard_allocate, guard_free, NULL, guard_environment(e)}
                          : (fmi2CallbackFunctions){log_message, calloc, free, NULL, e};
  if (alone) callbacks->allocateMemory = NULL, callbacks->freeMemory = NULL;
  const fmi2Type type = e->kind == kind_cs ? fmi2CoSimulation : fmi2ModelExchange;
  e->instance = e->two.Instantiate(name, type, guid, resources, callbacks, visible, logging);
  return e->instance == NULL ? failed : ok;
}

void free2(Engine* e) {
  e->two.FreeInstance(e->instance);
  e->instance = NULL;
}

static int set_debug_logging(Engine* e) {
  const int on = (int)take_word(e);
  const size_t count = take_count(e);
  const char** categories = malloc((count + 1) * sizeof *categories);
  for (size_t i = 0, bytes; i < count; i++) categories[i] = take_array(e, 1, &bytes);
  const int status = CALL(SetDebugLogging, e->instance, on, count, categories);
  free(categories);
  return status;
}

/* After a discarded step, asks the FMU how far it came (FMI 2.0.5, 4.2.2). */
int discarded2(Engine* e, double* r) {
  double last = r[reg_time];
  int terminated = 0;
  if (e->two.GetRealStatus != NULL && e->two.GetRealStatus(e->instance, fmi2LastSuccessfulTime, &last) == ok)
    r[reg_lastTime] = last;
  if (e->two.GetBooleanStatus != NULL && e->two.GetBooleanStatus(e->instance, fmi2Terminated, &terminated) == ok)
    r[reg_terminate] = terminated != 0;
  return discard;
}

static int completed_integrator_step(Engine* e, double* r) {
  int event = 0, terminate = 0;
  const int status = PLAIN(CompletedIntegratorStep, e->instance, r[reg_noSetStatePrior] != 0, &event, &terminate);
  r[reg_enterEventMode] = event != 0;
  r[reg_terminate] = terminate != 0;
  return status;
}

/* An FMU may write only the members that a pass of an event changes. The others keep what earlier passes gave. */
static int new_discrete_states(Engine* e, double* r) {
  fmi2EventInfo info = {
      .nominalsOfContinuousStatesChanged = r[reg_nominalsChanged] != 0,
      .valuesOfContinuousStatesChanged = r[reg_valuesChanged] != 0,
      .nextEventTimeDefined = r[reg_nextEventTimeDefined] != 0,
      .nextEventTime = r[reg_nextEventTime],
  };
  const int status = CALL(NewDiscreteStates, e->instance, &info);
  r[reg_newDiscreteStatesNeeded] = info.newDiscreteStatesNeeded != 0;
  r[reg_terminate] = info.terminateSimulation != 0;
  r[reg_nominalsChanged] = info.nominalsOfContinuousStatesChanged != 0;
  r[reg_valuesChanged] = info.valuesOfContinuousStatesChanged != 0;
  r[reg_nextEventTimeDefined] = info.nextEventTimeDefined != 0;
  r[reg_nextEventTime] = info.nextEventTime;
  return status;
}

#define GET_STATE GetFMUstate
#define FREE_STATE FreeFMUstate
#define STATE_SIZE SerializedFMUstateSize
#define SERIALIZE_STATE SerializeFMUstate
#define DESERIALIZE_STATE DeSerializeFMUstate
#include "fmu-states.h"

static int directional_derivative(Engine* e) {
  size_t unknowns, knowns, seeds;
  const uint32_t* unknown = take_array(e, sizeof *unknown, &unknowns);
  const uint32_t* known = take_array(e, sizeof *known, &knowns);
  const double* seed = take_array(e, sizeof *seed, &seeds);
  double* sensitivity = answer(e, take_word(e) * sizeof *sensitivity);
  return CALL(GetDirectionalDerivative, e->instance, unknown, unknowns, known, knowns, seed, sensitivity);
}

int input_derivatives2(Engine* e, const uint32_t* references, size_t count, const int32_t* orders, const double* values) {
  return CALL(SetRealInputDerivatives, e->instance, references, count, orders, values);
}

/* Operand: the kind, in the order of fmi2StatusKind. */
static int get_step_status(Engine* e) {
  double number = 0;
  int integer = 0, status;
  const char* text = NULL;
  switch (take_word(e)) {
    case fmi2DoStepStatus: status = CALL(GetStatus, e->instance, fmi2DoStepStatus, (fmi2Status*)&integer); break;
    case fmi2PendingStatus: status = CALL(GetStringStatus, e->instance, fmi2PendingStatus, &text); break;
    case fmi2LastSuccessfulTime: status = CALL(GetRealStatus, e->instance, fmi2LastSuccessfulTime, &number); break;
    default: status = CALL(GetBooleanStatus, e->instance, fmi2Terminated, &integer);
  }
  number += integer;
  put(e, &number, sizeof number);
  put_text(e, text);
  return status;
}

static int of_library(Engine* e, uint32_t op) {
  const bool version = op == op_getVersion;
  const char* (*function)(void) = version ? e->two.GetVersion : e->two.GetTypesPlatform;
  return put_text(e, function == NULL ? NULL : function());
}

static int without_instance(Engine* e, uint32_t op) {
  switch (op) {
    case op_getVersion:
    case op_getTypesPlatform: return of_library(e, op);
    case op_instantiate: return instantiate(e);
    default: return engine_say(e, "the FMU was called without an instance.");
  }
}

int call2(Engine* e, uint32_t op, Buffer* b) {
  double* r = e->block->registers;
  if (e->instance == NULL) return without_instance(e, op);
  switch (op) {
    case op_doStep: return stepped2(e, r, PLAIN(DoStep, e->instance, r[reg_time], r[reg_step], r[reg_noSetStatePrior] != 0));
    case op_get: return get(e, b);
    case op_set: return set(e, b);
    case op_setTime: return PLAIN(SetTime, e->instance, r[reg_time]);
    case op_setContinuousStates: return PLAIN(SetContinuousStates, e->instance, b->values, b->count);
    case op_getContinuousStates: return PLAIN(GetContinuousStates, e->instance, b->values, b->count);
    case op_getContinuousStateDerivatives: return PLAIN(GetDerivatives, e->instance, b->values, b->count);
    case op_getNominalsOfContinuousStates: return PLAIN(GetNominalsOfContinuousStates, e->instance, b->values, b->count);
    case op_getEventIndicators: return PLAIN(GetEventIndicators, e->instance, b->values, b->count);
    case op_completedIntegratorStep: return completed_integrator_step(e, r);
    case op_updateDiscreteStates: return new_discrete_states(e, r);
    case op_setupExperiment:
      return CALL(SetupExperiment, e->instance, r[reg_toleranceDefined] != 0, r[reg_tolerance], r[reg_startTime],
                  r[reg_stopTimeDefined] != 0, r[reg_stopTime]);
    case op_enterInitializationMode: return CALL(EnterInitializationMode, e->instance);
    case op_exitInitializationMode: return CALL(ExitInitializationMode, e->instance);
    case op_enterEventMode: return CALL(EnterEventMode, e->instance);
    case op_enterContinuousTimeMode: return CALL(EnterContinuousTimeMode, e->instance);
    case op_cancelStep: return CALL(CancelStep, e->instance);
    case op_terminate: return CALL(Terminate, e->instance);
    case op_reset: return CALL(Reset, e->instance);
    case op_freeInstance: return free2(e), ok;
    case op_setDebugLogging: return set_debug_logging(e);
    case op_getStrings: return get_strings(e);
    case op_setStrings: return set_strings(e);
    case op_getState: return get_state(e);
    case op_setState: return CALL(SetFMUstate, e->instance, state_at(e, take_word(e)));
    case op_freeState: return free_state(e);
    case op_serializeState: return serialize_state(e);
    case op_deserializeState: return deserialize_state(e);
    case op_directionalDerivative: return directional_derivative(e);
    case op_setInputDerivatives: return set_input_derivatives(e);
    case op_getOutputDerivatives: return get_output_derivatives(e);
    case op_getStepStatus: return get_step_status(e);
    case op_getVersion:
    case op_getTypesPlatform: return of_library(e, op);
    case op_instantiate: return instantiate(e);
    default: return engine_say(e, "operation %u does not belong to FMI 2.0.", op);
  }
}
