/*
 * The C interface of FMI 2.0 for co-simulation over the sealed core. Its variables are scalars: a value reference
 * is a row of `unit_scalars`, the element of a variable. Arguments' names as in the standard, shortened.
 */
#include "fmi2.h"
#include "unit.h"

static const char* const mode_names[] = {"instantiated", NULL, "initializationMode", "slaveInitialized", NULL, "terminated", NULL, "failed", NULL};

/* The logger takes a printf format, in which #...# stands for a variable: both signs are doubled. */
static void send(const Voice* v, const char* name, int status, const char* category, const char* text) {
  if (v->callback == NULL) return;
  char format[2048];
  size_t n = 0;
  for (; *text != 0 && n + 3 < sizeof format; text++) {
    if (*text == '%' || *text == '#') format[n++] = *text;
    format[n++] = *text;
  }
  format[n] = 0;
  ((fmi2CallbackLogger)v->callback)(v->environment, name, (fmi2Status)status, category, format);
}

/* ---- versions, creation, logging ---- */

EXPORT const char* fmi2GetTypesPlatform(void) { return "default"; }
EXPORT const char* fmi2GetVersion(void) { return "2.0"; }

EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component i, fmi2Boolean on, size_t n, const fmi2String categories[]) {
  return (fmi2Status)unit_set_logging(i, "fmi2SetDebugLogging", on != 0, n, categories);
}

EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources, const fmi2CallbackFunctions* functions,
                                     fmi2Boolean visible, fmi2Boolean logging) {
  static const char call[] = "fmi2Instantiate";
  (void)resources, (void)visible;
  Voice voice = {.send = send, .mode_names = mode_names, .logging = logging ? ALL_CATEGORIES : NO_CATEGORY};
  if (functions != NULL) {
    voice.environment = functions->componentEnvironment;
    voice.callback = (void (*)(void))functions->logger;
  }
  if (type != fmi2CoSimulation) return unit_refuse(&voice, name, "%s: this unit is for co-simulation alone.", call);
  if (unit_scalar_count == 0) return unit_refuse(&voice, name, "%s: this unit has variables that FMI 2.0 cannot express. Use FMI 3.0.", call);
  return unit_create(&voice, call, name, guid);
}

EXPORT void fmi2FreeInstance(fmi2Component i) { unit_free(i); }

/* ---- lifecycle ---- */

EXPORT fmi2Status fmi2SetupExperiment(fmi2Component i, fmi2Boolean tolerance_defined, fmi2Real tolerance, fmi2Real start, fmi2Boolean stop_defined,
                                      fmi2Real stop) {
  static const char call[] = "fmi2SetupExperiment";
  Unit* u = i;
  (void)tolerance_defined, (void)tolerance;
  int status = unit_allowed(u, call, INSTANTIATED);
  if (status != OK) return (fmi2Status)status;
  u->life.start = start;
  u->life.stop = stop_defined ? stop : 0.0;
  u->life.stop_defined = stop_defined != 0;
  return fmi2OK;
}

EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component i) {
  Unit* u = i;
  if (u == NULL) return fmi2Error;
  return (fmi2Status)unit_enter_initialization(u, "fmi2EnterInitializationMode", u->life.start, u->life.stop_defined, u->life.stop);
}

EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component i) { return (fmi2Status)unit_exit_initialization(i, "fmi2ExitInitializationMode"); }
EXPORT fmi2Status fmi2Terminate(fmi2Component i) { return (fmi2Status)unit_terminate(i, "fmi2Terminate"); }
EXPORT fmi2Status fmi2Reset(fmi2Component i) { return (fmi2Status)unit_reset(i, "fmi2Reset"); }

/* ---- getting and setting ---- */

enum { REAL, INTEGER, TRUTH, TEXT };
static const char* const kinds[] = {"Real", "Integer", "Boolean", "String"};

static int kind_of(int type) {
  if (type == FLOAT32 || type == FLOAT64) return REAL;
  if (type == BOOLEAN) return TRUTH;
  return type == STRING ? TEXT : INTEGER;
}

/* FMI 2.0 has no configuration mode: there a structural parameter is a parameter. */
static bool may_be_set(const Variable* v, int mode) {
  Variable plain = *v;
  if (v->causality == STRUCTURAL) plain.causality = PARAMETER;
  return unit_may_be_set(&plain, mode);
}

/* OK when all references exist and are of this kind, and with `set` may be set now. */
static int checked(Unit* u, const char* call, int kind, const fmi2ValueReference r[], size_t n, bool set) {
  int status = unit_allowed(u, call, set ? SETTABLE : GETTABLE);
  for (size_t k = 0; status == OK && k < n; k++) {
    if (r[k] >= unit_scalar_count)
      return unit_fail(u, "%s: value reference %u does not exist; the last one is %u.", call, r[k], unit_scalar_count - 1);
    const Variable* v = &unit_variables[unit_scalars[r[k]].variable];
    int its = kind_of(v->type);
    if (its != kind) return unit_fail(u, "%s: value reference %u is of type %s.", call, r[k], kinds[its]);
    if (set && !may_be_set(v, u->life.mode)) return unit_set_refused(u, call, r[k], v);
  }
  return status != OK || set ? status : unit_settle(u, call);
}

static uint8_t* place(Unit* u, fmi2ValueReference r, size_t width) {
  return unit_address(u, unit_scalars[r].variable) + unit_scalars[r].element * width;
}

static int type_of(fmi2ValueReference r) { return unit_variables[unit_scalars[r].variable].type; }

EXPORT fmi2Status fmi2GetReal(fmi2Component i, const fmi2ValueReference r[], size_t n, fmi2Real values[]) {
  Unit* u = i;
  int status = checked(u, "fmi2GetReal", REAL, r, n, false);
  for (size_t k = 0; status == OK && k < n; k++) {
    if (type_of(r[k]) == FLOAT64) memcpy(&values[k], place(u, r[k], 8), 8);
    else {
      float x;
      memcpy(&x, place(u, r[k], 4), 4);
      values[k] = x;
    }
  }
  return (fmi2Status)status;
}

EXPORT fmi2Status fmi2SetReal(fmi2Component i, const fmi2ValueReference r[], size_t n, const fmi2Real values[]) {
  Unit* u = i;
  int status = checked(u, "fmi2SetReal", REAL, r, n, true);
  if (status != OK) return (fmi2Status)status;
  unit_change(u);
  for (size_t k = 0; k < n; k++) {
    if (type_of(r[k]) == FLOAT64) memcpy(place(u, r[k], 8), &values[k], 8);
    else {
      float x = (float)values[k];
      memcpy(place(u, r[k], 4), &x, 4);
    }
  }
  return fmi2OK;
}

/* Bytes of an integer type, and its range. */
static size_t width_of(const Variable* v, int64_t* min, int64_t* max) {
  switch (v->type) {
    case INT8:
      return *min = INT8_MIN, *max = INT8_MAX, 1;
    case UINT8:
      return *min = 0, *max = UINT8_MAX, 1;
    case INT16:
      return *min = INT16_MIN, *max = INT16_MAX, 2;
    case UINT16:
      return *min = 0, *max = UINT16_MAX, 2;
    case ENUMERATION:
      return *min = v->min, *max = v->max, 4;
    default:
      return *min = INT32_MIN, *max = INT32_MAX, 4;
  }
}

EXPORT fmi2Status fmi2GetInteger(fmi2Component i, const fmi2ValueReference r[], size_t n, fmi2Integer values[]) {
  Unit* u = i;
  int status = checked(u, "fmi2GetInteger", INTEGER, r, n, false);
  for (size_t k = 0; status == OK && k < n; k++) {
    const Variable* v = &unit_variables[unit_scalars[r[k]].variable];
    int64_t min, max;
    size_t width = width_of(v, &min, &max);
    uint32_t raw = 0;
    memcpy(&raw, place(u, r[k], width), width);
    values[k] = v->type == INT8 ? (int8_t)raw : v->type == INT16 ? (int16_t)raw : (int32_t)raw;
  }
  return (fmi2Status)status;
}

EXPORT fmi2Status fmi2SetInteger(fmi2Component i, const fmi2ValueReference r[], size_t n, const fmi2Integer values[]) {
  static const char call[] = "fmi2SetInteger";
  Unit* u = i;
  int status = checked(u, call, INTEGER, r, n, true);
  int64_t min, max;
  for (size_t k = 0; status == OK && k < n; k++) {
    width_of(&unit_variables[unit_scalars[r[k]].variable], &min, &max);
    if (values[k] < min || values[k] > max)
      status = unit_fail(u, "%s: value reference %u goes from %lld to %lld; got %d.", call, r[k], (long long)min, (long long)max, values[k]);
  }
  if (status != OK) return (fmi2Status)status;
  unit_change(u);
  for (size_t k = 0; k < n; k++) {
    size_t width = width_of(&unit_variables[unit_scalars[r[k]].variable], &min, &max);
    memcpy(place(u, r[k], width), &values[k], width);
  }
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetBoolean(fmi2Component i, const fmi2ValueReference r[], size_t n, fmi2Boolean values[]) {
  Unit* u = i;
  int status = checked(u, "fmi2GetBoolean", TRUTH, r, n, false);
  for (size_t k = 0; status == OK && k < n; k++) values[k] = *place(u, r[k], 1) != 0;
  return (fmi2Status)status;
}

EXPORT fmi2Status fmi2SetBoolean(fmi2Component i, const fmi2ValueReference r[], size_t n, const fmi2Boolean values[]) {
  Unit* u = i;
  int status = checked(u, "fmi2SetBoolean", TRUTH, r, n, true);
  if (status != OK) return (fmi2Status)status;
  unit_change(u);
  for (size_t k = 0; k < n; k++) *place(u, r[k], 1) = values[k] != 0;
  return fmi2OK;
}

/* The strings live until the next call of this instance. */
EXPORT fmi2Status fmi2GetString(fmi2Component i, const fmi2ValueReference r[], size_t n, fmi2String values[]) {
  static const char call[] = "fmi2GetString";
  Unit* u = i;
  int status = checked(u, call, TEXT, r, n, false);
  if (status != OK) return (fmi2Status)status;
  size_t room = 0;
  for (size_t k = 0; k < n; k++) room += (size_t)unit_variables[unit_scalars[r[k]].variable].extra + 1;
  char* to = unit_scratch(u, call, room);
  if (to == NULL) return fmi2Error;
  for (size_t k = 0; k < n; k++) {
    uint32_t length;
    const uint8_t* from = unit_bytes(u, unit_scalars[r[k]].variable, unit_scalars[r[k]].element, &length);
    memcpy(to, from, length);
    to[length] = 0;
    values[k] = to;
    to += length + 1;
  }
  return fmi2OK;
}

EXPORT fmi2Status fmi2SetString(fmi2Component i, const fmi2ValueReference r[], size_t n, const fmi2String values[]) {
  static const char call[] = "fmi2SetString";
  Unit* u = i;
  int status = checked(u, call, TEXT, r, n, true);
  if (status == OK) unit_change(u);
  for (size_t k = 0; status == OK && k < n; k++) {
    const char* text = values[k] == NULL ? "" : values[k];
    status = unit_set_bytes(u, call, unit_scalars[r[k]].variable, unit_scalars[r[k]].element, (const uint8_t*)text, strlen(text));
  }
  return (fmi2Status)status;
}

/* ---- state ---- */

EXPORT fmi2Status fmi2GetFMUstate(fmi2Component i, fmi2FMUstate* state) { return (fmi2Status)unit_get_state(i, "fmi2GetFMUstate", state); }
EXPORT fmi2Status fmi2SetFMUstate(fmi2Component i, fmi2FMUstate state) { return (fmi2Status)unit_set_state(i, "fmi2SetFMUstate", state); }
EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component i, fmi2FMUstate* state) { return (fmi2Status)unit_free_state(i, "fmi2FreeFMUstate", state); }
EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component i, fmi2FMUstate state, size_t* size) {
  return (fmi2Status)unit_state_size(i, "fmi2SerializedFMUstateSize", state, size);
}
EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component i, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
  return (fmi2Status)unit_serialize(i, "fmi2SerializeFMUstate", state, bytes, size);
}
EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component i, const fmi2Byte bytes[], size_t size, fmi2FMUstate* state) {
  return (fmi2Status)unit_deserialize(i, "fmi2DeSerializeFMUstate", bytes, size, state);
}

/* ---- derivatives ---- */

/* dv_unknown = J * dv_known. */
EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component i, const fmi2ValueReference unknowns[], size_t nu, const fmi2ValueReference knowns[],
                                               size_t nk, const fmi2Real dv_known[], fmi2Real dv_unknown[]) {
  static const char call[] = "fmi2GetDirectionalDerivative";
  Unit* u = i;
  int status = unit_allowed(u, call, AFTER_START);
  if (status == OK && !unit_has_derivatives) status = unit_fail(u, "%s: this unit gives no partial derivatives.", call);
  if (status == OK) status = checked(u, call, REAL, unknowns, nu, false);
  if (status == OK) status = checked(u, call, REAL, knowns, nk, false);
  if (status != OK) return (fmi2Status)status;
  for (size_t a = 0; a < nu; a++) {
    dv_unknown[a] = 0.0;
    for (size_t b = 0; b < nk; b++) {
      double d;
      status = unit_partial(u, call, &unit_scalars[unknowns[a]], &unit_scalars[knowns[b]], &d);
      if (status != OK) return (fmi2Status)status;
      dv_unknown[a] += d * dv_known[b];
    }
  }
  return fmi2OK;
}

/* u' and u'' of continuous Real inputs, per second and per second squared; they hold until they are set again. */
EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component i, const fmi2ValueReference r[], size_t n, const fmi2Integer orders[],
                                              const fmi2Real values[]) {
  static const char call[] = "fmi2SetRealInputDerivatives";
  Unit* u = i;
  int status = unit_allowed(u, call, INITIALIZATION | STEP);
  if (status == OK) status = checked(u, call, REAL, r, n, true);
  for (size_t k = 0; status == OK && k < n; k++) {
    const Variable* v = &unit_variables[unit_scalars[r[k]].variable];
    if (v->type != FLOAT64 || v->extra < 0 || orders[k] < 1 || orders[k] > 2)
      status = unit_fail(u, "%s: value reference %u, order %d: only orders 1 and 2 of continuous Real inputs.", call, r[k], orders[k]);
  }
  for (size_t k = 0; status == OK && k < n; k++) {
    const Scalar* s = &unit_scalars[r[k]];
    unit_polynomial(u, &unit_variables[s->variable], s->element)[orders[k]] = values[k];
  }
  return (fmi2Status)status;
}

EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component i, const fmi2ValueReference r[], size_t n, const fmi2Integer orders[], fmi2Real values[]) {
  (void)r, (void)orders, (void)values;
  return n == 0 ? fmi2OK : (fmi2Status)unit_absent(i, "fmi2GetRealOutputDerivatives", "derivatives of outputs");
}

/* ---- co-simulation ---- */

EXPORT fmi2Status fmi2DoStep(fmi2Component i, fmi2Real t, fmi2Real H, fmi2Boolean no_set_state_before) {
  (void)no_set_state_before;
  Unit* u = i;
  double last;
  bool early, event;
  int status = unit_step(u, "fmi2DoStep", t, H, &last, &early, &event);
  if (u != NULL) u->last_step = status;
  return (fmi2Status)status;
}

/* Steps end before fmi2DoStep returns: there is none to cancel. */
EXPORT fmi2Status fmi2CancelStep(fmi2Component i) { return (fmi2Status)unit_absent(i, "fmi2CancelStep", "step that runs asynchronously"); }

/* A question that this unit has no answer to is discarded (FMI 2.0, 4.2.3). */
static fmi2Status no_answer(Unit* u, const char* call, fmi2StatusKind kind) {
  int status = unit_allowed(u, call, STEP | TERMINATED | INITIALIZATION);
  if (status != OK) return (fmi2Status)status;
  unit_log(u, DISCARD, "%s: nothing is known of status kind %d.", call, (int)kind);
  return fmi2Discard;
}

EXPORT fmi2Status fmi2GetStatus(fmi2Component i, fmi2StatusKind kind, fmi2Status* value) {
  Unit* u = i;
  if (u == NULL || kind != fmi2DoStepStatus) return no_answer(u, "fmi2GetStatus", kind);
  *value = (fmi2Status)u->last_step;
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetRealStatus(fmi2Component i, fmi2StatusKind kind, fmi2Real* value) {
  Unit* u = i;
  if (u == NULL || kind != fmi2LastSuccessfulTime) return no_answer(u, "fmi2GetRealStatus", kind);
  memcpy(value, unit_address(u, 0), 8);
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component i, fmi2StatusKind kind, fmi2Boolean* value) {
  if (i == NULL || kind != fmi2Terminated) return no_answer(i, "fmi2GetBooleanStatus", kind);
  *value = 0;
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component i, fmi2StatusKind kind, fmi2Integer* value) {
  (void)value;
  return no_answer(i, "fmi2GetIntegerStatus", kind);
}

EXPORT fmi2Status fmi2GetStringStatus(fmi2Component i, fmi2StatusKind kind, fmi2String* value) {
  if (i == NULL || kind != fmi2PendingStatus) return no_answer(i, "fmi2GetStringStatus", kind);
  *value = "";
  return fmi2OK;
}

/* ---- what this kind of unit has nothing for ---- */

#define ABSENT(Name, ...) \
  EXPORT fmi2Status fmi2##Name(fmi2Component i, __VA_ARGS__) { return (fmi2Status)unit_absent(i, "fmi2" #Name, "model exchange"); }
#define ABSENT_MODE(Name) \
  EXPORT fmi2Status fmi2##Name(fmi2Component i) { return (fmi2Status)unit_absent(i, "fmi2" #Name, "model exchange"); }
#pragma GCC diagnostic ignored "-Wunused-parameter"

ABSENT_MODE(EnterEventMode)
ABSENT(NewDiscreteStates, fmi2EventInfo* a)
ABSENT_MODE(EnterContinuousTimeMode)
ABSENT(CompletedIntegratorStep, fmi2Boolean a, fmi2Boolean* b, fmi2Boolean* c)
ABSENT(SetTime, fmi2Real a)
ABSENT(SetContinuousStates, const fmi2Real a[], size_t b)
ABSENT(GetDerivatives, fmi2Real a[], size_t b)
ABSENT(GetEventIndicators, fmi2Real a[], size_t b)
ABSENT(GetContinuousStates, fmi2Real a[], size_t b)
ABSENT(GetNominalsOfContinuousStates, fmi2Real a[], size_t b)
