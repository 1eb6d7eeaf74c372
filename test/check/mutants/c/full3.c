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
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "mutant.h"
#include "../../../../fmu-sdk/standard/c/fmi3.h"

#define EXPORT __attribute__((visibility("default")))
#define FUNCTION(name) EXPORT fmi3Status fmi3##name

ADD(thread, static void* idle(void* x) { for (;;) pause(); return x; })

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
  ADD(slope_late, double slope;)
  uint64_t n;
  int32_t count, beats;
  float f32;
  int8_t i8;
  ADD(i8_clamped, struct { int8_t nine : 5; };)
  uint8_t u8;
  ADD(u8_seven, struct { uint8_t seven : 7; };)
  int16_t i16;
  ADD(i16_byte, int8_t byte;)
  uint16_t u16;
  ADD(u16_byte, int16_t i16b;)
  int32_t i32;
  uint32_t u32;
  ADD(u32_signed, float f;)
  ADD(i64_double, double f64;)
  int64_t i64, option;
  uint64_t u64;
  ADD(u64_signed, struct { uint64_t half : 63; };)
  MUTANT(boolean_seven, bool b, uint8_t seven);
  size_t blobSize;
  uint8_t blob[blobBytes];
  char text[textBytes];
} Model;

typedef struct {
  Model m;
  bool exchange, logging, events, early;
  char* name;
  ADD(deserialize_once, int taken;)
  ADD(directional_after_reset, bool again;)
  ADD(slope_after_reset, bool again;)
  ADD(nominal_after_reset, bool again;)
  ADD(serialize_once, int told;)
  ADD(string_kept, const char* lent;)
  ADD(binary_kept, const uint8_t* lent;)
  ADD(reference_kept, const uint32_t* seen;)
  ADD(error_is_final, bool broken;)
  ADD(update_old_values, bool inside; double first;)
  ADD(second_reset, int resets;)
  ADD(time_late, double completed;)
  void* environment;
  fmi3LogMessageCallback log;
  fmi3IntermediateUpdateCallback update;
} Unit;

static void say(Unit* c, fmi3Status status, const char* category, const char* format, ...) {
  if (MUTANT(null_log, OMIT(log_off, !c->logging ||) c->log == NULL, !c->logging && c->log != NULL)) return;
  char* text = malloc(512);
  va_list values;
  va_start(values, format);
  vsnprintf(text, 512, format, values);
  va_end(values);
  c->log(MUTANT(log_environment, c->environment, c), status, category, text);
  OMIT(leak_log, free(text);)
}

static bool allowed(Unit* c, int modes, const char* function) {
  if ((c->m.mode & modes) != 0) return true;
  say(c, fmi3Error, "errors", "%s is not allowed now.", function);
  return false;
}
#define IN(modes) if (!allowed(c, modes, __func__)) return fmi3Error
#define REFUSE(...) return say(c, fmi3Error, "errors", __VA_ARGS__), fmi3Error

#define UPDATE                                                                                     \
  bool w;                                                                                          \
  double q;                                                                                        \
  if (c->update != NULL) c->update(c->environment, c->m.time, false, true, true, false, &w, &q);

ADD(static_parameter, static double shared = 2;)
#define GAIN MUTANT(static_parameter, m->gain, shared)

static void start(Model* m) {
  memset(m, 0, sizeof *m);
  m->mode = instantiated;
  m->n = 2;
  for (int i = 0; i < most; i++) m->x[i] = 1;
  m->k = 1;
  ADD(boolean_seven, m->seven = 7;)
  ADD(random, static int k; m->x[0] = 1 + 1e-12 * k++;)
  GAIN = MUTANT(start_other, 2, 2.5);
  m->option = 1;
  strcpy(m->text, "start");
  m->blobSize = 3;
  memcpy(m->blob, "\1\2\3", 3);
}

ADD(static_x, static double all;)
ADD(static_input, static double shared;)
ADD(static_text, static char shared[textBytes];)
static double derivative(const Model* m, size_t i) {
  return ADD(static_x, all * 0 +) MUTANT(static_input, m->u, shared) - m->k * m->x[i]
    ADD(depends_derivative, + 0.1 * m->d);
}
static double indicator(const Model* m) { return m->x[0] - 0.5; }
static double output(const Model* m) { return GAIN * m->u + m->x[0]; }

/* ---- life ---- */

EXPORT const char* fmi3GetVersion(void) { return MUTANT(version, "3.0", "2.0"); }

ADD(two_refused, static int living;)
static Unit* made(const char* name, const char* token, bool logging, void* environment, fmi3LogMessageCallback log) {
  if (token == NULL OMIT(token, || strcmp(token, "{full3}") != 0)) {
    OMIT(refused_silently,
         if (log != NULL) log(environment, fmi3Error, "errors", "The token is another.");)
    return NULL;
  }
  ADD(one_only, static int living; if (living++ % 2 == 1) return NULL;)
  ADD(two_refused, if (living++ > 0) return NULL;)
  Unit* c = calloc(1, sizeof *c);
  c->name = MUTANT(name_kept, strdup(name), (char*)name);
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
  ADD(thread, pthread_t t; pthread_create(&t, 0, idle, 0);)
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
  ADD(two_refused, living--;)
  OMIT(name_kept, OMIT(leak_name, free(c->name);))
  OMIT(leak_instance, free(c);)
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
  ADD(structural_lost, c->m.n = 2;)
  c->m.mode = c->m.mode == configuration ? instantiated : c->exchange ? eventMode : stepMode;
  return fmi3OK;
}
FUNCTION(EnterInitializationMode)(Unit* c, bool toleranceDefined, double tolerance, double start, bool stopDefined, double stop) {
  (void)toleranceDefined, (void)tolerance;
  OMIT(order_initialization, IN(instantiated);)
  c->m.mode = initialization;
  ADD(lost_enter, c->m.d = 0;)
  c->m.time = c->m.start = MUTANT(start_ignored, start, 0; (void)start);
  c->m.stopDefined = stopDefined;
  c->m.stop = stop;
  c->m.beat = start + 0.5;
  return fmi3OK;
}
FUNCTION(ExitInitializationMode)(Unit* c) {
  IN(initialization);
  c->m.mode = c->exchange || c->events ? eventMode : stepMode;
  ADD(lost_initialization, c->m.k = 1;)
  ADD(i16_narrowed_initialization, c->m.i16 = (int8_t)c->m.i16;)
  c->m.previous = indicator(&c->m);
  ADD(leak_initialization, LEAK(2000))
  ADD(update_outside, UPDATE)
  return fmi3OK;
}
FUNCTION(EnterEventMode)(Unit* c) {
  IN(c->exchange ? continuous : c->events ? stepMode : 0);
  c->m.mode = eventMode;
  return fmi3OK;
}
FUNCTION(EnterStepMode)(Unit* c) {
  ADD(update_outside, UPDATE)
  IN(c->exchange ? 0 : eventMode);
  c->m.mode = stepMode;
  return fmi3OK;
}
FUNCTION(EnterContinuousTimeMode)(Unit* c) {
  IN(c->exchange ? eventMode : 0);
  c->m.mode = continuous;
  ADD(time_late, c->completed = c->m.time;)
  ADD(lost_continuous, c->m.gain = 2;)
  return fmi3OK;
}
FUNCTION(Terminate)(Unit* c) {
  IN(eventMode | continuous | stepMode);
  c->m.mode = terminated;
  ADD(lost_terminate, c->m.x[0] = 0;)
  ADD(lost_terminate_count, c->m.count = c->m.beats = 0;)
  return fmi3OK;
}
FUNCTION(Reset)(Unit* c) {
  ADD(leak_reset, LEAK(64))
  ADD(reset_refused, IN(terminated);)
  ADD(reset_partial, const double x = c->m.x[1];)
  ADD(reset_parameter, const double k = c->m.k;)
  ADD(reset_text, char t[textBytes]; memcpy(t, c->m.text, textBytes);)
  ADD(reset_structure, const uint64_t n = c->m.n;)
  ADD(error_is_final, if (c->broken) return fmi3Error;)
  start(&c->m);
  ADD(directional_after_reset, c->again = true;)
  ADD(slope_after_reset, c->again = true;)
  ADD(nominal_after_reset, c->again = true;)
  ADD(second_reset, if (c->resets++ > 0) c->m.k = 1.5;)
  ADD(reset_partial, c->m.x[1] = x;)
  ADD(reset_parameter, c->m.k = k;)
  ADD(reset_text, memcpy(c->m.text, t, textBytes);)
  ADD(reset_structure, c->m.n = n;)
  return fmi3OK;
}

/* ---- values ---- */

enum { inputs = instantiated | initialization | eventMode | stepMode };
#define GETTABLE                                                                                   \
  (instantiated | initialization | eventMode | continuous | stepMode |                             \
   OMIT(refused_terminated, terminated |) configuration | reconfiguration)
#define ROOM(size) if (at + (size) > values) REFUSE("%s: %zu values are too few.", __func__, values)
#define END                                                                                        \
  OMIT(count_ok, if (at != values) REFUSE("%s: %zu values are too many.", __func__, values);)      \
  return fmi3OK

FUNCTION(GetFloat64)(Unit* c, const uint32_t r[], size_t n, double v[], size_t values) {
  IN(GETTABLE);
  const Model* m = &c->m;
  ADD(leak_get, LEAK(16))
  ADD(update_in_get, UPDATE)
  size_t at = 0;
  ADD(get_writes_references, if (n > 0) *(volatile uint32_t*)&r[n - 1] = r[n - 1];)
  ADD(reference_kept, if (c->seen != NULL && *c->seen == 4711) return fmi3Error; c->seen = r;)
  for (size_t i = 0; i < n; i++) {
    const size_t size = r[i] == vr_x || r[i] == vr_dx ? MUTANT(array_fixed, m->n, 2) : 1;
    ROOM(size);
    switch (r[i]) {
      case vr_time: v[at] = MUTANT(time_late, m->time, m->mode == continuous ? c->completed : m->time); break;
      case vr_x: for (size_t j = 0; j < size; j++) v[at + j] = m->x[j]; break;
      case vr_dx: for (size_t j = 0; j < size; j++) v[at + j] = derivative(m, j); break;
      case vr_k: v[at] = m->k; break;
      case vr_gain: v[at] = GAIN; break;
      case vr_u: v[at] = MUTANT(second_first, m->u, at == 0 ? m->u : m->u + 1); break;
      case vr_y:
        v[at] = MUTANT(update_old_values, output(m), c->inside ? c->first : output(m)) ADD(depends_discrete, + m->d) ADD(depends_boolean, + m->b)
          ADD(depends_text, + (m->text[0] == 0 ? 1 : 0) + strlen(m->text) * 1e-3);
        ADD(get_changes, ((Model*)m)->x[1] += 1e-6;)
        break;
      case vr_z: v[at] = indicator(m); break;
      case vr_half:
        v[at] = m->k / 2 ADD(calculated_moves, + m->time) ADD(calculated_moves_later, + (m->beats >= 2))
          ADD(calculated_tuned, + m->gain - 2);
        break;
      case vr_pi: v[at] = 3.25 ADD(constant_moves, + m->time); break;
      case vr_d: v[at] = m->d; break;
      case vr_e:
        v[at] = 3 * m->d ADD(discrete_moves, + m->time) ADD(depends_integer, + m->i32)
          ADD(depends_continuous, + m->u);
        break;
      default:
        ADD(error_is_final, c->broken = true;)
        MUTANT(unknown_ok, REFUSE("There is no Float64 %u.", r[i]), v[at] = 0);
    }
    ADD(repeated_zero, for (size_t j = 0; j < i; j++) if (r[j] == r[i]) v[at] = 0;)
    at += size;
  }
  ADD(get_behind, if (values > 0) v[values] = 0;)
  ADD(get_before, if (values > 1) v[-1] = 0;)
  END;
}

FUNCTION(SetFloat64)(Unit* c, const uint32_t r[], size_t n, const double v[], size_t values) {
  Model* m = &c->m;
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    const size_t size = r[i] == vr_x ? MUTANT(resize_zero, m->n, 2) : 1;
    ROOM(size);
    switch (r[i]) {
      case vr_x:
        IN(instantiated | initialization | (c->exchange ? eventMode | continuous : 0));
        for (size_t j = 0; j < size; j++)
          m->x[ADD(array_reversed, size - 1 -) j] = v[at OMIT(array_first, + j)];
        break;
      case vr_k: IN(instantiated | initialization); m->k = v[at]; break;
      case vr_gain:
        IN(instantiated | initialization | eventMode | stepMode);
        GAIN = ADD(parameter_float, (float)) v[at];
        break;
      case vr_u:
        IN(inputs | continuous);
        m->u = ADD(static_input, shared =) v[MUTANT(set_by_number, at, i)];
        ADD(set_writes, ((double*)v)[at] = 0;)
        break;
      case vr_d:
        IN(inputs);
        m->d = ADD(f64_float, (float)) v[at] ADD(set_reads_behind, + 0 * v[at + 1]);
        break;
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
      if (r[i] == in) ADD(get_scalar_behind, v[values] = 0,) v[at++] = c->m.field;                   \
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
    MUTANT(resize_keeps, c->m.n = v[at++], at++);                          \
  } else
#define SETTING_Boolean
SCALARS(Float32, float, vr_f32, vr_f32o, f32)
SCALARS(Int8, int8_t, vr_i8, vr_i8o, MUTANT(i8_clamped, i8, nine))
SCALARS(UInt8, uint8_t, vr_u8, vr_u8o, MUTANT(u8_seven, u8, seven))
SCALARS(Int16, int16_t, vr_i16, vr_i16o, MUTANT(i16_byte, i16, byte))
SCALARS(UInt16, uint16_t, vr_u16, vr_u16o, MUTANT(u16_byte, u16, i16b))
SCALARS(Int32, int32_t, vr_i32, vr_i32o, i32)
SCALARS(UInt32, uint32_t, vr_u32, vr_u32o, MUTANT(u32_signed, u32, f))
SCALARS(Int64, int64_t, vr_i64, vr_i64o, MUTANT(i64_double, i64, f64))
SCALARS(UInt64, uint64_t, vr_u64, vr_u64o, MUTANT(u64_signed, u64, half))
SCALARS(Boolean, MUTANT(boolean_seven, bool, uint8_t), vr_b, vr_bo, MUTANT(boolean_seven, b, seven))

FUNCTION(GetString)(Unit* c, const uint32_t r[], size_t n, const char* v[], size_t values) {
  IN(GETTABLE);
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    ROOM(1);
    if (r[i] != vr_s && r[i] != vr_so) REFUSE("There is no String %u.", r[i]);
    ADD(static_text, static char text[textBytes]; strcpy(text, c->m.text);)
    v[at++] = MUTANT(static_text, ADD(string_kept, c->lent != NULL ? c->lent :) c->m.text, text);
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
    ADD(static_text, strcpy(shared, v[at++]);)
    MUTANT(string_kept, strcpy(c->m.text, MUTANT(static_text, v[at++], shared)), c->lent = v[at++])
      ADD(string_cut, , c->m.text[20] = 0)
      ADD(string_cut_long, , c->m.text[128] = 0);
    ADD(leak_set_string, { char* volatile p = strdup(c->m.text); (void)p; })
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
    v[at++] = ADD(binary_kept, c->lent != NULL ? c->lent :) c->m.blob
      ADD(string_sizes_behind, , sizes[at] = 0);
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
    MUTANT(binary_kept, memcpy(c->m.blob, v[at], sizes[at]), c->lent = v[at]);
    c->m.blobSize = MUTANT(binary_zero, sizes[at++], strnlen((const char*)v[at], sizes[at]), at++);
  }
  END;
}

/* ---- states ---- */

FUNCTION(GetFMUState)(Unit* c, void** state) {
  ADD(state_keeps_old_text, const bool isOld = *state != NULL; char old[textBytes];)
  MUTANT(state_shared, if (*state == NULL) *state = malloc(sizeof(Model)), static Model one; *state = &one);
  ADD(state_keeps_old_text, memcpy(old, ((Model*)*state)->text, textBytes);)
  memcpy(*state, &c->m, sizeof(Model));
  ADD(state_keeps_old_text, if (isOld) memcpy(((Model*)*state)->text, old, textBytes);)
  ADD(state_changes_unit, c->m.x[0] += 1e-6;)
  return fmi3OK;
}
FUNCTION(SetFMUState)(Unit* c, const void* state) {
  OMIT(crash_null, if (state == NULL) REFUSE("There is no state.");)
  ADD(state_without_time, const double time = c->m.time;)
  ADD(state_without_x, const double x = c->m.x[1];)
  ADD(state_without_input, const double u = c->m.u;)
  ADD(state_without_count, const int n = c->m.count, b = c->m.beats;)
  ADD(state_without_beat, const double b = c->m.beat;)
  ADD(state_without_parameter, const double b = c->m.gain;)
  ADD(state_without_text, char t[textBytes]; memcpy(t, c->m.text, textBytes);)
  ADD(state_without_i64, const int64_t b = c->m.i64;)
  memcpy(&c->m, state, sizeof(Model));
  ADD(state_without_time, c->m.time = time;)
  ADD(state_without_x, c->m.x[1] = x;)
  ADD(state_without_input, c->m.u = u;)
  ADD(state_without_count, c->m.count = n, c->m.beats = b;)
  ADD(state_without_beat, c->m.beat = b;)
  ADD(state_without_parameter, c->m.gain = b;)
  ADD(state_without_text, memcpy(c->m.text, t, textBytes);)
  ADD(state_without_i64, c->m.i64 = b;)
  ADD(state_cuts_text, c->m.text[64] = 0;)
  ADD(state_used_up, memset((void*)state, 0, 64);)
  return fmi3OK;
}
FUNCTION(FreeFMUState)(Unit* c, void** state) {
  (void)c;
  OMIT(leak_state, OMIT(state_shared, free(*state);))
  ADD(double_free, free(*state);)
  OMIT(state_pointer_left, *state = NULL;)
  return fmi3OK;
}
FUNCTION(SerializedFMUStateSize)(Unit* c, void* state, size_t* size) {
  (void)c, (void)state;
  ADD(size_varies, static int k;)
  *size = MUTANT(size_zero, sizeof(Model), 0) ADD(size_varies, + 8 * (size_t)(k++ % 3));
  return fmi3OK;
}
FUNCTION(SerializeFMUState)(Unit* c, void* state, uint8_t bytes[], size_t size) {
  if (state == NULL OMIT(size_varies, OMIT(size_zero, || size != sizeof(Model))))
    REFUSE("The size is another.");
  ADD(serialize_half, memset(bytes, 0, size);)
  OMIT(size_zero,
       memcpy(bytes, MUTANT(serialize_unit, state, &c->m), MUTANT(serialize_half, sizeof(Model), 40));)
  ADD(serialize_once, if (c->told++ > 0) memset(bytes + 8, 0, 32);)
  ADD(serialize_behind, bytes[size] = 0;)
  return fmi3OK;
}
FUNCTION(DeserializeFMUState)(Unit* c, const uint8_t bytes[], size_t size, void** state) {
  OMIT(truncated_taken, if (size MUTANT(size_varies, !=, <) sizeof(Model)) REFUSE("The size is another.");)
  MUTANT(state_shared, OMIT(leak_deserialize, if (*state == NULL)) *state = malloc(sizeof(Model)),
         static Model one; *state = &one);
  ADD(leak_deserialize, LEAK(100))
  ADD(deserialize_once, if (c->taken++ > 0) return memcpy(*state, &c->m, sizeof(Model)), fmi3OK;)
  memcpy(*state, MUTANT(deserialize_unit, bytes, &c->m), sizeof(Model));
  return fmi3OK;
}

/* ---- derivatives: unknowns are dx and y and e, knowns are x, u, d ---- */

static size_t width(const Unit* c, uint32_t r) { return r == vr_x || r == vr_dx ? c->m.n : 1; }

static double partial(const Model* m, uint32_t unknown, size_t i, uint32_t known, size_t j) {
  if (unknown == vr_dx && known == vr_x) return i == j ? OMIT(directional_sign, -) m->k : 0;
  if (unknown == vr_dx && known == vr_u) return MUTANT(directional_forcing, 1, 0);
  if (unknown == vr_y && known == vr_x) return j == MUTANT(directional_output, 0, 1) ? 1 : 0;
  if (unknown == vr_y && known == vr_u)
    return MUTANT(directional_start, ADD(directional_input, 2 *) m->gain, 2);
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
  ADD(seed_written, *(volatile double*)&seed[0] = seed[0];)
  ADD(leak_directional, double* volatile all = malloc(64); (void)all;)
  if (rows != outs || columns != seeds) REFUSE("The numbers of seeds or sensitivities are others.");
  for (size_t a = 0, row = 0; a < nu; a++)
    for (size_t i = 0; i < width(c, unknowns[a]); i++, row++) {
      out[row] = 0;
      for (size_t b = 0, column = 0; b < nk; b++)
        for (size_t j = 0; j < width(c, knowns[b]); j++, column++)
          out[row] MUTANT(directional_last, +=, =) partial(&c->m, unknowns[a], i, knowns[b], j)
            OMIT(directional_seed, * seed[column]);
    }
  ADD(directional_terminated, if (c->m.mode == terminated) out[0] *= 2;)
  ADD(directional_after_reset, if (c->again) out[0] *= 2;)
  ADD(directional_behind, out[outs] = 0;)
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
          out[column] MUTANT(adjoint_transposed, MUTANT(adjoint_sign, +=, -=), =)
            seed[row] * partial(&c->m, unknowns[a], i, knowns[b], j);
    }
  return fmi3OK;
}
FUNCTION(GetOutputDerivatives)(Unit* c, const uint32_t r[], size_t n, const int32_t order[], double v[], size_t values) {
  IN(stepMode | terminated | eventMode);
  if (values != n) REFUSE("The number of values is another.");
  for (size_t i = 0; i < n; i++) {
    if (MUTANT(output_derivative_refused, r[i] != vr_y || order[i] != 1, r[i] != 4711))
      REFUSE("There is no such derivative.");
    ADD(slope_after_reset, if (c->again) { v[i] = 0; continue; })
    v[i] = MUTANT(output_derivative_zero, ADD(output_derivative_sign, -) MUTANT(slope_late, derivative(&c->m, 0), c->m.slope), 0);
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
    m->beat MUTANT(next_past, +=, -=) 0.5;
    say(c, fmi3OK, MUTANT(log_category, "events", "beats"),
        MUTANT(name_kept, "beat %d", "%s: beat %d", c->name), m->beats);
  }
  if (crossed(m) ADD(event_missed, && c->exchange)) {
    m->x[0] = MUTANT(event_missed, 1, 0.9);
    m->count++;
    changed = true;
    say(c, fmi3OK, "events", "event %d", m->count);
  }
  MUTANT(event_again, m->previous = indicator(m), m->count++);
  ADD(leak_event, LEAK(40))
  return changed;
}

FUNCTION(UpdateDiscreteStates)(Unit* c, bool* again, bool* terminate, bool* nominals, bool* changed, bool* nextDefined, double* next) {
  IN(eventMode);
  ADD(u64_narrowed_event, c->m.u64 = (uint32_t)c->m.u64;)
  MUTANT(changed_not_said, MUTANT(changed_said, *changed = handle(c), handle(c), *changed = true),
         handle(c), *changed = false);
  MUTANT(flag_two, *again = MUTANT(never_settles, false, true), *(char*)again = 2);
  *terminate = false;
  OMIT(nominals_unset, MUTANT(flag_as_int, *nominals = false, *(int*)nominals = 0);)
  *nextDefined = true;
  OMIT(next_unset, *next = MUTANT(next_stays, c->m.beat, 0.5);)
  return fmi3OK;
}
MUTANT(not_exported, FUNCTION(EvaluateDiscreteStates), static fmi3Status hidden)(Unit* c) {
  IN(initialization | eventMode);
  ADD(evaluation_counts, if (c->m.mode == eventMode) c->m.count++;)
  return fmi3OK;
}

/* ---- model exchange ---- */

FUNCTION(SetTime)(Unit* c, double time) {
  IN(c->exchange ? continuous : 0);
  OMIT(time_ignored, c->m.time = time;)
  return fmi3OK;
}
FUNCTION(SetContinuousStates)(Unit* c, const double x[], size_t n) {
  IN(c->exchange ? continuous : 0);
  if (n != c->m.n) REFUSE("The number of states is another.");
  ADD(derivative_stale, static int k; if (k++ % 2 == 0))
  MUTANT(state_second, memcpy(c->m.x, x, n * sizeof *x), c->m.x[0] = x[0]);
  return fmi3OK;
}
#define EVALUATED IN(c->exchange ? initialization | eventMode | continuous | terminated : 0)
FUNCTION(GetContinuousStates)(Unit* c, double x[], size_t n) {
  EVALUATED;
  if (n != c->m.n) REFUSE("The number of states is another.");
  memcpy(x, c->m.x, MUTANT(states_behind, n, (n + 1)) * sizeof *x);
  ADD(states_read_other, x[1] = x[0];)
  return fmi3OK;
}
FUNCTION(GetContinuousStateDerivatives)(Unit* c, double dx[], size_t n) {
  EVALUATED;
  if (n != c->m.n) REFUSE("The number of states is another.");
  ADD(leak_derivatives, double* volatile all = malloc(8 * n); (void)all;)
  for (size_t i = 0; i MUTANT(derivatives_behind, <, <=) n; i++)
    dx[i] = ADD(derivative_other, 2 *) derivative(&c->m, i);
  return fmi3OK;
}
FUNCTION(GetNominalsOfContinuousStates)(Unit* c, double x[], size_t n) {
  EVALUATED;
  if (n != c->m.n) REFUSE("The number of states is another.");
  for (size_t i = 0; i < MUTANT(nominals_behind, n, most); i++)
    x[i] = MUTANT(nominal_zero, 1, 0) ADD(nominals_changed, + c->m.count)
      ADD(nominal_after_reset, + c->again);
  return fmi3OK;
}
FUNCTION(GetEventIndicators)(Unit* c, double z[], size_t n) {
  EVALUATED;
  if (n != 1) REFUSE("The number of event indicators is another.");
  z[0] = ADD(indicators_behind, z[1] =) ADD(indicator_sign, -) indicator(&c->m) ADD(indicator_other, + 0.1);
  return fmi3OK;
}
FUNCTION(GetNumberOfEventIndicators)(Unit* c, size_t* n) {
  (void)c;
  *n = MUTANT(count_indicators, 1, 2);
  return fmi3OK;
}
FUNCTION(GetNumberOfContinuousStates)(Unit* c, size_t* n) {
  *n = MUTANT(count_fixed, c->m.n, 2);
  return fmi3OK;
}
FUNCTION(CompletedIntegratorStep)(Unit* c, bool prior, bool* event, bool* terminate) {
  (void)prior;
  IN(c->exchange ? continuous : 0);
  ADD(time_late, c->completed = c->m.time;)
  MUTANT(integrator_unset, *event = MUTANT(event_missed, crossed(&c->m), false),
         if (crossed(&c->m)) *event = true);
  *terminate = false;
  return fmi3OK;
}

/* ---- co-simulation ---- */

static void integrate(Model* m, double h) {
  for (size_t i = 0; i < m->n; i++) {
    const double target = m->u / m->k;
    m->x[i] = m->k == 0 ? m->x[i] + h * m->u : target + (m->x[i] - target) * exp(-m->k * h);
  }
  ADD(static_x, static double sum; sum += h; m->x[1] += sum * 1e-3;)
  m->time += h;
  ADD(leak_piece, LEAK(8))
  ADD(parameter_moves, m->k *= 1.0001;)
  ADD(clock_time, m->x[1] += 1e-12 * (double)(clock() % 1000);)
  ADD(nan, if (m->time > 0.04) m->x[0] = 0.0 / 0.0;)
}

FUNCTION(DoStep)(Unit* c, double t, double h, bool prior, bool* event, bool* terminate, bool* early, double* last) {
  (void)prior;
  OMIT(order_step, IN(c->exchange ? 0 : stepMode);)
  Model* m = &c->m;
  OMIT(step_negative, if (!(h > 0)) REFUSE("A step is longer than 0.");)
  MUTANT(step_elsewhere,
         if (fabs(t - m->time) > 1e-6 * (1 + fabs(t))) REFUSE("It is at %g, not at %g.", m->time, t),
         m->time = t);
  if (m->stopDefined && t + h > m->stop + 1e-9 * (1 + fabs(m->stop))) REFUSE("The step ends behind the stop time.");
  OMIT(event_unset, *event =) OMIT(terminate_unset, *terminate =) OMIT(early_unset, *early =) false;
  ADD(lost_step, m->gain = 2;)
  ADD(slope_late, m->slope = derivative(m, 0);)
  ADD(update_old_values, c->first = output(m);)
  ADD(step_size, if (h < 0.001) REFUSE("The step is too short.");)
  const int pieces = (int)ceil(h / 0.01 - 1e-6);
  for (int i = 1; i <= pieces; i++) {
    integrate(m, h / pieces);
    if (i == pieces) m->time = t + h;
    bool wanted = false;
    double until = m->time;
    ADD(update_old_values, c->inside = i < pieces;)
    OMIT(null_update, if (c->update != NULL))
    c->update(MUTANT(update_environment, c->environment, NULL),
              MUTANT(update_back, m->time ADD(update_late, + h)
                       ADD(update_last_early, - (i == pieces ? 0.5 * h / pieces : 0)), t + h - i * 0.001),
              false, true, true, c->early, MUTANT(update_null_result, &wanted, NULL), &until);
    ADD(update_old_values, c->inside = false;)
    const bool happens = due(m) || crossed(m);
    if (happens && !c->events) handle(c);
    if (happens OMIT(event_without_mode, && c->events)) *event = true;
    if (i < pieces && MUTANT(early_not_allowed, c->early && ((wanted && until <= m->time) || *event),
                             (happens || (wanted && until <= m->time)))) {
      *early = true;
      break;
    }
  }
  OMIT(last_unset, *last = MUTANT(last_before, MUTANT(last_nan, m->time, 0.0 / 0.0), t - h)
                     ADD(early_beyond, + (*early ? h : 0));)
  ADD(leak_step, LEAK(24))
  ADD(early_whole, *early = c->early;)
  ADD(lost_input, m->i32 = 0;)
  ADD(i32_narrowed_step, m->i32 = (int16_t)m->i32;)
  ADD(i64_narrowed_step, m->i64 = (int32_t)m->i64;)
  ADD(lost_text, m->text[0] = 0;)
  ADD(prints, printf("step\n");)
  ADD(files, FILE* f = fopen("steps.txt", "a"); if (f) fclose(f);)
  ADD(crash_fifth, static int k; if (++k % 5 == 0) *(volatile int*)0 = 1;)
  ADD(hang, while (m->beats == 1) *(volatile double*)&m->x[3] += 1;)
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
