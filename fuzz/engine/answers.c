/* The functions of the unit that read or write what they are given. */
#include <stdlib.h>
#include <string.h>
#include "../../fmu-sdk/standard/c/fmi3.h"

#define FUNCTION(name) __attribute__((visibility("default"))) int fmi3##name
#define EXPORT __attribute__((visibility("default")))

typedef struct {
  void* environment;
  fmi3LogMessageCallback log;
  fmi3IntermediateUpdateCallback update;
  /* States that are not freed. */
  void* states[64];
} Unit;

static volatile uint64_t sum;
static char text[20000];

/* Bytes more than there are, for a test of the sanitizers. */
#ifdef SAYS_TOO_MUCH
enum { beyond = sizeof text };
#else
enum { beyond = 0 };
#endif

static void read_all(const void* from, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) sum += ((const uint8_t*)from)[i];
}

static Unit* made(const char* name, void* environment, fmi3LogMessageCallback log) {
  if (name != NULL) sum += strlen(name);
  Unit* u = calloc(1, sizeof *u);
  u->environment = environment;
  u->log = log;
  return u;
}
EXPORT void* fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources, bool visible, bool logging, bool events,
                                         bool early, const uint32_t required[], size_t n, void* environment, fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update) {
  (void)token, (void)resources, (void)visible, (void)logging, (void)events, (void)early;
  read_all(required, n * sizeof *required);
  Unit* u = made(name, environment, log);
  u->update = update;
  return u;
}
EXPORT void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool visible, bool logging,
                                          void* environment, fmi3LogMessageCallback log) {
  (void)token, (void)resources, (void)visible, (void)logging;
  return made(name, environment, log);
}
EXPORT void* fmi3InstantiateScheduledExecution(const char* name, const char* token, const char* resources, bool visible, bool logging,
                                               void* environment, fmi3LogMessageCallback log, fmi3ClockUpdateCallback clocks,
                                               fmi3LockPreemptionCallback lock, fmi3UnlockPreemptionCallback unlock) {
  (void)token, (void)resources, (void)visible, (void)logging, (void)clocks, (void)lock, (void)unlock;
  return made(name, environment, log);
}
EXPORT void fmi3FreeInstance(void* unit) {
  for (size_t i = 0; i < 64; i++) free(((Unit*)unit)->states[i]);
  free(unit);
}

/* Replaces a state that is there, or NULL. No other. */
static int exchange(Unit* u, const void* old, void* new) {
  for (size_t i = 0; i < 64; i++)
    if (u->states[i] == old) return u->states[i] = new, fmi3OK;
  if (old != NULL) abort();
  return free(new), fmi3Error;
}

#define ACCESS(Type)                                                                                \
  FUNCTION(Get##Type)(void* u, const uint32_t r[], size_t n, fmi3##Type v[], size_t values) {       \
    (void)u;                                                                                        \
    read_all(r, n * sizeof *r);                                                                     \
    memset(v, 0, values * sizeof *v);                                                               \
    return fmi3OK;                                                                                  \
  }                                                                                                 \
  FUNCTION(Set##Type)(void* u, const uint32_t r[], size_t n, const fmi3##Type v[], size_t values) { \
    (void)u;                                                                                        \
    read_all(r, n * sizeof *r);                                                                     \
    read_all(v, values * sizeof *v);                                                                \
    return fmi3OK;                                                                                  \
  }
ACCESS(Float32) ACCESS(Float64) ACCESS(Int8) ACCESS(UInt8) ACCESS(Int16) ACCESS(UInt16) ACCESS(Int32) ACCESS(UInt32) ACCESS(Int64)
ACCESS(UInt64) ACCESS(Boolean)
FUNCTION(GetClock)(void* u, const uint32_t r[], size_t n, bool v[]) {
  (void)u;
  read_all(r, n * sizeof *r);
  memset(v, 1, n);
  return fmi3OK;
}
FUNCTION(GetString)(void* u, const uint32_t r[], size_t n, const char* v[], size_t values) {
  (void)u;
  read_all(r, n * sizeof *r);
  memset(text, 'a', sizeof text - 1);
  for (size_t i = 0; i < values; i++) v[i] = i % 3 == 0 ? NULL : text + sizeof text - 1 - (i * 997) % (sizeof text - 1);
  return fmi3OK;
}
FUNCTION(SetString)(void* u, const uint32_t r[], size_t n, const char* const v[], size_t values) {
  (void)u;
  read_all(r, n * sizeof *r);
  for (size_t i = 0; i < values; i++) sum += v[i] != NULL;
  return fmi3OK;
}
FUNCTION(GetBinary)(void* u, const uint32_t r[], size_t n, size_t sizes[], const uint8_t* v[], size_t values) {
  (void)u;
  read_all(r, n * sizeof *r);
  for (size_t i = 0; i < values; i++) v[i] = (const uint8_t*)text, sizes[i] = (i * 997) % sizeof text + beyond;
  return fmi3OK;
}
FUNCTION(SetBinary)(void* u, const uint32_t r[], size_t n, const size_t sizes[], const uint8_t* const v[], size_t values) {
  (void)u;
  read_all(r, n * sizeof *r);
  for (size_t i = 0; i < values; i++) read_all(v[i], sizes[i]);
  return fmi3OK;
}
FUNCTION(GetNumberOfVariableDependencies)(void* u, uint32_t r, size_t* n) { return (void)u, *n = r % 2000, fmi3OK; }
FUNCTION(GetFMUState)(Unit* u, void** state) { return *state = malloc(8), exchange(u, NULL, *state); }
FUNCTION(FreeFMUState)(Unit* u, void** state) {
  if (*state == NULL) return fmi3OK;
  free(*state);
  exchange(u, *state, NULL);
  return *state = NULL, fmi3OK;
}
FUNCTION(SerializedFMUStateSize)(void* u, void* state, size_t* size) { return (void)u, *size = state == NULL ? 0 : 200000, fmi3OK; }
FUNCTION(SerializeFMUState)(void* u, void* state, uint8_t bytes[], size_t size) { return (void)u, (void)state, memset(bytes, 2, size), fmi3OK; }
FUNCTION(DeserializeFMUState)(Unit* u, const uint8_t bytes[], size_t size, void** state) {
  read_all(bytes, size);
  *state = malloc(8);
  return exchange(u, NULL, *state);
}
FUNCTION(GetContinuousStates)(void* u, double v[], size_t n) { return (void)u, memset(v, 0, n * sizeof *v), fmi3OK; }
FUNCTION(SetContinuousStates)(void* u, const double v[], size_t n) { return (void)u, read_all(v, n * sizeof *v), fmi3OK; }
FUNCTION(DoStep)(Unit* u, double t, double h, bool prior, bool* event, bool* terminate, bool* early, double* last) {
  (void)prior;
  bool returns = false;
  double when = 0;
  if (u->update != NULL) u->update(u->environment, t + h / 2, true, true, false, true, &returns, &when);
  if (u->log != NULL) u->log(u->environment, fmi3Warning, "category", text);
  *event = *terminate = false;
  *early = returns;
  *last = t + h;
  return fmi3OK;
}
