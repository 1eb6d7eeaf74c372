/* An instance: calls into and out of the state machine, and the functions of both standards. */
#include "instance-functions.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include "fmi3.h"
#include "imports.h"
#ifdef CARRIED
#include "carried/carried-fmus.h"
#endif

UNIT_THREAD_LOCAL unit_trap* unit_trap_target;

static const size_t memory_size = sizeof ((Unit*)NULL)->core.w2c_memory.data;

/* ---- calls, where a trap ends in FATAL ---- */

void unit_begin(Unit* u, Frame* f, const char* call) {
  f->trap.reason = WASM_RT_TRAP_NONE;
  f->target = &unit_trap_target;
  f->outer_trap = *f->target;
  f->outer = u->frame;
  f->call = call;
  f->depth = u->core.w2c_memory.depth;
  f->told = false;
  *f->target = &f->trap;
  u->frame = f;
#ifdef CARRIED
  if (f->outer == NULL) carried_begin(u);
#endif
}

int unit_end(Unit* u, int status) {
  *u->frame->target = u->frame->outer_trap;
  u->frame = u->frame->outer;
  return status;
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

bool unit_wants(Unit* u, int status) {
  Frame f;
  unit_begin(u, &f, "");
  return unit_end(u, UNIT_SETJMP(f.trap.jump) == 0 && w2c_unit_faceWants(&u->core, (u32)status) != 0) != 0;
}

int unit_trapped(Unit* u) {
  const Frame* f = u->frame;
  const char* call = f->call;
  const bool told = f->told;
  const int reason = (int)f->trap.reason;
  u->core.w2c_memory.depth = f->depth;
  unit_end(u, FATAL);
  const int32_t failed = FAILED;
  memcpy(unit_memory(u, u->mode_at), &failed, 4);
  if (!told && unit_wants(u, FATAL)) {
    char text[256];
    snprintf(text, sizeof text, "%s: the unit gave up: %s", call, reasons[reason]);
    u->voice.send(&u->voice, u->name, FATAL, "logStatusFatal", text);
  }
  return FATAL;
}

/* ---- imports of the state machine, whose instance is the unit ---- */

void LOG_MESSAGE(struct LOG_MESSAGE_HOST* host, u32 name, u32 name_length, u32 status, u32 category, u32 category_length, u32 text, u32 length) {
  Unit* u = (Unit*)(void*)host;
  (void)name, (void)name_length;
  char kind[32], message[1024];
  snprintf(kind, sizeof kind, "%.*s", (int)category_length, (const char*)unit_memory(u, category));
  /* The state machine's messages begin with the component's name of the call. */
  const char* words = (const char*)unit_memory(u, text);
  uint32_t at = 0;
  while (at < length && words[at] != ':') at++;
  snprintf(message, sizeof message, "%s%.*s", u->frame->call, (int)(length - at), words + at);
  if (status == FATAL) u->frame->told = true;
  u->voice.send(&u->voice, u->name, (int)status, kind, message);
}

/*
 * Unlike a component, a library can be re-entered, so variables can be read and set in the
 * callback.
 */
void INTERMEDIATE_UPDATE(struct INTERMEDIATE_UPDATE_HOST* host, f64 time, u32 set, u32 get, u32 finished, u32 early, u32 result) {
  Unit* u = (Unit*)(void*)host;
  (void)set, (void)get;
  fmi3Boolean wanted = false;
  fmi3Float64 at = time;
  if (u->update != NULL)
    ((fmi3IntermediateUpdateCallback)u->update)(u->voice.environment, time, true, true, finished != 0, early != 0, &wanted, &at);
  *unit_memory(u, result) = wanted;
  memcpy(unit_memory(u, result + 8), &at, 8);
}

u32 NEW_HANDLE(struct NEW_HANDLE_HOST* host, u32 self) {
  (void)host;
  return self;
}

#ifdef MODEL_EXCHANGE
u32 NEW_EXCHANGE_HANDLE(struct NEW_EXCHANGE_HANDLE_HOST* host, u32 self) {
  (void)host;
  return self;
}
#endif

/* ---- arguments and results ---- */

double unit_double(Unit* u, uint32_t at) {
  double value;
  if (at > memory_size - 8) wasm_rt_trap(WASM_RT_TRAP_OOB);
  memcpy(&value, unit_memory(u, at), 8);
  return value;
}

uint32_t unit_put(Unit* u, const void* from, size_t count, uint32_t width) {
  if (count > memory_size / width) wasm_rt_trap(WASM_RT_TRAP_OOB);
  const uint32_t bytes = (uint32_t)count * width;
  const uint32_t at = w2c_unit_cabiRealloc(&u->core, 0, 0, width, bytes);
  if (from != NULL && bytes > 0) memcpy(unit_memory(u, at), from, bytes);
  return at;
}

uint32_t unit_put_texts(Unit* u, const void* const texts[], const size_t sizes[], const int32_t capacities[], size_t n) {
  const uint32_t list = unit_put(u, NULL, n, 8);
  for (size_t k = 0; k < n; k++) {
    const char* text = texts[k] == NULL ? "" : texts[k];
    const size_t size = sizes == NULL ? strlen(text) : sizes[k];
    const size_t kept = capacities != NULL && size > (size_t)capacities[k] ? 0 : size;
    const uint32_t pair[2] = {unit_put(u, text, kept, 1), size > UINT32_MAX ? UINT32_MAX : (uint32_t)size};
    memcpy(unit_memory(u, list + 8 * (uint32_t)k), pair, 8);
  }
  return list;
}

/* Address of `count` elements of a result's list, or 0 for an error result. */
static uint32_t list_of(Unit* u, uint32_t result, size_t count, uint32_t width, int* status) {
  *status = OK;
  if ((unit_word(u, result) & 0xff) != 0) *status = (int)(unit_word(u, result + 4) & 0xff);
  else if (unit_word(u, result + 8) != count)
    *status = unit_refused(u, "got %llu values for %u elements.", (unsigned long long)count, unit_word(u, result + 8));
  if (*status != OK) return 0;
  const uint32_t at = unit_word(u, result + 4);
  if (at > memory_size || count > (memory_size - at) / width) wasm_rt_trap(WASM_RT_TRAP_OOB);
  return at;
}

int unit_take(Unit* u, uint32_t result, void* to, size_t count, uint32_t width) {
  int status;
  const uint32_t at = list_of(u, result, count, width == 0 ? 1 : width, &status);
  if (status == OK && count > 0 && to != NULL) memcpy(to, unit_memory(u, at), count * width);
  return status;
}

int unit_take_texts(Unit* u, uint32_t result, const char* values[], size_t count) {
  int status;
  const uint32_t list = list_of(u, result, count, 8, &status);
  if (status != OK) return status;
  size_t bytes = 1;
  for (uint32_t k = 0; k < count; k++) bytes += (size_t)unit_word(u, list + 8 * k + 4) + 1;
  if (bytes > memory_size + count + 1) wasm_rt_trap(WASM_RT_TRAP_OOB);
  char* to = realloc(u->scratch, bytes);
  if (to == NULL) return unit_refused(u, "no memory (%llu bytes).", (unsigned long long)bytes);
  u->scratch = to;
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t from = unit_word(u, list + 8 * k), length = unit_word(u, list + 8 * k + 4);
    if (from > memory_size || length > memory_size - from) wasm_rt_trap(WASM_RT_TRAP_OOB);
    memcpy(to, unit_memory(u, from), length);
    to[length] = 0;
    values[k] = to;
    to += length + 1;
  }
  return OK;
}

int unit_refused(Unit* u, const char* format, ...) {
  char text[512];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  const uint32_t length = (uint32_t)strlen(text);
  return (int)w2c_unit_faceRefuse(&u->core, unit_put(u, text, length, 1), length);
}

/* ---- creation and end ---- */

void* unit_refuse(const Voice* voice, const char* name, const char* text) {
  voice->send(voice, name == NULL ? "" : name, ERROR, "logStatusError", text);
  return NULL;
}

static int construct(Unit* i, const char* call, const char* token, const Wanted* w) {
  BEGIN(i, call)
#if defined(MODEL_EXCHANGE) || defined(CARRIED)
  wasm2c_unit_instantiate(&u->core, (void*)u, (void*)u, (void*)u, (void*)u);
#else
  wasm2c_unit_instantiate(&u->core, (void*)u, (void*)u, (void*)u);
#endif
  u->table = w2c_unit_table(&u->core);
  u->mode_at = w2c_unit_faceMode(&u->core);
  u->state_size = w2c_unit_faceStateSize(&u->core);
  u->time_at = unit_word(u, u->table);
  if (u->table > memory_size - 4 * unit_variable_count || u->mode_at > memory_size - 4) wasm_rt_trap(WASM_RT_TRAP_OOB);
  if (w->speaks2) w2c_unit_faceSpeaks2(&u->core, unit_scalar_count - 1);
  const size_t name_length = strlen(u->name), token_length = token == NULL ? 0 : strlen(token);
  const uint32_t name_at = unit_put(u, u->name, name_length, 1), token_at = unit_put(u, token, token_length, 1);
#ifdef MODEL_EXCHANGE
  if (w->exchange) {
    const uint32_t made =
        w2c_unit_fmiInstantiateModelExchange(&u->core, name_at, (u32)name_length, token_at, (u32)token_length, 0, 0, 0, w->logging);
    END(*unit_memory(u, made) != 0 ? OK : ERROR);
  }
#endif
  const uint32_t required_at = unit_put(u, w->required, w->count, 4);
  const uint32_t result = w2c_unit_fmiInstantiateCoSimulation(&u->core, name_at, (u32)name_length, token_at, (u32)token_length, 0, 0, 0,
                                                              w->logging, w->events, w->early, required_at, (u32)w->count);
  END(*unit_memory(u, result) != 0 ? OK : ERROR);
}

Unit* unit_make(const Voice* voice, const char* call, const char* name, const char* token, const Wanted* wanted) {
  Unit* u = calloc(1, sizeof *u);
  char* copy = malloc(strlen(name == NULL ? "" : name) + 1);
  if (u == NULL || copy == NULL) {
    char text[128];
    snprintf(text, sizeof text, "%s: no memory (%llu bytes).", call, (unsigned long long)sizeof *u);
    free(u), free(copy);
    return unit_refuse(voice, name, text);
  }
  u->voice = *voice;
  u->name = strcpy(copy, name == NULL ? "" : name);
  u->update = wanted->update;
  bool sound = construct(u, call, token, wanted) == OK;
#ifdef CARRIED
  sound = sound && carried_open(u, call, wanted->resources, wanted->speaks2);
#endif
  if (sound) return u;
  unit_free(u);
  return NULL;
}

void unit_free(Unit* u) {
  if (u == NULL) return;
#ifdef CARRIED
  carried_close(u);
#endif
  free(u->scratch);
  free(u->name);
  free(u);
}

/* ---- functions of both standards ---- */

int unit_set_logging(Unit* i, const char* call, bool on, size_t n, const char* const categories[]) {
  BEGIN(i, call)
  const uint32_t list = unit_put_texts(u, (const void* const*)categories, NULL, NULL, n);
  END(w2c_unit_fmiSetDebugLogging(&u->core, SELF, on, list, (u32)n));
}

int unit_enter_initialization(Unit* i, const char* call, double start, bool stop_defined, double stop) {
  BEGIN(i, call)
#ifdef CARRIED
  carried_stop(u, stop_defined ? stop : INFINITY);
#endif
  END(w2c_unit_fmiEnterInitializationMode(&u->core, SELF, 0, 0.0, start, stop_defined, stop));
}

int unit_exit_initialization(Unit* i, const char* call) {
  BEGIN(i, call)
  END(w2c_unit_fmiExitInitializationMode(&u->core, SELF));
}

int unit_terminate(Unit* i, const char* call) {
  BEGIN(i, call)
  const int status = (int)w2c_unit_fmiTerminate(&u->core, SELF);
#ifdef CARRIED
  if (status == OK) carried_terminate(u);
#endif
  END(status);
}

int unit_reset(Unit* i, const char* call) {
  BEGIN(i, call)
  u->start = u->stop = 0.0;
  u->stop_defined = false;
  u->last_step = OK;
  END(w2c_unit_fmiReset(&u->core, SELF));
}

int unit_step(Unit* i, const char* call, double t, double H, StepEnd* end) {
  BEGIN(i, call)
  if (w2c_unit_faceStep(&u->core, t, H)) {
    end->time = unit_double(u, u->time_at);
    end->early = end->event = false;
    END(OK);
  }
  const uint32_t result = w2c_unit_fmiDoStep(&u->core, SELF, t, H, 1);
  const uint8_t* at = unit_memory(u, result);
  if (at[0] != 0) {
    memcpy(&end->time, unit_place(u, 0, 8), 8);
    end->early = end->event = false;
    END(at[8]);
  }
  end->time = unit_double(u, result + 8);
  end->event = at[16] != 0;
  end->early = at[18] != 0;
  END(OK);
}

int unit_lacks(Unit* i, const char* call, int what) {
  BEGIN(i, call)
  END(w2c_unit_faceLacks(&u->core, (u32)what));
}
