/* The functions of FMI 3.0 around the plant. */
#include <stdarg.h>
#include <stdio.h>
#include "plant.h"
#include "../../../../fmu-sdk/standard/c/fmi3.h"

#define EXPORT __attribute__((visibility("default")))
#define FUNCTION(name) EXPORT int fmi3##name

typedef struct {
  fmi3LogMessageCallback log;
  fmi3IntermediateUpdateCallback update;
} Callbacks;

static void logged(Unit* c, int status, const char* category, const char* format, va_list values) {
  const Callbacks* f = c->callbacks;
  if (!c->logging || f->log == NULL) return;
  char line[256];
  vsnprintf(line, sizeof line, format, values);
  f->log(c->environment, status, category, line);
}
void say(Unit* c, int status, const char* category, const char* format, ...) {
  va_list values;
  va_start(values, format);
  logged(c, status, category, format, values);
  va_end(values);
}
int refuse(Unit* c, const char* format, ...) {
  va_list values;
  va_start(values, format);
  logged(c, fmi3Error, "errors", format, values);
  va_end(values);
  return error;
}
bool allowed(Unit* c, int modes, const char* function) {
  called(c);
  if ((c->m.mode & modes) != 0) return true;
  say(c, fmi3Error, "errors", "%s is not allowed now.", function);
  return false;
}
bool update(Unit* c, double time, bool mayReturn) {
  const Callbacks* f = c->callbacks;
  bool wanted = false;
  double until = time;
  if (f->update != NULL) f->update(c->environment, time, false, true, true, mayReturn, &wanted, &until);
  return mayReturn && wanted && until <= time;
}
#define IN(modes) if (!allowed(c, modes, __func__)) return error

/* ---- life ---- */

EXPORT const char* fmi3GetVersion(void) { return "3.0"; }

static Unit* instantiate(const char* token, bool logging, void* environment, fmi3LogMessageCallback log) {
  if (token == NULL || strcmp(token, "{plant}") != 0) {
    if (log != NULL) log(environment, fmi3Error, "errors", "The token is another.");
    return NULL;
  }
  Unit* c = calloc(1, sizeof *c);
  Callbacks* f = calloc(1, sizeof *f);
  c->callbacks = f;
  c->environment = environment;
  f->log = log;
  c->logging = logging;
  start(c);
  if (created(c)) return c;
  if (log != NULL) log(environment, fmi3Error, "errors", "There is one instance already.");
  free(f);
  free(c);
  return NULL;
}
EXPORT void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool visible, bool logging,
                                          void* environment, fmi3LogMessageCallback log) {
  (void)name, (void)resources, (void)visible;
  Unit* c = instantiate(token, logging, environment, log);
  if (c != NULL) c->exchange = true;
  return c;
}
EXPORT void* fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources, bool visible, bool logging, bool events,
                                         bool early, const uint32_t required[], size_t n, void* environment, fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update) {
  (void)name, (void)resources, (void)visible, (void)required, (void)n;
#ifdef NO_EVENT_MODE
  if (events) {
    if (log != NULL) log(environment, fmi3Error, "errors", "There is no Event Mode.");
    return NULL;
  }
#endif
  Unit* c = instantiate(token, logging, environment, log);
  if (c == NULL) return NULL;
  c->events = events;
  c->early = early;
  ((Callbacks*)c->callbacks)->update = update;
  return c;
}
EXPORT void* fmi3InstantiateScheduledExecution(const char* name, const char* token, const char* resources, bool visible, bool logging,
                                               void* environment, fmi3LogMessageCallback log, fmi3ClockUpdateCallback clocks,
                                               fmi3LockPreemptionCallback lock, fmi3UnlockPreemptionCallback unlock) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)clocks, (void)lock, (void)unlock;
  if (log != NULL) log(environment, fmi3Error, "errors", "There is no scheduled execution.");
  return NULL;
}
EXPORT void fmi3FreeInstance(void* unit) {
  Unit* c = unit;
  if (c == NULL) return;
  freed(c);
  free((void*)c->callbacks);
  free(c);
}
FUNCTION(SetDebugLogging)(Unit* c, bool on, size_t n, const char* const categories[]) {
  called(c);
  for (size_t i = 0; i < n; i++)
    if (strcmp(categories[i], "errors") != 0 && strcmp(categories[i], "events") != 0)
      return refuse(c, "There is no category %s.", categories[i]);
  c->logging = on;
  return ok;
}
FUNCTION(EnterConfigurationMode)(Unit* c) {
  IN(instantiated);
  c->m.mode = configuration;
  return ok;
}
FUNCTION(ExitConfigurationMode)(Unit* c) {
  IN(configuration);
  c->m.mode = instantiated;
  return ok;
}
FUNCTION(EnterInitializationMode)(Unit* c, bool toleranceDefined, double tolerance, double begin, bool stopDefined, double stop) {
  IN(instantiated);
  c->m.tolerance = toleranceDefined ? tolerance : 0;
  c->m.mode = initialization;
  c->m.time = begin;
  c->m.beat = begin + 0.5;
  c->m.stop = stopDefined ? stop : INFINITY;
  wasSet(c);
  return initialized(c, false);
}
FUNCTION(ExitInitializationMode)(Unit* c) {
  IN(initialization);
  const int status = initialized(c, true);
  if (status == ok) c->m.mode = c->exchange || c->events ? eventMode : stepMode;
  return status;
}
FUNCTION(EnterEventMode)(Unit* c) {
  IN(c->exchange ? continuous : c->events ? stepMode : 0);
  c->m.mode = eventMode;
  return ok;
}
FUNCTION(EnterStepMode)(Unit* c) {
  IN(c->exchange ? 0 : eventMode);
  c->m.mode = stepMode;
  return ok;
}
FUNCTION(EnterContinuousTimeMode)(Unit* c) {
  IN(c->exchange ? eventMode : 0);
  c->m.mode = continuous;
  return ok;
}
FUNCTION(Terminate)(Unit* c) {
  IN(eventMode | continuous | stepMode);
  c->m.mode = terminated;
  return ok;
}
FUNCTION(Reset)(Unit* c) {
  called(c);
  start(c);
  wasSet(c);
  return ok;
}

/* ---- values ---- */

#define GETTABLE (instantiated | initialization | eventMode | continuous | stepMode | terminated | configuration)
#define SCALARS if (n != values) return refuse(c, "%s: %zu values are not those of %zu scalars.", __func__, values, n)
enum { inputs = instantiated | initialization | eventMode | stepMode };

FUNCTION(GetFloat64)(Unit* c, const uint32_t r[], size_t n, double v[], size_t values) {
  IN(GETTABLE);
  SCALARS;
  for (size_t i = 0; i < n; i++) {
    if (r[i] > vr_z) return refuse(c, "There is no Float64 %u.", r[i]);
    v[i] = real(c, r[i]);
  }
  return ok;
}
static int modesOf(Unit* c, unsigned r) {
  if (r == vr_x || r == vr_v) return instantiated | initialization | (c->exchange ? eventMode | continuous : 0);
  if (r == vr_k) return instantiated | initialization;
  if (r == vr_u) return inputs | continuous;
  return r == vr_gain || r == vr_d ? inputs : 0;
}
FUNCTION(SetFloat64)(Unit* c, const uint32_t r[], size_t n, const double v[], size_t values) {
  SCALARS;
  for (size_t i = 0; i < n; i++) {
    IN(modesOf(c, r[i]));
    const int status = setReal(c, r[i], v[i]);
    if (status != ok) return status;
  }
  wasSet(c);
  return ok;
}
FUNCTION(GetInt32)(Unit* c, const uint32_t r[], size_t n, int32_t v[], size_t values) {
  IN(GETTABLE);
  SCALARS;
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_count && r[i] != vr_beats) return refuse(c, "There is no Int32 %u.", r[i]);
    v[i] = integer(c, r[i]);
  }
  return ok;
}
FUNCTION(GetUInt64)(Unit* c, const uint32_t r[], size_t n, uint64_t v[], size_t values) {
  IN(GETTABLE);
  SCALARS;
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_n) return refuse(c, "There is no UInt64 %u.", r[i]);
    v[i] = (uint64_t)integer(c, r[i]);
  }
  return ok;
}
FUNCTION(SetUInt64)(Unit* c, const uint32_t r[], size_t n, const uint64_t v[], size_t values) {
  SCALARS;
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_n) return refuse(c, "UInt64 %u cannot be set.", r[i]);
    IN(configuration);
    const int status = resize(c, v[i] > INT32_MAX ? INT32_MAX : (int32_t)v[i]);
    if (status != ok) return status;
  }
  wasSet(c);
  return ok;
}
FUNCTION(GetString)(Unit* c, const uint32_t r[], size_t n, const char* v[], size_t values) {
  IN(GETTABLE);
  SCALARS;
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_s && r[i] != vr_so) return refuse(c, "There is no String %u.", r[i]);
    v[i] = text(c, r[i]);
  }
  return ok;
}
FUNCTION(SetString)(Unit* c, const uint32_t r[], size_t n, const char* const v[], size_t values) {
  SCALARS;
  for (size_t i = 0; i < n; i++) {
    IN(r[i] == vr_s ? inputs : 0);
    if (strlen(v[i]) >= textBytes) return refuse(c, "The text is too long.");
    strcpy(c->m.text, v[i]);
  }
  wasSet(c);
  return ok;
}

/* ---- states and derivatives ---- */

FUNCTION(GetFMUState)(Unit* c, void** s) {
  called(c);
  *s = save(c, *s);
  return ok;
}
FUNCTION(SetFMUState)(Unit* c, const void* s) {
  called(c);
  if (s == NULL) return refuse(c, "There is no state.");
  const int status = restore(c, s);
  wasSet(c);
  return status;
}
FUNCTION(FreeFMUState)(Unit* c, void** s) {
  called(c);
  if (*s != NULL) release(c, *s);
  *s = NULL;
  return ok;
}
FUNCTION(SerializedFMUStateSize)(Unit* c, void* s, size_t* size) {
  (void)s;
  called(c);
  *size = sizeof(Model);
  return ok;
}
FUNCTION(SerializeFMUState)(Unit* c, void* s, uint8_t bytes[], size_t size) {
  called(c);
  if (s == NULL || size != sizeof(Model)) return refuse(c, "The size is another.");
  memcpy(bytes, saved(c, s), size);
  return ok;
}
FUNCTION(DeserializeFMUState)(Unit* c, const uint8_t bytes[], size_t size, void** s) {
  called(c);
  if (size != sizeof(Model)) return refuse(c, "The size is another.");
  Model m;
  memcpy(&m, bytes, size);
  if (*s != NULL) release(c, *s);
  *s = made(c, &m);
  return ok;
}
#define DERIVATIVE(name, from, to, of)                                                                                         \
  FUNCTION(name)                                                                                                               \
  (Unit* c, const uint32_t unknowns[], size_t nu, const uint32_t knowns[], size_t nk, const double seed[], size_t seeds,       \
   double out[], size_t outs) {                                                                                                \
    IN(initialization | eventMode | continuous | stepMode | terminated);                                                       \
    if (seeds != (from) || outs != (to)) return refuse(c, "The numbers of seeds or sensitivities are others.");                \
    for (size_t i = 0; i < outs; i++) {                                                                                        \
      out[i] = 0;                                                                                                              \
      for (size_t j = 0; j < seeds; j++) out[i] += (of)*seed[j];                                                               \
    }                                                                                                                          \
    return ok;                                                                                                                 \
  }
DERIVATIVE(GetDirectionalDerivative, nk, nu, partial(c, unknowns[i], knowns[j]))
DERIVATIVE(GetAdjointDerivative, nu, nk, partial(c, unknowns[j], knowns[i]))

/* ---- events and model exchange ---- */

FUNCTION(UpdateDiscreteStates)(Unit* c, bool* again, bool* terminate, bool* nominals, bool* values, bool* nextDefined, double* next) {
  IN(eventMode);
  Answer a = {0};
  happen(c, &a);
  *again = a.again;
  *terminate = a.terminate;
  *nominals = a.nominals;
  *values = a.values;
  *nextDefined = a.nextDefined;
  *next = a.next;
  wasSet(c);
  return ok;
}
FUNCTION(EvaluateDiscreteStates)(Unit* c) {
  IN(initialization | eventMode);
  return ok;
}
FUNCTION(CompletedIntegratorStep)(Unit* c, bool prior, bool* event, bool* terminate) {
  (void)prior;
  IN(c->exchange ? continuous : 0);
  *event = completed(c);
  *terminate = false;
  return ok;
}
FUNCTION(SetTime)(Unit* c, double time) {
  IN(c->exchange ? continuous : 0);
  c->m.time = time;
  wasSet(c);
  return ok;
}
FUNCTION(SetContinuousStates)(Unit* c, const double x[], size_t n) {
  IN(c->exchange ? continuous : 0);
  if (n != states) return refuse(c, "The number of states is another.");
  for (int i = 0; i < states; i++) setState(c, i, x[i]);
  wasSet(c);
  return ok;
}
#define EACH(name, function)                                                          \
  FUNCTION(name)(Unit* c, double v[], size_t n) {                                     \
    IN(c->exchange ? initialization | eventMode | continuous | terminated : 0);       \
    if (n != states) return refuse(c, "The number of states is another.");            \
    for (int i = 0; i < states; i++) v[i] = function(c, i);                           \
    return ok;                                                                        \
  }
EACH(GetContinuousStateDerivatives, derivative)
EACH(GetContinuousStates, state)
EACH(GetNominalsOfContinuousStates, nominal)
FUNCTION(GetEventIndicators)(Unit* c, double z[], size_t n) {
  IN(c->exchange ? initialization | eventMode | continuous | terminated : 0);
  if (n != 1) return refuse(c, "The number of event indicators is another.");
  z[0] = indicator(c);
  return ok;
}
FUNCTION(GetNumberOfEventIndicators)(Unit* c, size_t* n) { return called(c), *n = 1, ok; }
FUNCTION(GetNumberOfContinuousStates)(Unit* c, size_t* n) { return called(c), *n = states, ok; }

/* ---- co-simulation ---- */

FUNCTION(DoStep)(Unit* c, double t, double h, bool prior, bool* event, bool* terminate, bool* early, double* last) {
  (void)prior;
  IN(c->exchange ? 0 : stepMode);
  if (!(h > 0)) return refuse(c, "A step is longer than 0.");
  if (fabs(t - c->m.time) > slack(c)) return refuse(c, "It is at %g, not at %g.", c->m.time, t);
  if (t + h > c->m.stop + 1e-9 * (1 + fabs(c->m.stop))) return refuse(c, "The step ends behind the stop time.");
  Answer a = {.last = t};
  const int status = step(c, t, h, &a);
  *event = a.event;
  *terminate = a.terminate;
  *early = a.early;
  *last = a.last;
  return status;
}

/* ---- what it does not have ---- */

#define ABSENT(name, ...) FUNCTION(name)(Unit* c, ##__VA_ARGS__) { return called(c), refuse(c, "%s is not there.", __func__); }
#define NONE(Type, ctype)                                                                  \
  ABSENT(Get##Type, const uint32_t r[], size_t n, ctype v[], size_t values)                \
  ABSENT(Set##Type, const uint32_t r[], size_t n, const ctype v[], size_t values)
NONE(Float32, float)
NONE(Int8, int8_t)
NONE(UInt8, uint8_t)
NONE(Int16, int16_t)
NONE(UInt16, uint16_t)
NONE(UInt32, uint32_t)
NONE(Int64, int64_t)
NONE(Boolean, bool)
ABSENT(SetInt32, const uint32_t r[], size_t n, const int32_t v[], size_t values)
ABSENT(GetBinary, const uint32_t r[], size_t n, size_t sizes[], const uint8_t* v[], size_t values)
ABSENT(SetBinary, const uint32_t r[], size_t n, const size_t sizes[], const uint8_t* const v[], size_t values)
ABSENT(GetClock, const uint32_t r[], size_t n, bool v[])
ABSENT(SetClock, const uint32_t r[], size_t n, const bool v[])
ABSENT(GetNumberOfVariableDependencies, uint32_t r, size_t* n)
ABSENT(GetVariableDependencies, uint32_t r, size_t a[], uint32_t b[], size_t d[], fmi3DependencyKind e[], size_t n)
ABSENT(GetOutputDerivatives, const uint32_t r[], size_t n, const int32_t order[], double v[], size_t values)
ABSENT(GetIntervalDecimal, const uint32_t r[], size_t n, double v[], fmi3IntervalQualifier q[])
ABSENT(GetIntervalFraction, const uint32_t r[], size_t n, uint64_t a[], uint64_t b[], fmi3IntervalQualifier q[])
ABSENT(GetShiftDecimal, const uint32_t r[], size_t n, double v[])
ABSENT(GetShiftFraction, const uint32_t r[], size_t n, uint64_t a[], uint64_t b[])
ABSENT(SetIntervalDecimal, const uint32_t r[], size_t n, const double v[])
ABSENT(SetIntervalFraction, const uint32_t r[], size_t n, const uint64_t a[], const uint64_t b[])
ABSENT(SetShiftDecimal, const uint32_t r[], size_t n, const double v[])
ABSENT(SetShiftFraction, const uint32_t r[], size_t n, const uint64_t a[], const uint64_t b[])
ABSENT(ActivateModelPartition, uint32_t clock, double time)
