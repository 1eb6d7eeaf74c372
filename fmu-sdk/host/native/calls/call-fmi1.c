/*
 * FMI 1.0, presented with the calls of FMI 2.0. It lacks an initialization mode: one function
 * initializes the FMU, after which values may be read. It is called at the first read of the
 * initialization mode, so that values set before count, or at the end of that mode.
 */
#include <stdlib.h>
#include <string.h>
#include "../engine/engine.h"
#include "batch.h"

/* For calls without decoded operands. */
#define PLAIN(name, ...) (e->one.name != NULL ? e->one.name(__VA_ARGS__) : engine_absent(e, "fmi" #name))
/* Skips the function if its operands are incomplete. */
#define CALL(name, ...) (e->short_of_operands ? failed : PLAIN(name, __VA_ARGS__))

typedef fmi1Status CallbackStatus;
#include "scalar-calls.h"

static Start1* start_of(Engine* e) { return &e->starts[e->present]; }

/* Instantiates the FMU from what `start_of` and `names` hold. */
static int instantiate_again(Engine* e, const char* location) {
  const Start1* s = start_of(e);
  const char* name = e->names[e->present];
  if (e->kind == kind_cs)
    e->instance = e->one.InstantiateSlave(name, s->guid, location, "application/x-fmu-sharedlibrary", 0, s->visible, 0,
                                          (fmi1SlaveCallbacks){log_message, calloc, free, NULL}, s->logging);
  else e->instance = e->one.InstantiateModel(name, s->guid, (fmi1ModelCallbacks){log_message, calloc, free}, s->logging);
  return e->instance == NULL ? failed : ok;
}

static char* copy_of(const char* text) { return text == NULL ? NULL : strdup(text); }

static int instantiate(Engine* e) {
  size_t bytes;
  Start1* s = start_of(e);
  free(e->names[e->present]);
  free(s->guid);
  e->names[e->present] = copy_of(take_array(e, 1, &bytes));
  *s = (Start1){.guid = copy_of(take_array(e, 1, &bytes))};
  const char* location = take_array(e, 1, &bytes);
  s->visible = take_word(e) != 0;
  s->logging = take_word(e) != 0;
  return e->short_of_operands ? failed : instantiate_again(e, location);
}

void free1(Engine* e) {
  if (e->kind == kind_cs) e->one.FreeSlaveInstance(e->instance);
  else e->one.FreeModelInstance(e->instance);
  e->instance = NULL;
}

/* FMI 1.0 for model exchange lacks a reset. */
static int reset(Engine* e) {
  Start1* s = start_of(e);
  *s = (Start1){.guid = s->guid, .visible = s->visible, .logging = s->logging};
  if (e->kind == kind_cs) return CALL(ResetSlave, e->instance);
  free1(e);
  return instantiate_again(e, NULL);
}

/* Keeps the experiment for the initialization. */
static int set_up(Engine* e, const double* r) {
  Start1* s = start_of(e);
  s->isSetUp = true;
  s->toleranceDefined = r[reg_toleranceDefined] != 0;
  s->tolerance = r[reg_tolerance];
  s->startTime = r[reg_startTime];
  s->stopTimeDefined = r[reg_stopTimeDefined] != 0;
  s->stopTime = r[reg_stopTime];
  return e->kind == kind_cs ? ok : PLAIN(SetTime, e->instance, s->startTime);
}

/* Initializes the FMU, once. */
static int initialize(Engine* e) {
  Start1* s = start_of(e);
  if (s->isInitialized || !s->isSetUp) return ok;
  /* Reports of a crash name this operation instead of a read. */
  const uint32_t reading = e->block->current;
  e->block->current = op_exitInitializationMode;
  int status;
  if (e->kind == kind_cs) status = PLAIN(InitializeSlave, e->instance, s->startTime, s->stopTimeDefined, s->stopTime);
  else {
    memset(&s->info, 0, sizeof s->info);
    status = PLAIN(Initialize, e->instance, s->toleranceDefined, s->tolerance, &s->info);
    s->isToldAlready = true;
  }
  e->block->current = reading;
  if (known(e, status) >= discard) engine_say(e, "the initialization (%s) failed.", e->kind == kind_cs ? "fmiInitializeSlave" : "fmiInitialize");
  else s->isInitialized = true;
  return status;
}

/* The initialization includes the first event, unless inputs were set since. */
static int event_update(Engine* e, double* r) {
  Start1* s = start_of(e);
  int status = ok;
  if (!s->isToldAlready) {
    memset(&s->info, 0, sizeof s->info);
    status = PLAIN(EventUpdate, e->instance, 0, &s->info);
  }
  s->isToldAlready = false;
  const fmi1EventInfo* info = &s->info;
  r[reg_newDiscreteStatesNeeded] = info->iterationConverged == 0;
  r[reg_terminate] = info->terminateSimulation != 0;
  r[reg_nominalsChanged] = info->stateValueReferencesChanged != 0;
  r[reg_valuesChanged] = info->stateValuesChanged != 0;
  r[reg_nextEventTimeDefined] = info->upcomingTimeEvent != 0;
  r[reg_nextEventTime] = info->nextEventTime;
  return status;
}

static int completed_integrator_step(Engine* e, double* r) {
  fmi1Boolean event = 0;
  const int status = PLAIN(CompletedIntegratorStep, e->instance, &event);
  r[reg_enterEventMode] = event != 0;
  r[reg_terminate] = 0;
  return status;
}

static int do_step(Engine* e, double* r) {
  Start1* s = start_of(e);
  const int status = PLAIN(DoStep, e->instance, r[reg_time], r[reg_step], !s->isRepeated);
  r[reg_eventNeeded] = r[reg_terminate] = r[reg_early] = 0;
  r[reg_lastTime] = status < discard ? r[reg_time] + r[reg_step] : r[reg_time];
  double last = r[reg_time];
  if (status == discard && e->one.GetRealStatus != NULL &&
      e->one.GetRealStatus(e->instance, fmi1LastSuccessfulTime, &last) == ok)
    r[reg_lastTime] = last;
  /* A smaller step follows from the same point. */
  s->isRepeated = status == discard && r[reg_lastTime] <= r[reg_time];
  return status;
}

/* Operand: the kind, in the order of fmi2StatusKind. */
static int get_step_status(Engine* e) {
  double number = 0;
  fmi1Status state = 0;
  int status = failed;
  const char* text = NULL;
  switch (take_word(e)) {
    case fmi1DoStepStatus: status = CALL(GetStatus, e->instance, fmi1DoStepStatus, &state); break;
    case fmi1PendingStatus: status = CALL(GetStringStatus, e->instance, fmi1PendingStatus, &text); break;
    case fmi1LastSuccessfulTime: status = CALL(GetRealStatus, e->instance, fmi1LastSuccessfulTime, &number); break;
    default: return engine_say(e, "FMI 1.0 lacks this status.");
  }
  number += state;
  put(e, &number, sizeof number);
  put_text(e, text);
  return status;
}

/* Negates the values of variables whose alias is negated. */
static void negate(const Buffer* b) {
  for (uint32_t k = 0; k < b->negations; k++) {
    const uint32_t i = b->negated[k];
    switch (b->type) {
      case type_Float64: ((double*)b->values)[i] = -((double*)b->values)[i]; break;
      case type_Boolean: ((fmi1Boolean*)b->values)[i] = ((fmi1Boolean*)b->values)[i] == 0; break;
      // The smallest integer is its own negative.
      default: ((int32_t*)b->values)[i] = (int32_t)(0u - ((uint32_t*)b->values)[i]);
    }
  }
}

static int get_negated(Engine* e, const Buffer* b) {
  const int status = get(e, b);
  if (status < discard) negate(b);
  return status;
}

static int set_negated(Engine* e, const Buffer* b) {
  start_of(e)->isToldAlready = false;
  negate(b);
  const int status = set(e, b);
  negate(b);
  return status;
}

static int of_library(Engine* e, uint32_t op) {
  const char* (*platform)(void) = e->kind == kind_cs ? e->one.GetTypesPlatform : e->one.GetModelTypesPlatform;
  const char* (*function)(void) = op == op_getVersion ? e->one.GetVersion : platform;
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

/* Reports whether an operation needs an initialized FMU. */
static bool needs_start(uint32_t op) {
  switch (op) {
    case op_exitInitializationMode:
    case op_get:
    case op_getStrings:
    case op_getContinuousStates:
    case op_getContinuousStateDerivatives:
    case op_getNominalsOfContinuousStates:
    case op_getEventIndicators:
    case op_completedIntegratorStep:
    case op_updateDiscreteStates:
    case op_getOutputDerivatives:
    case op_doStep: return true;
    default: return false;
  }
}

static int call_started(Engine* e, uint32_t op, Buffer* b) {
  double* r = e->block->registers;
  switch (op) {
    case op_doStep: return do_step(e, r);
    case op_get: return get_negated(e, b);
    case op_set: return set_negated(e, b);
    case op_setTime: return PLAIN(SetTime, e->instance, r[reg_time]);
    case op_setContinuousStates: return PLAIN(SetContinuousStates, e->instance, b->values, b->count);
    case op_getContinuousStates: return PLAIN(GetContinuousStates, e->instance, b->values, b->count);
    case op_getContinuousStateDerivatives: return PLAIN(GetDerivatives, e->instance, b->values, b->count);
    case op_getNominalsOfContinuousStates: return PLAIN(GetNominalContinuousStates, e->instance, b->values, b->count);
    case op_getEventIndicators: return PLAIN(GetEventIndicators, e->instance, b->values, b->count);
    case op_completedIntegratorStep: return completed_integrator_step(e, r);
    case op_updateDiscreteStates: return event_update(e, r);
    case op_setupExperiment: return set_up(e, r);
    case op_enterInitializationMode:
    case op_exitInitializationMode:
    case op_enterEventMode:
    case op_enterContinuousTimeMode: return ok;
    case op_cancelStep: return CALL(CancelStep, e->instance);
    case op_terminate: return e->kind == kind_cs ? CALL(TerminateSlave, e->instance) : CALL(Terminate, e->instance);
    case op_reset: return reset(e);
    case op_freeInstance: return free1(e), ok;
    case op_setDebugLogging: return CALL(SetDebugLogging, e->instance, take_word(e) != 0);
    case op_getStrings: return get_strings(e);
    case op_setStrings: return start_of(e)->isToldAlready = false, set_strings(e);
    case op_setInputDerivatives: return set_input_derivatives(e);
    case op_getOutputDerivatives: return get_output_derivatives(e);
    case op_getStepStatus: return get_step_status(e);
    case op_getVersion:
    case op_getTypesPlatform: return of_library(e, op);
    case op_instantiate: return instantiate(e);
    default: return engine_say(e, "operation %u does not belong to FMI 1.0.", op);
  }
}

int call1(Engine* e, uint32_t op, Buffer* b) {
  if (e->instance == NULL) return without_instance(e, op);
  const int begun = needs_start(op) ? known(e, initialize(e)) : ok;
  return begun >= discard ? begun : worse(e, begun, call_started(e, op, b));
}
