/*
 * C interface of FMI 2.0 for co-simulation, with the parts that model exchange shares. It passes
 * arguments to the state machine and results back. Variables are scalars: a value reference is a
 * row of `unit_scalars`, the element of a variable. Arguments have shortened names of the standard.
 */
#include "fmi2.h"
#include "instance-functions.h"

/* The logger expects a printf format in which #...# means a variable, so both signs are doubled. */
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
  return unit_set_logging(i, "fmi2SetDebugLogging", on != 0, n, categories);
}

EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources, const fmi2CallbackFunctions* functions,
                                     fmi2Boolean visible, fmi2Boolean logging) {
  (void)visible;
  Voice voice = {.send = send};
  if (functions != NULL) {
    voice.environment = functions->componentEnvironment;
    voice.callback = (void (*)(void))functions->logger;
  }
#ifndef MODEL_EXCHANGE
  if (type != fmi2CoSimulation) return unit_refuse(&voice, name, "fmi2Instantiate: this unit is for co-simulation alone.");
#endif
  if (unit_scalar_count == 0)
    return unit_refuse(&voice, name, "fmi2Instantiate: this unit has variables that FMI 2.0 cannot express. Use FMI 3.0.");
  const Wanted wanted = {.speaks2 = true, .exchange = type == fmi2ModelExchange, .logging = logging != 0, .resources = resources};
  return unit_make(&voice, "fmi2Instantiate", name, guid, &wanted);
}

EXPORT void fmi2FreeInstance(fmi2Component i) { unit_free(i); }

/* ---- lifecycle ---- */

EXPORT fmi2Status fmi2SetupExperiment(fmi2Component i, fmi2Boolean tolerance_defined, fmi2Real tolerance, fmi2Real start, fmi2Boolean stop_defined,
                                      fmi2Real stop) {
  BEGIN(i, "fmi2SetupExperiment")
  (void)tolerance_defined, (void)tolerance;
  const int status = (int)w2c_unit_faceSetup(&u->core);
  if (status != OK) END(status);
  u->start = start;
  u->stop = stop;
  u->stop_defined = stop_defined != 0;
  END(OK);
}

EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component i) {
  const Unit* u = i;
  if (u == NULL) return fmi2Error;
  return unit_enter_initialization(i, "fmi2EnterInitializationMode", u->start, u->stop_defined, u->stop);
}

EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component i) { return unit_exit_initialization(i, "fmi2ExitInitializationMode"); }
EXPORT fmi2Status fmi2Terminate(fmi2Component i) { return unit_terminate(i, "fmi2Terminate"); }
EXPORT fmi2Status fmi2Reset(fmi2Component i) { return unit_reset(i, "fmi2Reset"); }

/* ---- getting and setting ---- */

/* Numbers of the state machine. */
enum { REAL, INTEGER, TRUTH, TEXT };

/*
 * Direct access for steps, as in fmi3-functions.c: returns the address of a Real, or NULL if the
 * state machine must decide.
 */
static inline uint8_t* place(Unit* u, int mode, bool set, fmi2ValueReference r) {
  if (r >= unit_scalar_count) return NULL;
  const Scalar* s = &unit_scalars[r];
  const Variable* v = &unit_variables[s->variable];
  uint8_t* first = unit_place(u, s->variable, 8 * (size_t)v->size);
  return v->type != FLOAT64 || (set && (v->settable2 & mode) == 0) || first == NULL ? NULL : first + 8 * s->element;
}

static inline int plain_mode(Unit* u, int allowed) { return u == NULL ? 0 : unit_mode(u) & (INSTANTIATED | STEP | TERMINATED) & allowed; }

/* `n` value references of the importer. */
typedef struct {
  const fmi2ValueReference* r;
  size_t n;
} References;

/* The state machine's list of scalars: value reference, variable, element. */
static uint32_t scalars(Unit* u, const fmi2ValueReference r[], size_t n) {
  const uint32_t list = unit_put(u, NULL, 3 * n, 4);
  for (size_t k = 0; k < n; k++) {
    const Scalar s = r[k] < unit_scalar_count ? unit_scalars[r[k]] : (Scalar){0, 0};
    memcpy(unit_memory(u, list + 12 * (uint32_t)k), (uint32_t[3]){r[k], s.variable, s.element}, 12);
  }
  return list;
}

/* Bytes of a number of this kind. */
static uint32_t width_of(int kind) { return kind == REAL ? 8 : 4; }

static int get(Unit* i, const char* call, int kind, References q, void* values) {
  BEGIN(i, call)
  REQUIRE(q.r, q.n, "vr")
  REQUIRE(values, q.n, "value")
  END(unit_take(u, w2c_unit_faceGetScalars(&u->core, (u32)kind, scalars(u, q.r, q.n), (u32)q.n), values, q.n, width_of(kind)));
}

static int set(Unit* i, const char* call, int kind, References q, const void* values) {
  BEGIN(i, call)
  REQUIRE(q.r, q.n, "vr")
  REQUIRE(values, q.n, "value")
  const uint32_t list = scalars(u, q.r, q.n), at = unit_put(u, values, q.n, width_of(kind));
  END(w2c_unit_faceSetScalars(&u->core, (u32)kind, list, (u32)q.n, at));
}

EXPORT fmi2Status fmi2GetReal(fmi2Component i, const fmi2ValueReference r[], size_t n, fmi2Real values[]) {
  const int mode = r == NULL || values == NULL ? 0 : plain_mode(i, GETTABLE);
  for (size_t k = 0; k < n || mode == 0; k++) {
    const uint8_t* from = mode == 0 ? NULL : place(i, mode, false, r[k]);
    if (from == NULL) return get(i, "fmi2GetReal", REAL, (References){r, n}, values);
    memcpy(&values[k], from, 8);
  }
  return fmi2OK;
}

EXPORT fmi2Status fmi2SetReal(fmi2Component i, const fmi2ValueReference r[], size_t n, const fmi2Real values[]) {
  const int mode = r == NULL || values == NULL ? 0 : plain_mode(i, SETTABLE);
  for (size_t k = 0; k < n || mode == 0; k++)
    if (mode == 0 || place(i, mode, true, r[k]) == NULL) return set(i, "fmi2SetReal", REAL, (References){r, n}, values);
  for (size_t k = 0; k < n; k++) memcpy(place(i, mode, true, r[k]), &values[k], 8);
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetInteger(fmi2Component i, const fmi2ValueReference r[], size_t n, fmi2Integer values[]) {
  return get(i, "fmi2GetInteger", INTEGER, (References){r, n}, values);
}
EXPORT fmi2Status fmi2SetInteger(fmi2Component i, const fmi2ValueReference r[], size_t n, const fmi2Integer values[]) {
  return set(i, "fmi2SetInteger", INTEGER, (References){r, n}, values);
}
EXPORT fmi2Status fmi2GetBoolean(fmi2Component i, const fmi2ValueReference r[], size_t n, fmi2Boolean values[]) {
  return get(i, "fmi2GetBoolean", TRUTH, (References){r, n}, values);
}
EXPORT fmi2Status fmi2SetBoolean(fmi2Component i, const fmi2ValueReference r[], size_t n, const fmi2Boolean values[]) {
  return set(i, "fmi2SetBoolean", TRUTH, (References){r, n}, values);
}

/* The strings are valid until the next call of this instance. */
EXPORT fmi2Status fmi2GetString(fmi2Component i, const fmi2ValueReference r[], size_t n, fmi2String values[]) {
  BEGIN(i, "fmi2GetString")
  REQUIRE(r, n, "vr")
  REQUIRE(values, n, "value")
  END(unit_take_texts(u, w2c_unit_faceGetScalars(&u->core, TEXT, scalars(u, r, n), (u32)n), values, n));
}

EXPORT fmi2Status fmi2SetString(fmi2Component i, const fmi2ValueReference r[], size_t n, const fmi2String values[]) {
  BEGIN(i, "fmi2SetString")
  REQUIRE(r, n, "vr")
  REQUIRE(values, n, "value")
  const uint32_t list = scalars(u, r, n), room = unit_put(u, NULL, n, 4);
  int32_t* capacities = (int32_t*)(void*)unit_memory(u, room);
  for (size_t k = 0; k < n; k++) capacities[k] = r[k] < unit_scalar_count ? unit_variables[unit_scalars[r[k]].variable].capacity : 0;
  const uint32_t texts = unit_put_texts(u, (const void* const*)values, NULL, capacities, n);
  END(w2c_unit_faceSetScalars(&u->core, TEXT, list, (u32)n, texts));
}

/* ---- state ---- */

EXPORT fmi2Status fmi2GetFMUstate(fmi2Component i, fmi2FMUstate* state) { return unit_get_state(i, "fmi2GetFMUstate", state); }
EXPORT fmi2Status fmi2SetFMUstate(fmi2Component i, fmi2FMUstate state) { return unit_set_state(i, "fmi2SetFMUstate", state); }
EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component i, fmi2FMUstate* state) { return unit_free_state(i, "fmi2FreeFMUstate", state); }
EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component i, fmi2FMUstate state, size_t* size) {
  return unit_state_size(i, "fmi2SerializedFMUstateSize", state, size);
}
EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component i, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
  return unit_serialize(i, "fmi2SerializeFMUstate", state, bytes, size);
}
EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component i, const fmi2Byte bytes[], size_t size, fmi2FMUstate* state) {
  return unit_deserialize(i, "fmi2DeSerializeFMUstate", bytes, size, state);
}

/* ---- derivatives ---- */

/* dv_unknown = J * dv_known. */
EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component i, const fmi2ValueReference unknowns[], size_t nu, const fmi2ValueReference knowns[],
                                               size_t nk, const fmi2Real dv_known[], fmi2Real dv_unknown[]) {
  BEGIN(i, "fmi2GetDirectionalDerivative")
  REQUIRE(unknowns, nu, "vUnknown_ref")
  REQUIRE(knowns, nk, "vKnown_ref")
  REQUIRE(dv_known, nk, "dvKnown")
  REQUIRE(dv_unknown, nu, "dvUnknown")
  const uint32_t a = scalars(u, unknowns, nu), b = scalars(u, knowns, nk), seed = unit_put(u, dv_known, nk, 8);
  END(unit_take(u, w2c_unit_faceGetDerivative(&u->core, a, (u32)nu, b, (u32)nk, seed), dv_unknown, nu, 8));
}

/*
 * u' and u'' of continuous Real inputs, per second and per second squared. They apply until they
 * are set again.
 */
EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component i, const fmi2ValueReference r[], size_t n, const fmi2Integer orders[],
                                              const fmi2Real values[]) {
  BEGIN(i, "fmi2SetRealInputDerivatives")
  REQUIRE(r, n, "vr")
  REQUIRE(orders, n, "order")
  REQUIRE(values, n, "value")
  const uint32_t list = scalars(u, r, n), a = unit_put(u, orders, n, 4), b = unit_put(u, values, n, 8);
  END(w2c_unit_faceSetInputDerivatives(&u->core, list, (u32)n, a, b));
}

/* ---- co-simulation ---- */

EXPORT fmi2Status fmi2DoStep(fmi2Component i, fmi2Real t, fmi2Real H, fmi2Boolean no_set_state_before) {
  (void)no_set_state_before;
  StepEnd end;
  const int status = unit_step(i, "fmi2DoStep", t, H, &end);
  if (i != NULL) ((Unit*)i)->last_step = status;
  return (fmi2Status)status;
}

/* Discards a query that this unit cannot answer (FMI 2.0, 4.2.3). */
static fmi2Status no_answer(Unit* i, const char* call, fmi2StatusKind kind) {
  BEGIN(i, call)
  END(w2c_unit_faceUnknown(&u->core, (u32)kind));
}

EXPORT fmi2Status fmi2GetStatus(fmi2Component i, fmi2StatusKind kind, fmi2Status* value) {
  if (i == NULL || kind != fmi2DoStepStatus) return no_answer(i, "fmi2GetStatus", kind);
  *value = (fmi2Status)((Unit*)i)->last_step;
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetRealStatus(fmi2Component i, fmi2StatusKind kind, fmi2Real* value) {
  if (i == NULL || kind != fmi2LastSuccessfulTime) return no_answer(i, "fmi2GetRealStatus", kind);
  memcpy(value, unit_place(i, 0, 8), 8);
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
