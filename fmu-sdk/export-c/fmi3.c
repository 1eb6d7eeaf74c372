/*
 * The C interface of FMI 3.0 for co-simulation over the sealed core. The order is that of the standard (2.2, 2.3, 4).
 * Arguments' names: `i` instance, `r` value references and `n` their number, `values` and `m` their number.
 */
#include "fmi3.h"
#include "unit.h"
#include <math.h>

static const char* const mode_names[] = {"Instantiated", "Configuration Mode", "Initialization Mode", "Step Mode", "Reconfiguration Mode",
                                         "Terminated", "Intermediate Update Mode", "Failed", "Event Mode"};

static void send(const Voice* v, const char* name, int status, const char* category, const char* text) {
  (void)name;
  if (v->callback != NULL) ((fmi3LogMessageCallback)v->callback)(v->environment, (fmi3Status)status, category, text);
}

/* ---- versions, creation, logging ---- */

EXPORT const char* fmi3GetVersion(void) { return "3.0"; }

EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance i, fmi3Boolean on, size_t n, const fmi3String categories[]) {
  return (fmi3Status)unit_set_logging(i, "fmi3SetDebugLogging", on, n, categories);
}

/* Asks the importer after an internal step: true when it wants to return at *end. */
static bool report(Unit* u, double time, double* end) {
  fmi3Boolean wanted = false;
  fmi3Float64 at = time;
  ((fmi3IntermediateUpdateCallback)u->update)(u->voice.environment, time, true, true, true, u->early_return, &wanted, &at);
  *end = at;
  return u->early_return && wanted;
}

EXPORT fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,
                                                fmi3Boolean events, fmi3Boolean early, const fmi3ValueReference required[], size_t n,
                                                fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                                fmi3IntermediateUpdateCallback update) {
  static const char call[] = "fmi3InstantiateCoSimulation";
  (void)resources, (void)visible;
  Voice voice = {.environment = environment, .callback = (void (*)(void))log, .send = send, .mode_names = mode_names, .logging = logging ? ALL_CATEGORIES : NO_CATEGORY};
  if (events && !unit_has_events) return unit_refuse(&voice, name, "%s: this unit has no event mode. Set eventModeUsed to false.", call);
  for (size_t k = 0; k < n; k++)
    if (required[k] >= unit_variable_count || unit_variables[required[k]].causality > OUTPUT)
      return unit_refuse(&voice, name, "%s: value reference %u is no input and no output.", call, required[k]);
  Unit* u = unit_create(&voice, call, name, token);
  if (u == NULL) return NULL;
  u->early_return = early;
  u->event_mode = events;
  u->update = (void (*)(void))update;
  if (update != NULL && (early || n > 0)) u->report = report;
  return u;
}

EXPORT fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                                 fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
  (void)token, (void)resources, (void)visible, (void)logging;
  Voice voice = {.environment = environment, .callback = (void (*)(void))log, .send = send, .mode_names = mode_names};
  return unit_refuse(&voice, name, "fmi3InstantiateModelExchange: this unit is for co-simulation alone.");
}

EXPORT fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                                      fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                                      fmi3ClockUpdateCallback clock, fmi3LockPreemptionCallback lock,
                                                      fmi3UnlockPreemptionCallback unlock) {
  (void)token, (void)resources, (void)visible, (void)logging, (void)clock, (void)lock, (void)unlock;
  Voice voice = {.environment = environment, .callback = (void (*)(void))log, .send = send, .mode_names = mode_names};
  return unit_refuse(&voice, name, "fmi3InstantiateScheduledExecution: this unit is for co-simulation alone.");
}

EXPORT void fmi3FreeInstance(fmi3Instance i) { unit_free(i); }

/* ---- lifecycle ---- */

EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance i, fmi3Boolean tolerance_defined, fmi3Float64 tolerance, fmi3Float64 start,
                                              fmi3Boolean stop_defined, fmi3Float64 stop) {
  (void)tolerance_defined, (void)tolerance;
  return (fmi3Status)unit_enter_initialization(i, "fmi3EnterInitializationMode", start, stop_defined, stop);
}

EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance i) { return (fmi3Status)unit_exit_initialization(i, "fmi3ExitInitializationMode"); }
EXPORT fmi3Status fmi3Terminate(fmi3Instance i) { return (fmi3Status)unit_terminate(i, "fmi3Terminate"); }
EXPORT fmi3Status fmi3Reset(fmi3Instance i) { return (fmi3Status)unit_reset(i, "fmi3Reset"); }

static bool has_structural(bool tunable) {
  for (uint32_t k = 0; k < unit_variable_count; k++)
    if (unit_variables[k].causality == STRUCTURAL && (!tunable || unit_variables[k].variability == TUNABLE)) return true;
  return false;
}

EXPORT fmi3Status fmi3EnterConfigurationMode(fmi3Instance i) {
  static const char call[] = "fmi3EnterConfigurationMode";
  Unit* u = i;
  int status = unit_allowed(u, call, INSTANTIATED | STEP);
  if (status != OK) return (fmi3Status)status;
  bool running = u->life.mode == STEP;
  if (!has_structural(running)) return (fmi3Status)unit_fail(u, "%s: no %sstructural parameter.", call, running ? "tunable " : "");
  u->life.mode = running ? RECONFIGURATION : CONFIGURATION;
  return fmi3OK;
}

EXPORT fmi3Status fmi3ExitConfigurationMode(fmi3Instance i) {
  Unit* u = i;
  int status = unit_allowed(u, "fmi3ExitConfigurationMode", CONFIGURATION | RECONFIGURATION);
  if (status == OK) u->life.mode = u->life.mode == CONFIGURATION ? INSTANTIATED : STEP;
  return (fmi3Status)status;
}

/* ---- getting and setting ---- */

/* Number of elements of variables that are all of this type (INT64: enumerations too); -1 after an error. */
static int64_t elements(Unit* u, const char* call, int type, const fmi3ValueReference r[], size_t n) {
  static const char* const types[] = {"Float32", "Float64", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16",
                                      "UInt32", "UInt64", "Boolean", "String", "Binary", "Clock", "Enumeration"};
  int64_t sum = 0;
  for (size_t k = 0; k < n; k++) {
    if (r[k] >= unit_variable_count) {
      unit_fail(u, "%s: value reference %u does not exist; the last one is %u.", call, r[k], unit_variable_count - 1);
      return -1;
    }
    const Variable* v = &unit_variables[r[k]];
    if (v->type != type && !(v->type == ENUMERATION && type == INT64)) {
      unit_fail(u, "%s: value reference %u is of type %s.", call, r[k], types[v->type]);
      return -1;
    }
    sum += v->size;
  }
  return sum;
}

static int counted(Unit* u, const char* call, int type, const fmi3ValueReference r[], size_t n, size_t m) {
  int64_t sum = elements(u, call, type, r, n);
  if (sum < 0) return ERROR;
  if ((uint64_t)sum == m) return OK;
  return unit_fail(u, "%s: got %llu values for %lld elements.", call, (unsigned long long)m, (long long)sum);
}

static int gettable(Unit* u, const char* call, int type, const fmi3ValueReference r[], size_t n, size_t m) {
  int status = unit_allowed(u, call, GETTABLE);
  if (status == OK) status = counted(u, call, type, r, n, m);
  if (status == OK) status = unit_settle(u, call);
  return status;
}

static int settable(Unit* u, const char* call, int type, const fmi3ValueReference r[], size_t n, size_t m) {
  int status = unit_allowed(u, call, SETTABLE | INTERMEDIATE);
  if (status == OK) status = counted(u, call, type, r, n, m);
  for (size_t k = 0; status == OK && k < n; k++)
    if (!unit_may_be_set(&unit_variables[r[k]], u->life.mode)) status = unit_set_refused(u, call, r[k], &unit_variables[r[k]]);
  return status;
}

/* Numbers of `width` bytes, as they lie in the core's memory; enumerations are 32 bits there. */
static fmi3Status get(Unit* u, const char* call, int type, const fmi3ValueReference r[], size_t n, void* values, size_t m, size_t width) {
  int status = gettable(u, call, type, r, n, m);
  if (status != OK) return (fmi3Status)status;
  uint8_t* to = values;
  for (size_t k = 0; k < n; k++) {
    const Variable* v = &unit_variables[r[k]];
    const uint8_t* from = unit_address(u, r[k]);
    if (v->type == ENUMERATION)
      for (uint32_t e = 0; e < v->size; e++) {
        int32_t x;
        memcpy(&x, from + 4 * e, 4);
        int64_t wide = x;
        memcpy(to + 8 * e, &wide, 8);
      }
    else memcpy(to, from, v->size * width);
    to += v->size * width;
  }
  return fmi3OK;
}

/* Sets all variables or, after an error, none. */
static fmi3Status set(Unit* u, const char* call, int type, const fmi3ValueReference r[], size_t n, const void* values, size_t m, size_t width) {
  int status = settable(u, call, type, r, n, m);
  const uint8_t* from = values;
  for (size_t k = 0; status == OK && type == INT64 && k < n; k++) {
    const Variable* v = &unit_variables[r[k]];
    for (uint32_t e = 0; status == OK && e < v->size; e++, from += 8) {
      int64_t x;
      memcpy(&x, from, 8);
      if (v->type == ENUMERATION && (x < v->min || x > v->max))
        status = unit_fail(u, "%s: value reference %u is an enumeration from %d to %d; got %lld.", call, r[k], v->min, v->max, (long long)x);
    }
  }
  if (status != OK) return (fmi3Status)status;
  unit_change(u);
  from = values;
  for (size_t k = 0; k < n; k++) {
    const Variable* v = &unit_variables[r[k]];
    uint8_t* to = unit_address(u, r[k]);
    if (v->type == ENUMERATION)
      for (uint32_t e = 0; e < v->size; e++) {
        int64_t wide;
        memcpy(&wide, from + 8 * e, 8);
        int32_t x = (int32_t)wide;
        memcpy(to + 4 * e, &x, 4);
      }
    else memcpy(to, from, v->size * width);
    /* Inside a step the unit takes its inputs from their polynomials. */
    for (uint32_t e = 0; u->life.mode == INTERMEDIATE && e < v->size; e++) memcpy(unit_polynomial(u, v, e), from + 8 * e, 8);
    from += v->size * width;
  }
  return fmi3OK;
}

#define ACCESSORS(Name, number)                                                                                                              \
  EXPORT fmi3Status fmi3Get##Name(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3##Name values[], size_t m) {                  \
    return get(i, "fmi3Get" #Name, number, r, n, values, m, sizeof *values);                                                                \
  }                                                                                                                                          \
  EXPORT fmi3Status fmi3Set##Name(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3##Name values[], size_t m) {            \
    return set(i, "fmi3Set" #Name, number, r, n, values, m, sizeof *values);                                                                \
  }
ACCESSORS(Float32, FLOAT32)
ACCESSORS(Float64, FLOAT64)
ACCESSORS(Int8, INT8)
ACCESSORS(UInt8, UINT8)
ACCESSORS(Int16, INT16)
ACCESSORS(UInt16, UINT16)
ACCESSORS(Int32, INT32)
ACCESSORS(UInt32, UINT32)
ACCESSORS(Int64, INT64)
ACCESSORS(UInt64, UINT64)
ACCESSORS(Boolean, BOOLEAN)

/* Clocks have no dimensions, so the number of values is that of the references (FMI 3.0, 2.2.6.2). */
EXPORT fmi3Status fmi3GetClock(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3Clock values[]) {
  return get(i, "fmi3GetClock", CLOCK, r, n, values, n, 1);
}
EXPORT fmi3Status fmi3SetClock(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3Clock values[]) {
  static const char call[] = "fmi3SetClock";
  Unit* u = i;
  int status = settable(u, call, CLOCK, r, n, n);
  for (size_t k = 0; status == OK && k < n; k++)
    if (!values[k] && *unit_address(u, r[k])) status = unit_fail(u, "%s: the Clock of value reference %u cannot be deactivated.", call, r[k]);
  if (status == OK) unit_change(u);
  for (size_t k = 0; status == OK && k < n; k++) {
    *unit_address(u, r[k]) = values[k];
    status = unit_take_clock(u, call, r[k]);
  }
  return (fmi3Status)status;
}

/* The strings live until the next call of this instance. */
EXPORT fmi3Status fmi3GetString(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3String values[], size_t m) {
  static const char call[] = "fmi3GetString";
  Unit* u = i;
  int status = gettable(u, call, STRING, r, n, m);
  if (status != OK) return (fmi3Status)status;
  size_t room = 0;
  uint32_t length;
  for (size_t k = 0; k < n; k++) room += unit_variables[r[k]].size * ((size_t)unit_variables[r[k]].extra + 1);
  char* to = unit_scratch(u, call, room);
  if (to == NULL) return fmi3Error;
  for (size_t k = 0; k < n; k++)
    for (uint32_t e = 0; e < unit_variables[r[k]].size; e++) {
      const uint8_t* from = unit_bytes(u, r[k], e, &length);
      memcpy(to, from, length);
      to[length] = 0;
      *values++ = to;
      to += length + 1;
    }
  return fmi3OK;
}

EXPORT fmi3Status fmi3GetBinary(fmi3Instance i, const fmi3ValueReference r[], size_t n, size_t sizes[], fmi3Binary values[], size_t m) {
  Unit* u = i;
  int status = gettable(u, "fmi3GetBinary", BINARY, r, n, m);
  if (status != OK) return (fmi3Status)status;
  for (size_t k = 0; k < n; k++)
    for (uint32_t e = 0; e < unit_variables[r[k]].size; e++) {
      uint32_t length;
      *values++ = unit_bytes(u, r[k], e, &length);
      *sizes++ = length;
    }
  return fmi3OK;
}

/* Sizes are those of the strings themselves where `sizes` is NULL. */
static fmi3Status set_bytes(Unit* u, const char* call, int type, const fmi3ValueReference r[], size_t n, const size_t sizes[],
                            const void* const values[], size_t m) {
  int status = settable(u, call, type, r, n, m);
  if (status == OK) unit_change(u);
  size_t at = 0;
  for (size_t k = 0; status == OK && k < n; k++)
    for (uint32_t e = 0; status == OK && e < unit_variables[r[k]].size; e++, at++) {
      const char* text = values[at] == NULL ? "" : values[at];
      status = unit_set_bytes(u, call, r[k], e, (const uint8_t*)text, sizes == NULL ? strlen(text) : sizes[at]);
    }
  return (fmi3Status)status;
}

EXPORT fmi3Status fmi3SetString(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3String values[], size_t m) {
  return set_bytes(i, "fmi3SetString", STRING, r, n, NULL, (const void* const*)values, m);
}
EXPORT fmi3Status fmi3SetBinary(fmi3Instance i, const fmi3ValueReference r[], size_t n, const size_t sizes[], const fmi3Binary values[], size_t m) {
  return set_bytes(i, "fmi3SetBinary", BINARY, r, n, sizes, (const void* const*)values, m);
}

/* ---- state ---- */

EXPORT fmi3Status fmi3GetFMUState(fmi3Instance i, fmi3FMUState* state) { return (fmi3Status)unit_get_state(i, "fmi3GetFMUState", state); }
EXPORT fmi3Status fmi3SetFMUState(fmi3Instance i, fmi3FMUState state) { return (fmi3Status)unit_set_state(i, "fmi3SetFMUState", state); }
EXPORT fmi3Status fmi3FreeFMUState(fmi3Instance i, fmi3FMUState* state) { return (fmi3Status)unit_free_state(i, "fmi3FreeFMUState", state); }
EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance i, fmi3FMUState state, size_t* size) {
  return (fmi3Status)unit_state_size(i, "fmi3SerializedFMUStateSize", state, size);
}
EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance i, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
  return (fmi3Status)unit_serialize(i, "fmi3SerializeFMUState", state, bytes, size);
}
EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance i, const fmi3Byte bytes[], size_t size, fmi3FMUState* state) {
  return (fmi3Status)unit_deserialize(i, "fmi3DeserializeFMUState", bytes, size, state);
}

/* ---- derivatives ---- */

/* J * seed, or with `adjoint` its transpose times seed, where J = d unknowns / d knowns element by element. */
static fmi3Status jacobian(Unit* u, const char* call, bool adjoint, const fmi3ValueReference unknowns[], size_t nu, const fmi3ValueReference knowns[],
                           size_t nk, const fmi3Float64 seed[], size_t seeds, fmi3Float64 result[], size_t results) {
  int status = unit_allowed(u, call, AFTER_START);
  if (status == OK && !unit_has_derivatives) status = unit_fail(u, "%s: this unit gives no partial derivatives.", call);
  if (status == OK) status = counted(u, call, FLOAT64, unknowns, nu, adjoint ? seeds : results);
  if (status == OK) status = counted(u, call, FLOAT64, knowns, nk, adjoint ? results : seeds);
  if (status == OK) status = unit_settle(u, call);
  if (status != OK) return (fmi3Status)status;
  memset(result, 0, results * sizeof *result);
  size_t row = 0;
  for (size_t a = 0; a < nu; a++)
    for (uint32_t e = 0; e < unit_variables[unknowns[a]].size; e++, row++) {
      size_t column = 0;
      for (size_t b = 0; b < nk; b++)
        for (uint32_t f = 0; f < unit_variables[knowns[b]].size; f++, column++) {
          double d;
          status = unit_partial(u, call, &(Scalar){unknowns[a], e}, &(Scalar){knowns[b], f}, &d);
          if (status != OK) return (fmi3Status)status;
          result[adjoint ? column : row] += d * seed[adjoint ? row : column];
        }
    }
  return fmi3OK;
}

EXPORT fmi3Status fmi3GetDirectionalDerivative(fmi3Instance i, const fmi3ValueReference unknowns[], size_t nu, const fmi3ValueReference knowns[],
                                               size_t nk, const fmi3Float64 seed[], size_t seeds, fmi3Float64 result[], size_t results) {
  return jacobian(i, "fmi3GetDirectionalDerivative", false, unknowns, nu, knowns, nk, seed, seeds, result, results);
}
EXPORT fmi3Status fmi3GetAdjointDerivative(fmi3Instance i, const fmi3ValueReference unknowns[], size_t nu, const fmi3ValueReference knowns[],
                                           size_t nk, const fmi3Float64 seed[], size_t seeds, fmi3Float64 result[], size_t results) {
  return jacobian(i, "fmi3GetAdjointDerivative", true, unknowns, nu, knowns, nk, seed, seeds, result, results);
}

/* ---- co-simulation ---- */

EXPORT fmi3Status fmi3DoStep(fmi3Instance i, fmi3Float64 t, fmi3Float64 H, fmi3Boolean no_set_state_before, fmi3Boolean* event,
                             fmi3Boolean* terminate, fmi3Boolean* early, fmi3Float64* last) {
  (void)no_set_state_before;
  double reached = t;
  bool returned = false, needed = false;
  int status = unit_step(i, "fmi3DoStep", t, H, &reached, &returned, &needed);
  if (event != NULL) *event = needed;
  if (terminate != NULL) *terminate = false;
  if (early != NULL) *early = returned;
  if (last != NULL) *last = reached;
  return (fmi3Status)status;
}

/* ---- events ---- */

EXPORT fmi3Status fmi3EnterEventMode(fmi3Instance i) { return (fmi3Status)unit_enter_event_mode(i, "fmi3EnterEventMode"); }
EXPORT fmi3Status fmi3EnterStepMode(fmi3Instance i) { return (fmi3Status)unit_enter_step_mode(i, "fmi3EnterStepMode"); }

EXPORT fmi3Status fmi3UpdateDiscreteStates(fmi3Instance i, fmi3Boolean* needed, fmi3Boolean* terminate, fmi3Boolean* nominals,
                                           fmi3Boolean* states, fmi3Boolean* defined, fmi3Float64* next) {
  bool again = false;
  double at = INFINITY;
  int status = unit_update_discrete_states(i, "fmi3UpdateDiscreteStates", &again, &at);
  if (needed != NULL) *needed = again;
  if (terminate != NULL) *terminate = false;
  if (nominals != NULL) *nominals = false;
  if (states != NULL) *states = false;
  if (defined != NULL) *defined = at < INFINITY;
  if (next != NULL && at < INFINITY) *next = at;
  return (fmi3Status)status;
}

EXPORT fmi3Status fmi3GetIntervalDecimal(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3Float64 intervals[],
                                         fmi3IntervalQualifier qualifiers[]) {
  int status = OK, qualifier;
  for (size_t k = 0; status == OK && k < n; k++) {
    status = unit_clock_interval(i, "fmi3GetIntervalDecimal", r[k], &intervals[k], &qualifier);
    if (status == OK) qualifiers[k] = (fmi3IntervalQualifier)qualifier;
  }
  return (fmi3Status)status;
}
EXPORT fmi3Status fmi3SetIntervalDecimal(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3Float64 intervals[]) {
  int status = OK;
  for (size_t k = 0; status == OK && k < n; k++) status = unit_set_clock_interval(i, "fmi3SetIntervalDecimal", r[k], intervals[k]);
  return (fmi3Status)status;
}
EXPORT fmi3Status fmi3GetShiftDecimal(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3Float64 shifts[]) {
  int status = OK;
  for (size_t k = 0; status == OK && k < n; k++) status = unit_clock_shift(i, "fmi3GetShiftDecimal", r[k], &shifts[k]);
  return (fmi3Status)status;
}

/* ---- what this kind of unit has nothing for ---- */

#define ABSENT(Name, what, ...) \
  EXPORT fmi3Status fmi3##Name(fmi3Instance i, __VA_ARGS__) { return (fmi3Status)unit_absent(i, "fmi3" #Name, what); }
#define ABSENT_MODE(Name, what) \
  EXPORT fmi3Status fmi3##Name(fmi3Instance i) { return (fmi3Status)unit_absent(i, "fmi3" #Name, what); }
/* Asked about nothing, there is nothing to refuse. */
#define ABSENT_LIST(Name, what, ...)                                                                  \
  EXPORT fmi3Status fmi3##Name(fmi3Instance i, const fmi3ValueReference r[], size_t n, __VA_ARGS__) { \
    (void)r;                                                                                          \
    return n == 0 ? fmi3OK : (fmi3Status)unit_absent(i, "fmi3" #Name, what);                          \
  }
#define CLOCKS "clock whose times are fractions or whose shift may be set"
#define EXCHANGE "model exchange"
#define DEPENDENCIES "dependencies by element"
#pragma GCC diagnostic ignored "-Wunused-parameter"

ABSENT_MODE(EvaluateDiscreteStates, "discrete states to evaluate by themselves")
ABSENT(GetNumberOfVariableDependencies, DEPENDENCIES, fmi3ValueReference a, size_t* b)
ABSENT(GetVariableDependencies, DEPENDENCIES, fmi3ValueReference a, size_t b[], fmi3ValueReference c[], size_t d[], fmi3DependencyKind e[], size_t f)
ABSENT_LIST(GetIntervalFraction, CLOCKS, fmi3UInt64 a[], fmi3UInt64 b[], fmi3IntervalQualifier c[])
ABSENT_LIST(GetShiftFraction, CLOCKS, fmi3UInt64 a[], fmi3UInt64 b[])
ABSENT_LIST(SetIntervalFraction, CLOCKS, const fmi3UInt64 a[], const fmi3UInt64 b[])
ABSENT_LIST(SetShiftDecimal, CLOCKS, const fmi3Float64 a[])
ABSENT_LIST(SetShiftFraction, CLOCKS, const fmi3UInt64 a[], const fmi3UInt64 b[])
ABSENT_LIST(GetOutputDerivatives, "derivatives of outputs", const fmi3Int32 a[], fmi3Float64 b[], size_t c)
ABSENT_MODE(EnterContinuousTimeMode, EXCHANGE)
ABSENT(CompletedIntegratorStep, EXCHANGE, fmi3Boolean a, fmi3Boolean* b, fmi3Boolean* c)
ABSENT(SetTime, EXCHANGE, fmi3Float64 a)
ABSENT(SetContinuousStates, EXCHANGE, const fmi3Float64 a[], size_t b)
ABSENT(GetContinuousStateDerivatives, EXCHANGE, fmi3Float64 a[], size_t b)
ABSENT(GetEventIndicators, EXCHANGE, fmi3Float64 a[], size_t b)
ABSENT(GetContinuousStates, EXCHANGE, fmi3Float64 a[], size_t b)
ABSENT(GetNominalsOfContinuousStates, EXCHANGE, fmi3Float64 a[], size_t b)
ABSENT(GetNumberOfEventIndicators, EXCHANGE, size_t* a)
ABSENT(GetNumberOfContinuousStates, EXCHANGE, size_t* a)
ABSENT(ActivateModelPartition, "scheduled execution", fmi3ValueReference a, fmi3Float64 b)
