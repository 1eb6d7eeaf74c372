/* Lifecycle and messages of a unit's instance: what FMI 2.0 and FMI 3.0 have in common. */
#include "unit.h"
#include <math.h>
#include <stdio.h>

_Thread_local unit_trap* unit_trap_target;

/* Times that differ by less than this share of the communication step are the same: masters add up rounded steps. */
static const double tolerance = 1e-3;
/* An event that is no further than this share of the communication step from its end is at its end. */
static const double snap = 1e-9;

/* ---- messages ---- */

static const char* const categories[] = {"logStatusDiscard", "logStatusError", "logStatusFatal"};

static int category_of(int status) { return status == DISCARD ? 0 : status == FATAL ? 2 : 1; }

static void send(const Voice* voice, const char* name, int status, const char* format, va_list list) {
  char text[1024];
  vsnprintf(text, sizeof text, format, list);
  voice->send(voice, name, status, categories[category_of(status)], text);
}

static bool wanted(const Unit* u, int status) { return (u->voice.logging >> category_of(status) & 1) != 0; }

int unit_set_logging(Unit* u, const char* call, bool on, size_t n, const char* const names[]) {
  if (u == NULL) return ERROR;
  int chosen = n == 0 ? ALL_CATEGORIES : NO_CATEGORY;
  for (size_t k = 0; k < n; k++) {
    int bit = 0;
    while (bit < 3 && (names[k] == NULL || strcmp(names[k], categories[bit]) != 0)) bit++;
    if (bit == 3) return unit_fail(u, "%s: category \"%s\" is none of this unit.", call, names[k] == NULL ? "" : names[k]);
    chosen |= 1 << bit;
  }
  u->voice.logging = on ? u->voice.logging | chosen : u->voice.logging & ~chosen;
  return OK;
}

void* unit_refuse(const Voice* voice, const char* name, const char* format, ...) {
  va_list list;
  va_start(list, format);
  send(voice, name == NULL ? "" : name, ERROR, format, list);
  va_end(list);
  return NULL;
}

void unit_log(Unit* u, int status, const char* format, ...) {
  va_list list;
  if (!wanted(u, status)) return;
  va_start(list, format);
  send(&u->voice, u->name, status, format, list);
  va_end(list);
}

int unit_fail(Unit* u, const char* format, ...) {
  va_list list;
  va_start(list, format);
  if (wanted(u, ERROR)) send(&u->voice, u->name, ERROR, format, list);
  va_end(list);
  if (u->life.mode != FAILED) u->life.mode = TERMINATED;
  return ERROR;
}

static void names(const Unit* u, int modes, char* text, size_t size) {
  size_t at = 0;
  text[0] = 0;
  for (int i = 0; i < 9 && at < size; i++)
    if ((modes >> i & 1) != 0 && u->voice.mode_names[i] != NULL)
      at += (size_t)snprintf(text + at, size - at, "%s%s", at > 0 ? ", " : "", u->voice.mode_names[i]);
}

int unit_allowed(Unit* u, const char* call, int modes) {
  if (u == NULL) return ERROR;
  if ((u->life.mode & modes) != 0) return OK;
  if (u->life.mode == FAILED) {
    unit_log(u, FATAL, "%s: the unit trapped in an earlier call. Reset it or free it.", call);
    return FATAL;
  }
  char now[64], then[256];
  names(u, u->life.mode, now, sizeof now);
  names(u, modes & ANY_MODE & (u->event_mode ? ~0 : ~EVENT), then, sizeof then);
  return unit_fail(u, "%s: not allowed in %s, only in %s.", call, now, then);
}

int unit_absent(Unit* u, const char* call, const char* what) {
  int status = unit_allowed(u, call, AFTER_START | INSTANTIATED);
  return status != OK ? status : unit_fail(u, "%s: this unit has no %s.", call, what);
}

/* ---- calls into the core; a trap ends in FATAL ---- */

static void construct(Unit* u, Call* c) {
  (void)c;
  wasm2c_unit_instantiate(&u->core);
  u->table = w2c_unit_table(&u->core);
  u->derivatives = w2c_unit_derivatives(&u->core);
  u->state_size = w2c_unit_stateSize(&u->core);
}
static void core_reset(Unit* u, Call* c) { (void)c, w2c_unit_reset(&u->core); }
static void core_initialize(Unit* u, Call* c) { w2c_unit_initialize(&u->core, c->t); }
static void core_begin(Unit* u, Call* c) { c->n = (int32_t)w2c_unit_begin(&u->core, c->t, c->H); }
static void core_micro(Unit* u, Call* c) { w2c_unit_micro(&u->core, (u32)c->n); }
static void core_step(Unit* u, Call* c) { c->n = (int32_t)w2c_unit_step(&u->core, c->t, c->H); }
static void core_internal_step(Unit* u, Call* c) { c->value = w2c_unit_internalStep(&u->core); }
static void core_failure(Unit* u, Call* c) { c->n = (int32_t)w2c_unit_failure(&u->core); }
static void core_partial(Unit* u, Call* c) {
  c->value = w2c_unit_partial(&u->core, c->unknown.variable, c->unknown.element, c->known.variable, c->known.element);
}

/* Runs `what`; the reason of its trap, or WASM_RT_TRAP_NONE. */
static __attribute__((noinline)) wasm_rt_trap_t guarded(Unit* u, void (*what)(Unit*, Call*), Call* c) {
  unit_trap trap;
  unit_trap* volatile outer = unit_trap_target;
  trap.reason = WASM_RT_TRAP_NONE;
  if (UNIT_SETJMP(trap.jump) == 0) {
    unit_trap_target = &trap;
    what(u, c);
  }
  unit_trap_target = outer;
  u->core.w2c_memory.depth = 0;
  return *(volatile wasm_rt_trap_t*)&trap.reason;
}

static const char* const reasons[] = {
    "none",
    "memory access out of bounds",
    "integer overflow",
    "integer division by zero",
    "invalid conversion to integer",
    "an index out of bounds, an allocation beyond its memory, or another trap (unreachable)",
    "bad indirect call",
    "call stack exhausted",
};

/* The message of the author's `fail` (UTF-16, its length in bytes before it) as UTF-8; false where there is none. */
static bool failure(Unit* u, char* text, size_t size) {
  Call c = {0};
  if (guarded(u, core_failure, &c) != WASM_RT_TRAP_NONE) return false;
  uint32_t at = (uint32_t)c.n, length;
  if (at < 4 || at > u->core.w2c_memory.size) return false;
  memcpy(&length, u->core.w2c_memory.data + at - 4, 4);
  if (length == 0 || length > u->core.w2c_memory.size - at) return false;
  size_t n = 0;
  for (uint32_t i = 0; i + 1 < length && n + 4 < size; i += 2) {
    uint16_t x;
    memcpy(&x, u->core.w2c_memory.data + at + i, 2);
    if (x < 0x80) text[n++] = (char)x;
    else if (x < 0x800) text[n++] = (char)(0xc0 | x >> 6), text[n++] = (char)(0x80 | (x & 0x3f));
    else if ((x & 0xf800) == 0xd800) text[n++] = '?';
    else text[n++] = (char)(0xe0 | x >> 12), text[n++] = (char)(0x80 | (x >> 6 & 0x3f)), text[n++] = (char)(0x80 | (x & 0x3f));
  }
  text[n] = 0;
  return true;
}

int unit_run(Unit* u, const char* call, void (*what)(Unit*, Call*), Call* c) {
  int mode = u->life.mode;
  u->life.mode = FAILED;
  wasm_rt_trap_t reason = guarded(u, what, c);
  if (reason == WASM_RT_TRAP_NONE) {
    u->life.mode = mode;
    return OK;
  }
  char text[512];
  if (!failure(u, text, sizeof text)) snprintf(text, sizeof text, "%s", reasons[reason]);
  unit_log(u, FATAL, "%s: the unit gave up: %s", call, text);
  return FATAL;
}

/* ---- birth and death ---- */

Unit* unit_create(const Voice* voice, const char* call, const char* name, const char* token) {
  const char* letter = name == NULL ? "" : name;
  while (*letter == ' ' || (*letter >= '\t' && *letter <= '\r')) letter++;
  if (*letter == 0) return unit_refuse(voice, name, "%s: the instance name is empty or blank.", call);
  if (token == NULL || strcmp(token, unit_token) != 0)
    return unit_refuse(voice, name, "%s: the token is not the one of this unit, %s. Use its own model description.", call, unit_token);
  Unit* u = calloc(1, sizeof *u);
  char* copy = malloc(strlen(name) + 1);
  if (u == NULL || copy == NULL) {
    free(u), free(copy);
    return unit_refuse(voice, name, "%s: no memory (%llu bytes).", call, (unsigned long long)sizeof *u);
  }
  u->voice = *voice;
  u->name = strcpy(copy, name);
  u->life.mode = INSTANTIATED;
  Call c = {0};
  if (unit_run(u, call, construct, &c) != OK) {
    unit_free(u);
    return NULL;
  }
  return u;
}

void unit_free(Unit* u) {
  if (u == NULL) return;
  free(u->scratch);
  free(u->before);
  free(u->name);
  free(u);
}

int unit_reset(Unit* u, const char* call) {
  int status = unit_allowed(u, call, ANY_MODE | FAILED);
  if (status != OK) return status;
  Call c = {0};
  status = unit_run(u, call, core_reset, &c);
  if (status != OK) return status;
  u->life = (Life){.mode = INSTANTIATED};
  u->last_step = OK;
  return OK;
}

/* ---- lifecycle ---- */

int unit_enter_initialization(Unit* u, const char* call, double start, bool stop_defined, double stop) {
  int status = unit_allowed(u, call, INSTANTIATED);
  if (status != OK) return status;
  if (!isfinite(start) || (stop_defined && !(stop >= start)))
    return unit_fail(u, "%s: cannot run from %.9g s to %.9g s.", call, start, stop_defined ? stop : INFINITY);
  u->life = (Life){.start = start, .stop = stop_defined ? stop : 0.0, .mode = INITIALIZATION, .stale = 1, .stop_defined = stop_defined};
  return OK;
}

/* In initialization and event mode, lets what was set reach what follows from it. */
int unit_settle(Unit* u, const char* call) {
  if (u->life.mode == EVENT && u->life.stale) return unit_evaluate(u, call);
  if (u->life.mode != INITIALIZATION || !u->life.stale) return OK;
  Call c = {.t = u->life.start};
  int status = unit_run(u, call, core_initialize, &c);
  if (status == OK) u->life.stale = 0;
  return status;
}

int unit_exit_initialization(Unit* u, const char* call) {
  int status = unit_allowed(u, call, INITIALIZATION);
  if (status == OK) status = unit_settle(u, call);
  if (status != OK) return status;
  u->life.mode = u->event_mode ? EVENT : STEP;
  u->life.stale = u->event_mode;
  return OK;
}

int unit_terminate(Unit* u, const char* call) {
  int status = unit_allowed(u, call, STEP | EVENT);
  if (status != OK) return status;
  u->life.mode = TERMINATED;
  u->life.evaluated = 0;
  return status;
}

double unit_now(Unit* u) {
  double t;
  memcpy(&t, unit_address(u, 0), 8);
  return t;
}

/* One by one, telling the importer of each internal step but the last, up to the event that needs event mode. */
static int single_steps(Unit* u, const char* call, double t, double H, int32_t n, bool* early, bool* event) {
  double h = H / n, end = INFINITY;
  for (int32_t i = 0; i < n; i++) {
    if (t + (i + 1) * h > end + tolerance * h) {
      *early = true;
      return OK;
    }
    Call c = {.n = i};
    int status = unit_run(u, call, core_micro, &c);
    if (status != OK) return status;
    bool due = false;
    if (u->event_mode && (status = unit_event_due(u, call, &due)) != OK) return status;
    /* Without early return the unit handles events inside a step by itself. */
    if (due && (i + 1 == n || u->early_return)) {
      *event = true;
      *early = i + 1 < n;
      return OK;
    }
    if (i + 1 == n || u->report == NULL) continue;
    u->life.mode = INTERMEDIATE;
    double at;
    if (u->report(u, unit_now(u), &at) && at < end) end = at;
    if (u->life.mode != INTERMEDIATE) return u->life.mode == FAILED ? FATAL : ERROR;
    u->life.mode = STEP;
    if (end <= unit_now(u)) {
      *early = true;
      return OK;
    }
  }
  return OK;
}

/* A unit that takes steps of any length stops at the time of its next event. */
static int up_to_event(Unit* u, const char* call, double t, double* H, bool* shortened) {
  Call c = {0};
  double at;
  int status = unit_run(u, call, core_internal_step, &c);
  if (status == OK) status = unit_next_event(u, call, &at);
  if (status != OK || c.value > 0.0 || !(at > t + snap * *H && at < t + *H - snap * *H)) return status;
  *H = at - t;
  *shortened = true;
  return OK;
}

int unit_step(Unit* u, const char* call, double t, double H, double* last, bool* early, bool* event) {
  int status = unit_allowed(u, call, STEP);
  if (status != OK) return status;
  double slack = tolerance * H;
  *early = *event = false;
  *last = unit_now(u);
  if (!(H > 0.0) || !(fabs(t - *last) <= slack))
    return unit_fail(u, "%s: asked to step from %.9g s by %.9g s; the unit stands at %.9g s.", call, t, H, *last);
  if (u->life.stop_defined && t + H > u->life.stop + slack)
    return unit_fail(u, "%s: %.9g s is past the stop time %.9g s.", call, t + H, u->life.stop);
  bool shortened = false, whole = u->report == NULL && !u->event_mode;
  if (u->event_mode && u->early_return) status = up_to_event(u, call, t, &H, &shortened);
  if (status != OK) return status;
  Call c = {.t = t, .H = H};
  status = unit_run(u, call, whole ? core_step : core_begin, &c);
  if (status != OK) return status;
  if (c.n < 0) {
    status = unit_run(u, call, core_internal_step, &c);
    if (status == OK)
      unit_log(u, DISCARD, "%s: the communication step %.9g s is no whole multiple of the internal step %.9g s.", call, H, c.value);
    return status == OK ? DISCARD : status;
  }
  if (!whole) status = single_steps(u, call, t, H, c.n, early, event);
  *early = *early || shortened;
  *last = unit_now(u);
  return status;
}

int unit_partial(Unit* u, const char* call, const Scalar* unknown, const Scalar* known, double* value) {
  Call c = {.unknown = *unknown, .known = *known};
  int status = unit_run(u, call, core_partial, &c);
  *value = c.value;
  return status;
}

/* ---- state ---- */

static uint64_t state_bytes(const Unit* u) { return sizeof(State) + u->state_size; }

/* Whether this is a state of this unit; if not, that is an error. */
static int known_state(Unit* u, const char* call, const State* s) {
  if (s == NULL) return unit_fail(u, "%s: there is no state (null).", call);
  if (strncmp(s->token, unit_token, sizeof s->token) != 0 || s->bytes != state_bytes(u))
    return unit_fail(u, "%s: the state is of another unit or another build.", call);
  return OK;
}

int unit_get_state(Unit* u, const char* call, void** state) {
  int status = unit_allowed(u, call, ANY_MODE);
  if (status != OK) return status;
  if (state == NULL) return unit_fail(u, "%s: no place for the state (null).", call);
  State* s = *state == NULL ? calloc(1, state_bytes(u)) : *state;
  if (s == NULL) return unit_fail(u, "%s: no memory (%llu bytes).", call, (unsigned long long)state_bytes(u));
  if (*state != NULL && (status = known_state(u, call, s)) != OK) return status;
  strncpy(s->token, unit_token, sizeof s->token - 1);
  s->bytes = state_bytes(u);
  s->life = u->life;
  memcpy(s->memory, u->life.evaluated ? u->before : u->core.w2c_memory.data, u->state_size);
  /* An event that was evaluated is evaluated again: the same follows from the same. */
  if (u->life.evaluated) s->life.evaluated = 0, s->life.stale = 1;
  *state = s;
  return OK;
}

int unit_set_state(Unit* u, const char* call, const void* state) {
  int status = unit_allowed(u, call, ANY_MODE);
  const State* s = state;
  if (status == OK) status = known_state(u, call, s);
  if (status == OK && s->life.mode == EVENT && !u->event_mode)
    status = unit_fail(u, "%s: the state is in Event Mode, which this instance does not use.", call);
  if (status != OK) return status;
  u->life = s->life;
  memcpy(u->core.w2c_memory.data, s->memory, u->state_size);
  return OK;
}

int unit_free_state(Unit* u, const char* call, void** state) {
  (void)call;
  if (u == NULL) return ERROR;
  if (state == NULL) return OK;
  free(*state);
  *state = NULL;
  return OK;
}

int unit_state_size(Unit* u, const char* call, const void* state, size_t* size) {
  int status = unit_allowed(u, call, ANY_MODE);
  if (status == OK) status = known_state(u, call, state);
  if (status == OK) *size = (size_t)state_bytes(u);
  return status;
}

int unit_serialize(Unit* u, const char* call, const void* state, void* bytes, size_t size) {
  int status = unit_allowed(u, call, ANY_MODE);
  if (status == OK) status = known_state(u, call, state);
  if (status != OK) return status;
  if (size < state_bytes(u))
    return unit_fail(u, "%s: room for %llu bytes; a state of this unit has %llu.", call, (unsigned long long)size, (unsigned long long)state_bytes(u));
  memcpy(bytes, state, state_bytes(u));
  return OK;
}

int unit_deserialize(Unit* u, const char* call, const void* bytes, size_t size, void** state) {
  int status = unit_allowed(u, call, ANY_MODE);
  if (status != OK) return status;
  if (bytes == NULL || state == NULL || size != state_bytes(u))
    return unit_fail(u, "%s: got %llu bytes; a state of this unit has %llu.", call, (unsigned long long)size, (unsigned long long)state_bytes(u));
  State* s = malloc(size);
  if (s == NULL) return unit_fail(u, "%s: no memory (%llu bytes).", call, (unsigned long long)size);
  memcpy(s, bytes, size);
  status = known_state(u, call, s);
  if (status == OK && ((s->life.mode & ANY_MODE) == 0 || (s->life.mode & (s->life.mode - 1)) != 0))
    status = unit_fail(u, "%s: the state is damaged.", call);
  if (status != OK) free(s);
  else *state = s;
  return status;
}
