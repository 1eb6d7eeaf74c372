/*
 * C interface of FMI 3.0 for co-simulation, with the parts that model exchange shares. It passes
 * arguments to the state machine and results back, in the order of the standard (2.2, 2.3, 4).
 * Arguments: `i` instance, `r` value references, `n` their number, `values`, `m` their number.
 */
#include "fmi3.h"
#include "instance-functions.h"
#include <math.h>

static void send(const Voice* v, const char* name, int status, const char* category, const char* text) {
  (void)name;
  if (v->callback != NULL) ((fmi3LogMessageCallback)v->callback)(v->environment, (fmi3Status)status, category, text);
}

static Voice voice_of(fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
  return (Voice){.environment = environment, .callback = (void (*)(void))log, .send = send};
}

/* ---- versions, creation, logging ---- */

EXPORT const char* fmi3GetVersion(void) { return "3.0"; }

EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance i, fmi3Boolean on, size_t n, const fmi3String categories[]) {
  return unit_set_logging(i, "fmi3SetDebugLogging", on, n, categories);
}

EXPORT fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,
                                                fmi3Boolean events, fmi3Boolean early, const fmi3ValueReference required[], size_t n,
                                                fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                                fmi3IntermediateUpdateCallback update) {
  (void)visible;
  const Voice voice = voice_of(environment, log);
  const Wanted wanted = {.logging = logging, .events = events, .early = early, .required = required, .count = n, .update = (void (*)(void))update, .resources = resources};
  return unit_make(&voice, "fmi3InstantiateCoSimulation", name, token, &wanted);
}

EXPORT fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                                 fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
  (void)resources, (void)visible;
  const Voice voice = voice_of(environment, log);
#ifdef MODEL_EXCHANGE
  const Wanted wanted = {.exchange = true, .logging = logging};
  return unit_make(&voice, "fmi3InstantiateModelExchange", name, token, &wanted);
#else
  (void)token, (void)logging;
  return unit_refuse(&voice, name, "fmi3InstantiateModelExchange: this unit is for co-simulation alone.");
#endif
}

EXPORT fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                                      fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                                      fmi3ClockUpdateCallback clock, fmi3LockPreemptionCallback lock,
                                                      fmi3UnlockPreemptionCallback unlock) {
  (void)token, (void)resources, (void)visible, (void)logging, (void)clock, (void)lock, (void)unlock;
  const Voice voice = voice_of(environment, log);
  return unit_refuse(&voice, name, "fmi3InstantiateScheduledExecution: this unit is not for scheduled execution.");
}

EXPORT void fmi3FreeInstance(fmi3Instance i) { unit_free(i); }

/* ---- lifecycle ---- */

EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance i, fmi3Boolean tolerance_defined, fmi3Float64 tolerance, fmi3Float64 start,
                                              fmi3Boolean stop_defined, fmi3Float64 stop) {
  (void)tolerance_defined, (void)tolerance;
  return unit_enter_initialization(i, "fmi3EnterInitializationMode", start, stop_defined, stop);
}

EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance i) { return unit_exit_initialization(i, "fmi3ExitInitializationMode"); }
EXPORT fmi3Status fmi3Terminate(fmi3Instance i) { return unit_terminate(i, "fmi3Terminate"); }
EXPORT fmi3Status fmi3Reset(fmi3Instance i) { return unit_reset(i, "fmi3Reset"); }

#define MODE(Name)                                     \
  EXPORT fmi3Status fmi3##Name(fmi3Instance i) {       \
    BEGIN(i, "fmi3" #Name)                             \
    END(w2c_unit_fmi##Name(&u->core, SELF));           \
  }
MODE(EnterConfigurationMode)
MODE(ExitConfigurationMode)
MODE(EnterEventMode)
MODE(EnterStepMode)

/* ---- getting and setting ---- */

/* Modes without evaluation before reads, and without cancellation before writes. */
enum { PLAIN = INSTANTIATED | CONFIGURATION | STEP | RECONFIGURATION | TERMINATED };

/* Number of elements of the variables, or SIZE_MAX if a variable does not exist. */
static size_t elements(const fmi3ValueReference r[], size_t n) {
  size_t sum = 0;
  for (size_t k = 0; k < n; k++) {
    if (r[k] >= unit_variable_count) return SIZE_MAX;
    sum += unit_variables[r[k]].size;
  }
  return sum;
}

/* Most variables are scalars of 8 bytes. */
static inline void copy(void* to, const void* from, size_t bytes) {
  if (bytes == 8) memcpy(to, from, 8);
  else memcpy(to, from, bytes);
}

/* `n` value references and the number `m` of their values, each of `width` bytes. */
typedef struct {
  const fmi3ValueReference* r;
  size_t n, m;
  uint32_t width;
} Request;

/*
 * Direct access for steps: returns true if all variables were copied from memory. The mode must
 * allow it without further actions. All other cases go to the state machine, which decides and
 * reports.
 */
static inline bool got(Unit* u, int type, Request q, uint8_t* values) {
  if (u == NULL || q.r == NULL || values == NULL || (unit_mode(u) & PLAIN & GETTABLE) == 0) return false;
  for (size_t k = 0; k < q.n; k++) {
    if (q.r[k] >= unit_variable_count) return false;
    const Variable* v = &unit_variables[q.r[k]];
    const size_t bytes = (size_t)v->size * q.width;
    const uint8_t* place = unit_place(u, q.r[k], bytes);
    if (v->type != type || v->size > q.m || place == NULL) return false;
    copy(values, place, bytes);
    values += bytes;
    q.m -= v->size;
  }
  return q.m == 0;
}

/* Direct access for setting. If one variable cannot be set, it sets no variable. */
static inline bool was_set(Unit* u, int type, Request q, const uint8_t* values) {
  const int mode = u == NULL || q.r == NULL || values == NULL ? 0 : unit_mode(u) & PLAIN & SETTABLE;
  if (mode == 0) return false;
  for (size_t k = 0; k < q.n; k++) {
    if (q.r[k] >= unit_variable_count) return false;
    const Variable* v = &unit_variables[q.r[k]];
    const size_t bytes = (size_t)v->size * q.width;
    if (v->type != type || (v->settable3 & mode) == 0 || v->size > q.m || unit_place(u, q.r[k], bytes) == NULL) return false;
    q.m -= v->size;
  }
  if (q.m != 0) return false;
  for (size_t k = 0; k < q.n; k++) {
    const size_t bytes = (size_t)unit_variables[q.r[k]].size * q.width;
    copy(unit_place(u, q.r[k], bytes), values, bytes);
    values += bytes;
  }
  return true;
}

typedef u32 Getter(w2c_unit*, u32, u32, u32);
typedef u32 Setter(w2c_unit*, u32, u32, u32, u32, u32);

static int get(Unit* i, const char* call, Getter* getter, Request q, void* values) {
  BEGIN(i, call)
  REQUIRE(q.r, q.n, "valueReferences")
  REQUIRE(values, q.m, "values")
  END(unit_take(u, getter(&u->core, SELF, unit_put(u, q.r, q.n, 4), (u32)q.n), values, q.m, q.width));
}

/* Number of values in 32 bits. A number that does not fit is wrong for every list. */
static u32 count_of(size_t m) { return m > UINT32_MAX ? UINT32_MAX : (u32)m; }

/* Values of a wrong number are not read, because they may exceed the arena. */
static int set(Unit* i, const char* call, Setter* setter, Request q, const void* values) {
  BEGIN(i, call)
  REQUIRE(q.r, q.n, "valueReferences")
  REQUIRE(values, q.m, "values")
  const uint32_t list = unit_put(u, q.r, q.n, 4);
  END(setter(&u->core, SELF, list, (u32)q.n, elements(q.r, q.n) == q.m ? unit_put(u, values, q.m, q.width) : 0, count_of(q.m)));
}

#define ACCESSORS(Name, Machine, number)                                                                                            \
  EXPORT fmi3Status fmi3Get##Name(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3##Name values[], size_t m) {         \
    const Request q = {r, n, m, sizeof *values};                                                                                   \
    if (got(i, number, q, (uint8_t*)values)) return fmi3OK;                                                                        \
    return get(i, "fmi3Get" #Name, w2c_unit_fmiGet##Machine, q, values);                                                           \
  }                                                                                                                                 \
  EXPORT fmi3Status fmi3Set##Name(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3##Name values[], size_t m) {   \
    const Request q = {r, n, m, sizeof *values};                                                                                   \
    if (was_set(i, number, q, (const uint8_t*)values)) return fmi3OK;                                                              \
    return set(i, "fmi3Set" #Name, w2c_unit_fmiSet##Machine, q, values);                                                           \
  }
ACCESSORS(Float32, Float32, FLOAT32)
ACCESSORS(Float64, Float64, FLOAT64)
ACCESSORS(Int8, Int8, INT8)
ACCESSORS(UInt8, Uint8, UINT8)
ACCESSORS(Int16, Int16, INT16)
ACCESSORS(UInt16, Uint16, UINT16)
ACCESSORS(Int32, Int32, INT32)
ACCESSORS(UInt32, Uint32, UINT32)
ACCESSORS(Int64, Int64, INT64)
ACCESSORS(UInt64, Uint64, UINT64)
ACCESSORS(Boolean, Boolean, BOOLEAN)

/* Clocks are scalars, so the number of values is that of the references (FMI 3.0, 2.2.6.2). */
EXPORT fmi3Status fmi3GetClock(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3Clock values[]) {
  return get(i, "fmi3GetClock", w2c_unit_fmiGetClock, (Request){r, n, n, 1}, values);
}
EXPORT fmi3Status fmi3SetClock(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3Clock values[]) {
  return set(i, "fmi3SetClock", w2c_unit_fmiSetClock, (Request){r, n, n, 1}, values);
}

/* The strings are valid until the next call of this instance. */
EXPORT fmi3Status fmi3GetString(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3String values[], size_t m) {
  BEGIN(i, "fmi3GetString")
  REQUIRE(r, n, "valueReferences")
  REQUIRE(values, m, "values")
  END(unit_take_texts(u, w2c_unit_fmiGetString(&u->core, SELF, unit_put(u, r, n, 4), (u32)n), values, m));
}

EXPORT fmi3Status fmi3GetBinary(fmi3Instance i, const fmi3ValueReference r[], size_t n, size_t sizes[], fmi3Binary values[], size_t m) {
  BEGIN(i, "fmi3GetBinary")
  REQUIRE(r, n, "valueReferences")
  REQUIRE(sizes, m, "valueSizes")
  REQUIRE(values, m, "values")
  const uint32_t result = w2c_unit_fmiGetBinary(&u->core, SELF, unit_put(u, r, n, 4), (u32)n);
  const int status = unit_take(u, result, NULL, m, 0);
  if (status != OK) END(status);
  const uint32_t list = unit_word(u, result + 4);
  for (uint32_t k = 0; k < m; k++) {
    sizes[k] = unit_word(u, list + 8 * k + 4);
    values[k] = unit_memory(u, unit_word(u, list + 8 * k));
  }
  END(OK);
}

/*
 * Stores the texts, unless their number is wrong. If `sizes` is NULL, the strings determine the
 * sizes.
 */
static uint32_t put_bytes(Unit* u, Request q, const size_t sizes[], const void* const values[]) {
  if (elements(q.r, q.n) != q.m) return 0;
  /* Capacities of the elements, in the arena above the list. */
  const uint32_t room = unit_put(u, NULL, q.m, 4);
  int32_t* capacities = (int32_t*)(void*)unit_memory(u, room);
  for (size_t k = 0; k < q.n; k++)
    for (uint32_t e = 0; e < unit_variables[q.r[k]].size; e++) *capacities++ = unit_variables[q.r[k]].capacity;
  return unit_put_texts(u, values, sizes, (int32_t*)(void*)unit_memory(u, room), q.m);
}

EXPORT fmi3Status fmi3SetString(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3String values[], size_t m) {
  BEGIN(i, "fmi3SetString")
  REQUIRE(r, n, "valueReferences")
  REQUIRE(values, m, "values")
  const uint32_t list = unit_put(u, r, n, 4), texts = put_bytes(u, (Request){r, n, m, 8}, NULL, (const void* const*)values);
  END(w2c_unit_fmiSetString(&u->core, SELF, list, (u32)n, texts, count_of(m)));
}
EXPORT fmi3Status fmi3SetBinary(fmi3Instance i, const fmi3ValueReference r[], size_t n, const size_t sizes[], const fmi3Binary values[], size_t m) {
  BEGIN(i, "fmi3SetBinary")
  REQUIRE(r, n, "valueReferences")
  REQUIRE(sizes, m, "valueSizes")
  REQUIRE(values, m, "values")
  for (size_t k = 0; k < m; k++) REQUIRE(values[k], sizes[k], "a value")
  const uint32_t list = unit_put(u, r, n, 4), texts = put_bytes(u, (Request){r, n, m, 8}, sizes, (const void* const*)values);
  END(w2c_unit_fmiSetBinary(&u->core, SELF, list, (u32)n, texts, count_of(m)));
}

/* ---- state ---- */

EXPORT fmi3Status fmi3GetFMUState(fmi3Instance i, fmi3FMUState* state) { return unit_get_state(i, "fmi3GetFMUState", state); }
EXPORT fmi3Status fmi3SetFMUState(fmi3Instance i, fmi3FMUState state) { return unit_set_state(i, "fmi3SetFMUState", state); }
EXPORT fmi3Status fmi3FreeFMUState(fmi3Instance i, fmi3FMUState* state) { return unit_free_state(i, "fmi3FreeFMUState", state); }
EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance i, fmi3FMUState state, size_t* size) {
  return unit_state_size(i, "fmi3SerializedFMUStateSize", state, size);
}
EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance i, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
  return unit_serialize(i, "fmi3SerializeFMUState", state, bytes, size);
}
EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance i, const fmi3Byte bytes[], size_t size, fmi3FMUState* state) {
  return unit_deserialize(i, "fmi3DeserializeFMUState", bytes, size, state);
}

/* ---- derivatives ---- */

#define DERIVATIVE(Name)                                                                                                           \
  EXPORT fmi3Status fmi3##Name(fmi3Instance i, const fmi3ValueReference unknowns[], size_t nu, const fmi3ValueReference knowns[],  \
                               size_t nk, const fmi3Float64 seed[], size_t seeds, fmi3Float64 result[], size_t results) {          \
    BEGIN(i, "fmi3" #Name)                                                                                                         \
    REQUIRE(unknowns, nu, "unknowns")                                                                                              \
    REQUIRE(knowns, nk, "knowns")                                                                                                  \
    REQUIRE(seed, seeds, "seed")                                                                                                   \
    REQUIRE(result, results, "sensitivity")                                                                                        \
    const uint32_t a = unit_put(u, unknowns, nu, 4), b = unit_put(u, knowns, nk, 4), c = unit_put(u, seed, seeds, 8);              \
    END(unit_take(u, w2c_unit_fmi##Name(&u->core, SELF, a, (u32)nu, b, (u32)nk, c, (u32)seeds), result, results, 8));              \
  }
DERIVATIVE(GetDirectionalDerivative)
DERIVATIVE(GetAdjointDerivative)

/* ---- co-simulation ---- */

EXPORT fmi3Status fmi3DoStep(fmi3Instance i, fmi3Float64 t, fmi3Float64 H, fmi3Boolean no_set_state_before, fmi3Boolean* event,
                             fmi3Boolean* terminate, fmi3Boolean* early, fmi3Float64* last) {
  (void)no_set_state_before;
  StepEnd end = {.time = t};
  const int status = unit_step(i, "fmi3DoStep", t, H, &end);
  if (event != NULL) *event = end.event;
  if (terminate != NULL) *terminate = false;
  if (early != NULL) *early = end.early;
  if (last != NULL) *last = end.time;
  return (fmi3Status)status;
}

/* ---- events ---- */

static void tell(fmi3Boolean* flag, bool value) {
  if (flag != NULL) *flag = value;
}

EXPORT fmi3Status fmi3UpdateDiscreteStates(fmi3Instance i, fmi3Boolean* needed, fmi3Boolean* terminate, fmi3Boolean* nominals,
                                           fmi3Boolean* states, fmi3Boolean* defined, fmi3Float64* next) {
  BEGIN(i, "fmi3UpdateDiscreteStates")
  const uint32_t result = w2c_unit_fmiUpdateDiscreteStates(&u->core, SELF);
  const uint8_t* at = unit_memory(u, result);
  const bool known = at[0] == 0;
  tell(needed, known && at[8] != 0);
  tell(terminate, known && at[9] != 0);
  tell(nominals, known && at[10] != 0);
  tell(states, known && at[11] != 0);
  tell(defined, known && at[12] != 0);
  if (next != NULL && known && at[12] != 0) *next = unit_double(u, result + 16);
  END(known ? OK : at[8]);
}

EXPORT fmi3Status fmi3GetIntervalDecimal(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3Float64 intervals[],
                                         fmi3IntervalQualifier qualifiers[]) {
  BEGIN(i, "fmi3GetIntervalDecimal")
  REQUIRE(r, n, "valueReferences")
  REQUIRE(intervals, n, "intervals")
  REQUIRE(qualifiers, n, "qualifiers")
  const uint32_t result = w2c_unit_fmiGetIntervalDecimal(&u->core, SELF, unit_put(u, r, n, 4), (u32)n);
  const int status = unit_take(u, result, NULL, n, 0);
  if (status != OK) END(status);
  const uint32_t list = unit_word(u, result + 4);
  for (uint32_t k = 0; k < n; k++) {
    intervals[k] = unit_double(u, list + 16 * k);
    qualifiers[k] = (fmi3IntervalQualifier)(unit_word(u, list + 16 * k + 8) & 0xff);
  }
  END(OK);
}
EXPORT fmi3Status fmi3SetIntervalDecimal(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3Float64 intervals[]) {
  BEGIN(i, "fmi3SetIntervalDecimal")
  REQUIRE(r, n, "valueReferences")
  REQUIRE(intervals, n, "intervals")
  const uint32_t list = unit_put(u, r, n, 4), values = unit_put(u, intervals, n, 8);
  END(w2c_unit_fmiSetIntervalDecimal(&u->core, SELF, list, (u32)n, values, (u32)n));
}
EXPORT fmi3Status fmi3GetShiftDecimal(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3Float64 shifts[]) {
  return get(i, "fmi3GetShiftDecimal", w2c_unit_fmiGetShiftDecimal, (Request){r, n, n, 8}, shifts);
}
EXPORT fmi3Status fmi3SetShiftDecimal(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3Float64 shifts[]) {
  BEGIN(i, "fmi3SetShiftDecimal")
  REQUIRE(r, n, "valueReferences")
  REQUIRE(shifts, n, "shifts")
  const uint32_t list = unit_put(u, r, n, 4), values = unit_put(u, shifts, n, 8);
  END(w2c_unit_fmiSetShiftDecimal(&u->core, SELF, list, (u32)n, values, (u32)n));
}

/*
 * Times as fractions. The state machine stores counter and resolution side by side. For an interval
 * its qualifier follows.
 */
EXPORT fmi3Status fmi3GetIntervalFraction(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3UInt64 counters[], fmi3UInt64 resolutions[],
                                          fmi3IntervalQualifier qualifiers[]) {
  BEGIN(i, "fmi3GetIntervalFraction")
  REQUIRE(r, n, "valueReferences")
  REQUIRE(counters, n, "counters")
  REQUIRE(resolutions, n, "resolutions")
  REQUIRE(qualifiers, n, "qualifiers")
  const uint32_t result = w2c_unit_fmiGetIntervalFraction(&u->core, SELF, unit_put(u, r, n, 4), (u32)n);
  const int status = unit_take(u, result, NULL, n, 24);
  if (status != OK) END(status);
  const uint32_t list = unit_word(u, result + 4);
  for (uint32_t k = 0; k < n; k++) {
    memcpy(&counters[k], unit_memory(u, list + 24 * k), 8);
    memcpy(&resolutions[k], unit_memory(u, list + 24 * k + 8), 8);
    qualifiers[k] = (fmi3IntervalQualifier)(unit_word(u, list + 24 * k + 16) & 0xff);
  }
  END(OK);
}
EXPORT fmi3Status fmi3GetShiftFraction(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3UInt64 counters[], fmi3UInt64 resolutions[]) {
  BEGIN(i, "fmi3GetShiftFraction")
  REQUIRE(r, n, "valueReferences")
  REQUIRE(counters, n, "counters")
  REQUIRE(resolutions, n, "resolutions")
  const uint32_t result = w2c_unit_fmiGetShiftFraction(&u->core, SELF, unit_put(u, r, n, 4), (u32)n);
  const int status = unit_take(u, result, NULL, n, 16);
  if (status != OK) END(status);
  const uint32_t list = unit_word(u, result + 4);
  for (uint32_t k = 0; k < n; k++) {
    memcpy(&counters[k], unit_memory(u, list + 16 * k), 8);
    memcpy(&resolutions[k], unit_memory(u, list + 16 * k + 8), 8);
  }
  END(OK);
}

static uint32_t put_fractions(Unit* u, size_t n, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]) {
  const uint32_t values = unit_put(u, NULL, n, 16);
  for (uint32_t k = 0; k < n; k++) memcpy(unit_memory(u, values + 16 * k), (uint64_t[2]){counters[k], resolutions[k]}, 16);
  return values;
}
EXPORT fmi3Status fmi3SetIntervalFraction(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3UInt64 counters[],
                                          const fmi3UInt64 resolutions[]) {
  BEGIN(i, "fmi3SetIntervalFraction")
  REQUIRE(r, n, "valueReferences")
  REQUIRE(counters, n, "counters")
  REQUIRE(resolutions, n, "resolutions")
  const uint32_t list = unit_put(u, r, n, 4), values = put_fractions(u, n, counters, resolutions);
  END(w2c_unit_fmiSetIntervalFraction(&u->core, SELF, list, (u32)n, values, (u32)n));
}
EXPORT fmi3Status fmi3SetShiftFraction(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3UInt64 counters[],
                                       const fmi3UInt64 resolutions[]) {
  BEGIN(i, "fmi3SetShiftFraction")
  REQUIRE(r, n, "valueReferences")
  REQUIRE(counters, n, "counters")
  REQUIRE(resolutions, n, "resolutions")
  const uint32_t list = unit_put(u, r, n, 4), values = put_fractions(u, n, counters, resolutions);
  END(w2c_unit_fmiSetShiftFraction(&u->core, SELF, list, (u32)n, values, (u32)n));
}
