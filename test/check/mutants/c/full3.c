/*
 * Small conforming FMU of FMI 3.0 with both interfaces: model exchange and co-simulation. It has
 * state and time events, an array sized by a structural parameter, all types, and states that can
 * be saved and serialized. It also has derivatives, intermediate updates and early return.
 *
 *   der(x[i]) = u - k x[i], y = gain u + x[1]
 *
 * When x[1] falls to 0.5, it is set to 1 again.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../../../fmu-sdk/standard/c/fmi3.h"

#define EXPORT __attribute__((visibility("default")))
#define FUNCTION(name) EXPORT fmi3Status fmi3##name

enum { most = 4, textBytes = 256, blobBytes = 64 };
enum {
  vr_time, vr_x, vr_dx, vr_k, vr_gain, vr_u, vr_y, vr_z, vr_half, vr_pi, vr_count, vr_beats, vr_d, vr_e, vr_n = 20,
  vr_f32 = 30, vr_f32o, vr_i8, vr_i8o, vr_u8, vr_u8o, vr_i16, vr_i16o, vr_u16, vr_u16o, vr_i32, vr_i32o, vr_u32, vr_u32o,
  vr_i64, vr_i64o, vr_u64, vr_u64o, vr_b, vr_bo, vr_s, vr_so, vr_blob, vr_blobo, vr_mode, vr_modeo
};
enum { instantiated = 1, configuration = 2, initialization = 4, eventMode = 8, continuous = 16, stepMode = 32, terminated = 64, reconfiguration = 128 };

/* Everything that a state keeps. */
typedef struct {
  int mode;
  double time, start, stop;
  bool stopDefined;
  double x[most], k, gain, u, d;
  double previous, beat;
  uint64_t n;
  int32_t count, beats;
  float f32; int8_t i8; uint8_t u8; int16_t i16; uint16_t u16; int32_t i32; uint32_t u32; int64_t i64, option; uint64_t u64; bool b;
  size_t blobSize;
  uint8_t blob[blobBytes];
  char text[textBytes];
} Model;

typedef struct {
  Model m;
  bool exchange, logging, events, early;
  char* name;
  void* environment;
  fmi3LogMessageCallback log;
  fmi3IntermediateUpdateCallback update;
} Unit;

static void say(Unit* c, fmi3Status status, const char* category, const char* format, ...) {
  if (!c->logging || c->log == NULL) return;
  char* text = malloc(512);
  va_list values;
  va_start(values, format);
  vsnprintf(text, 512, format, values);
  va_end(values);
  c->log(c->environment, status, category, text);
  free(text);
}

static bool allowed(Unit* c, int modes, const char* function) {
  if ((c->m.mode & modes) != 0) return true;
  say(c, fmi3Error, "errors", "%s is not allowed now.", function);
  return false;
}
#define IN(modes) if (!allowed(c, modes, __func__)) return fmi3Error
#define REFUSE(...) return say(c, fmi3Error, "errors", __VA_ARGS__), fmi3Error

static void start(Model* m) {
  memset(m, 0, sizeof *m);
  m->mode = instantiated;
  m->n = 2;
  for (int i = 0; i < most; i++) m->x[i] = 1;
  m->k = 1;
  m->gain = 2;
  m->option = 1;
  strcpy(m->text, "start");
  m->blobSize = 3;
  memcpy(m->blob, "\1\2\3", 3);
}

static double derivative(const Model* m, size_t i) { return m->u - m->k * m->x[i]; }
static double indicator(const Model* m) { return m->x[0] - 0.5; }
static double output(const Model* m) { return m->gain * m->u + m->x[0]; }

/* ---- life ---- */

EXPORT const char* fmi3GetVersion(void) { return "3.0"; }

static Unit* made(const char* name, const char* token, bool logging, void* environment, fmi3LogMessageCallback log) {
  if (token == NULL || strcmp(token, "{full3}") != 0) {
    if (log != NULL) log(environment, fmi3Error, "errors", "The token is another.");
    return NULL;
  }
  Unit* c = calloc(1, sizeof *c);
  c->name = strdup(name);
  c->environment = environment;
  c->log = log;
  c->logging = logging;
  start(&c->m);
  return c;
}

EXPORT void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool visible, bool logging,
                                          void* environment, fmi3LogMessageCallback log) {
  (void)resources, (void)visible;
  Unit* c = made(name, token, logging, environment, log);
  if (c != NULL) c->exchange = true;
  return c;
}

EXPORT void* fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources, bool visible, bool logging, bool events,
                                         bool early, const uint32_t required[], size_t n, void* environment, fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update) {
  (void)resources, (void)visible, (void)required, (void)n;
  Unit* c = made(name, token, logging, environment, log);
  if (c == NULL) return NULL;
  c->events = events;
  c->early = early;
  c->update = update;
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
  free(c->name);
  free(c);
}

FUNCTION(SetDebugLogging)(Unit* c, bool on, size_t n, const char* const categories[]) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(categories[i], "errors") != 0 && strcmp(categories[i], "events") != 0) REFUSE("There is no category %s.", categories[i]);
  c->logging = on;
  return fmi3OK;
}

FUNCTION(EnterConfigurationMode)(Unit* c) {
  IN(instantiated | (c->exchange ? eventMode : stepMode));
  c->m.mode = c->m.mode == instantiated ? configuration : reconfiguration;
  return fmi3OK;
}
FUNCTION(ExitConfigurationMode)(Unit* c) {
  IN(configuration | reconfiguration);
  c->m.mode = c->m.mode == configuration ? instantiated : c->exchange ? eventMode : stepMode;
  return fmi3OK;
}
FUNCTION(EnterInitializationMode)(Unit* c, bool toleranceDefined, double tolerance, double start, bool stopDefined, double stop) {
  (void)toleranceDefined, (void)tolerance;
  IN(instantiated);
  c->m.mode = initialization;
  c->m.time = c->m.start = start;
  c->m.stopDefined = stopDefined;
  c->m.stop = stop;
  c->m.beat = start + 0.5;
  return fmi3OK;
}
FUNCTION(ExitInitializationMode)(Unit* c) {
  IN(initialization);
  c->m.mode = c->exchange || c->events ? eventMode : stepMode;
  c->m.previous = indicator(&c->m);
  return fmi3OK;
}
FUNCTION(EnterEventMode)(Unit* c) {
  IN(c->exchange ? continuous : c->events ? stepMode : 0);
  c->m.mode = eventMode;
  return fmi3OK;
}
FUNCTION(EnterStepMode)(Unit* c) {
  IN(c->exchange ? 0 : eventMode);
  c->m.mode = stepMode;
  return fmi3OK;
}
FUNCTION(EnterContinuousTimeMode)(Unit* c) {
  IN(c->exchange ? eventMode : 0);
  c->m.mode = continuous;
  return fmi3OK;
}
FUNCTION(Terminate)(Unit* c) {
  IN(eventMode | continuous | stepMode);
  c->m.mode = terminated;
  return fmi3OK;
}
FUNCTION(Reset)(Unit* c) {
  start(&c->m);
  return fmi3OK;
}

/* ---- values ---- */

enum { inputs = instantiated | initialization | eventMode | stepMode };
#define GETTABLE (instantiated | initialization | eventMode | continuous | stepMode | terminated | configuration | reconfiguration)
#define ROOM(size) if (at + (size) > values) REFUSE("%s: %zu values are too few.", __func__, values)
#define END if (at != values) REFUSE("%s: %zu values are too many.", __func__, values); return fmi3OK

FUNCTION(GetFloat64)(Unit* c, const uint32_t r[], size_t n, double v[], size_t values) {
  IN(GETTABLE);
  const Model* m = &c->m;
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    const size_t size = r[i] == vr_x || r[i] == vr_dx ? m->n : 1;
    ROOM(size);
    switch (r[i]) {
      case vr_time: v[at] = m->time; break;
      case vr_x: for (size_t j = 0; j < size; j++) v[at + j] = m->x[j]; break;
      case vr_dx: for (size_t j = 0; j < size; j++) v[at + j] = derivative(m, j); break;
      case vr_k: v[at] = m->k; break;
      case vr_gain: v[at] = m->gain; break;
      case vr_u: v[at] = m->u; break;
      case vr_y: v[at] = output(m); break;
      case vr_z: v[at] = indicator(m); break;
      case vr_half: v[at] = m->k / 2; break;
      case vr_pi: v[at] = 3.25; break;
      case vr_d: v[at] = m->d; break;
      case vr_e: v[at] = 3 * m->d; break;
      default: REFUSE("There is no Float64 %u.", r[i]);
    }
    at += size;
  }
  END;
}

FUNCTION(SetFloat64)(Unit* c, const uint32_t r[], size_t n, const double v[], size_t values) {
  Model* m = &c->m;
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    const size_t size = r[i] == vr_x ? m->n : 1;
    ROOM(size);
    switch (r[i]) {
      case vr_x:
        IN(instantiated | initialization | (c->exchange ? eventMode | continuous : 0));
        for (size_t j = 0; j < size; j++) m->x[j] = v[at + j];
        break;
      case vr_k: IN(instantiated | initialization); m->k = v[at]; break;
      case vr_gain: IN(instantiated | initialization | eventMode | stepMode); m->gain = v[at]; break;
      case vr_u: IN(inputs | continuous); m->u = v[at]; break;
      case vr_d: IN(inputs); m->d = v[at]; break;
      default: REFUSE("Float64 %u cannot be set.", r[i]);
    }
    at += size;
  }
  END;
}

#define SCALARS(Type, ctype, in, out, field)                                                         \
  FUNCTION(Get##Type)(Unit* c, const uint32_t r[], size_t n, ctype v[], size_t values) {             \
    IN(GETTABLE);                                                                                    \
    size_t at = 0;                                                                                   \
    for (size_t i = 0; i < n; i++) {                                                                 \
      ROOM(1);                                                                                       \
      if (r[i] == in) v[at++] = c->m.field;                                                          \
      else if (r[i] == out) v[at++] = c->m.field;                                                    \
      else EXTRA_##Type                                                                              \
      REFUSE("There is no " #Type " %u.", r[i]);                                                     \
    }                                                                                                \
    END;                                                                                             \
  }                                                                                                  \
  FUNCTION(Set##Type)(Unit* c, const uint32_t r[], size_t n, const ctype v[], size_t values) {       \
    size_t at = 0;                                                                                   \
    for (size_t i = 0; i < n; i++) {                                                                 \
      ROOM(1);                                                                                       \
      if (r[i] == in) {                                                                              \
        IN(inputs);                                                                                  \
        c->m.field = v[at++];                                                                        \
      } else SETTING_##Type                                                                          \
      REFUSE(#Type " %u cannot be set.", r[i]);                                                      \
    }                                                                                                \
    END;                                                                                             \
  }
#define EXTRA_Float32
#define EXTRA_Int8
#define EXTRA_UInt8
#define EXTRA_Int16
#define EXTRA_UInt16
#define EXTRA_Int32 if (r[i] == vr_count) v[at++] = c->m.count; else if (r[i] == vr_beats) v[at++] = c->m.beats; else
#define EXTRA_UInt32
#define EXTRA_Int64 if (r[i] == vr_mode || r[i] == vr_modeo) v[at++] = c->m.option; else
#define EXTRA_UInt64 if (r[i] == vr_n) v[at++] = c->m.n; else
#define EXTRA_Boolean
#define SETTING_Float32
#define SETTING_Int8
#define SETTING_UInt8
#define SETTING_Int16
#define SETTING_UInt16
#define SETTING_Int32
#define SETTING_UInt32
#define SETTING_Int64                                                      \
  if (r[i] == vr_mode) {                                                   \
    IN(inputs);                                                            \
    if (v[at] < 1 || v[at] > 2) REFUSE("There is no such option.");        \
    c->m.option = v[at++];                                                 \
  } else
#define SETTING_UInt64                                                     \
  if (r[i] == vr_n) {                                                      \
    IN(configuration | reconfiguration);                                   \
    if (v[at] < 1 || v[at] > most) REFUSE("n is from 1 to %d.", most);     \
    c->m.n = v[at++];                                                      \
  } else
#define SETTING_Boolean
SCALARS(Float32, float, vr_f32, vr_f32o, f32)
SCALARS(Int8, int8_t, vr_i8, vr_i8o, i8)
SCALARS(UInt8, uint8_t, vr_u8, vr_u8o, u8)
SCALARS(Int16, int16_t, vr_i16, vr_i16o, i16)
SCALARS(UInt16, uint16_t, vr_u16, vr_u16o, u16)
SCALARS(Int32, int32_t, vr_i32, vr_i32o, i32)
SCALARS(UInt32, uint32_t, vr_u32, vr_u32o, u32)
SCALARS(Int64, int64_t, vr_i64, vr_i64o, i64)
SCALARS(UInt64, uint64_t, vr_u64, vr_u64o, u64)
SCALARS(Boolean, bool, vr_b, vr_bo, b)

FUNCTION(GetString)(Unit* c, const uint32_t r[], size_t n, const char* v[], size_t values) {
  IN(GETTABLE);
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    ROOM(1);
    if (r[i] != vr_s && r[i] != vr_so) REFUSE("There is no String %u.", r[i]);
    v[at++] = c->m.text;
  }
  END;
}
FUNCTION(SetString)(Unit* c, const uint32_t r[], size_t n, const char* const v[], size_t values) {
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    ROOM(1);
    if (r[i] != vr_s) REFUSE("String %u cannot be set.", r[i]);
    IN(inputs);
    if (strlen(v[at]) >= textBytes) REFUSE("The text is too long.");
    strcpy(c->m.text, v[at++]);
  }
  END;
}
FUNCTION(GetBinary)(Unit* c, const uint32_t r[], size_t n, size_t sizes[], const uint8_t* v[], size_t values) {
  IN(GETTABLE);
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    ROOM(1);
    if (r[i] != vr_blob && r[i] != vr_blobo) REFUSE("There is no Binary %u.", r[i]);
    sizes[at] = c->m.blobSize;
    v[at++] = c->m.blob;
  }
  END;
}
FUNCTION(SetBinary)(Unit* c, const uint32_t r[], size_t n, const size_t sizes[], const uint8_t* const v[], size_t values) {
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    ROOM(1);
    if (r[i] != vr_blob) REFUSE("Binary %u cannot be set.", r[i]);
    IN(inputs);
    if (sizes[at] > blobBytes) REFUSE("The binary is too long.");
    memcpy(c->m.blob, v[at], sizes[at]);
    c->m.blobSize = sizes[at++];
  }
  END;
}

/* ---- states ---- */

FUNCTION(GetFMUState)(Unit* c, void** state) {
  if (*state == NULL) *state = malloc(sizeof(Model));
  memcpy(*state, &c->m, sizeof(Model));
  return fmi3OK;
}
FUNCTION(SetFMUState)(Unit* c, const void* state) {
  if (state == NULL) REFUSE("There is no state.");
  memcpy(&c->m, state, sizeof(Model));
  return fmi3OK;
}
FUNCTION(FreeFMUState)(Unit* c, void** state) {
  (void)c;
  free(*state);
  *state = NULL;
  return fmi3OK;
}
FUNCTION(SerializedFMUStateSize)(Unit* c, void* state, size_t* size) {
  (void)c, (void)state;
  *size = sizeof(Model);
  return fmi3OK;
}
FUNCTION(SerializeFMUState)(Unit* c, void* state, uint8_t bytes[], size_t size) {
  if (state == NULL || size != sizeof(Model)) REFUSE("The size is another.");
  memcpy(bytes, state, sizeof(Model));
  return fmi3OK;
}
FUNCTION(DeserializeFMUState)(Unit* c, const uint8_t bytes[], size_t size, void** state) {
  if (size != sizeof(Model)) REFUSE("The size is another.");
  if (*state == NULL) *state = malloc(sizeof(Model));
  memcpy(*state, bytes, sizeof(Model));
  return fmi3OK;
}

/* ---- derivatives: unknowns are dx and y and e, knowns are x, u, d ---- */

static size_t width(const Unit* c, uint32_t r) { return r == vr_x || r == vr_dx ? c->m.n : 1; }

static double partial(const Model* m, uint32_t unknown, size_t i, uint32_t known, size_t j) {
  if (unknown == vr_dx && known == vr_x) return i == j ? -m->k : 0;
  if (unknown == vr_dx && known == vr_u) return 1;
  if (unknown == vr_y && known == vr_x) return j == 0 ? 1 : 0;
  if (unknown == vr_y && known == vr_u) return m->gain;
  if (unknown == vr_z && known == vr_x) return j == 0 ? 1 : 0;
  if (unknown == vr_e && known == vr_d) return 3;
  return 0;
}
static bool unknown(uint32_t r) { return r == vr_dx || r == vr_y || r == vr_e || r == vr_z; }
static bool known(uint32_t r) { return r == vr_x || r == vr_u || r == vr_d; }
enum { differentiable = initialization | eventMode | continuous | stepMode | terminated };

FUNCTION(GetDirectionalDerivative)
(Unit* c, const uint32_t unknowns[], size_t nu, const uint32_t knowns[], size_t nk, const double seed[], size_t seeds, double out[], size_t outs) {
  IN(differentiable);
  size_t rows = 0, columns = 0;
  for (size_t a = 0; a < nu; a++) {
    if (!unknown(unknowns[a])) REFUSE("%u is no unknown.", unknowns[a]);
    rows += width(c, unknowns[a]);
  }
  for (size_t b = 0; b < nk; b++) {
    if (!known(knowns[b])) REFUSE("%u is no known.", knowns[b]);
    columns += width(c, knowns[b]);
  }
  if (rows != outs || columns != seeds) REFUSE("The numbers of seeds or sensitivities are others.");
  for (size_t a = 0, row = 0; a < nu; a++)
    for (size_t i = 0; i < width(c, unknowns[a]); i++, row++) {
      out[row] = 0;
      for (size_t b = 0, column = 0; b < nk; b++)
        for (size_t j = 0; j < width(c, knowns[b]); j++, column++)
          out[row] += partial(&c->m, unknowns[a], i, knowns[b], j) * seed[column];
    }
  return fmi3OK;
}
FUNCTION(GetAdjointDerivative)
(Unit* c, const uint32_t unknowns[], size_t nu, const uint32_t knowns[], size_t nk, const double seed[], size_t seeds, double out[], size_t outs) {
  IN(differentiable);
  size_t rows = 0, columns = 0;
  for (size_t a = 0; a < nu; a++) {
    if (!unknown(unknowns[a])) REFUSE("%u is no unknown.", unknowns[a]);
    rows += width(c, unknowns[a]);
  }
  for (size_t b = 0; b < nk; b++) {
    if (!known(knowns[b])) REFUSE("%u is no known.", knowns[b]);
    columns += width(c, knowns[b]);
  }
  if (rows != seeds || columns != outs) REFUSE("The numbers of seeds or sensitivities are others.");
  for (size_t b = 0, column = 0; b < nk; b++)
    for (size_t j = 0; j < width(c, knowns[b]); j++, column++) {
      out[column] = 0;
      for (size_t a = 0, row = 0; a < nu; a++)
        for (size_t i = 0; i < width(c, unknowns[a]); i++, row++)
          out[column] += seed[row] * partial(&c->m, unknowns[a], i, knowns[b], j);
    }
  return fmi3OK;
}
FUNCTION(GetOutputDerivatives)(Unit* c, const uint32_t r[], size_t n, const int32_t order[], double v[], size_t values) {
  IN(stepMode | terminated | eventMode);
  if (values != n) REFUSE("The number of values is another.");
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_y || order[i] != 1) REFUSE("There is no such derivative.");
    v[i] = derivative(&c->m, 0);
  }
  return fmi3OK;
}

/* ---- events ---- */

static bool due(const Model* m) { return m->time >= m->beat - 1e-9; }
static bool crossed(const Model* m) { return m->x[0] <= 0.5; }

/* Handles an event. Returns true if states have new values. */
static bool handle(Unit* c) {
  Model* m = &c->m;
  bool changed = false;
  if (due(m)) {
    m->beats++;
    m->beat += 0.5;
    say(c, fmi3OK, "events", "beat %d", m->beats);
  }
  if (crossed(m)) {
    m->x[0] = 1;
    m->count++;
    changed = true;
    say(c, fmi3OK, "events", "event %d", m->count);
  }
  m->previous = indicator(m);
  return changed;
}

FUNCTION(UpdateDiscreteStates)(Unit* c, bool* again, bool* terminate, bool* nominals, bool* changed, bool* nextDefined, double* next) {
  IN(eventMode);
  *changed = handle(c);
  *again = false;
  *terminate = false;
  *nominals = false;
  *nextDefined = true;
  *next = c->m.beat;
  return fmi3OK;
}
FUNCTION(EvaluateDiscreteStates)(Unit* c) {
  IN(initialization | eventMode);
  return fmi3OK;
}

/* ---- model exchange ---- */

FUNCTION(SetTime)(Unit* c, double time) {
  IN(c->exchange ? continuous : 0);
  c->m.time = time;
  return fmi3OK;
}
FUNCTION(SetContinuousStates)(Unit* c, const double x[], size_t n) {
  IN(c->exchange ? continuous : 0);
  if (n != c->m.n) REFUSE("The number of states is another.");
  memcpy(c->m.x, x, n * sizeof *x);
  return fmi3OK;
}
#define EVALUATED IN(c->exchange ? initialization | eventMode | continuous | terminated : 0)
FUNCTION(GetContinuousStates)(Unit* c, double x[], size_t n) {
  EVALUATED;
  if (n != c->m.n) REFUSE("The number of states is another.");
  memcpy(x, c->m.x, n * sizeof *x);
  return fmi3OK;
}
FUNCTION(GetContinuousStateDerivatives)(Unit* c, double dx[], size_t n) {
  EVALUATED;
  if (n != c->m.n) REFUSE("The number of states is another.");
  for (size_t i = 0; i < n; i++) dx[i] = derivative(&c->m, i);
  return fmi3OK;
}
FUNCTION(GetNominalsOfContinuousStates)(Unit* c, double x[], size_t n) {
  EVALUATED;
  if (n != c->m.n) REFUSE("The number of states is another.");
  for (size_t i = 0; i < n; i++) x[i] = 1;
  return fmi3OK;
}
FUNCTION(GetEventIndicators)(Unit* c, double z[], size_t n) {
  EVALUATED;
  if (n != 1) REFUSE("The number of event indicators is another.");
  z[0] = indicator(&c->m);
  return fmi3OK;
}
FUNCTION(GetNumberOfEventIndicators)(Unit* c, size_t* n) {
  (void)c;
  *n = 1;
  return fmi3OK;
}
FUNCTION(GetNumberOfContinuousStates)(Unit* c, size_t* n) {
  *n = c->m.n;
  return fmi3OK;
}
FUNCTION(CompletedIntegratorStep)(Unit* c, bool prior, bool* event, bool* terminate) {
  (void)prior;
  IN(c->exchange ? continuous : 0);
  *event = crossed(&c->m);
  *terminate = false;
  return fmi3OK;
}

/* ---- co-simulation ---- */

static void integrate(Model* m, double h) {
  for (size_t i = 0; i < m->n; i++) {
    const double target = m->u / m->k;
    m->x[i] = m->k == 0 ? m->x[i] + h * m->u : target + (m->x[i] - target) * exp(-m->k * h);
  }
  m->time += h;
}

FUNCTION(DoStep)(Unit* c, double t, double h, bool prior, bool* event, bool* terminate, bool* early, double* last) {
  (void)prior;
  IN(c->exchange ? 0 : stepMode);
  Model* m = &c->m;
  if (!(h > 0)) REFUSE("A step is longer than 0.");
  if (fabs(t - m->time) > 1e-6 * (1 + fabs(t))) REFUSE("It is at %g, not at %g.", m->time, t);
  if (m->stopDefined && t + h > m->stop + 1e-9 * (1 + fabs(m->stop))) REFUSE("The step ends behind the stop time.");
  *event = *terminate = *early = false;
  const int pieces = (int)ceil(h / 0.01 - 1e-6);
  for (int i = 1; i <= pieces; i++) {
    integrate(m, h / pieces);
    if (i == pieces) m->time = t + h;
    bool wanted = false;
    double until = m->time;
    if (c->update != NULL) c->update(c->environment, m->time, false, true, true, c->early, &wanted, &until);
    const bool happens = due(m) || crossed(m);
    if (happens && !c->events) handle(c);
    if (happens && c->events) *event = true;
    if (i < pieces && c->early && ((wanted && until <= m->time) || *event)) {
      *early = true;
      break;
    }
  }
  *last = m->time;
  return fmi3OK;
}

/* ---- what it does not have ---- */

#define ABSENT(name, ...) FUNCTION(name)(Unit* c, ##__VA_ARGS__) { REFUSE("%s is not there.", __func__); }
ABSENT(GetClock, const uint32_t r[], size_t n, bool v[])
ABSENT(SetClock, const uint32_t r[], size_t n, const bool v[])
ABSENT(GetNumberOfVariableDependencies, uint32_t r, size_t* n)
ABSENT(GetVariableDependencies, uint32_t r, size_t a[], uint32_t b[], size_t d[], fmi3DependencyKind e[], size_t n)
ABSENT(GetIntervalDecimal, const uint32_t r[], size_t n, double v[], fmi3IntervalQualifier q[])
ABSENT(GetIntervalFraction, const uint32_t r[], size_t n, uint64_t a[], uint64_t b[], fmi3IntervalQualifier q[])
ABSENT(GetShiftDecimal, const uint32_t r[], size_t n, double v[])
ABSENT(GetShiftFraction, const uint32_t r[], size_t n, uint64_t a[], uint64_t b[])
ABSENT(SetIntervalDecimal, const uint32_t r[], size_t n, const double v[])
ABSENT(SetIntervalFraction, const uint32_t r[], size_t n, const uint64_t a[], const uint64_t b[])
ABSENT(SetShiftDecimal, const uint32_t r[], size_t n, const double v[])
ABSENT(SetShiftFraction, const uint32_t r[], size_t n, const uint64_t a[], const uint64_t b[])
ABSENT(ActivateModelPartition, uint32_t clock, double time)
