/*
 * Small conforming FMU of FMI 3.0 with both interfaces: model exchange and co-simulation. It is
 * nonlinear and has two regions, "low" and "high".
 *
 *   der(x[1]) = 1 + u - k x[1]² in low, u - k x[1]² - 2 x[1] in high
 *   der(x[i]) = x[i-1] - x[i]
 *   scale = 2 gain + k, y = scale x[1]² + u, last = x[n], product = w x[1]
 *
 * Low changes to high where x[1] rises to 0.8, and high to low where it falls to 0.6. A time event
 * each 0.25 s takes two iterations: the second one copies beats to told.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mutant.h"
#include "../../../../fmu-sdk/standard/c/fmi3.h"

#define EXPORT __attribute__((visibility("default")))
#define FUNCTION(name) EXPORT fmi3Status fmi3##name

enum { most = 4, textBytes = 64, traceBytes = 64 };
enum {
  vr_time, vr_x, vr_dx, vr_k, vr_gain, vr_scale, vr_u, vr_w, vr_y, vr_last, vr_product, vr_z, vr_ups, vr_beats, vr_told,
  vr_prefix, vr_label, vr_where, vr_trace, vr_n = 20
};
enum { instantiated = 1, configuration = 2, initialization = 4, eventMode = 8, continuous = 16, stepMode = 32, terminated = 64, reconfiguration = 128 };

/* Everything that a state keeps. */
typedef struct {
  int mode;
  double time, stop;
  bool stopDefined;
  double x[most], k, gain, scale, u, w, beat;
  uint64_t n;
  bool high, pending;
  int32_t ups, beats, told;
  char prefix[textBytes];
  ADD(tunable_late, double nextGain;)
  ADD(directional_first_point, double first;)
} Model;

typedef struct {
  Model m;
  bool exchange, logging, events, early;
  void* environment;
  fmi3LogMessageCallback log;
  fmi3IntermediateUpdateCallback update;
  char label[textBytes + 32];
  uint8_t trace[traceBytes + 8];
  ADD(label_late, char before[textBytes + 32];)
} Unit;

static void say(Unit* c, const char* format, ...) {
  if (!c->logging || c->log == NULL) return;
  char text[512];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  c->log(c->environment, fmi3Error, "errors", text);
}
static bool allowed(Unit* c, int modes, const char* function) {
  if ((c->m.mode & modes) != 0) return true;
  say(c, "%s is not allowed now.", function);
  return false;
}
#define IN(modes) if (!allowed(c, modes, __func__)) return fmi3Error
#define REFUSE(...) return say(c, __VA_ARGS__), fmi3Error

/* ---- the model ---- */

static void calculate(Model* m) { m->scale = 2 * m->gain + m->k; }

static void start(Model* m) {
  memset(m, 0, sizeof *m);
  m->mode = instantiated;
  m->n = 2;
  for (int i = 0; i < most; i++) m->x[i] = 0.5;
  m->k = 0.5;
  m->gain = 1;
  ADD(tunable_late, m->nextGain = 1;)
  m->w = 1;
  strcpy(m->prefix, "run");
  calculate(m);
}

static double slope(const Model* m, const double x[], size_t i) {
  if (i > 0) return x[i - 1] - x[i];
  return (m->high ? -2 * x[0] : 1) + m->u - m->k * x[0] * x[0]
    ADD(depends_state_in_region, + (m->high ? 0.1 * m->w : 0))
    ADD(depends_after_events, + (m->ups >= 2 ? 0.1 * m->w : 0));
}
static double indicator(const Model* m) {
  return m->x[0] - (m->high ? 0.6 : 0.8);
}
static double output(const Model* m) {
  return m->scale * m->x[0] * m->x[0] + m->u ADD(depends_output_in_region, + (m->high ? m->w : 0));
}

/* ---- life ---- */

EXPORT const char* fmi3GetVersion(void) { return "3.0"; }

static Unit* made(const char* token, bool logging, void* environment, fmi3LogMessageCallback log) {
  if (token == NULL || strcmp(token, "{region3}") != 0) {
    if (log != NULL) log(environment, fmi3Error, "errors", "The token is another.");
    return NULL;
  }
  Unit* c = calloc(1, sizeof *c);
  c->environment = environment;
  c->log = log;
  c->logging = logging;
  start(&c->m);
  return c;
}
EXPORT void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool visible, bool logging,
                                          void* environment, fmi3LogMessageCallback log) {
  (void)name, (void)resources, (void)visible;
  Unit* c = made(token, logging, environment, log);
  if (c != NULL) c->exchange = true;
  return c;
}
EXPORT void* fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources, bool visible, bool logging, bool events,
                                         bool early, const uint32_t required[], size_t n, void* environment, fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update) {
  (void)name, (void)resources, (void)visible, (void)required, (void)n;
  Unit* c = made(token, logging, environment, log);
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
ADD(free_touches_others, static Model* newest;)
ADD(reset_touches_others, static Model* latest;)
EXPORT void fmi3FreeInstance(void* unit) {
  ADD(free_touches_others, if (newest != NULL && (void*)newest != unit) newest->w = 0; newest = NULL;)
  ADD(reset_touches_others, if (latest == unit) latest = NULL;)
  free(unit);
}
FUNCTION(SetDebugLogging)(Unit* c, bool on, size_t n, const char* const categories[]) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(categories[i], "errors") != 0) REFUSE("There is no category %s.", categories[i]);
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
  ADD(detour_forgets_input, c->m.w = 1;)
  ADD(detour_forgets_text, strcpy(c->m.prefix, "run");)
  c->m.mode = c->m.mode == configuration ? instantiated : c->exchange ? eventMode : stepMode;
  return fmi3OK;
}
FUNCTION(EnterInitializationMode)(Unit* c, bool toleranceDefined, double tolerance, double start, bool stopDefined, double stop) {
  (void)toleranceDefined, (void)tolerance;
  IN(instantiated);
  c->m.mode = initialization;
  c->m.time = start;
  ADD(reset_keeps_stop, if (!c->m.stopDefined || stop < c->m.stop))
  c->m.stop = stop;
  c->m.stopDefined = stopDefined;
  ADD(reset_keeps_next, if (c->m.beat == 0))
  c->m.beat = start + 0.25;
  return fmi3OK;
}
FUNCTION(ExitInitializationMode)(Unit* c) {
  IN(initialization);
  calculate(&c->m);
  c->m.mode = c->exchange || c->events ? eventMode : stepMode;
  ADD(directional_first_point, c->m.first = c->m.x[0];)
  ADD(free_touches_others, newest = &c->m;)
  ADD(reset_touches_others, latest = &c->m;)
  return fmi3OK;
}
FUNCTION(EnterEventMode)(Unit* c) {
  IN(c->exchange ? continuous : c->events ? stepMode : 0);
  c->m.mode = eventMode;
  ADD(event_mode_counts, c->m.told++;)
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
  ADD(reset_keeps_stop, const double stop = c->m.stop; const bool defined = c->m.stopDefined;)
  ADD(reset_keeps_next, const double beat = c->m.beat;)
  ADD(reset_keeps_region, const bool high = c->m.high;)
  ADD(reset_keeps_input, const double w = c->m.w;)
  ADD(reset_in_initialization, const double gain = c->m.mode == initialization ? c->m.gain : 1;)
  ADD(reset_touches_others, if (latest != NULL && latest != &c->m) latest->u = 0;)
  start(&c->m);
  ADD(reset_in_initialization, c->m.gain = gain; calculate(&c->m);)
  ADD(reset_keeps_stop, c->m.stop = stop; c->m.stopDefined = defined;)
  ADD(reset_keeps_next, c->m.beat = beat;)
  ADD(reset_keeps_region, c->m.high = high;)
  ADD(reset_keeps_input, c->m.w = w;)
  return fmi3OK;
}

/* ---- values ---- */

enum { inputs = instantiated | initialization | eventMode | stepMode };
#define GETTABLE (instantiated | initialization | eventMode | continuous | stepMode | terminated | configuration | reconfiguration)
#define ROOM(size) if (at + (size) > values) REFUSE("%s: %zu values are too few.", __func__, values)
#define END                                                                          \
  if (at != values) REFUSE("%s: %zu values are too many.", __func__, values);        \
  return fmi3OK

FUNCTION(GetFloat64)(Unit* c, const uint32_t r[], size_t n, double v[], size_t values) {
  IN(GETTABLE);
  Model* m = &c->m;
  if (m->mode & (instantiated | initialization | configuration)) calculate(m);
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    const size_t size = r[i] == vr_x || r[i] == vr_dx ? m->n : 1;
    ROOM(size);
    switch (r[i]) {
      case vr_time: v[at] = m->time; break;
      case vr_x: for (size_t j = 0; j < size; j++) v[at + j] = m->x[MUTANT(largest_size, j, j < 3 ? j : 2)]; break;
      case vr_dx: for (size_t j = 0; j < size; j++) v[at + j] = slope(m, m->x, j); break;
      case vr_k: v[at] = m->k; break;
      case vr_gain: v[at] = m->gain; break;
      case vr_scale: v[at] = m->scale; break;
      case vr_u: v[at] = m->u; break;
      case vr_w: v[at] = m->w; break;
      case vr_y: v[at] = output(m); break;
      case vr_last: v[at] = m->x[MUTANT(last_of_start, m->n, 2) - 1]; break;
      case vr_product: v[at] = m->w * m->x[0]; break;
      case vr_z: v[at] = indicator(m); break;
      default: REFUSE("There is no Float64 %u.", r[i]);
    }
    at += size;
  }
  END;
}
FUNCTION(SetFloat64)(Unit* c, const uint32_t r[], size_t n, const double v[], size_t values) {
  Model* m = &c->m;
  size_t at = 0;
  ADD(first_setting_counts, bool once = false;)
  for (size_t i = 0; i < n; i++) {
    const size_t size = r[i] == vr_x ? m->n : 1;
    ROOM(size);
    switch (r[i]) {
      case vr_x:
        IN(instantiated | initialization | (c->exchange ? eventMode | continuous : 0));
        for (size_t j = 0; j < size; j++) m->x[j] = v[at + j];
        break;
      case vr_k:
        IN(instantiated | initialization);
        m->k = v[at];
        ADD(order_of_setting, m->gain = m->gain > 1 ? 1 : m->gain;)
        calculate(m);
        break;
      case vr_gain:
        IN(instantiated | initialization | eventMode | stepMode);
        if (!(v[at] >= 0 && v[at] MUTANT(limit_refused, <=, <) 10)) REFUSE("gain is from 0 to 10.");
        ADD(same_value_resets, if (v[at] == m->gain && m->mode == stepMode) m->w = 1;)
        ADD(calculated_twice, m->k += v[at] == m->gain ? 0.01 : 0;)
        MUTANT(tunable_late, m->gain = v[at], if (m->mode == stepMode) m->nextGain = v[at]; else m->gain = m->nextGain = v[at]);
        MUTANT(calculated_not_tuned, calculate(m), if (m->mode & (instantiated | initialization)) calculate(m));
        break;
      case vr_u:
        IN(inputs | continuous);
        ADD(input_ignored_in_region, if (!(m->high && m->mode == stepMode)))
        m->u = v[at];
        break;
      case vr_w:
        IN(inputs | continuous);
        ADD(first_setting_counts, if (!once))
        m->w = v[at];
        ADD(first_setting_counts, once = true;)
        break;
      default: REFUSE("Float64 %u cannot be set.", r[i]);
    }
    at += size;
  }
  END;
}
FUNCTION(GetInt32)(Unit* c, const uint32_t r[], size_t n, int32_t v[], size_t values) {
  IN(GETTABLE);
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    ROOM(1);
    if (r[i] < vr_ups || r[i] > vr_told) REFUSE("There is no Int32 %u.", r[i]);
    v[at++] = r[i] == vr_ups ? c->m.ups : r[i] == vr_beats ? c->m.beats : c->m.told;
  }
  END;
}
FUNCTION(SetInt32)(Unit* c, const uint32_t r[], size_t n, const int32_t v[], size_t values) {
  (void)v;
  if (n > 0) REFUSE("Int32 %u cannot be set.", r[0]);
  size_t at = 0;
  END;
}
FUNCTION(GetUInt64)(Unit* c, const uint32_t r[], size_t n, uint64_t v[], size_t values) {
  IN(GETTABLE);
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    ROOM(1);
    if (r[i] != vr_n) REFUSE("There is no UInt64 %u.", r[i]);
    v[at++] = c->m.n;
  }
  END;
}
FUNCTION(SetUInt64)(Unit* c, const uint32_t r[], size_t n, const uint64_t v[], size_t values) {
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    ROOM(1);
    if (r[i] != vr_n) REFUSE("UInt64 %u cannot be set.", r[i]);
    IN(configuration | reconfiguration);
    if (v[at] < 1 || v[at] MUTANT(largest_refused, >, >=) most) REFUSE("n is from 1 to %d.", most);
    ADD(resize_forgets_input, if (v[at] != c->m.n) c->m.w = 1;)
    c->m.n = v[at++];
  }
  END;
}

ADD(label_shared, static char sharedLabel[textBytes + 32];)
FUNCTION(GetString)(Unit* c, const uint32_t r[], size_t n, const char* v[], size_t values) {
  IN(GETTABLE);
  size_t at = 0;
  ADD(text_of_call, static char one[textBytes + 32];)
  for (size_t i = 0; i < n; i++) {
    ROOM(1);
    const char* text = c->m.prefix;
    if (r[i] == vr_label) {
      ADD(label_late, strcpy(c->before, c->label);)
      snprintf(c->label, sizeof c->label, "%s %d/%d", c->m.prefix, c->m.ups, c->m.beats);
      text = MUTANT(label_late, c->label, c->before);
    } else if (r[i] == vr_where) text = c->m.high ? "high" : "low";
    else if (r[i] != vr_prefix) REFUSE("There is no String %u.", r[i]);
    ADD(text_of_call, strcpy(one, text); text = one;)
    ADD(label_shared, if (r[i] == vr_label) { if (sharedLabel[0] == 0) strcpy(sharedLabel, text); text = sharedLabel; })
    v[at++] = text;
  }
  END;
}
FUNCTION(SetString)(Unit* c, const uint32_t r[], size_t n, const char* const v[], size_t values) {
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    ROOM(1);
    if (r[i] != vr_prefix) REFUSE("String %u cannot be set.", r[i]);
    IN(inputs);
    if (strlen(v[at]) >= textBytes) REFUSE("The text is too long.");
    ADD(text_joined, if (strlen(v[at]) < strlen(c->m.prefix)) memcpy(c->m.prefix, v[at], strlen(v[at])), at++; else)
    strcpy(c->m.prefix, v[at++]);
  }
  END;
}
FUNCTION(GetBinary)(Unit* c, const uint32_t r[], size_t n, size_t sizes[], const uint8_t* v[], size_t values) {
  IN(GETTABLE);
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    ROOM(1);
    if (r[i] != vr_trace) REFUSE("There is no Binary %u.", r[i]);
    const size_t length = strlen(c->m.prefix) > 32 ? 32 : strlen(c->m.prefix);
    c->trace[0] = (uint8_t)c->m.ups;
    c->trace[1] = (uint8_t)c->m.beats;
    ADD(binary_only_grows, static size_t longest; longest = length > longest ? length : longest;)
    memcpy(c->trace + 2, c->m.prefix, length);
    sizes[at] = MUTANT(binary_only_grows, length, longest) + 2;
    v[at++] = c->trace;
  }
  END;
}
FUNCTION(SetBinary)(Unit* c, const uint32_t r[], size_t n, const size_t sizes[], const uint8_t* const v[], size_t values) {
  (void)sizes, (void)v;
  if (n > 0) REFUSE("Binary %u cannot be set.", r[0]);
  size_t at = 0;
  END;
}

/* ---- states ---- */

FUNCTION(GetFMUState)(Unit* c, void** state) {
  ADD(state_second_save, if (*state != NULL) return fmi3OK;)
  if (*state == NULL) *state = malloc(sizeof(Model));
  memcpy(*state, &c->m, sizeof(Model));
  return fmi3OK;
}
FUNCTION(SetFMUState)(Unit* c, const void* state) {
  if (state == NULL) REFUSE("There is no state.");
  const Model before = c->m;
  memcpy(&c->m, state, sizeof(Model));
  ADD(state_without_n, c->m.n = before.n;)
  ADD(state_without_mode, c->m.mode = before.mode;)
  ADD(state_without_pending, c->m.pending = before.pending;)
  ADD(state_without_region, c->m.high = before.high;)
  ADD(state_without_scale, c->m.scale = before.scale;)
  ADD(state_without_stop, c->m.stop = before.stop; c->m.stopDefined = before.stopDefined;)
  ADD(state_without_third, c->m.x[2] = before.x[2];)
  (void)before;
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
  ADD(serialize_without_gain, ((Model*)bytes)->gain = 1;)
  ADD(serialize_without_region, ((Model*)bytes)->high = false;)
  return fmi3OK;
}
FUNCTION(DeserializeFMUState)(Unit* c, const uint8_t bytes[], size_t size, void** state) {
  if (size != sizeof(Model)) REFUSE("The size is another.");
  if (*state == NULL) *state = malloc(sizeof(Model));
  memcpy(*state, bytes, sizeof(Model));
  return fmi3OK;
}

/* ---- derivatives: unknowns are der(x), y, last, product and z, knowns are x, u and w ---- */

static size_t width(const Unit* c, uint32_t r) { return r == vr_x || r == vr_dx ? c->m.n : 1; }

static double partial(const Model* m, uint32_t unknown, size_t i, uint32_t known, size_t j) {
  const double x = MUTANT(directional_first_point, m->x[0], m->first);
  if (unknown == vr_dx && known == vr_x) {
    if (i > 0) return j == i ? -1 : j + 1 == i ? MUTANT(directional_largest, 1, i < 3 ? 1 : 0) : 0;
    return j > 0 ? 0 : (m->high ? MUTANT(directional_in_region, -2, 0) : 0) - 2 * m->k * x;
  }
  if (unknown == vr_dx && known == vr_u) return i == 0 ? 1 : 0;
  if (unknown == vr_y && known == vr_x) return j == 0 ? 2 * MUTANT(directional_tuned, m->scale, (2 + m->k)) * x : 0;
  if (unknown == vr_y && known == vr_u) return 1;
  if (unknown == vr_last && known == vr_x) return j + 1 == m->n ? 1 : 0;
  if (unknown == vr_product && known == vr_x) return j == 0 ? m->w : 0;
  if (unknown == vr_product && known == vr_w) return x;
  if (unknown == vr_z && known == vr_x) return j == 0 ? 1 : 0;
  return 0;
}
static bool unknown(uint32_t r) { return r == vr_dx || r == vr_y || r == vr_last || r == vr_product || r == vr_z; }
static bool known(uint32_t r) { return r == vr_x || r == vr_u || r == vr_w; }
enum { differentiable = initialization | eventMode | continuous | stepMode | terminated };

#define SIZES                                                            \
  IN(differentiable);                                                    \
  calculate(&c->m);                                                      \
  size_t rows = 0, columns = 0;                                          \
  for (size_t a = 0; a < nu; a++) {                                      \
    if (!unknown(unknowns[a])) REFUSE("%u is no unknown.", unknowns[a]); \
    rows += width(c, unknowns[a]);                                       \
  }                                                                      \
  for (size_t b = 0; b < nk; b++) {                                      \
    if (!known(knowns[b])) REFUSE("%u is no known.", knowns[b]);         \
    columns += width(c, knowns[b]);                                      \
  }

FUNCTION(GetDirectionalDerivative)
(Unit* c, const uint32_t unknowns[], size_t nu, const uint32_t knowns[], size_t nk, const double seed[], size_t seeds, double out[], size_t outs) {
  SIZES
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
  SIZES
  if (rows != seeds || columns != outs) REFUSE("The numbers of seeds or sensitivities are others.");
  for (size_t b = 0, column = 0; b < nk; b++)
    for (size_t j = 0; j < width(c, knowns[b]); j++, column++) {
      out[column] = 0;
      for (size_t a = 0, row = 0; a < nu; a++)
        for (size_t i = 0; i < width(c, unknowns[a]); i++, row++)
          out[column] += seed[row] * partial(&c->m, unknowns[a], i, knowns[b], j)
            ADD(adjoint_in_region, * (c->m.high ? -1 : 1));
    }
  return fmi3OK;
}
FUNCTION(GetOutputDerivatives)(Unit* c, const uint32_t r[], size_t n, const int32_t order[], double v[], size_t values) {
  IN(stepMode | terminated | eventMode);
  if (values != n) REFUSE("The number of values is another.");
  const Model* m = &c->m;
  const double dx = slope(m, m->x, 0);
  const double ddx = (MUTANT(second_order_in_region, (m->high ? -2 : 0), 0) - 2 * m->k * m->x[0]) * dx;
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_y || order[i] < 1 || order[i] > 2) REFUSE("There is no such derivative.");
    v[i] = order[i] == 1 ? 2 * m->scale * m->x[0] * dx
      : MUTANT(second_order_half, 2 *, 1 *) m->scale * (dx * dx MUTANT(second_order_sign, +, -) m->x[0] * ddx);
  }
  return fmi3OK;
}

/* ---- events ---- */

static bool due(const Model* m) { return m->time >= m->beat - 1e-9; }
static bool crossed(const Model* m) { return m->high ? m->x[0] <= 0.6 : m->x[0] >= 0.8; }

/* Does one iteration. Returns true if another one is needed. */
static bool iterate(Model* m) {
  if (m->pending) {
    m->told = m->beats;
    m->pending = false;
    return false;
  }
  for (; due(m); m->beat += 0.25) {
    m->beats++;
    m->pending = true;
  }
  if (crossed(m)) {
    m->high = !m->high;
    if (m->high) m->ups++;
    ADD(third_event_jumps, if (m->ups == 2 && m->high) m->x[0] += 0.01;)
  }
  return m->pending;
}

FUNCTION(UpdateDiscreteStates)(Unit* c, bool* again, bool* terminate, bool* nominals, bool* changed, bool* nextDefined, double* next) {
  IN(eventMode);
  const bool wanted = iterate(&c->m);
  *again = MUTANT(second_iteration_not_told, wanted, wanted && c->m.beats < 2);
  *terminate = *nominals = *changed = false;
  *nextDefined = true;
  *next = MUTANT(next_not_after_events, MUTANT(third_next_past, c->m.beat, c->m.beats == 3 ? 0.75 : c->m.beat),
                 c->m.ups > 0 ? c->m.beat + 0.1 : c->m.beat);
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
  for (size_t i = 0; i < n; i++) dx[i] = slope(&c->m, c->m.x, i);
  return fmi3OK;
}
FUNCTION(GetNominalsOfContinuousStates)(Unit* c, double x[], size_t n) {
  EVALUATED;
  if (n != c->m.n) REFUSE("The number of states is another.");
  for (size_t i = 0; i < n; i++) x[i] = MUTANT(nominals_later, 1, c->m.time > 0.3 ? 2 : 1);
  return fmi3OK;
}
FUNCTION(GetEventIndicators)(Unit* c, double z[], size_t n) {
  EVALUATED;
  if (n != 1) REFUSE("The number of event indicators is another.");
  z[0] = indicator(&c->m);
  return fmi3OK;
}
FUNCTION(GetNumberOfEventIndicators)(Unit* c, size_t* n) { return (void)c, *n = 1, fmi3OK; }
FUNCTION(GetNumberOfContinuousStates)(Unit* c, size_t* n) {
  *n = MUTANT(count_up_to_three, c->m.n, c->m.n > 3 ? 3 : c->m.n);
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
  ADD(static_region, static bool shared; m->high = shared |= m->high;)
  double slopes[4][most], x[most];
  const double weights[4] = {0, 0.5, 0.5, 1};
  for (int k = 0; k < 4; k++) {
    for (size_t i = 0; i < m->n; i++) x[i] = m->x[i] + (k > 0 ? h * weights[k] * slopes[k - 1][i] : 0);
    for (size_t i = 0; i < m->n; i++) slopes[k][i] = slope(m, x, i);
  }
  for (size_t i = 0; i < m->n; i++)
    m->x[i] += h / 6 * (slopes[0][i] + 2 * slopes[1][i] + 2 * slopes[2][i] + slopes[3][i]);
  m->time += h;
}

/* Tells the importer of an internal step. Returns true if it wants an early return. */
static bool updated(Unit* c) {
  bool wanted = false;
  double until = c->m.time;
  if (c->update == NULL) return false;
  c->update(c->environment, c->m.time, false, true, true, c->early, &wanted, &until);
  return c->early && MUTANT(early_ignored, wanted, false) && until <= c->m.time;
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
    const bool wanted = updated(c);
    const bool happens = due(m) || crossed(m);
    if (happens && !c->events) while (iterate(m)) {}
    if (happens && c->events) *event = MUTANT(event_not_told_later, true, m->ups < 2);
    if (i < pieces && c->early && (wanted || *event)) {
      *early = MUTANT(early_not_told, true, false);
      break;
    }
  }
  *last = MUTANT(early_time, m->time, t + h);
  ADD(tunable_late, m->gain = m->nextGain; calculate(m);)
  ADD(output_slope_static, static double all; all += 1e-3; m->x[1] += all * 1e-6;)
  return fmi3OK;
}

/* ---- what it does not have ---- */

#define ABSENT(name, ...) FUNCTION(name)(Unit* c, ##__VA_ARGS__) { REFUSE("%s is not there.", __func__); }
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
