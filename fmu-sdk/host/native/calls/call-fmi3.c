/* FMI 3.0. */
#include <stdlib.h>
#include <string.h>
#include "../engine/engine.h"

/* For calls without decoded operands. */
#define PLAIN(name, ...) (e->three.name != NULL ? e->three.name(__VA_ARGS__) : engine_absent(e, "fmi3" #name))
/* Skips the function if its operands are incomplete. */
#define CALL(name, ...) (e->short_of_operands ? failed : PLAIN(name, __VA_ARGS__))

static int get(Engine*, const Buffer*);

/* ---- callbacks ---- */

static void log_message(void* environment, fmi3Status status, const char* category, const char* message) {
  Engine* e = caller_of(environment);
  if (e != NULL)
    log_put(&e->block->log, (uint32_t)status < statusCount ? (uint32_t)status : failed, category, message);
}

static void clock_update(void* environment) {
  Engine* e = caller_of(environment);
  if (e != NULL) e->block->clocksUpdated = 1;
}

/* Partitions run one after the other, so preemption is impossible. */
static void preemption(void) {}

static void read_row(Engine* e, double time) {
  const Rows* kept = &e->intermediate.kept;
  double* count = &e->block->registers[reg_intermediateCount];
  const size_t row = (size_t)*count;
  *count += 1;
  if (row >= kept->capacity) return;
  ((double*)kept->times->values)[row] = time;
  for (uint32_t i = 0; i < kept->count; i++) {
    const Buffer* b = kept->read[i];
    if (get(e, b) < discard) memcpy((uint8_t*)kept->rows[i]->values + row * b->bytes, b->values, b->bytes);
  }
}

static void follow_polynomials(Engine* e, double time) {
  const Buffer* inputs = e->intermediate.inputs;
  const double* c = e->intermediate.coefficients->values;
  double* u = inputs->values;
  const double tau = time - e->block->registers[reg_time];
  for (uint32_t i = 0; i < inputs->count; i++) u[i] = c[3 * i] + tau * (c[3 * i + 1] + tau * c[3 * i + 2]);
  CALL(SetFloat64, e->instance, inputs->reference, inputs->references, u, inputs->count);
}

static void intermediate_update(void* environment, double time, bool setRequested, bool getAllowed, bool stepFinished,
                                bool canReturnEarly, bool* earlyReturn, double* returnTime) {
  (void)stepFinished;
  Engine* e = caller_of(environment);
  if (e == NULL) return;
  const double* r = e->block->registers;
  if (getAllowed && e->intermediate.kept.capacity > 0) read_row(e, time);
  if (setRequested && e->intermediate.inputs != NULL) follow_polynomials(e, time);
  const double wanted = r[reg_returnTime];
  const bool early = canReturnEarly && wanted < r[reg_time] + r[reg_step];
  if (earlyReturn != NULL) *earlyReturn = early;
  if (returnTime != NULL) *returnTime = wanted > time ? wanted : time;
}

/* ---- life ---- */

static int instantiate(Engine* e) {
  size_t bytes, required;
  const char* name = take_array(e, 1, &bytes);
  const char* token = take_array(e, 1, &bytes);
  const char* resources = take_array(e, 1, &bytes);
  if (bytes <= 1) resources = NULL;
  const bool visible = take_word(e), logging = take_word(e), events = take_word(e), early = take_word(e), alone = take_word(e);
  const uint32_t* variables = take_array(e, sizeof *variables, &required);
  void* environment = e->guarded ? guard_environment(e) : e;
  const fmi3LogMessageCallback log = alone ? NULL : e->guarded ? guard_log3 : log_message;
  const fmi3IntermediateUpdateCallback update = alone ? NULL : e->guarded ? guard_update : intermediate_update;
  const fmi3ClockUpdateCallback clock = alone ? NULL : e->guarded ? guard_clock : clock_update;
  const fmi3LockPreemptionCallback lock = alone ? NULL : e->guarded ? guard_lock : preemption;
  const fmi3UnlockPreemptionCallback unlock = alone ? NULL : e->guarded ? guard_unlock : preemption;
  e->update = intermediate_update;
  switch (e->kind) {
    case kind_cs:
      e->instance = e->three.InstantiateCoSimulation(name, token, resources, visible, logging, events, early, variables, required,
                                                     environment, log, update);
      break;
    case kind_me:
      e->instance = e->three.InstantiateModelExchange(name, token, resources, visible, logging, environment, log);
      break;
    default:
      e->instance = e->three.InstantiateScheduledExecution(name, token, resources, visible, logging, environment, log, clock,
                                                           lock, unlock);
  }
  return e->instance == NULL ? failed : ok;
}

void free3(Engine* e) {
  e->three.FreeInstance(e->instance);
  e->instance = NULL;
}

static int set_debug_logging(Engine* e) {
  const bool on = take_word(e);
  const size_t count = take_count(e);
  const char** categories = malloc((count + 1) * sizeof *categories);
  for (size_t i = 0, bytes; i < count; i++) categories[i] = take_array(e, 1, &bytes);
  const int status = CALL(SetDebugLogging, e->instance, on, count, categories);
  free(categories);
  return status;
}

/* ---- steps ---- */

int step3(Engine* e, double* r) {
  bool event = false, terminate = false, early = false;
  double last = r[reg_time] + r[reg_step];
  r[reg_intermediateCount] = 0;
  const int status = PLAIN(DoStep, e->instance, r[reg_time], r[reg_step], r[reg_noSetStatePrior] != 0, &event, &terminate, &early, &last);
  r[reg_eventNeeded] = event;
  r[reg_terminate] = terminate;
  r[reg_early] = early;
  r[reg_lastTime] = last;
  return status;
}

static int completed_integrator_step(Engine* e, double* r) {
  bool event = false, terminate = false;
  const int status = PLAIN(CompletedIntegratorStep, e->instance, r[reg_noSetStatePrior] != 0, &event, &terminate);
  r[reg_enterEventMode] = event;
  r[reg_terminate] = terminate;
  return status;
}

/* An FMU may write only what a pass of an event changes. The rest keeps what earlier passes gave. */
static int update_discrete_states(Engine* e, double* r) {
  bool again = false, terminate = false;
  bool nominals = r[reg_nominalsChanged] != 0, values = r[reg_valuesChanged] != 0, defined = r[reg_nextEventTimeDefined] != 0;
  double next = r[reg_nextEventTime];
  const int status = CALL(UpdateDiscreteStates, e->instance, &again, &terminate, &nominals, &values, &defined, &next);
  r[reg_newDiscreteStatesNeeded] = again;
  r[reg_terminate] = terminate;
  r[reg_nominalsChanged] = nominals;
  r[reg_valuesChanged] = values;
  r[reg_nextEventTimeDefined] = defined;
  r[reg_nextEventTime] = next;
  return status;
}

static int counted(double* r, size_t count, int status) {
  r[reg_count] = (double)count;
  return status;
}

static int count_event_indicators(Engine* e, double* r) {
  size_t count = 0;
  const int status = CALL(GetNumberOfEventIndicators, e->instance, &count);
  return counted(r, count, status);
}

static int count_states(Engine* e, double* r) {
  size_t count = 0;
  const int status = CALL(GetNumberOfContinuousStates, e->instance, &count);
  return counted(r, count, status);
}

/* ---- values ---- */

#define ACCESS(Verb)                                                                                                            \
  switch (b->type) {                                                                                                            \
    case type_Float32: return PLAIN(Verb##Float32, e->instance, b->reference, b->references, b->values, b->count);               \
    case type_Float64: return PLAIN(Verb##Float64, e->instance, b->reference, b->references, b->values, b->count);               \
    case type_Int8: return PLAIN(Verb##Int8, e->instance, b->reference, b->references, b->values, b->count);                     \
    case type_UInt8: return PLAIN(Verb##UInt8, e->instance, b->reference, b->references, b->values, b->count);                   \
    case type_Int16: return PLAIN(Verb##Int16, e->instance, b->reference, b->references, b->values, b->count);                   \
    case type_UInt16: return PLAIN(Verb##UInt16, e->instance, b->reference, b->references, b->values, b->count);                 \
    case type_Int32: return PLAIN(Verb##Int32, e->instance, b->reference, b->references, b->values, b->count);                   \
    case type_UInt32: return PLAIN(Verb##UInt32, e->instance, b->reference, b->references, b->values, b->count);                 \
    case type_UInt64: return PLAIN(Verb##UInt64, e->instance, b->reference, b->references, b->values, b->count);                 \
    case type_Boolean: return PLAIN(Verb##Boolean, e->instance, b->reference, b->references, b->values, b->count);               \
    case type_Clock: return PLAIN(Verb##Clock, e->instance, b->reference, b->references, b->values);                             \
    default: return PLAIN(Verb##Int64, e->instance, b->reference, b->references, b->values, b->count);                           \
  }

static int get(Engine* e, const Buffer* b) { ACCESS(Get) }
static int set(Engine* e, const Buffer* b) { ACCESS(Set) }

static int get_strings(Engine* e) {
  size_t references;
  const uint32_t* reference = take_array(e, sizeof *reference, &references);
  const size_t count = take_count(e);
  const char** values = space_for(e, count * sizeof *values);
  const int status = CALL(GetString, e->instance, reference, references, values, count);
  for (size_t i = 0; status < discard && i < count; i++) put_text(e, values[i]);
  give_back(e, values);
  return status;
}

static int set_strings(Engine* e) {
  size_t references;
  const uint32_t* reference = take_array(e, sizeof *reference, &references);
  const size_t count = take_count(e);
  const char** values = malloc((count + 1) * sizeof *values);
  for (size_t i = 0, bytes; i < count; i++) values[i] = take_array(e, 1, &bytes);
  const int status = CALL(SetString, e->instance, reference, references, values, count);
  free(values);
  return status;
}

static int get_binaries(Engine* e) {
  size_t references;
  const uint32_t* reference = take_array(e, sizeof *reference, &references);
  const size_t count = take_count(e);
  size_t* sizes = space_for(e, count * sizeof *sizes);
  const uint8_t** values = space_for(e, count * sizeof *values);
  const int status = CALL(GetBinary, e->instance, reference, references, sizes, values, count);
  for (size_t i = 0; status < discard && i < count; i++) {
    const size_t size = values[i] == NULL ? 0 : sizes[i];
    put_word(e, (uint32_t)size);
    put(e, values[i], size);
  }
  give_back(e, sizes);
  give_back(e, values);
  return status;
}

static int set_binaries(Engine* e) {
  size_t references;
  const uint32_t* reference = take_array(e, sizeof *reference, &references);
  const size_t count = take_count(e);
  size_t* sizes = malloc((count + 1) * sizeof *sizes);
  const uint8_t** values = malloc((count + 1) * sizeof *values);
  for (size_t i = 0; i < count; i++) values[i] = take_array(e, 1, &sizes[i]);
  const int status = CALL(SetBinary, e->instance, reference, references, sizes, values, count);
  free(sizes);
  free(values);
  return status;
}

/* ---- states ---- */

#define GET_STATE GetFMUState
#define FREE_STATE FreeFMUState
#define STATE_SIZE SerializedFMUStateSize
#define SERIALIZE_STATE SerializeFMUState
#define DESERIALIZE_STATE DeserializeFMUState
#include "fmu-states.h"

/* ---- derivatives ---- */

#define DERIVATIVE(name)                                                                                                         \
  size_t unknowns, knowns, seeds;                                                                                                \
  const uint32_t* unknown = take_array(e, sizeof *unknown, &unknowns);                                                           \
  const uint32_t* known = take_array(e, sizeof *known, &knowns);                                                                 \
  const double* seed = take_array(e, sizeof *seed, &seeds);                                                                      \
  const size_t count = take_count(e);                                                                                            \
  double* sensitivity = answer(e, count * sizeof *sensitivity);                                                               \
  return CALL(name, e->instance, unknown, unknowns, known, knowns, seed, seeds, sensitivity, count);

static int directional_derivative(Engine* e) { DERIVATIVE(GetDirectionalDerivative) }
static int adjoint_derivative(Engine* e) { DERIVATIVE(GetAdjointDerivative) }

static int get_output_derivatives(Engine* e) {
  size_t references, orders;
  const uint32_t* reference = take_array(e, sizeof *reference, &references);
  const int32_t* order = take_array(e, sizeof *order, &orders);
  const size_t count = take_count(e);
  double* value = answer(e, count * sizeof *value);
  return CALL(GetOutputDerivatives, e->instance, reference, references, order, value, count);
}

static int get_dependencies(Engine* e) {
  const uint32_t reference = take_word(e);
  size_t count = 0;
  int status = CALL(GetNumberOfVariableDependencies, e->instance, reference, &count);
  if (status >= discard) return status;
  size_t* dependents = calloc(count + 1, sizeof *dependents);
  size_t* elements = calloc(count + 1, sizeof *elements);
  uint32_t* independents = calloc(count + 1, sizeof *independents);
  fmi3DependencyKind* kinds = calloc(count + 1, sizeof *kinds);
  status = CALL(GetVariableDependencies, e->instance, reference, dependents, independents, elements, kinds, count);
  put_word(e, (uint32_t)count);
  for (size_t i = 0; i < count; i++) {
    const uint32_t row[4] = {(uint32_t)dependents[i], independents[i], (uint32_t)elements[i], (uint32_t)kinds[i]};
    put(e, row, sizeof row);
  }
  free(dependents);
  free(elements);
  free(independents);
  free(kinds);
  return status;
}

/* ---- clocks ---- */

/* Adds an array of the FMU to the result, and frees it. */
static void put_back(Engine* e, void* array, size_t bytes) {
  put(e, array, bytes);
  give_back(e, array);
}

/* Each array is one of its own, so that it is aligned and an access behind it is found. */
static int get_interval(Engine* e) {
  size_t count;
  const uint32_t* clocks = take_array(e, sizeof *clocks, &count);
  double* intervals = space_for(e, count * sizeof *intervals);
  fmi3IntervalQualifier* qualifiers = space_for(e, count * sizeof *qualifiers);
  const int status = CALL(GetIntervalDecimal, e->instance, clocks, count, intervals, qualifiers);
  put_back(e, intervals, count * sizeof *intervals);
  put_back(e, qualifiers, count * sizeof *qualifiers);
  return status;
}

static int get_interval_fraction(Engine* e) {
  size_t count;
  const uint32_t* clocks = take_array(e, sizeof *clocks, &count);
  uint64_t* counters = space_for(e, count * sizeof *counters);
  uint64_t* resolutions = space_for(e, count * sizeof *resolutions);
  fmi3IntervalQualifier* qualifiers = space_for(e, count * sizeof *qualifiers);
  const int status = CALL(GetIntervalFraction, e->instance, clocks, count, counters, resolutions, qualifiers);
  put_back(e, counters, count * sizeof *counters);
  put_back(e, resolutions, count * sizeof *resolutions);
  put_back(e, qualifiers, count * sizeof *qualifiers);
  return status;
}

static int get_shift(Engine* e) {
  size_t count;
  const uint32_t* clocks = take_array(e, sizeof *clocks, &count);
  double* shifts = answer(e, count * sizeof *shifts);
  return CALL(GetShiftDecimal, e->instance, clocks, count, shifts);
}

static int get_shift_fraction(Engine* e) {
  size_t count;
  const uint32_t* clocks = take_array(e, sizeof *clocks, &count);
  uint64_t* counters = space_for(e, count * sizeof *counters);
  uint64_t* resolutions = space_for(e, count * sizeof *resolutions);
  const int status = CALL(GetShiftFraction, e->instance, clocks, count, counters, resolutions);
  put_back(e, counters, count * sizeof *counters);
  put_back(e, resolutions, count * sizeof *resolutions);
  return status;
}

#define SET_DECIMAL(name)                                              \
  size_t count, values;                                                \
  const uint32_t* clocks = take_array(e, sizeof *clocks, &count);      \
  const double* value = take_array(e, sizeof *value, &values);         \
  return CALL(name, e->instance, clocks, count, value);

#define SET_FRACTION(name)                                             \
  size_t count, values;                                                \
  const uint32_t* clocks = take_array(e, sizeof *clocks, &count);      \
  const uint64_t* counters = take_array(e, sizeof *counters, &values); \
  return CALL(name, e->instance, clocks, count, counters, counters + count);

static int set_interval(Engine* e) { SET_DECIMAL(SetIntervalDecimal) }
static int set_shift(Engine* e) { SET_DECIMAL(SetShiftDecimal) }
static int set_interval_fraction(Engine* e) { SET_FRACTION(SetIntervalFraction) }
static int set_shift_fraction(Engine* e) { SET_FRACTION(SetShiftFraction) }

static int activate(Engine* e) {
  const uint32_t clock = take_word(e);
  return CALL(ActivateModelPartition, e->instance, clock, take_double(e));
}

static int get_version(Engine* e) { return put_text(e, e->three.GetVersion == NULL ? NULL : e->three.GetVersion()); }

static int without_instance(Engine* e, uint32_t op) {
  switch (op) {
    case op_getVersion: return get_version(e);
    case op_getTypesPlatform: return put_text(e, NULL);
    case op_setupExperiment: return ok;
    case op_instantiate: return instantiate(e);
    default: return engine_say(e, "the FMU was called without an instance.");
  }
}

int call3(Engine* e, uint32_t op, Buffer* b) {
  double* r = e->block->registers;
  if (e->instance == NULL) return without_instance(e, op);
  switch (op) {
    case op_doStep: return step3(e, r);
    case op_get: return get(e, b);
    case op_set: return set(e, b);
    case op_setTime: return PLAIN(SetTime, e->instance, r[reg_time]);
    case op_setContinuousStates: return PLAIN(SetContinuousStates, e->instance, b->values, b->count);
    case op_getContinuousStates: return PLAIN(GetContinuousStates, e->instance, b->values, b->count);
    case op_getContinuousStateDerivatives: return PLAIN(GetContinuousStateDerivatives, e->instance, b->values, b->count);
    case op_getNominalsOfContinuousStates: return PLAIN(GetNominalsOfContinuousStates, e->instance, b->values, b->count);
    case op_getEventIndicators: return PLAIN(GetEventIndicators, e->instance, b->values, b->count);
    case op_getNumberOfEventIndicators: return count_event_indicators(e, r);
    case op_getNumberOfContinuousStates: return count_states(e, r);
    case op_completedIntegratorStep: return completed_integrator_step(e, r);
    case op_updateDiscreteStates: return update_discrete_states(e, r);
    case op_evaluateDiscreteStates: return CALL(EvaluateDiscreteStates, e->instance);
    case op_enterInitializationMode:
      return CALL(EnterInitializationMode, e->instance, r[reg_toleranceDefined] != 0, r[reg_tolerance], r[reg_startTime],
                  r[reg_stopTimeDefined] != 0, r[reg_stopTime]);
    case op_exitInitializationMode: return CALL(ExitInitializationMode, e->instance);
    case op_enterConfigurationMode: return CALL(EnterConfigurationMode, e->instance);
    case op_exitConfigurationMode: return CALL(ExitConfigurationMode, e->instance);
    case op_enterEventMode: return CALL(EnterEventMode, e->instance);
    case op_enterContinuousTimeMode: return CALL(EnterContinuousTimeMode, e->instance);
    case op_enterStepMode: return CALL(EnterStepMode, e->instance);
    case op_terminate: return CALL(Terminate, e->instance);
    case op_reset: return CALL(Reset, e->instance);
    case op_freeInstance: return free3(e), ok;
    case op_setDebugLogging: return set_debug_logging(e);
    case op_getStrings: return get_strings(e);
    case op_setStrings: return set_strings(e);
    case op_getBinaries: return get_binaries(e);
    case op_setBinaries: return set_binaries(e);
    case op_getState: return get_state(e);
    case op_setState: return CALL(SetFMUState, e->instance, state_at(e, take_word(e)));
    case op_freeState: return free_state(e);
    case op_serializeState: return serialize_state(e);
    case op_deserializeState: return deserialize_state(e);
    case op_directionalDerivative: return directional_derivative(e);
    case op_adjointDerivative: return adjoint_derivative(e);
    case op_getInterval: return get_interval(e);
    case op_setInterval: return set_interval(e);
    case op_getShift: return get_shift(e);
    case op_setShift: return set_shift(e);
    case op_getIntervalFraction: return get_interval_fraction(e);
    case op_setIntervalFraction: return set_interval_fraction(e);
    case op_getShiftFraction: return get_shift_fraction(e);
    case op_setShiftFraction: return set_shift_fraction(e);
    case op_getOutputDerivatives: return get_output_derivatives(e);
    case op_getVariableDependencies: return get_dependencies(e);
    case op_activateModelPartition: return activate(e);
    case op_getVersion: return get_version(e);
    case op_getTypesPlatform: return put_text(e, NULL);
    case op_setupExperiment: return ok;
    case op_instantiate: return instantiate(e);
    default: return engine_say(e, "operation %u does not belong to FMI 3.0.", op);
  }
}
