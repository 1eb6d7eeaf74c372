/* Interface to JavaScript: opens FMUs, maps their blocks, makes their calls. */
#define _GNU_SOURCE
#define NAPI_VERSION 8
#include <node_api.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <dlfcn.h>
#endif
#include "calls/batch.h"
#include "process/child-process.h"
#include "platform/working-folder.h"
#include "loop/native-loop.h"
#include "platform/memory-pages.h"
#include "calls/prepared-calls.h"

/* A prepared call of an FMU, or a loop. Its address is fixed until its FMU or loop is released. */
typedef struct {
  Prepared prepared;
  struct Unit* unit;
  uint32_t op, operand;
  /* Batch of an FMU in this process. */
  const Batch* batch;
  Loop* loop;
} Bound;

/*
 * Place where one thread makes its prepared calls. All of them share one function without arguments
 * and result, because a call site with a single target is several times faster. Numbers need not
 * become objects either. `words` holds the number of the call, then its status.
 */
typedef struct {
  int32_t* words;
  /* Prepared calls by number. NULL marks a free number. */
  Bound** bound;
  uint32_t count;
  /* References of the thread, its FMUs and loops. The last one to be released frees the desk. */
  uint32_t users;
} Desk;

/* A process of isolated FMUs, with the folder of their files. The last FMU to be closed ends it. */
typedef struct {
  Child child;
  char* folder;
  uint32_t open;
  /* References of the FMUs and of the start. */
  uint32_t users;
} Process;

typedef struct Unit {
  Block* block;
  Engine engine;
  /* The process of an isolated FMU, and its number there. */
  Process* process;
  uint32_t member;
  bool open;
  uint32_t segments;
  char* folder;
  Desk* desk;
} Unit;

#define MUST(call) \
  if ((call) != napi_ok) return NULL

static napi_value throw_error(napi_env env, const char* what) {
  char text[512];
  snprintf(text, sizeof text, "%s: %s", what, strerror(errno));
  napi_throw_error(env, NULL, text);
  return NULL;
}

/* ---- memory ---- */

/* The memory may begin inside its first page. See `map_private`. */
static void unmap(napi_env env, void* at, void* bytes) {
  (void)env;
  const size_t inside = (uintptr_t)at % page_size();
  pages_give_back((uint8_t*)at - inside, (size_t)(uintptr_t)bytes + inside);
}

static napi_value array_buffer(napi_env env, void* at, size_t bytes) {
  napi_value result;
  MUST(napi_create_external_arraybuffer(env, at, bytes, unmap, (void*)(uintptr_t)bytes, &result));
  return result;
}

/*
 * Memory of an FMU in this process. Each block begins at a different cache line of its first page.
 * Otherwise the data of many FMUs, which each step uses, would compete for the few cache entries
 * for equal page offsets.
 */
static void* map_private(size_t bytes) {
  enum { line = 64, lines = 64 };
  static _Atomic uint32_t count;
  const size_t inside = line * (count++ * 5 % lines);
  uint8_t* at = pages_take(bytes + inside, pages_write);
  return at == NULL ? NULL : at + inside;
}

static size_t pages(size_t bytes) {
  const size_t page = page_size();
  return (bytes + page - 1) / page * page;
}

/* ---- FMUs ---- */

static int make_call(Unit* u, uint32_t op, uint32_t operand) {
  if (!u->open) return gone;
  return u->process != NULL ? child_call(&u->process->child, (ChildCall){u->member, op, operand}) : engine_call(&u->engine, op, operand);
}

/* ---- prepared calls ---- */

static int32_t make_gone(Prepared* p) {
  (void)p;
  return gone;
}

static int32_t make_any(Prepared* p) {
  const Bound* b = (const Bound*)p;
  return make_call(b->unit, b->op, b->operand);
}

/*
 * Makes a step of an FMU in this process by its batch, as `engine_run` does, which handles all
 * other cases.
 */
ALWAYS_INLINE int32_t make_step(Prepared* p, Way way, int fmi, bool brief) {
  const Bound* b = (const Bound*)p;
  Engine* e = &b->unit->engine;
  if (b->batch->way != way || !is_plain(e)) return engine_run(e, b->operand);
  atomic_store_explicit(&engine_called, e, memory_order_relaxed);
  enter_fmu(e);
  const int32_t status =
      brief ? run_short_step(e, b->batch, fmi) : run_step(e, step_calls(b->batch), fmi, false);
  leave_fmu(e);
  return status;
}

static int32_t make_step2(Prepared* p) { return make_step(p, way_step2, 2, false); }
static int32_t make_step3(Prepared* p) { return make_step(p, way_step3, 3, false); }
static int32_t make_short_step2(Prepared* p) { return make_step(p, way_step2, 2, true); }
static int32_t make_short_step3(Prepared* p) { return make_step(p, way_step3, 3, true); }

/* Returns the function that runs a batch of an FMU in this process. */
static int32_t (*maker_of(const Batch* b))(Prepared*) {
  if (b == NULL || b->way == way_each) return make_any;
  if (b->way == way_step2) return is_short(b) ? make_short_step2 : make_step2;
  return is_short(b) ? make_short_step3 : make_step3;
}

static int32_t make_loop(Prepared* p) {
  loop_run(((const Bound*)p)->loop);
  return ok;
}

/* Stores a prepared call under a free number. */
static uint32_t keep_bound(Desk* desk, Bound bound) {
  uint32_t number = 0;
  while (number < desk->count && desk->bound[number] != NULL) number++;
  if (number == desk->count) desk->bound = realloc(desk->bound, ++desk->count * sizeof *desk->bound);
  desk->bound[number] = malloc(sizeof bound);
  *desk->bound[number] = bound;
  return number;
}

static Bound* bound_of(const Desk* desk) {
  const uint32_t wanted = (uint32_t)desk->words[0];
  return wanted < desk->count ? desk->bound[wanted] : NULL;
}

/* Ends a process that its last FMU has left. */
static void leave_process(Process* p) {
  if (--p->open > 0) return;
  child_close(&p->child);
  remove_folder(p->folder);
}

static void forget_process(Process* p) {
  if (p == NULL || --p->users > 0) return;
  free(p->folder);
  free(p);
}

static void close_unit(Unit* u) {
  if (!u->open) return;
  u->open = false;
  for (uint32_t i = 0; i < u->desk->count; i++)
    if (u->desk->bound[i] != NULL && u->desk->bound[i]->unit == u) u->desk->bound[i]->prepared.make = make_gone;
  if (u->process != NULL)
    leave_process(u->process);
  else
    engine_close(&u->engine);
  if (u->folder[0] != 0) remove_folder(u->folder);
}

static void leave_desk(Desk* desk) {
  if (--desk->users > 0) return;
  free(desk->bound);
  free(desk);
}

static void forget_unit(napi_env env, void* data, void* hint) {
  (void)env, (void)hint;
  Unit* u = data;
  /* The library of a live instance may have running threads, so it stays loaded. */
  if (u->process == NULL) u->engine.instance = u->engine.library = NULL;
  close_unit(u);
  for (uint32_t i = 0; i < u->desk->count; i++) {
    if (u->desk->bound[i] == NULL || u->desk->bound[i]->unit != u) continue;
    free(u->desk->bound[i]);
    u->desk->bound[i] = NULL;
  }
  leave_desk(u->desk);
  forget_process(u->process);
  free(u->folder);
  free(u);
}

static char* text_of(napi_env env, napi_value value) {
  size_t length = 0;
  napi_get_value_string_utf8(env, value, NULL, 0, &length);
  char* text = calloc(length + 1, 1);
  napi_get_value_string_utf8(env, value, text, length + 1, &length);
  return text;
}

static napi_value property(napi_env env, napi_value object, const char* name) {
  napi_value value;
  napi_get_named_property(env, object, name, &value);
  return value;
}

static double number_of(napi_env env, napi_value value) {
  double number = 0;
  napi_get_value_double(env, value, &number);
  return number;
}

static int64_t nanoseconds(napi_env env, napi_value options, const char* name) {
  const double time = 1e9 * number_of(env, property(env, options, name));
  return time < (double)INT64_MAX ? (int64_t)time : INT64_MAX;
}

static uint64_t bytes(napi_env env, napi_value options, const char* name) {
  const double number = number_of(env, property(env, options, name));
  return number < 0x1p62 ? (uint64_t)number : (uint64_t)1 << 62;
}

/* Options of an isolated FMU, and the promise of its start. */
typedef struct {
  Unit* unit;
  ChildOptions options;
  char** environment;
  size_t size;
  int error;
  napi_async_work work;
  napi_deferred promise;
} Start;

static Start* read_start(napi_env env, Unit* u, napi_value options) {
  Start* s = calloc(1, sizeof *s);
  napi_value list = property(env, options, "environment");
  uint32_t count = 0;
  napi_get_array_length(env, list, &count);
  s->environment = calloc(count + 1, sizeof *s->environment);
  for (uint32_t i = 0; i < count; i++) {
    napi_value each;
    napi_get_element(env, list, i, &each);
    s->environment[i] = text_of(env, each);
  }
  s->unit = u;
  s->size = pages(sizeof(Block));
  s->options = (ChildOptions){.program = text_of(env, property(env, options, "program")),
                              .environment = s->environment,
                              .callTime = nanoseconds(env, options, "callSeconds"),
                              .wallTime = nanoseconds(env, options, "wallSeconds"),
                              .confinement = {.memory = bytes(env, options, "memoryBytes"),
                                              .files = bytes(env, options, "fileBytes"),
                                              .allow = (uint32_t)number_of(env, property(env, options, "allow")),
                                              .without = (uint32_t)number_of(env, property(env, options, "without")),
                                              .folder = u->process->folder}};
  return s;
}

static void free_start(Start* s) {
  for (char** each = s->environment; *each != NULL; each++) free(*each);
  free(s->environment);
  free((char*)s->options.program);
  free(s);
}

/* Starts the processes and waits until the sandbox is active, outside the JavaScript thread. */
static void start_aside(napi_env env, void* data) {
  (void)env;
  Start* s = data;
  s->unit->block = child_start(&s->unit->process->child, &s->options, s->size);
  s->error = errno;
}

static napi_value handle_of(napi_env env, Unit* u) {
  napi_value result;
  u->open = true;
  if (napi_create_external(env, u, forget_unit, NULL, &result) == napi_ok) return result;
  forget_unit(env, u, NULL);
  return NULL;
}

static void drop_unit(Unit* u) {
  leave_desk(u->desk);
  forget_process(u->process);
  free(u->folder);
  free(u);
}

static void report_start(napi_env env, napi_status status, void* data) {
  (void)status;
  Start* s = data;
  Unit* u = s->unit;
  napi_value result;
  if (u->block != NULL) {
    u->process->open = 1;
    /* Without a handle, the thread is ending. */
    result = handle_of(env, u);
    if (result != NULL) napi_resolve_deferred(env, s->promise, result);
  } else {
    napi_value text;
    napi_create_string_utf8(env, strerror(s->error), NAPI_AUTO_LENGTH, &text);
    napi_create_error(env, NULL, text, &result);
    napi_reject_deferred(env, s->promise, result);
    drop_unit(u);
  }
  napi_delete_async_work(env, s->work);
  free_start(s);
}

/* Returns an FMU that owns this folder. */
static Unit* new_unit(napi_env env, char* folder) {
  Desk* desk = NULL;
  napi_get_instance_data(env, (void**)&desk);
  Unit* u = calloc(1, sizeof *u);
  u->desk = desk;
  desk->users++;
  u->folder = folder;
  return u;
}

/*
 * start(folder, options): promises the FMU in a separate process, which owns the folder from now on.
 */
static napi_value start_unit(napi_env env, napi_callback_info info) {
  napi_value arguments[2], promise, name;
  size_t count = 2;
  MUST(napi_get_cb_info(env, info, &count, arguments, NULL, NULL));
  Unit* u = new_unit(env, calloc(1, 1));
  u->process = calloc(1, sizeof *u->process);
  u->process->folder = text_of(env, arguments[0]);
  u->process->users = 1;
  Start* s = read_start(env, u, arguments[1]);
  napi_create_promise(env, &s->promise, &promise);
  napi_create_string_utf8(env, "start of an FMU", NAPI_AUTO_LENGTH, &name);
  napi_create_async_work(env, NULL, name, start_aside, report_start, s, &s->work);
  napi_queue_async_work(env, s->work);
  return promise;
}

/*
 * open(folder): returns the FMU in this process, which owns the folder from now on, or shares it with
 * others if the text is empty.
 */
static napi_value open_unit(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  size_t count = 1;
  MUST(napi_get_cb_info(env, info, &count, arguments, NULL, NULL));
  Unit* u = new_unit(env, text_of(env, arguments[0]));
  u->block = map_private(pages(sizeof(Block)));
  if (u->block == NULL) {
    drop_unit(u);
    return throw_error(env, "start of an FMU");
  }
  engine_open(&u->engine, u->block);
#if defined(RTLD_DEEPBIND) && !defined(__SANITIZE_ADDRESS__)
  /* Node exports functions of zlib, libstdc++ and others. The library must use its own versions. */
  u->engine.binding = RTLD_DEEPBIND;
#endif
  return handle_of(env, u);
}

static Unit* unit_of(napi_env env, napi_callback_info info, napi_value* arguments, size_t count) {
  void* unit = NULL;
  size_t given = count;
  if (napi_get_cb_info(env, info, &given, arguments, NULL, NULL) != napi_ok || given < count ||
      napi_get_value_external(env, arguments[0], &unit) != napi_ok) {
    napi_throw_type_error(env, NULL, "expected an FMU handle");
    return NULL;
  }
  return unit;
}

/* join(unit): returns a further FMU in the process of an isolated one, or undefined. */
static napi_value join_unit(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  const Unit* first = unit_of(env, info, arguments, 1);
  if (first == NULL || !first->open || first->process == NULL) return NULL;
  Process* p = first->process;
  const uint32_t member = p->child.members;
  void* block = child_join(&p->child, pages(sizeof(Block)));
  if (block == NULL) return NULL;
  Unit* u = new_unit(env, calloc(1, 1));
  u->block = block;
  u->process = p;
  u->member = member;
  p->users++;
  p->open++;
  return handle_of(env, u);
}

/* block(unit): returns its block. Call it once. */
static napi_value get_block(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  Unit* u = unit_of(env, info, arguments, 1);
  return u == NULL ? NULL : array_buffer(env, u->block, pages(sizeof(Block)));
}

/* segment(unit, bytes): adds memory that the FMU can access. */
static napi_value add_segment(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  Unit* u = unit_of(env, info, arguments, 2);
  if (u == NULL) return NULL;
  const size_t bytes = pages((size_t)number_of(env, arguments[1]));
  if (!u->open || u->segments == segmentLimit) return NULL;
  void* at = u->process != NULL ? child_extend(&u->process->child, u->member, u->segments, bytes) : map_private(bytes);
  if (at == NULL) return NULL;
  u->engine.segments[u->segments++] = at;
  return array_buffer(env, at, bytes);
}

/*
 * make(): makes the prepared call whose number is in the desk, and leaves its status there, or −1
 * if the FMU is gone.
 */
static napi_value make(napi_env env, napi_callback_info info) {
  void* data;
  if (napi_get_cb_info(env, info, NULL, NULL, NULL, &data) != napi_ok) return NULL;
  Desk* desk = data;
  Bound* b = bound_of(desk);
  desk->words[1] = b == NULL ? gone : b->prepared.make(&b->prepared);
  return NULL;
}

static bool is_posted(const Bound* b) { return b != NULL && b->unit != NULL && b->unit->open && b->unit->process != NULL; }

/* post(): starts the prepared call of an FMU in a separate process, and returns. */
static napi_value post(napi_env env, napi_callback_info info) {
  void* data;
  if (napi_get_cb_info(env, info, NULL, NULL, NULL, &data) != napi_ok) return NULL;
  const Bound* b = bound_of(data);
  if (is_posted(b)) child_post(&b->unit->process->child, (ChildCall){b->unit->member, b->op, b->operand});
  return NULL;
}

/* wait(): waits for the posted call. Its status is left in the desk, or −1 if the FMU is gone. */
static napi_value wait_posted(napi_env env, napi_callback_info info) {
  void* data;
  if (napi_get_cb_info(env, info, NULL, NULL, NULL, &data) != napi_ok) return NULL;
  Desk* desk = data;
  const Bound* b = bound_of(desk);
  desk->words[1] = is_posted(b) ? child_wait(&b->unit->process->child) : gone;
  return NULL;
}

/* bind(unit, op, operand): prepares a call and returns its number. */
static napi_value bind_call(napi_env env, napi_callback_info info) {
  napi_value arguments[3], result;
  Unit* u = unit_of(env, info, arguments, 3);
  if (u == NULL) return NULL;
  const uint32_t op = (uint32_t)number_of(env, arguments[1]), operand = (uint32_t)number_of(env, arguments[2]);
  Bound bound = {.prepared = {make_gone}, .unit = u, .op = op, .operand = operand};
  if (u->open && u->process == NULL && op == op_run) bound.batch = engine_batch(&u->engine, operand);
  if (u->open) bound.prepared.make = maker_of(bound.batch);
  MUST(napi_create_uint32(env, keep_bound(u->desk, bound), &result));
  return result;
}

typedef struct {
  Desk* desk;
  uint32_t number;
} Numbered;

static void forget_loop(napi_env env, void* data, void* hint) {
  (void)env, (void)hint;
  Numbered* n = data;
  loop_free(n->desk->bound[n->number]->loop);
  free(n->desk->bound[n->number]);
  n->desk->bound[n->number] = NULL;
  leave_desk(n->desk);
  free(n);
}

/* Returns false for a value that is not a typed array. */
static bool array_of(napi_env env, napi_value value, Array* a) {
  napi_typedarray_type type;
  bool is = false;
  if (napi_is_typedarray(env, value, &is) != napi_ok || !is) return false;
  if (napi_get_typedarray_info(env, value, &type, &a->length, &a->at, NULL, NULL) != napi_ok) return false;
  a->kind = (uint32_t)type;
  return true;
}

static bool seat_of(napi_env env, napi_value value, Seat* seat) {
  void* unit = NULL;
  if (napi_get_value_external(env, value, &unit) != napi_ok) return false;
  Unit* u = unit;
  *seat = (Seat){&u->engine, &u->open};
  return u->process == NULL;
}

/* Returns the length of a list, or 0 for other values. */
static uint32_t length_of(napi_env env, napi_value list) {
  uint32_t count = 0;
  return napi_get_array_length(env, list, &count) == napi_ok ? count : 0;
}

static Loop* planned(napi_env env, const napi_value* arguments) {
  Array words, reals;
  if (!array_of(env, arguments[0], &words) || !array_of(env, arguments[1], &reals)) return NULL;
  if (words.kind != napi_uint32_array || reals.kind != napi_float64_array) return NULL;
  const uint32_t arrayCount = length_of(env, arguments[2]), seatCount = length_of(env, arguments[3]);
  Array* arrays = calloc(arrayCount + 1, sizeof *arrays);
  Seat* seats = calloc(seatCount + 1, sizeof *seats);
  bool whole = true;
  napi_value each;
  for (uint32_t i = 0; i < arrayCount && whole; i++)
    whole = napi_get_element(env, arguments[2], i, &each) == napi_ok && array_of(env, each, &arrays[i]);
  for (uint32_t i = 0; i < seatCount && whole; i++)
    whole = napi_get_element(env, arguments[3], i, &each) == napi_ok && seat_of(env, each, &seats[i]);
  const LoopPlan plan = {arrays, seats, words.at, reals.at, arrayCount, seatCount, (uint32_t)words.length, (uint32_t)reals.length};
  Loop* loop = whole ? loop_make(&plan) : NULL;
  free(arrays);
  free(seats);
  return loop;
}

/*
 * loop(words, reals, arrays, units): returns [loop, its number among prepared calls], or undefined
 * if it cannot be built. The caller keeps references to arrays and units.
 */
static napi_value open_loop(napi_env env, napi_callback_info info) {
  napi_value arguments[4], result, item;
  size_t count = 4;
  Desk* desk = NULL;
  MUST(napi_get_cb_info(env, info, &count, arguments, NULL, NULL));
  MUST(napi_get_instance_data(env, (void**)&desk));
  Loop* loop = count < 4 ? NULL : planned(env, arguments);
  if (loop == NULL) return NULL;
  const uint32_t number = keep_bound(desk, (Bound){.prepared = {make_loop}, .loop = loop});
  desk->users++;
  Numbered* numbered = malloc(sizeof *numbered);
  *numbered = (Numbered){desk, number};
  MUST(napi_create_array_with_length(env, 2, &result));
  MUST(napi_create_external(env, numbered, forget_loop, NULL, &item));
  napi_set_element(env, result, 0, item);
  MUST(napi_create_uint32(env, number, &item));
  napi_set_element(env, result, 1, item);
  return result;
}

/* call(unit, op, operand): returns the status, or −1 if the FMU is gone. */
static napi_value call(napi_env env, napi_callback_info info) {
  napi_value arguments[3], result;
  Unit* u = unit_of(env, info, arguments, 3);
  if (u == NULL) return NULL;
  uint32_t op = 0, operand = 0;
  napi_get_value_uint32(env, arguments[1], &op);
  napi_get_value_uint32(env, arguments[2], &operand);
  MUST(napi_create_int32(env, make_call(u, op, operand), &result));
  return result;
}

/*
 * ending(unit): returns how its process ended: [how, code or signal, its last output, CPU time of
 * the last call, or between calls [s]].
 */
static napi_value get_ending(napi_env env, napi_callback_info info) {
  static const char* const names[] = {"running", "exited", "killed", "computes", "waits", "lingers"};
  napi_value arguments[1], result, item;
  Unit* u = unit_of(env, info, arguments, 1);
  if (u == NULL) return NULL;
  static Child none;
  Child* c = u->process != NULL ? &u->process->child : &none;
  const char* name = names[c->ending];
  char output[4096];
  const size_t length = c != &none && u->open ? child_output(c, output, sizeof output) : 0;
  MUST(napi_create_array_with_length(env, 4, &result));
  napi_create_string_utf8(env, name, NAPI_AUTO_LENGTH, &item);
  napi_set_element(env, result, 0, item);
  napi_create_int32(env, c->code, &item);
  napi_set_element(env, result, 1, item);
  napi_create_string_utf8(env, output, length, &item);
  napi_set_element(env, result, 2, item);
  napi_create_double(env, 1e-9 * (double)c->spent, &item);
  napi_set_element(env, result, 3, item);
  return result;
}

/*
 * idle(unit): returns the CPU time of its process between calls, and its part beyond the share of
 * the wall time that is always allowed [s].
 */
static napi_value get_idle(napi_env env, napi_callback_info info) {
  napi_value arguments[1], result, item;
  Unit* u = unit_of(env, info, arguments, 1);
  if (u == NULL) return NULL;
  const bool has = u->open && u->process != NULL;
  MUST(napi_create_array_with_length(env, 2, &result));
  napi_create_double(env, has ? 1e-9 * (double)idle_used(&u->process->child.idle) : 0, &item);
  napi_set_element(env, result, 0, item);
  napi_create_double(env, has ? 1e-9 * (double)idle_excess(&u->process->child.idle) : 0, &item);
  napi_set_element(env, result, 1, item);
  return result;
}

/*
 * sandbox(unit): returns the state of each part of its sandbox. 0: active. −1: left out because of
 * a permission. Otherwise: error number. Returns undefined for an FMU in this process.
 */
static napi_value get_sandbox(napi_env env, napi_callback_info info) {
  napi_value arguments[1], result, item;
  Unit* u = unit_of(env, info, arguments, 1);
  if (u == NULL || u->process == NULL) return NULL;
  MUST(napi_create_array_with_length(env, partCount, &result));
  for (uint32_t i = 0; i < partCount; i++) {
    napi_create_int32(env, u->process->child.states[i], &item);
    napi_set_element(env, result, i, item);
  }
  return result;
}

/*
 * process(unit): returns the number of its process, or 0 for an FMU that is in this process or
 * gone.
 */
static napi_value get_process(napi_env env, napi_callback_info info) {
  napi_value arguments[1], result;
  Unit* u = unit_of(env, info, arguments, 1);
  if (u == NULL) return NULL;
  Child* c = u->process == NULL ? NULL : &u->process->child;
  if (c != NULL && c->copied) copies_hear(c, true);
  MUST(napi_create_int32(env, c != NULL ? c->pid : 0, &result));
  return result;
}

static bool has_copies(const Unit* u) { return u->open && u->process != NULL && u->process->child.copied; }

/*
 * hold(unit, place), back(unit, place): return the status, or −1 if the FMU is gone. A number above
 * `threads` reports extra threads.
 */
static napi_value copy_call(napi_env env, napi_callback_info info, int (*call)(Child*, uint32_t)) {
  napi_value arguments[2], result;
  Unit* u = unit_of(env, info, arguments, 2);
  if (u == NULL) return NULL;
  MUST(napi_create_int32(env, has_copies(u) ? call(&u->process->child, (uint32_t)number_of(env, arguments[1])) : gone, &result));
  return result;
}

static napi_value hold(napi_env env, napi_callback_info info) { return copy_call(env, info, child_hold); }
static napi_value back(napi_env env, napi_callback_info info) { return copy_call(env, info, child_return); }

/* drop(unit, place) */
static napi_value drop(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  Unit* u = unit_of(env, info, arguments, 2);
  if (u != NULL && has_copies(u)) child_drop(&u->process->child, (uint32_t)number_of(env, arguments[1]));
  return NULL;
}

/*
 * printed(unit): returns the output of an FMU with copies during a call, as far as its process has
 * not read it.
 */
static napi_value printed(napi_env env, napi_callback_info info) {
  napi_value arguments[1], result;
  Unit* u = unit_of(env, info, arguments, 1);
  if (u == NULL) return NULL;
  Child* c = has_copies(u) ? &u->process->child : NULL;
  MUST(napi_create_string_utf8(env, c == NULL ? "" : c->spilled, c == NULL ? 0 : c->spilledBytes, &result));
  if (c != NULL) c->spilledBytes = 0;
  return result;
}

/* close(unit): frees it, ends its process, removes its folder. */
static napi_value close_one(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  Unit* u = unit_of(env, info, arguments, 1);
  if (u != NULL) close_unit(u);
  return NULL;
}

/* ---- names ---- */

static void number_at(napi_env env, napi_value object, const char* name, double number) {
  napi_value value;
  napi_create_double(env, number, &value);
  napi_set_named_property(env, object, name, value);
}

static napi_value table(napi_env env, napi_value exports, const char* name) {
  napi_value object;
  napi_create_object(env, &object);
  napi_set_named_property(env, exports, name, object);
  return object;
}

static void forget_desk(napi_env env, void* data, void* hint) {
  (void)env, (void)hint;
  leave_desk(data);
}

static Desk* open_desk(napi_env env, napi_value exports) {
  Desk* desk = calloc(1, sizeof *desk);
  desk->users = 1;
  desk->words = map_private(pages(2 * sizeof *desk->words));
  napi_value words = desk->words == NULL ? NULL : array_buffer(env, desk->words, pages(2 * sizeof *desk->words));
  napi_set_instance_data(env, desk, forget_desk, NULL);
  if (words != NULL) napi_set_named_property(env, exports, "desk", words);
  return desk;
}

NAPI_MODULE_INIT() {
  Desk* desk = open_desk(env, exports);
  const napi_property_descriptor functions[] = {
      {"open", NULL, open_unit, NULL, NULL, NULL, napi_enumerable, NULL},
      {"start", NULL, start_unit, NULL, NULL, NULL, napi_enumerable, NULL},
      {"join", NULL, join_unit, NULL, NULL, NULL, napi_enumerable, NULL},
      {"block", NULL, get_block, NULL, NULL, NULL, napi_enumerable, NULL},
      {"segment", NULL, add_segment, NULL, NULL, NULL, napi_enumerable, NULL},
      {"make", NULL, make, NULL, NULL, NULL, napi_enumerable, desk},
      {"post", NULL, post, NULL, NULL, NULL, napi_enumerable, desk},
      {"wait", NULL, wait_posted, NULL, NULL, NULL, napi_enumerable, desk},
      {"bind", NULL, bind_call, NULL, NULL, NULL, napi_enumerable, NULL},
      {"loop", NULL, open_loop, NULL, NULL, NULL, napi_enumerable, NULL},
      {"call", NULL, call, NULL, NULL, NULL, napi_enumerable, NULL},
      {"ending", NULL, get_ending, NULL, NULL, NULL, napi_enumerable, NULL},
      {"idle", NULL, get_idle, NULL, NULL, NULL, napi_enumerable, NULL},
      {"sandbox", NULL, get_sandbox, NULL, NULL, NULL, napi_enumerable, NULL},
      {"process", NULL, get_process, NULL, NULL, NULL, napi_enumerable, NULL},
      {"hold", NULL, hold, NULL, NULL, NULL, napi_enumerable, NULL},
      {"back", NULL, back, NULL, NULL, NULL, napi_enumerable, NULL},
      {"drop", NULL, drop, NULL, NULL, NULL, napi_enumerable, NULL},
      {"printed", NULL, printed, NULL, NULL, NULL, napi_enumerable, NULL},
      {"close", NULL, close_one, NULL, NULL, NULL, napi_enumerable, NULL},
  };
  napi_define_properties(env, exports, sizeof functions / sizeof functions[0], functions);
  napi_value ops = table(env, exports, "operations");
#define X(name) number_at(env, ops, #name, op_##name);
  OPERATIONS(X)
#undef X
  napi_value types = table(env, exports, "types");
#define X(name) number_at(env, types, #name, type_##name);
  TYPES(X)
#undef X
  napi_value registers = table(env, exports, "registers");
#define X(name) number_at(env, registers, #name, reg_##name);
  REGISTERS(X)
#undef X
  napi_value parts = table(env, exports, "parts");
#define X(name) number_at(env, parts, #name, part_##name);
  PARTS(X)
#undef X
  napi_value places = table(env, exports, "places");
#define X(name) number_at(env, places, #name, offsetof(Block, name));
  X(registers) X(operandBytes) X(resultBytes) X(current) X(loopUnit) X(loopStep) X(clocksUpdated) X(refusedBytes) X(refusals) X(log) X(arguments)
#undef X
  napi_value copies = table(env, exports, "copies");
  number_at(env, copies, "allow", allow_copies);
  number_at(env, copies, "limit", copyLimit);
  number_at(env, copies, "threads", copy_threads);
  number_at(env, exports, "wine", allow_wine);
  number_at(env, places, "argumentBytes", argumentBytes);
  number_at(env, places, "logBytes", logBytes);
  number_at(env, places, "refusalBytes", refusalBytes);
  return exports;
}
