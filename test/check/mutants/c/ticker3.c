/*
 * Small conforming FMU of FMI 3.0 with clocks: co-simulation with event mode, model exchange and
 * scheduled execution.
 *
 * - Each tick of "tick" adds 1 to count. Each third tick activates "out", and the alarm (a countdown
 *   clock) ticks 0.05 s later.
 * - "trigger" adds u to sum.
 * - The importer may set the interval of "beat". A parameter gives the interval of "slow".
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "mutant.h"
#include "../../../../fmu-sdk/standard/c/fmi3.h"

#define EXPORT __attribute__((visibility("default")))
#define FUNCTION(name) EXPORT fmi3Status fmi3##name

enum { vr_time, vr_tick, vr_trigger, vr_alarm, vr_beat, vr_slow, vr_out, clocks };
enum { vr_count = 10, vr_before, vr_sum, vr_u, vr_rings, vr_total, vr_period, vr_beats, vr_slows };
enum { instantiated = 1, initialization = 2, eventMode = 4, continuous = 8, stepMode = 16, activation = 32, terminated = 64 };
enum { notYetKnown, unchanged, changed };

/* Everything that a state keeps. */
typedef struct {
  int mode;
  double time, stop, period, beat, countdown;
  int qualifier;
  bool active[clocks];
  int32_t count, before, sum, u, rings, total, beats, slows;
  ADD(fraction_lags, double last;)
  ADD(input_when_activated, int32_t taken;)
} Model;

typedef struct {
  Model m;
  enum { exchange = 1, steps, scheduled } kind;
  bool logging;
  ADD(first_tick_lost, bool skips;)
  void* environment;
  fmi3LogMessageCallback log;
  fmi3ClockUpdateCallback update;
  fmi3LockPreemptionCallback lock;
  fmi3UnlockPreemptionCallback unlock;
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

static void start(Model* m) {
  memset(m, 0, sizeof *m);
  m->mode = instantiated;
  m->u = 1;
  m->period = 0.3;
  m->beat = 0.2;
  ADD(fraction_lags, m->last = 0.2;)
  m->qualifier = notYetKnown;
}

/* ---- what ticks do ---- */

static bool rings(int32_t count) { return count % 3 == 0; }

ADD(static_count, static int32_t shared;)
static void tick(Model* m) {
  ADD(previous_same, m->count++;)
  m->before = m->count;
  OMIT(previous_same, MUTANT(static_count, m->count++, m->count = ++shared);)
  ADD(leak_tick, LEAK(24))
  ADD(crash_sixth, if (m->count == 6) *(volatile int*)0 = 1;)
  if (!rings(m->count)) return;
  m->countdown = ADD(countdown_negative, -) 0.05;
  m->qualifier = changed;
}
static void trigger(Model* m) {
  m->sum += MUTANT(input_when_activated, m->u, m->taken) ADD(random, + (int)(clock() % 3));
  ADD(previous_elsewhere, m->count += 10;)
}
static void alarm_(Model* m) {
  m->rings++;
  ADD(alarm_touches_count, m->count = 0;)
  ADD(alarm_touches_before, m->before = 7;)
  ADD(alarm_in_order, if (m->active[vr_trigger]) m->rings += 10;)
  if (m->qualifier != changed) m->qualifier = notYetKnown;
}

static void happen(Model* m, int clock) {
  m->total++;
  ADD(together_once, if (clock == vr_beat && m->active[vr_tick]) return;)
  if (clock == vr_tick) tick(m);
  if (clock == vr_trigger) trigger(m);
  if (clock == vr_alarm) alarm_(m);
  if (clock == vr_beat) m->beats++ ADD(beat_touches_sum, , m->sum = 0);
  if (clock == vr_slow) m->slows++ ADD(slow_touches_beats, , m->beats++);
  ADD(slow_twice_with_beat, if (clock == vr_slow && m->active[vr_beat]) m->slows++;)
}

/* What is to be read while clocks are active: what the ticks will have done. */
static Model present(const Unit* c) {
  Model m = c->m;
  for (int k = vr_tick; k < vr_out; k++)
    if (c->kind != scheduled && m.active[k]) happen(&m, k);
  return m;
}

/* ---- life ---- */

EXPORT const char* fmi3GetVersion(void) { return "3.0"; }

static Unit* made(const char* token, bool logging, void* environment, fmi3LogMessageCallback log, int kind) {
  if (token == NULL || strcmp(token, "{ticker3}") != 0) {
    if (log != NULL) log(environment, fmi3Error, "errors", "The token is another.");
    return NULL;
  }
  Unit* c = calloc(1, sizeof *c);
  c->environment = environment;
  c->log = log;
  c->logging = logging;
  c->kind = kind;
  start(&c->m);
  return c;
}

EXPORT void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool visible, bool logging,
                                          void* environment, fmi3LogMessageCallback log) {
  (void)name, (void)resources, (void)visible;
  return made(token, logging, environment, log, exchange);
}

EXPORT void* fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources, bool visible, bool logging, bool events,
                                         bool early, const uint32_t required[], size_t n, void* environment, fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update) {
  (void)name, (void)resources, (void)visible, (void)early, (void)required, (void)n, (void)update;
  if (!events) {
    if (log != NULL) log(environment, fmi3Error, "errors", "Clocks need the event mode.");
    return NULL;
  }
  return made(token, logging, environment, log, steps);
}

EXPORT void* fmi3InstantiateScheduledExecution(const char* name, const char* token, const char* resources, bool visible, bool logging,
                                               void* environment, fmi3LogMessageCallback log, fmi3ClockUpdateCallback update,
                                               fmi3LockPreemptionCallback lock, fmi3UnlockPreemptionCallback unlock) {
  (void)name, (void)resources, (void)visible;
  Unit* c = made(token, logging, environment, log, scheduled);
  if (c == NULL) return NULL;
  c->update = update;
  c->lock = lock;
  c->unlock = unlock;
  return c;
}

EXPORT void fmi3FreeInstance(void* unit) { free(unit); }

FUNCTION(SetDebugLogging)(Unit* c, bool on, size_t n, const char* const categories[]) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(categories[i], "errors") != 0) REFUSE("There is no category %s.", categories[i]);
  c->logging = on;
  return fmi3OK;
}
FUNCTION(EnterInitializationMode)(Unit* c, bool toleranceDefined, double tolerance, double start, bool stopDefined, double stop) {
  (void)toleranceDefined, (void)tolerance;
  IN(instantiated);
  c->m.mode = initialization;
  c->m.time = start;
  c->m.stop = stopDefined ? stop : INFINITY;
  return fmi3OK;
}
FUNCTION(ExitInitializationMode)(Unit* c) {
  IN(initialization);
  c->m.mode = c->kind == scheduled ? activation : eventMode;
  ADD(update_outside, if (c->update != NULL) c->update(c->environment);)
  return fmi3OK;
}
FUNCTION(EnterEventMode)(Unit* c) {
  IN(c->kind == exchange ? continuous : c->kind == steps ? stepMode : 0);
  c->m.mode = eventMode;
  return fmi3OK;
}
FUNCTION(EnterStepMode)(Unit* c) {
  IN(c->kind == steps ? eventMode : 0);
  c->m.mode = stepMode;
  return fmi3OK;
}
FUNCTION(EnterContinuousTimeMode)(Unit* c) {
  IN(c->kind == exchange ? eventMode : 0);
  c->m.mode = continuous;
  return fmi3OK;
}
FUNCTION(Terminate)(Unit* c) {
  IN(eventMode | continuous | stepMode | activation);
  c->m.mode = terminated;
  return fmi3OK;
}
FUNCTION(Reset)(Unit* c) {
  ADD(reset_keeps_count, const int32_t count = c->m.count;)
  ADD(reset_keeps_countdown, const int32_t rings = c->m.rings;)
  ADD(reset_keeps_beat, const double beat = c->m.beat;)
  ADD(reset_keeps_qualifier, const int q = c->m.qualifier;)
  start(&c->m);
  ADD(reset_keeps_beat, c->m.beat = beat;)
  ADD(reset_keeps_qualifier, c->m.qualifier = q;)
  ADD(reset_keeps_count, c->m.count = count;)
  ADD(reset_keeps_countdown, c->m.rings = rings;)
  return fmi3OK;
}

/* ---- values ---- */

#define GETTABLE (instantiated | initialization | eventMode | continuous | stepMode | activation | terminated)
#define SETTABLE (instantiated | initialization | eventMode | stepMode | activation)
#define EACH                                                                                  \
  if (n != values) REFUSE("%s: %zu values are not those of %zu scalars.", __func__, values, n); \
  for (size_t i = 0; i < n; i++)

FUNCTION(GetFloat64)(Unit* c, const uint32_t r[], size_t n, double v[], size_t values) {
  IN(GETTABLE);
  EACH {
    if (r[i] != vr_time && r[i] != vr_period) REFUSE("There is no Float64 %u.", r[i]);
    v[i] = r[i] == vr_time ? c->m.time : c->m.period;
  }
  return fmi3OK;
}
FUNCTION(SetFloat64)(Unit* c, const uint32_t r[], size_t n, const double v[], size_t values) {
  IN(instantiated | initialization);
  EACH {
    if (r[i] != vr_period) REFUSE("Float64 %u cannot be set.", r[i]);
    if (!(v[i] > 0)) REFUSE("A period is greater than 0.");
    c->m.period = v[i];
  }
  return fmi3OK;
}

/*
 * Returns true if a clocked variable can be read: while its clock is active, and in scheduled
 * execution after its partition.
 */
static bool awake(const Unit* c, int clock) {
  return c->kind == scheduled || (c->m.mode & (eventMode | stepMode | continuous)) == 0 || c->m.active[clock];
}
#define CLOCKED(clock) if (!awake(c, clock)) REFUSE("The clock of %u is not active.", r[i])

FUNCTION(GetInt32)(Unit* c, const uint32_t r[], size_t n, int32_t v[], size_t values) {
  IN(GETTABLE);
  const Model m = present(c);
  EACH switch (r[i]) {
    case vr_count: CLOCKED(vr_tick); v[i] = m.count; break;
    case vr_before: CLOCKED(vr_tick); v[i] = m.before; break;
    case vr_sum: CLOCKED(MUTANT(unreadable, vr_trigger, vr_tick)); v[i] = m.sum; break;
    case vr_u: v[i] = m.u; break;
    case vr_rings: CLOCKED(vr_alarm); v[i] = m.rings; break;
    case vr_total: v[i] = m.total; break;
    case vr_beats: CLOCKED(vr_beat); v[i] = m.beats; break;
    case vr_slows: CLOCKED(vr_slow); v[i] = m.slows; break;
    default: REFUSE("There is no Int32 %u.", r[i]);
  }
  return fmi3OK;
}
FUNCTION(SetInt32)(Unit* c, const uint32_t r[], size_t n, const int32_t v[], size_t values) {
  IN(SETTABLE);
  EACH {
    if (r[i] != vr_u) REFUSE("Int32 %u cannot be set.", r[i]);
    c->m.u = v[i];
  }
  return fmi3OK;
}

/* ---- clocks ---- */

FUNCTION(SetClock)(Unit* c, const uint32_t r[], size_t n, const bool v[]) {
  IN(c->kind == scheduled ? 0 : eventMode);
  ADD(first_tick_lost, if (c->skips) { c->skips = false; return fmi3OK; })
  for (size_t i = 0; i < n; i++) {
    if (MUTANT(set_refused, r[i] < vr_tick || r[i] >= vr_out, r[i] != vr_tick))
      REFUSE("%u is no input clock.", r[i]);
    c->m.active[r[i]] = v[i];
    ADD(input_when_activated, if (r[i] == vr_trigger) c->m.taken = c->m.u;)
    ADD(one_clock_a_call, if (n > 1 && i > 0) c->m.active[r[i]] = false;)
  }
  return fmi3OK;
}
FUNCTION(GetClock)(Unit* c, const uint32_t r[], size_t n, bool v[]) {
  IN(c->kind == scheduled ? initialization | activation : initialization | eventMode);
  for (size_t i = 0; i < n; i++) {
    if (r[i] < vr_tick || r[i] > vr_out) REFUSE("%u is no clock.", r[i]);
    if (r[i] != vr_out || c->kind == scheduled) v[i] = c->m.active[r[i]];
    else v[i] = c->m.active[vr_tick] && rings(present(c).count);
    OMIT(told_twice, if (c->kind == scheduled && r[i] == vr_out) c->m.active[vr_out] = false;)
  }
  return fmi3OK;
}

static bool interval(Unit* c, uint32_t r, double* value, fmi3IntervalQualifier* q) {
  Model* m = &c->m;
  *q = MUTANT(not_yet_known, r == vr_alarm ? m->qualifier : MUTANT(qualifier, unchanged, 7), m->qualifier);
  if (r == vr_alarm) *value = m->countdown;
  OMIT(interval_refused,
       else if (r == vr_slow) *value = MUTANT(interval_zero, ADD(interval_negative, -) m->period, 0);)
  else if (r == vr_beat) *value = m->beat;
  else return false;
  OMIT(countdown_again, if (r == vr_alarm && m->qualifier == changed) m->qualifier = unchanged;)
  return true;
}
FUNCTION(GetIntervalDecimal)(Unit* c, const uint32_t r[], size_t n, double v[], fmi3IntervalQualifier q[]) {
  IN(initialization | eventMode | activation); ALIGNED(v); ALIGNED(q);
  for (size_t i = 0; i < n; i++)
    if (!interval(c, r[i], &v[i], &q[i])) REFUSE("%u has no interval to be asked for.", r[i]);
  return fmi3OK;
}
FUNCTION(GetIntervalFraction)(Unit* c, const uint32_t r[], size_t n, uint64_t a[], uint64_t b[], fmi3IntervalQualifier q[]) {
  IN(initialization | eventMode | activation); ALIGNED(a); ALIGNED(b); ALIGNED(q);
  for (size_t i = 0; i < n; i++) {
    double value;
    if (r[i] != vr_beat || !interval(c, r[i], &value, &q[i])) REFUSE("%u has no interval as a fraction.", r[i]);
    ADD(fraction_lags, value = c->m.last;)
    a[i] = (uint64_t)llround(value * MUTANT(fraction_other, 1000, 100));
    b[i] = 1000;
  }
  return fmi3OK;
}
FUNCTION(SetIntervalDecimal)(Unit* c, const uint32_t r[], size_t n, const double v[]) {
  IN(initialization | eventMode | activation);
  for (size_t i = 0; i < n; i++) {
    if (MUTANT(set_interval_refused, r[i] != vr_beat || !(v[i] > 0), r[i] != 4711))
      REFUSE("%u does not take the interval %g.", r[i], v[i]);
    ADD(fraction_lags, c->m.last = c->m.beat;)
    c->m.beat = v[i];
  }
  return fmi3OK;
}
FUNCTION(SetIntervalFraction)(Unit* c, const uint32_t r[], size_t n, const uint64_t a[], const uint64_t b[]) {
  IN(initialization | eventMode | activation);
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_beat || a[i] == 0 || b[i] == 0) REFUSE("%u does not take the interval.", r[i]);
    ADD(fraction_lags, c->m.last = c->m.beat;)
    c->m.beat = (double)a[i] / (double)b[i];
  }
  return fmi3OK;
}
FUNCTION(GetShiftDecimal)(Unit* c, const uint32_t r[], size_t n, double v[]) {
  IN(initialization);
  for (size_t i = 0; i < n; i++) {
    if (r[i] != vr_slow) REFUSE("%u has no shift to be asked for.", r[i]);
    v[i] = MUTANT(shift_negative, 0, -0.1);
  }
  return fmi3OK;
}

FUNCTION(ActivateModelPartition)(Unit* c, uint32_t clock, double time) {
  IN(c->kind == scheduled ? activation : 0);
  OMIT(partition_of_output,
       if (MUTANT(partition_refused, clock < vr_tick || clock >= vr_out, clock != vr_tick))
         REFUSE("%u is no input clock.", clock);)
  Model* m = &c->m;
  m->time = time;
  OMIT(unlocked, OMIT(lock_null, if (c->lock != NULL)) c->lock();)
  happen(m, (int)clock);
  ADD(partition_resets_input, if (clock == vr_trigger) m->u = 1;)
  OMIT(locked, if (c->unlock != NULL) c->unlock();)
  if (clock != vr_tick || !rings(m->count)) return fmi3OK;
  m->active[vr_out] = true;
  OMIT(update_missing, OMIT(update_null, if (c->update != NULL))
                         c->update(MUTANT(update_environment, c->environment, c));)
  return fmi3OK;
}

/* ---- events and steps ---- */

FUNCTION(UpdateDiscreteStates)(Unit* c, bool* again, bool* terminate, bool* nominals, bool* values, bool* nextDefined, double* next) {
  IN(c->kind == scheduled ? 0 : eventMode);
  c->m = present(c);
  ADD(interval_forgotten, c->m.beat = 0.2;)
  OMIT(stays_active, memset(c->m.active, 0, sizeof c->m.active);)
  *again = *terminate = *nominals = *values = *nextDefined = false;
  *next = 0;
  return fmi3OK;
}
FUNCTION(EvaluateDiscreteStates)(Unit* c) {
  IN(c->kind == scheduled ? 0 : initialization | eventMode);
  return fmi3OK;
}
FUNCTION(DoStep)(Unit* c, double t, double h, bool prior, bool* event, bool* terminate, bool* early, double* last) {
  (void)prior;
  IN(c->kind == steps ? stepMode : 0);
  if (!(h > 0)) REFUSE("A step is longer than 0.");
  if (fabs(t - c->m.time) > 1e-6 * (1 + fabs(t))) REFUSE("It is at %g, not at %g.", c->m.time, t);
  if (t + h > c->m.stop * (1 + 1e-9)) REFUSE("The step ends behind the stop time.");
  *last = c->m.time = t + h;
  ADD(counts_steps, c->m.count++;)
  *event = *terminate = *early = false;
  return fmi3OK;
}
FUNCTION(SetTime)(Unit* c, double time) {
  IN(c->kind == exchange ? continuous : 0);
  c->m.time = time;
  return fmi3OK;
}
FUNCTION(CompletedIntegratorStep)(Unit* c, bool prior, bool* event, bool* terminate) {
  (void)prior;
  IN(c->kind == exchange ? continuous : 0);
  *event = *terminate = false;
  return fmi3OK;
}
FUNCTION(GetNumberOfEventIndicators)(Unit* c, size_t* n) { return (void)c, *n = 0, fmi3OK; }
FUNCTION(GetNumberOfContinuousStates)(Unit* c, size_t* n) { return (void)c, *n = 0, fmi3OK; }
FUNCTION(SetContinuousStates)(Unit* c, const double x[], size_t n) {
  (void)x;
  IN(c->kind == exchange ? continuous : 0);
  if (n != 0) REFUSE("There are none.");
  return fmi3OK;
}
#define EMPTY(name, type)                                                 \
  FUNCTION(name)(Unit* c, type x[], size_t n) {                           \
    (void)x;                                                              \
    IN(c->kind == exchange ? initialization | eventMode | continuous : 0); \
    if (n != 0) REFUSE("There are none.");                                \
    return fmi3OK;                                                        \
  }
EMPTY(GetContinuousStates, double)
EMPTY(GetContinuousStateDerivatives, double)
EMPTY(GetNominalsOfContinuousStates, double)
EMPTY(GetEventIndicators, double)

/* ---- states ---- */

FUNCTION(GetFMUState)(Unit* c, void** state) {
  if (*state == NULL) *state = malloc(sizeof(Model));
  memcpy(*state, &c->m, sizeof(Model));
  return fmi3OK;
}
FUNCTION(SetFMUState)(Unit* c, const void* state) {
  if (state == NULL) REFUSE("There is no state.");
  ADD(state_without_count, const int32_t count = c->m.count;)
  ADD(state_without_interval, const double beat = c->m.beat;)
  ADD(state_without_countdown, const int q = c->m.qualifier;)
  memcpy(&c->m, state, sizeof(Model));
  ADD(first_tick_lost, c->skips = c->m.mode == eventMode;)
  ADD(state_without_active, c->m.active[vr_trigger] = false;)
  ADD(state_without_interval, c->m.beat = beat;)
  ADD(state_without_count, c->m.count = count;)
  ADD(state_without_countdown, c->m.qualifier = q;)
  return fmi3OK;
}
FUNCTION(FreeFMUState)(Unit* c, void** state) {
  (void)c;
  free(*state);
  *state = NULL;
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
NONE(UInt64, uint64_t)
NONE(Boolean, bool)
ABSENT(GetString, const uint32_t r[], size_t n, const char* v[], size_t values)
ABSENT(SetString, const uint32_t r[], size_t n, const char* const v[], size_t values)
ABSENT(GetBinary, const uint32_t r[], size_t n, size_t sizes[], const uint8_t* v[], size_t values)
ABSENT(SetBinary, const uint32_t r[], size_t n, const size_t sizes[], const uint8_t* const v[], size_t values)
ABSENT(EnterConfigurationMode)
ABSENT(ExitConfigurationMode)
ABSENT(SerializedFMUStateSize, void* state, size_t* size)
ABSENT(SerializeFMUState, void* state, uint8_t bytes[], size_t size)
ABSENT(DeserializeFMUState, const uint8_t bytes[], size_t size, void** state)
ABSENT(GetDirectionalDerivative, const uint32_t u[], size_t nu, const uint32_t k[], size_t nk, const double s[], size_t ns, double o[], size_t no)
ABSENT(GetAdjointDerivative, const uint32_t u[], size_t nu, const uint32_t k[], size_t nk, const double s[], size_t ns, double o[], size_t no)
ABSENT(GetOutputDerivatives, const uint32_t r[], size_t n, const int32_t order[], double v[], size_t values)
ABSENT(GetNumberOfVariableDependencies, uint32_t r, size_t* n)
ABSENT(GetVariableDependencies, uint32_t r, size_t a[], uint32_t b[], size_t d[], fmi3DependencyKind e[], size_t n)
ABSENT(GetShiftFraction, const uint32_t r[], size_t n, uint64_t a[], uint64_t b[])
ABSENT(SetShiftDecimal, const uint32_t r[], size_t n, const double v[])
ABSENT(SetShiftFraction, const uint32_t r[], size_t n, const uint64_t a[], const uint64_t b[])
