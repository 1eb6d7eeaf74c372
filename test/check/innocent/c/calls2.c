/* The functions of FMI 2.0 around the plant. */
#include <stdarg.h>
#include <stdio.h>
#include "plant.h"
#include "../../../../fmu-sdk/standard/c/fmi2.h"

#define EXPORT __attribute__((visibility("default")))
#define FUNCTION(name) EXPORT int fmi2##name

static void logged(Unit* c, int status, const char* category, const char* format, va_list values) {
  const fmi2CallbackFunctions* f = c->callbacks;
  if (!c->logging || f->logger == NULL) return;
  char line[256];
  vsnprintf(line, sizeof line, format, values);
  f->logger(f->componentEnvironment, c->name, status, category, "%s", line);
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
  logged(c, fmi2Error, "errors", format, values);
  va_end(values);
  return error;
}
bool allowed(Unit* c, int modes, const char* function) {
  called(c);
  if ((c->m.mode & modes) != 0) return true;
  say(c, fmi2Error, "errors", "%s is not allowed now.", function);
  return false;
}
bool update(Unit* c, double time, bool mayReturn) { return (void)c, (void)time, (void)mayReturn, false; }
#define IN(modes) if (!allowed(c, modes, __func__)) return error

/* ---- life ---- */

EXPORT const char* fmi2GetTypesPlatform(void) { return "default"; }
EXPORT const char* fmi2GetVersion(void) { return "2.0"; }
EXPORT void* fmi2Instantiate(const char* name, fmi2Type type, const char* guid, const char* resources, const fmi2CallbackFunctions* f,
                             int visible, int logging) {
  (void)resources, (void)visible;
  if (guid == NULL || strcmp(guid, "{plant}") != 0) {
    if (f->logger != NULL) f->logger(f->componentEnvironment, name, fmi2Error, "errors", "The GUID is another.");
    return NULL;
  }
  Unit* c = f->allocateMemory(1, sizeof *c);
  if (c == NULL) return NULL;
  c->name = strdup(name);
  c->callbacks = f;
  c->logging = logging;
  c->exchange = type == fmi2ModelExchange;
  start(c);
  if (created(c)) return c;
  if (f->logger != NULL) f->logger(f->componentEnvironment, name, fmi2Error, "errors", "There is one instance already.");
  free(c->name);
  f->freeMemory(c);
  return NULL;
}
EXPORT void fmi2FreeInstance(void* unit) {
  Unit* c = unit;
  if (c == NULL) return;
  freed(c);
  free(c->name);
  ((const fmi2CallbackFunctions*)c->callbacks)->freeMemory(c);
}
FUNCTION(SetDebugLogging)(Unit* c, int on, size_t n, const char* const categories[]) {
  called(c);
  for (size_t i = 0; i < n; i++)
    if (strcmp(categories[i], "errors") != 0 && strcmp(categories[i], "events") != 0)
      return refuse(c, "There is no category %s.", categories[i]);
  c->logging = on;
  return ok;
}
FUNCTION(SetupExperiment)(Unit* c, int toleranceDefined, double tolerance, double begin, int stopDefined, double stop) {
  IN(instantiated);
  c->m.tolerance = toleranceDefined ? tolerance : 0;
  c->m.time = begin;
  c->m.beat = begin + 0.5;
  c->m.stop = stopDefined ? stop : INFINITY;
  wasSet(c);
  return ok;
}
FUNCTION(EnterInitializationMode)(Unit* c) {
  IN(instantiated);
  c->m.mode = initialization;
  return initialized(c, false);
}
FUNCTION(ExitInitializationMode)(Unit* c) {
  IN(initialization);
  const int status = initialized(c, true);
  if (status == ok) c->m.mode = c->exchange ? eventMode : stepMode;
  return status;
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

#define GETTABLE (initialization | eventMode | continuous | stepMode | terminated)
enum { inputs = instantiated | initialization | eventMode | stepMode };

FUNCTION(GetReal)(Unit* c, const unsigned r[], size_t n, double v[]) {
  IN(GETTABLE);
  for (size_t i = 0; i < n; i++) {
    if (r[i] > vr_own) return refuse(c, "There is no Real %u.", r[i]);
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
FUNCTION(SetReal)(Unit* c, const unsigned r[], size_t n, const double v[]) {
  for (size_t i = 0; i < n; i++) {
    IN(modesOf(c, r[i]));
    const int status = setReal(c, r[i], v[i]);
    if (status != ok) return status;
  }
  wasSet(c);
  return ok;
}
FUNCTION(GetInteger)(Unit* c, const unsigned r[], size_t n, int v[]) {
  IN(GETTABLE);
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_count && r[i] != vr_beats) return refuse(c, "There is no Integer %u.", r[i]);
    v[i] = integer(c, r[i]);
  }
  return ok;
}
FUNCTION(GetString)(Unit* c, const unsigned r[], size_t n, const char* v[]) {
  IN(GETTABLE);
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_s && r[i] != vr_so) return refuse(c, "There is no String %u.", r[i]);
    v[i] = text(c, r[i]);
  }
  return ok;
}
FUNCTION(SetString)(Unit* c, const unsigned r[], size_t n, const char* const v[]) {
  for (size_t i = 0; i < n; i++) {
    IN(r[i] == vr_s ? inputs : 0);
    if (strlen(v[i]) >= textBytes) return refuse(c, "The text is too long.");
    strcpy(c->m.text, v[i]);
  }
  wasSet(c);
  return ok;
}
#define ABSENT(name, type)                                                        \
  FUNCTION(name)(Unit* c, const unsigned r[], size_t n, type v[]) {               \
    (void)v;                                                                      \
    called(c);                                                                    \
    return n == 0 ? ok : refuse(c, "There is no variable %u of this type.", r[0]); \
  }
ABSENT(GetBoolean, int)
ABSENT(SetBoolean, const int)
ABSENT(SetInteger, const int)

/* ---- states and derivatives ---- */

FUNCTION(GetFMUstate)(Unit* c, void** s) {
  called(c);
  *s = save(c, *s);
  return ok;
}
FUNCTION(SetFMUstate)(Unit* c, const void* s) {
  called(c);
  if (s == NULL) return refuse(c, "There is no state.");
  const int status = restore(c, s);
  wasSet(c);
  return status;
}
FUNCTION(FreeFMUstate)(Unit* c, void** s) {
  called(c);
  if (*s != NULL) release(c, *s);
  *s = NULL;
  return ok;
}
FUNCTION(SerializedFMUstateSize)(Unit* c, void* s, size_t* size) {
  (void)s;
  called(c);
  *size = sizeof(Model);
  return ok;
}
FUNCTION(SerializeFMUstate)(Unit* c, void* s, char bytes[], size_t size) {
  called(c);
  if (s == NULL || size != sizeof(Model)) return refuse(c, "The size is another.");
  memcpy(bytes, saved(c, s), size);
  return ok;
}
FUNCTION(DeSerializeFMUstate)(Unit* c, const char bytes[], size_t size, void** s) {
  called(c);
  if (size != sizeof(Model)) return refuse(c, "The size is another.");
  Model m;
  memcpy(&m, bytes, size);
  if (*s != NULL) release(c, *s);
  *s = made(c, &m);
  return ok;
}
FUNCTION(GetDirectionalDerivative)
(Unit* c, const unsigned unknowns[], size_t nu, const unsigned knowns[], size_t nk, const double seed[], double out[]) {
  IN(GETTABLE);
  for (size_t a = 0; a < nu; a++) {
    out[a] = 0;
    for (size_t b = 0; b < nk; b++) out[a] += partial(c, unknowns[a], knowns[b]) * seed[b];
  }
  return ok;
}

/* ---- model exchange ---- */

FUNCTION(EnterEventMode)(Unit* c) {
  IN(c->exchange ? continuous : 0);
  c->m.mode = eventMode;
  return ok;
}
FUNCTION(NewDiscreteStates)(Unit* c, fmi2EventInfo* info) {
  IN(c->exchange ? eventMode : 0);
  Answer a = {0};
  happen(c, &a);
  info->newDiscreteStatesNeeded = a.again;
  info->terminateSimulation = a.terminate;
  info->nominalsOfContinuousStatesChanged = a.nominals;
  info->valuesOfContinuousStatesChanged = a.values;
  info->nextEventTimeDefined = a.nextDefined;
  info->nextEventTime = a.next;
  wasSet(c);
  return ok;
}
FUNCTION(EnterContinuousTimeMode)(Unit* c) {
  IN(c->exchange ? eventMode : 0);
  c->m.mode = continuous;
  return ok;
}
FUNCTION(CompletedIntegratorStep)(Unit* c, int prior, int* event, int* terminate) {
  (void)prior;
  IN(c->exchange ? continuous : 0);
  *event = completed(c);
  *terminate = 0;
  return ok;
}
FUNCTION(SetTime)(Unit* c, double time) {
  IN(c->exchange ? eventMode | continuous : 0);
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
EACH(GetDerivatives, derivative)
EACH(GetContinuousStates, state)
FUNCTION(GetNominalsOfContinuousStates)(Unit* c, double v[], size_t n) {
  IN(c->exchange ? instantiated | initialization | eventMode | continuous | terminated : 0);
  if (n != states) return refuse(c, "The number of states is another.");
  for (int i = 0; i < states; i++) v[i] = nominal(c, i);
  return ok;
}
FUNCTION(GetEventIndicators)(Unit* c, double z[], size_t n) {
  IN(c->exchange ? initialization | eventMode | continuous | terminated : 0);
  if (n != 1) return refuse(c, "The number of event indicators is another.");
  z[0] = indicator(c);
  return ok;
}

/* ---- co-simulation ---- */

FUNCTION(SetRealInputDerivatives)(Unit* c, const unsigned r[], size_t n, const int order[], const double v[]) {
  (void)r, (void)n, (void)order, (void)v;
  called(c);
  return refuse(c, "Inputs are constant in a step.");
}
FUNCTION(GetRealOutputDerivatives)(Unit* c, const unsigned r[], size_t n, const int order[], double v[]) {
  (void)r, (void)n, (void)order, (void)v;
  called(c);
  return refuse(c, "There are no derivatives of outputs.");
}
FUNCTION(DoStep)(Unit* c, double t, double h, int prior) {
  (void)prior;
  IN(c->exchange ? 0 : stepMode);
  if (!(h > 0)) return refuse(c, "A step is longer than 0.");
  if (fabs(t - c->m.time) > slack(c)) return refuse(c, "It is at %g, not at %g.", c->m.time, t);
  if (t + h > c->m.stop + 1e-9 * (1 + fabs(c->m.stop))) return refuse(c, "The step ends behind the stop time.");
  Answer a = {0};
  return step(c, t, h, &a);
}
FUNCTION(CancelStep)(Unit* c) {
  called(c);
  return refuse(c, "No step is under way.");
}
FUNCTION(GetStatus)(Unit* c, fmi2StatusKind kind, fmi2Status* v) { return (void)c, (void)kind, (void)v, discard; }
FUNCTION(GetRealStatus)(Unit* c, fmi2StatusKind kind, double* v) {
  called(c);
  if (kind != fmi2LastSuccessfulTime) return discard;
  *v = c->m.time;
  return ok;
}
FUNCTION(GetIntegerStatus)(Unit* c, fmi2StatusKind kind, int* v) { return (void)c, (void)kind, (void)v, discard; }
FUNCTION(GetBooleanStatus)(Unit* c, fmi2StatusKind kind, int* v) {
  called(c);
  if (kind != fmi2Terminated) return discard;
  *v = 0;
  return ok;
}
FUNCTION(GetStringStatus)(Unit* c, fmi2StatusKind kind, const char** v) { return (void)c, (void)kind, (void)v, discard; }
