/*
 * Calls an FMU of another tool with the life cycle of a unit in a pack. The FMI functions are called
 * as fmu-sdk/host/fmi-driver/co-simulation.ts calls them. Event mode needs the macro EVENTS.
 *
 * Before it is included: FMI (2 or 3), TYPES(X) with X(type, end of the names of its functions),
 * CALL(o, name, ...), RESET(o), `fail`, `instantiate`, `show_time`, and the types of FMI. With
 * INSTANCE(o), the groups name their functions, which saves a search by type in each call.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "fmu-plan.h"
#ifdef INSTANCE
#include "../host/native/engine/c-attributes.h"
/* A part of each step. */
#define OFTEN ALWAYS_INLINE
#else
#define OFTEN static
#endif

/* The statuses ok and warning do not count as errors. */
OFTEN void expect(const FmuPlan* o, int status, const char* call) {
  if (status > 1) fail(o, call, status);
}

#if FMI == 2
#define ACCESS(call, type, name) \
  case type: return CALL(o, call##name, q.r, q.n, values);
#else
#define ACCESS(call, type, name) \
  case type: return CALL(o, call##name, q.r, q.n, values, q.count);
#endif
#define GET(type, name) ACCESS(Get, type, name)
#define SET(type, name) ACCESS(Set, type, name)
/* Variables of a call, and the number of their values. */
typedef struct {
  const uint32_t* r;
  size_t n, count;
} Asked;
static int get(const FmuPlan* o, int type, Asked q, void* values) {
  switch (type) { TYPES(GET) }
  return 0;
}
static int set(const FmuPlan* o, int type, Asked q, const void* values) {
  switch (type) { TYPES(SET) }
  return 0;
}

/* Calls use 4 bytes for a Boolean in FMI 2.0, and 8 bytes for an Enumeration in FMI 3.0. */
static bool is_converted(int type) { return FMI == 2 ? type == Boolean : type == Enumeration; }

static void to_call(const Group* g, size_t from, size_t count) {
  for (size_t i = from; i < from + count; i++)
    if (FMI == 2) ((int32_t*)g->converted)[i] = ((uint8_t*)g->values)[i];
    else ((int64_t*)g->converted)[i] = ((int32_t*)g->values)[i];
}
static void from_call(const Group* g, size_t from, size_t count) {
  for (size_t i = from; i < from + count; i++)
    if (FMI == 2) ((uint8_t*)g->values)[i] = ((int32_t*)g->converted)[i] != 0;
    else ((int32_t*)g->values)[i] = (int32_t)((int64_t*)g->converted)[i];
}

#ifdef INSTANCE
#if FMI == 2
typedef int (*Exchange)(void*, const uint32_t[], size_t, void*);
#define EXCHANGE(o, g, function, values) ((Exchange)(function))(INSTANCE(o), (g)->references, (g)->n, values)
#else
typedef int (*Exchange)(void*, const uint32_t[], size_t, void*, size_t);
#define EXCHANGE(o, g, function, values) ((Exchange)(function))(INSTANCE(o), (g)->references, (g)->n, values, (g)->count)
#endif
#define GET_GROUP(o, g, values) ((g)->get != NULL ? EXCHANGE(o, g, (g)->get, values) : get(o, (g)->type, all_of(g), values))
#define SET_GROUP(o, g, values) ((g)->set != NULL ? EXCHANGE(o, g, (g)->set, values) : set(o, (g)->type, all_of(g), values))
#else
#define GET_GROUP(o, g, values) get(o, (g)->type, all_of(g), values)
#define SET_GROUP(o, g, values) set(o, (g)->type, all_of(g), values)
#endif
static Asked all_of(const Group* g) { return (Asked){g->references, g->n, g->count}; }

OFTEN void set_all(const FmuPlan* o, const Group* g) {
  void* values = g->values;
  if (is_converted(g->type)) to_call(g, 0, g->count), values = g->converted;
  if (g->count > 0) expect(o, SET_GROUP(o, g, values), "a value");
}
OFTEN void get_all(const FmuPlan* o, const Group* g) {
  const bool converts = is_converted(g->type);
  if (g->count > 0) expect(o, GET_GROUP(o, g, converts ? g->converted : g->values), "to give a value");
  if (converts) from_call(g, 0, g->count);
}
OFTEN void set_role(const FmuPlan* o, int role) {
  for (size_t k = o->firsts[role]; k < o->firsts[role + 1]; k++) set_all(o, &o->groups[o->sorted[k]]);
}
OFTEN void get_reads(const FmuPlan* o) {
  for (size_t k = o->firsts[reading]; k < o->firsts[roles]; k++) get_all(o, &o->groups[o->sorted[k]]);
}

/* Variable i of a group, whose elements begin at `from`. */
typedef struct {
  const Group* group;
  size_t i, from, count;
} One;

static char* values_of(const One* p) {
  const Group* g = p->group;
  return is_converted(g->type) ? (char*)g->converted + p->from * (FMI == 2 ? 4 : 8) : (char*)g->values + p->from * g->size;
}
static void set_one(const FmuPlan* o, const One* p) {
  const Group* g = p->group;
  if (p->count == 0) return;
  if (is_converted(g->type)) to_call(g, p->from, p->count);
  expect(o, set(o, g->type, (Asked){g->references + p->i, 1, p->count}, values_of(p)), "a value");
}
static void get_one(const FmuPlan* o, const One* p) {
  const Group* g = p->group;
  if (p->count == 0) return;
  expect(o, get(o, g->type, (Asked){g->references + p->i, 1, p->count}, values_of(p)), "to give a value");
  if (is_converted(g->type)) from_call(g, p->from, p->count);
}

/* Remembers the discrete and tunable values that the FMU has. */
static void remember(const FmuPlan* o) {
  for (size_t k = o->firsts[discrete]; k < o->firsts[tunable + 1]; k++) {
    const Group* g = &o->groups[o->sorted[k]];
    memcpy(g->sent, g->values, g->count * g->size);
  }
}
OFTEN bool differs(const Group* g) {
  const size_t bytes = (size_t)g->count * g->size;
  /* Compilers turn this into one comparison. */
  return bytes == 8 ? memcmp(g->values, g->sent, 8) != 0 : memcmp(g->values, g->sent, bytes) != 0;
}
OFTEN bool has_changed(const FmuPlan* o) {
  for (size_t k = o->firsts[discrete]; k < o->firsts[tunable + 1]; k++)
    if (differs(&o->groups[o->sorted[k]])) return true;
  return false;
}

/* Calls `visit` for each variable: with a value like at the start or another, and with these flags. */
static void each(const FmuPlan* o, bool isOther, int flags, void (*visit)(const FmuPlan*, const One*)) {
  for (size_t k = 0; k < o->groupCount; k++) {
    const Group* g = &o->groups[k];
    for (size_t i = 0, from = 0; i < g->n; from += g->lengths[i++]) {
      const size_t at = from * g->size;
      const bool differs = memcmp((char*)g->values + at, (char*)g->starts + at, g->lengths[i] * g->size) != 0;
      if (differs == isOther && (g->flags[i] & flags)) visit(o, &(One){g, i, from, g->lengths[i]});
    }
  }
}

/* Outputs keep the start values that they had before the first initialization. */
static void keep_given(const FmuPlan* o, bool restores) {
  for (size_t k = 0; k < o->groupCount; k++) {
    const Group* g = &o->groups[k];
    if (g->role != reading) continue;
    if (restores) memcpy(g->values, g->given, g->count * g->size);
    else memcpy(g->given, g->values, g->count * g->size);
  }
}

#ifdef EVENTS
#include "fmu-events.h"
#else
static double bound(const FmuPlan* o, double from, double end, double near) { return end; }
static void update_discrete_states(const FmuPlan* o) {}
static void leave_event_mode(const FmuPlan* o) {}
static bool is_due(const FmuPlan* o, double t, double near) { return false; }
static void handle_event(const FmuPlan* o, double t, double near) {}
#endif

static int enter(const FmuPlan* o, double t) {
  const bool tolerant = o->tolerance > 0, stops = o->stop < INFINITY;
#if FMI == 2
  const int status = CALL(o, SetupExperiment, tolerant, o->tolerance, t, stops, stops ? o->stop : 0);
  return status > 1 ? status : CALL(o, EnterInitializationMode);
#else
  return CALL(o, EnterInitializationMode, tolerant, o->tolerance, t, stops, stops ? o->stop : 0);
#endif
}

static void initialize(const FmuPlan* o, double t) {
  FmuState* s = o->state;
  const bool isFirst = s->phase == created;
  if (s->phase == created) {
    instantiate(o);
    s->phase = instantiated;
  }
  if (s->phase == stepping) {
    expect(o, RESET(o), "a reset");
    s->phase = instantiated;
  }
  show_time(o, t);
  s->time = t;
  if (s->phase == instantiated) {
    keep_given(o, !isFirst);
    each(o, true, settable, set_one);
    expect(o, enter(o, t), "its initialization");
    /* Inputs and parameters without a start value, which only the FMU knows. */
    each(o, false, unknown, get_one);
    s->highest = s->refused = s->waiting = 0;
    s->next = INFINITY;
    s->refusedNext = NAN;
    s->phase = initializing;
  }
  set_role(o, continuous);
  set_role(o, discrete);
  get_reads(o);
}

static void exit_initialization(const FmuPlan* o) {
  FmuState* s = o->state;
  if (s->phase != initializing) return;
  expect(o, CALL(o, ExitInitializationMode), "the end of its initialization");
  s->phase = stepping;
  remember(o);
  if (o->handlesEvents) {
    update_discrete_states(o);
    leave_event_mode(o);
  }
  get_reads(o);
}

static void set_discrete(const FmuPlan* o) {
  if (!has_changed(o)) return;
  set_role(o, discrete);
  set_role(o, tunable);
  remember(o);
}

/*
 * Tells the course of inputs in a step that begins `tau` [s] after the communication step. An FMU that
 * refuses the first derivatives holds its inputs.
 */
static void set_slopes(const FmuPlan* o, double tau) {
#if FMI == 2
  FmuState* s = o->state;
  const size_t n = o->slopeCount;
  int order = 0;
  for (size_t i = 0; i < n && order < 2; i++)
    if (o->slots[3 * i + 2] != 0) order = 2;
    else if (o->slots[3 * i + 1] != 0) order = 1;
  if (s->refused || (order == 0 && s->highest == 0)) return;
  const int most = order > s->highest ? order : s->highest;
  for (size_t i = 0; i < n; i++) {
    o->slopes[i] = o->slots[3 * i + 1] + tau * o->slots[3 * i + 2];
    o->slopes[n + i] = o->slots[3 * i + 2];
  }
  const int status = CALL(o, SetRealInputDerivatives, o->slopeReferences, (size_t)most * n, o->slopeOrders, o->slopes);
  if (status > 1) {
    if (s->highest > 0 || status > 3) fail(o, "the derivatives of its inputs", status);
    s->refused = 1;
  }
  s->highest = order;
#else
  /* Coefficients, which the FMU asks for at intermediate updates. */
  for (size_t i = 0; i < o->slopeCount; i++) {
    const double* slot = o->slots + 3 * i;
    double* c = o->slopes + 3 * i;
    c[0] = slot[0] + tau * (slot[1] + 0.5 * tau * slot[2]);
    c[1] = slot[1] + tau * slot[2];
    c[2] = 0.5 * slot[2];
  }
#endif
}

/* Sets the inputs to their polynomials, `tau` [s] after the start of the communication step. */
static void move_inputs(const FmuPlan* o, double tau) {
  for (size_t i = 0; i < o->slopeCount; i++) {
    const double* slot = o->slots + 3 * i;
    *o->inputs[i] = slot[0] + tau * (slot[1] + 0.5 * tau * slot[2]);
  }
}

/*
 * Makes a call from t by h to `end` [s] in the communication step that begins at `base`. Returns the
 * time that the FMU has reached.
 */
OFTEN double step_once(const FmuPlan* o, double base, double t, double h, double end) {
  set_role(o, continuous);
  if (o->slopeCount > 0) set_slopes(o, t - base);
  show_time(o, t);
  double reached = end;
#if FMI == 2
  expect(o, CALL(o, DoStep, t, h, !o->repeats), "a step");
#else
  bool event = 0, terminates = 0, early = 0;
  double last = end;
  expect(o, CALL(o, DoStep, t, h, !o->repeats, &event, &terminates, &early, &last), "a step");
  if (terminates) fail(o, "to go on, and ends the simulation", 0);
  if (early) {
    const double size = fabs(end), near = 1e-12 * (size > h ? size : h);
    if (!(last >= t - near && last <= end + near)) fail(o, "to give a valid time of its early return", 0);
    reached = last;
  }
  o->state->waiting = event;
#endif
  get_reads(o);
  show_time(o, reached);
  return reached;
}

static int step(const FmuPlan* o, double t, double H) {
  const double rounding = 1e-12, end = t + H, size = fabs(t);
  if (o->state->phase == initializing) exit_initialization(o);
  const double before = end - rounding * (size > H ? size : H), instant = end - before;
  if (!o->handlesEvents) set_discrete(o);
  else if (is_due(o, t, instant)) handle_event(o, t, instant);
  bool moves = false;
  for (size_t i = 0; i < o->slopeCount; i++) {
    double* slot = o->slots + 3 * i;
    slot[0] = *o->inputs[i];
    moves |= slot[1] != 0 || slot[2] != 0;
  }
  const double near = rounding * (size > o->nominal ? size : o->nominal);
  const bool isNominal = fabs(H - o->nominal) <= near && !(t + o->nominal > o->last);
  const double whole = isNominal ? o->nominal : H;
  double from = t, to = o->handlesEvents ? bound(o, t, end, instant) : end, h = to == end ? whole : to - t;
  for (int i = 0;; i++) {
    from = step_once(o, t, from, h, to);
    if (!(from < before)) break;
    if (i == 1000) fail(o, "to make progress", 0);
    if (moves) move_inputs(o, from - t);
    if (o->handlesEvents && is_due(o, from, instant)) handle_event(o, from, instant), get_reads(o);
    to = o->handlesEvents ? bound(o, from, end, instant) : end;
    h = to - from;
  }
  if (moves) move_inputs(o, H);
  if (o->handlesEvents && is_due(o, end, instant)) handle_event(o, end, instant), get_reads(o);
  o->state->time = end;
  return 0;
}
