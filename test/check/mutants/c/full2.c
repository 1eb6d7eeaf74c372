/*
 * Small conforming FMU of FMI 2.0 with both interfaces: model exchange and co-simulation. It has
 * state and time events, the four types, and states that can be saved and serialized. It also has
 * output derivatives and directional derivatives.
 *
 *   der(x1) = u - k x1, der(x2) = x1 - x2, y = gain u + x1
 *
 * When x1 falls to 0.5, it is set to 1 again.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mutant.h"
#include "../../../../fmu-sdk/standard/c/fmi2.h"

#define EXPORT __attribute__((visibility("default")))
#define FUNCTION(name) EXPORT fmi2Status fmi2##name

enum { states = 2, textBytes = 256 };
enum {
  vr_time, vr_x1, vr_x2, vr_dx1, vr_dx2, vr_k, vr_gain, vr_u, vr_y, vr_half, vr_pi, vr_d, vr_e,
  vr_count = 20, vr_beats, vr_i, vr_io, vr_mode, vr_modeo, vr_b = 30, vr_bo, vr_s = 40, vr_so
};
enum { instantiated = 1, initialization = 2, eventMode = 4, continuous = 8, stepMode = 16, terminated = 32 };

/* Everything that a state keeps. */
typedef struct {
  int mode;
  double time, stop;
  int stopDefined;
  double x[states], k, gain, u, slope, d, beat;
  int count, beats, i, option, b;
  char text[textBytes];
} Model;

typedef struct {
  Model m;
  int exchange, logging;
  char* name;
  ADD(string_kept, const char* lent;)
  ADD(next_once, int told;)
  ADD(slope_not_saved, double rate;)
  const fmi2CallbackFunctions* callbacks;
} Unit;

static void say(Unit* c, fmi2Status status, const char* category, const char* format, ...) {
  if (OMIT(log_off, !c->logging ||) c->callbacks->logger == NULL) return;
  char text[512];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  c->callbacks->logger(MUTANT(log_environment, c->callbacks->componentEnvironment, c),
                       MUTANT(log_name, c->name, "full2"), status, category, "%s", text);
}

static int allowed(Unit* c, int modes, const char* function) {
  if ((c->m.mode & modes) != 0) return 1;
  say(c, fmi2Error, "errors", "%s is not allowed now.", function);
  return 0;
}
#define IN(modes) if (!allowed(c, modes, __func__)) return fmi2Error
#define REFUSE(...) return say(c, fmi2Error, "errors", __VA_ARGS__), fmi2Error

ADD(static_parameter, static double shared = 2;)
#define GAIN MUTANT(static_parameter, m->gain, shared)

static void start(Model* m) {
  memset(m, 0, sizeof *m);
  m->mode = instantiated;
  m->x[0] = m->x[1] = 1;
  m->k = 1;
  GAIN = MUTANT(start_other, 2, 2.5);
  m->option = 1;
  strcpy(m->text, "start");
  m->beat = 0.5;
}

static double derivative(const Model* m, size_t i) {
  return i == 0 ? m->u - m->k * m->x[0] ADD(depends_state, + 0.1 * m->x[1])
                : m->x[0] - m->x[1] ADD(depends_derivative, + m->u);
}
static double indicator(const Model* m) { return m->x[0] - 0.5; }
static double output(const Model* m) { return GAIN * m->u + m->x[0]; }

/* ---- life ---- */

EXPORT const char* fmi2GetTypesPlatform(void) { return MUTANT(platform, "default", "linux"); }
EXPORT const char* fmi2GetVersion(void) { return "2.0"; }

ADD(two_refused, static int living;)
EXPORT void* fmi2Instantiate(const char* name, fmi2Type type, const char* guid, const char* resources, const fmi2CallbackFunctions* f,
                             int visible, int logging) {
  (void)resources, (void)visible;
  if (guid == NULL OMIT(guid, || strcmp(guid, "{full2}") != 0)) {
    if (f->logger != NULL) f->logger(f->componentEnvironment, name, fmi2Error, "errors", "The GUID is another.");
    return NULL;
  }
  ADD(two_refused, if (living++ > 0) return NULL;)
  Unit* c = f->allocateMemory(1, sizeof *c);
  c->name = MUTANT(name_kept,
                   MUTANT(freed_other, f->allocateMemory(strlen(name) + 1, 1), malloc(strlen(name) + 1)),
                   (char*)name);
  OMIT(name_kept, strcpy(c->name, name);)
  c->callbacks = f;
  c->logging = logging;
  c->exchange = type == fmi2ModelExchange;
  start(&c->m);
  return c;
}

EXPORT void fmi2FreeInstance(void* unit) {
  Unit* c = unit;
  if (c == NULL) return;
  const fmi2CallbackFunctions* f = c->callbacks;
  ADD(two_refused, living--;)
  OMIT(name_kept, OMIT(leak_name, MUTANT(free_of_allocated, f->freeMemory, free)(c->name);))
  OMIT(leak_instance, f->freeMemory(c);)
}

FUNCTION(SetDebugLogging)(Unit* c, int on, size_t n, const char* const categories[]) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(categories[i], "errors") != 0 && strcmp(categories[i], "events") != 0) REFUSE("There is no category %s.", categories[i]);
  c->logging = on;
  return fmi2OK;
}

FUNCTION(SetupExperiment)(Unit* c, int toleranceDefined, double tolerance, double start, int stopDefined, double stop) {
  ADD(leak_allocate, void* volatile p = c->callbacks->allocateMemory(1, 100); (void)p;)
  (void)toleranceDefined, (void)tolerance;
  IN(instantiated);
  c->m.time = MUTANT(start_ignored, start, 0; (void)start);
  c->m.beat = start + 0.5;
  c->m.stopDefined = stopDefined;
  c->m.stop = stop;
  return fmi2OK;
}
FUNCTION(EnterInitializationMode)(Unit* c) {
  IN(instantiated);
  c->m.mode = initialization;
  return fmi2OK;
}
FUNCTION(ExitInitializationMode)(Unit* c) {
  IN(initialization);
  ADD(next_once, c->told = 0;)
  c->m.mode = c->exchange ? eventMode : stepMode;
  ADD(lost_initialization, c->m.k = 1;)
  return fmi2OK;
}
FUNCTION(Terminate)(Unit* c) {
  IN(eventMode | continuous | stepMode);
  c->m.mode = terminated;
  ADD(lost_terminate, c->m.x[0] = 0;)
  return fmi2OK;
}
FUNCTION(Reset)(Unit* c) {
  ADD(leak_reset, LEAK(64))
  ADD(reset_partial, const double x = c->m.x[1];)
  ADD(reset_parameter, const double k = c->m.k;)
  ADD(reset_keeps_slope, const double slope = c->m.slope;)
  start(&c->m);
  ADD(reset_keeps_slope, c->m.slope = slope;)
  ADD(reset_partial, c->m.x[1] = x;)
  ADD(reset_parameter, c->m.k = k;)
  return fmi2OK;
}

/* ---- values ---- */

#define GETTABLE (initialization | eventMode | continuous | stepMode | terminated)
enum { inputs = instantiated | initialization | eventMode | stepMode };

FUNCTION(GetReal)(Unit* c, const unsigned r[], size_t n, double v[]) {
  IN(GETTABLE);
  const Model* m = &c->m;
  ADD(leak_get, LEAK(16))
  for (size_t i = 0; i < n; i++)
    switch (r[i]) {
      case vr_time: v[i] = m->time; break;
      case vr_x1: v[i] = m->x[0]; break;
      case vr_x2: v[i] = m->x[1]; break;
      case vr_dx1: v[i] = derivative(m, 0); break;
      case vr_dx2: v[i] = derivative(m, 1); break;
      case vr_k: v[i] = m->k; break;
      case vr_gain: v[i] = GAIN; break;
      case vr_u: v[i] = m->u; break;
      case vr_y: v[i] = output(m); break;
      case vr_half: v[i] = m->k / 2; break;
      case vr_pi: v[i] = 3.25 ADD(constant_moves, + m->time); break;
      case vr_d: v[i] = m->d; break;
      case vr_e: v[i] = 3 * m->d ADD(depends_integer, + m->i) ADD(depends_continuous, + m->u); break;
      default: REFUSE("There is no Real %u.", r[i]);
    }
  ADD(get_behind, v[n] = 0;)
  return fmi2OK;
}
FUNCTION(SetReal)(Unit* c, const unsigned r[], size_t n, const double v[]) {
  Model* m = &c->m;
  for (size_t i = 0; i < n; i++)
    switch (r[i]) {
      case vr_x1: IN(instantiated | initialization | (c->exchange ? eventMode | continuous : 0)); m->x[0] = v[i]; break;
      case vr_x2: IN(instantiated | initialization | (c->exchange ? eventMode | continuous : 0)); m->x[1] = v[i]; break;
      case vr_k: IN(instantiated | initialization); m->k = v[i]; break;
      case vr_gain: IN(instantiated | initialization | eventMode | stepMode); GAIN = v[i]; break;
      case vr_u:
        IN(inputs | continuous);
        m->u = v[i];
        ADD(set_writes, ((double*)v)[i] = 0;)
        m->slope = 0;
        break;
      case vr_d: IN(inputs); m->d = ADD(real_float, (float)) v[i]; break;
      default: REFUSE("Real %u cannot be set.", r[i]);
    }
  return fmi2OK;
}
FUNCTION(GetInteger)(Unit* c, const unsigned r[], size_t n, int v[]) {
  IN(GETTABLE);
  for (size_t i = 0; i < n; i++)
    switch (r[i]) {
      case vr_count: v[i] = c->m.count; break;
      case vr_beats: v[i] = c->m.beats; break;
      case vr_i: v[i] = c->m.i; break;
      case vr_io: v[i] = c->m.i; break;
      case vr_mode: v[i] = c->m.option; break;
      case vr_modeo: v[i] = c->m.option; break;
      default: REFUSE("There is no Integer %u.", r[i]);
    }
  ADD(get_before, if (n > 0) v[-1] = 0;)
  return fmi2OK;
}
FUNCTION(SetInteger)(Unit* c, const unsigned r[], size_t n, const int v[]) {
  for (size_t i = 0; i < n; i++)
    switch (r[i]) {
      case vr_i:
        IN(inputs);
        c->m.i = ADD(integer_short, (short)) ADD(integer_float, (int)(double)(float)) v[i];
        break;
      case vr_mode:
        IN(inputs);
        if (v[i] < 1 || v[i] > 2) REFUSE("There is no such option.");
        c->m.option = v[i];
        break;
      default: REFUSE("Integer %u cannot be set.", r[i]);
    }
  return fmi2OK;
}
FUNCTION(GetBoolean)(Unit* c, const unsigned r[], size_t n, int v[]) {
  IN(GETTABLE);
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_b && r[i] != vr_bo) REFUSE("There is no Boolean %u.", r[i]);
    ADD(boolean_as_double, *(double*)&v[i] = 0,) v[i] = c->m.b ADD(boolean_minus, ? -1 : 0);
  }
  return fmi2OK;
}
FUNCTION(SetBoolean)(Unit* c, const unsigned r[], size_t n, const int v[]) {
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_b) REFUSE("Boolean %u cannot be set.", r[i]);
    IN(inputs);
    c->m.b = v[i] MUTANT(boolean_two, != 0, ? 2 : 0);
  }
  return fmi2OK;
}
FUNCTION(GetString)(Unit* c, const unsigned r[], size_t n, const char* v[]) {
  IN(GETTABLE);
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_s && r[i] != vr_so) REFUSE("There is no String %u.", r[i]);
    v[i] = ADD(string_kept, c->lent != NULL ? c->lent :) c->m.text;
  }
  return fmi2OK;
}
FUNCTION(SetString)(Unit* c, const unsigned r[], size_t n, const char* const v[]) {
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_s) REFUSE("String %u cannot be set.", r[i]);
    IN(inputs);
    if (strlen(v[i]) >= textBytes) REFUSE("The text is too long.");
    ADD(empty_text_ignored, if (v[i][0] == 0) continue;)
    MUTANT(string_kept, strcpy(c->m.text, v[i]), c->lent = v[i]) ADD(string_cut, , c->m.text[20] = 0);
  }
  return fmi2OK;
}

/* ---- states ---- */

ADD(two_states, static Model pool[2]; static int taken;)
FUNCTION(GetFMUstate)(Unit* c, void** state) {
  if (*state == NULL) *state = MUTANT(two_states, malloc(sizeof(Model)), &pool[taken++ % 2]);
  memcpy(*state, &c->m, sizeof(Model));
  return fmi2OK;
}
FUNCTION(SetFMUstate)(Unit* c, const void* state) {
  if (state == NULL) REFUSE("There is no state.");
  ADD(state_without_slope, const double b = c->m.slope;)
  ADD(state_without_stop, const double b = c->m.stop;)
  ADD(state_without_time, const double b = c->m.time;)
  ADD(state_without_x, const double b = c->m.x[1];)
  ADD(state_without_input, const double b = c->m.u;)
  ADD(state_without_count, const int b = c->m.count;)
  ADD(state_without_beat, const double b = c->m.beat;)
  ADD(state_without_parameter, const double b = c->m.gain;)
  ADD(state_without_integer, const int b = c->m.i;)
  ADD(state_without_text, char t[textBytes]; memcpy(t, c->m.text, textBytes);)
  memcpy(&c->m, state, sizeof(Model));
  ADD(state_without_slope, c->m.slope = b;)
  ADD(state_without_stop, c->m.stop = b;)
  ADD(state_without_time, c->m.time = b;)
  ADD(state_without_x, c->m.x[1] = b;)
  ADD(state_without_input, c->m.u = b;)
  ADD(state_without_count, c->m.count = b;)
  ADD(state_without_beat, c->m.beat = b;)
  ADD(state_without_parameter, c->m.gain = b;)
  ADD(state_without_integer, c->m.i = b;)
  ADD(state_without_text, memcpy(c->m.text, t, textBytes);)
  return fmi2OK;
}
FUNCTION(FreeFMUstate)(Unit* c, void** state) {
  (void)c;
  OMIT(two_states, OMIT(leak_state, free(*state);))
  OMIT(state_pointer_left, *state = NULL;)
  return fmi2OK;
}
FUNCTION(SerializedFMUstateSize)(Unit* c, void* state, size_t* size) {
  (void)c, (void)state;
  *size = sizeof(Model);
  return fmi2OK;
}
FUNCTION(SerializeFMUstate)(Unit* c, void* state, char bytes[], size_t size) {
  if (state == NULL || size != sizeof(Model)) REFUSE("The size is another.");
  ADD(serialize_half, memset(bytes, 0, size),)
  memcpy(bytes, state, MUTANT(serialize_half, sizeof(Model), 40)) ADD(serialize_behind, , bytes[size] = 0);
  return fmi2OK;
}
FUNCTION(DeSerializeFMUstate)(Unit* c, const char bytes[], size_t size, void** state) {
  if (size != sizeof(Model)) REFUSE("The size is another.");
  if (*state == NULL) *state = malloc(sizeof(Model));
  memcpy(*state, MUTANT(deserialize_unit, bytes, &c->m), sizeof(Model));
  return fmi2OK;
}

/* ---- derivatives ---- */

static double partial(const Model* m, unsigned unknown, unsigned known) {
  if (unknown == vr_dx1 && known == vr_x1)
    return OMIT(directional_sign, -) m->k ADD(directional_after_event, * (m->count > 0 ? -1 : 1));
  if (unknown == vr_dx1 && known == vr_u) return 1;
  if (unknown == vr_dx2 && known == vr_x1) return 1;
  if (unknown == vr_dx2 && known == vr_x2) return MUTANT(directional_state, -1, 0);
  if (unknown == vr_y && known == vr_x1) return 1;
  if (unknown == vr_y && known == vr_u) return ADD(directional_input, 2 *) m->gain;
  if (unknown == vr_e && known == vr_d) return 3;
  return 0;
}
static int unknown(unsigned r) { return r == vr_dx1 || r == vr_dx2 || r == vr_y || r == vr_e; }
static int known(unsigned r) { return r == vr_x1 || r == vr_x2 || r == vr_u || r == vr_d; }

FUNCTION(GetDirectionalDerivative)
(Unit* c, const unsigned unknowns[], size_t nu, const unsigned knowns[], size_t nk, const double seed[], double out[]) {
  IN(GETTABLE);
  for (size_t a = 0; a < nu; a++)
    if (!unknown(unknowns[a])) REFUSE("%u is no unknown.", unknowns[a]);
  for (size_t b = 0; b < nk; b++)
    if (!known(knowns[b])) REFUSE("%u is no known.", knowns[b]);
  for (size_t a = 0; a < nu; a++) {
    out[a] = ADD(directional_behind, out[a + 1] =) 0;
    for (size_t b = 0; b < nk; b++)
      out[a] MUTANT(directional_last, +=, =) partial(&c->m, unknowns[a], knowns[b]) * seed[b];
  }
  return fmi2OK;
}
FUNCTION(SetRealInputDerivatives)(Unit* c, const unsigned r[], size_t n, const int order[], const double v[]) {
  IN(instantiated | initialization | stepMode);
  for (size_t i = 0; i < n; i++) {
    if (MUTANT(input_derivative_refused, r[i] != vr_u || order[i] != 1, r[i] != 4711))
      REFUSE("There is no such derivative.");
    c->m.slope = v[i];
  }
  return fmi2OK;
}
FUNCTION(GetRealOutputDerivatives)(Unit* c, const unsigned r[], size_t n, const int order[], double v[]) {
  IN(stepMode | terminated);
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_y || order[i] != 1) REFUSE("There is no such derivative.");
    v[i] = MUTANT(output_derivative_zero,
                  MUTANT(slope_not_saved,
                         ADD(output_derivative_sign, -) c->m.gain * c->m.slope
                           MUTANT(output_derivative_sign, +, -) derivative(&c->m, 0),
                         c->rate),
                  0);
  }
  return fmi2OK;
}

/* ---- events ---- */

static int due(const Model* m) { return m->time >= m->beat - 1e-9; }
static int crossed(const Model* m) { return m->x[0] <= 0.5; }

/* Handles an event. Returns true if states have new values. */
static int handle(Unit* c) {
  Model* m = &c->m;
  int changed = 0;
  if (due(m)) {
    m->beats++;
    m->beat MUTANT(next_past, +=, -=) 0.5;
    say(c, fmi2OK, "events", "beat %d", m->beats);
  }
  if (crossed(m)) {
    m->x[0] = 1;
    m->count++;
    changed = 1;
    say(c, fmi2OK, "events", "event %d", m->count);
  }
  return changed;
}

FUNCTION(EnterEventMode)(Unit* c) {
  IN(c->exchange ? continuous : 0);
  ADD(next_once, c->told = 0;)
  c->m.mode = eventMode;
  return fmi2OK;
}
FUNCTION(NewDiscreteStates)(Unit* c, fmi2EventInfo* info) {
  IN(c->exchange ? eventMode : 0);
  MUTANT(changed_not_said, info->valuesOfContinuousStatesChanged = handle(c),
         handle(c), info->valuesOfContinuousStatesChanged = 0);
  info->newDiscreteStatesNeeded = MUTANT(never_settles, 0, 1)
    ADD(flag_two, , info->nominalsOfContinuousStatesChanged = 2);
  OMIT(info_unset, info->terminateSimulation = 0;)
  OMIT(flag_two, info->nominalsOfContinuousStatesChanged = 0;)
  info->nextEventTimeDefined = MUTANT(next_once, 1, c->told++ == 0);
  OMIT(next_unset, info->nextEventTime = c->m.beat;)
  ADD(event_info_behind, (&info->nextEventTime)[1] = 0;)
  return fmi2OK;
}
FUNCTION(EnterContinuousTimeMode)(Unit* c) {
  IN(c->exchange ? eventMode : 0);
  c->m.mode = continuous;
  return fmi2OK;
}
FUNCTION(CompletedIntegratorStep)(Unit* c, int prior, int* event, int* terminate) {
  (void)prior;
  IN(c->exchange ? continuous : 0);
  MUTANT(integrator_unset, *event = crossed(&c->m), if (crossed(&c->m)) *event = 1);
  *terminate = 0;
  return fmi2OK;
}
FUNCTION(SetTime)(Unit* c, double time) {
  IN(c->exchange ? continuous : 0);
  c->m.time = time;
  return fmi2OK;
}
FUNCTION(SetContinuousStates)(Unit* c, const double x[], size_t n) {
  IN(c->exchange ? continuous : 0);
  if (n != states) REFUSE("The number of states is another.");
  memcpy(c->m.x, x, n * sizeof *x);
  return fmi2OK;
}
#define EVALUATED IN(c->exchange ? initialization | eventMode | continuous | terminated : 0)
FUNCTION(GetDerivatives)(Unit* c, double dx[], size_t n) {
  EVALUATED;
  if (n != states) REFUSE("The number of states is another.");
  for (size_t i = 0; i MUTANT(derivatives_behind, <, <=) n; i++)
    dx[i] = ADD(derivative_other, 2 *) derivative(&c->m, i);
  return fmi2OK;
}
FUNCTION(GetEventIndicators)(Unit* c, double z[], size_t n) {
  EVALUATED;
  if (n != 1) REFUSE("The number of event indicators is another.");
  z[0] = ADD(indicators_behind, z[1] =) indicator(&c->m);
  return fmi2OK;
}
FUNCTION(GetContinuousStates)(Unit* c, double x[], size_t n) {
  EVALUATED;
  if (n != states) REFUSE("The number of states is another.");
  memcpy(x, c->m.x, MUTANT(states_behind, n, (n + 1)) * sizeof *x);
  return fmi2OK;
}
FUNCTION(GetNominalsOfContinuousStates)(Unit* c, double x[], size_t n) {
  IN(c->exchange ? instantiated | initialization | eventMode | continuous | terminated : 0);
  if (n != states) REFUSE("The number of states is another.");
  for (size_t i = 0; i < n ADD(nominals_behind, + 2); i++) x[i] = MUTANT(nominal_zero, 1, 0);
  return fmi2OK;
}

/* ---- co-simulation ---- */

/* Over h, with u as a line. */
static void integrate(Model* m, double h) {
  const double mean = m->u + m->slope * h / 2, decay = exp(-m->k * h), before = m->x[0];
  m->x[0] = m->k == 0 ? before + h * mean : mean / m->k + (before - mean / m->k) * decay;
  m->x[1] += h * ((before + m->x[0]) / 2 - m->x[1]);
  m->u += m->slope * h;
  ADD(static_time, static double sum; sum += h; m->x[1] += sum * 1e-3;)
  m->time += h;
  ADD(parameter_moves, m->k *= 1.0001;)
}

FUNCTION(DoStep)(Unit* c, double t, double h, int prior) {
  (void)prior;
  IN(c->exchange ? 0 : stepMode);
  Model* m = &c->m;
  OMIT(step_negative, if (!(h > 0)) REFUSE("A step is longer than 0.");)
  if (fabs(t - m->time) > 1e-6 * (1 + fabs(t))) REFUSE("It is at %g, not at %g.", m->time, t);
  if (m->stopDefined && t + h > m->stop + 1e-9 * (1 + fabs(m->stop))) REFUSE("The step ends behind the stop time.");
  ADD(leak_step, LEAK(24))
  ADD(lost_step, m->gain = 2;)
  ADD(lost_input, m->i = 0;)
  const int pieces = (int)ceil(h / 0.01 - 1e-6);
  for (int i = 1; i <= pieces; i++) {
    integrate(m, h / pieces);
    if (i == pieces) m->time = t + h;
    if (due(m) || crossed(m)) handle(c);
  }
  ADD(slope_not_saved, c->rate = m->gain * m->slope + derivative(m, 0);)
  return fmi2OK;
}
FUNCTION(CancelStep)(Unit* c) { REFUSE("No step is under way."); }
FUNCTION(GetStatus)(Unit* c, fmi2StatusKind kind, fmi2Status* v) { return (void)kind, (void)v, fmi2Discard; }
FUNCTION(GetRealStatus)(Unit* c, fmi2StatusKind kind, double* v) {
  return (void)kind, *v = MUTANT(status_time, c->m.time, -1), fmi2OK;
}
FUNCTION(GetIntegerStatus)(Unit* c, fmi2StatusKind kind, int* v) { return (void)c, (void)kind, (void)v, fmi2Discard; }
FUNCTION(GetBooleanStatus)(Unit* c, fmi2StatusKind kind, int* v) { return (void)c, (void)kind, *v = 0, fmi2OK; }
FUNCTION(GetStringStatus)(Unit* c, fmi2StatusKind kind, const char** v) { return (void)c, (void)kind, (void)v, fmi2Discard; }
