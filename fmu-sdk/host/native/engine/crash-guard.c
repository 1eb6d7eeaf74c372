#define _GNU_SOURCE
#include "crash-guard.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine.h"
#include "../platform/memory-pages.h"

enum { pages = 1 << 14, slotLimit = 4096 };

/* Memory lent for the current call. */
typedef struct {
  uint8_t *begin, *data, *end;
  bool constant;
} Slot;

typedef struct {
  uint32_t count, op;
  double more, still;
} Trespass;

static struct {
  Engine* engine;
  size_t page;
  uint8_t* arena;
  /* Pages are used in rotation. For each page: the operation it was lent to. */
  size_t next;
  uint8_t lent[pages];
  Slot slots[slotLimit];
  size_t count;
  Trespass trespasses[trespassCount];
  char environments[instanceLimit];
  int locks;
  double updated;
} g;

static void note(int which, double more, double still) {
  Trespass* t = &g.trespasses[which];
  if (t->count++ > 0) return;
  *t = (Trespass){1, g.engine->block->current, more, still};
}

/* ---- what is lent ---- */

static size_t pages_of(size_t bytes) { return (bytes + g.page - 1) / g.page; }

/*
 * Returns memory that ends at a page boundary, followed by an inaccessible page, or NULL if memory
 * is short.
 */
static Slot* slot_of(size_t bytes) {
  const size_t needed = (bytes == 0 ? 1 : pages_of(bytes)) + 1;
  if (g.count == slotLimit || needed > pages / 4) return NULL;
  if (g.next + needed > pages) {
    g.next = 0;
    pages_forget(g.arena, pages * g.page);
  }
  for (size_t i = 0; i < g.count; i++)
    if (g.slots[i].begin < g.arena + (g.next + needed) * g.page && g.arena + g.next * g.page < g.slots[i].end + g.page) return NULL;
  uint8_t* begin = g.arena + g.next * g.page;
  uint8_t* end = begin + (needed - 1) * g.page;
  if (!pages_allow(begin, (size_t)(end - begin), pages_write)) return NULL;
  memset(g.lent + g.next, (int)g.engine->block->current, needed);
  g.next += needed;
  Slot* s = &g.slots[g.count++];
  *s = (Slot){.begin = begin, .data = end - bytes, .end = end};
  memset(begin, guard_blank, (size_t)(end - begin));
  return s;
}

const void* guard_lend(Engine* e, const void* from, size_t bytes) {
  (void)e;
  Slot* s = from == NULL ? NULL : slot_of(bytes);
  if (s == NULL) return from;
  memcpy(s->data, from, bytes);
  s->constant = true;
  pages_allow(s->begin, (size_t)(s->end - s->begin), pages_read);
  return s->data;
}

void* guard_room(Engine* e, size_t bytes) {
  (void)e;
  Slot* s = slot_of(bytes);
  return s == NULL ? NULL : s->data;
}

bool guard_has(Engine* e, const void* at) {
  return e->guarded && (const uint8_t*)at >= g.arena && (const uint8_t*)at < g.arena + pages * g.page;
}

void guard_end(Engine* e) {
  (void)e;
  for (size_t i = 0; i < g.count; i++) {
    const Slot* s = &g.slots[i];
    for (const uint8_t* at = s->begin; !s->constant && at < s->data; at++)
      if (*at != guard_blank) {
        note(trespass_before, (double)(s->data - at), (double)(s->end - s->data));
        break;
      }
    pages_allow(s->begin, (size_t)(s->end - s->begin) + g.page, pages_closed);
  }
  g.count = 0;
  if (g.locks > 0) note(trespass_locked, g.locks, 0);
  g.locks = 0;
}

static bool on_fault(uint8_t* at) {
  if (at < g.arena || at >= g.arena + pages * g.page) return false;
  int which = trespass_kept;
  double more = g.lent[(size_t)(at - g.arena) / g.page];
  for (size_t i = 0; i < g.count; i++) {
    const Slot* s = &g.slots[i];
    if (at < s->begin || at >= s->end + g.page) continue;
    which = at >= s->end ? trespass_behind : trespass_constant;
    more = (double)(at - s->data);
  }
  note(which, more, 0);
  return pages_allow((uint8_t*)((uintptr_t)at & ~(uintptr_t)(g.page - 1)), g.page, pages_write);
}

bool guard_start(Engine* e) {
  if (g.engine == NULL) {
    g.page = page_size();
    g.arena = pages_take(pages * g.page, pages_closed);
    if (g.arena == NULL || !pages_watch(on_fault)) return false;
  }
  g.engine = e;
  e->guarded = true;
  return true;
}

int guard_take(Engine* e) {
  for (int i = 0; i < trespassCount; i++) {
    const Trespass* t = &g.trespasses[i];
    const double row[4] = {t->count, t->op, t->more, t->still};
    put(e, row, sizeof row);
  }
  memset(g.trespasses, 0, sizeof g.trespasses);
  return ok;
}

void guard_freed_state(Engine* e, const void* state) {
  if (e->guarded && state != NULL) note(trespass_stateLeft, 0, 0);
}

/* ---- calls ---- */

static bool blank(const void* at, size_t bytes) {
  const uint8_t* b = at;
  for (size_t i = 0; i < bytes; i++)
    if (b[i] != guard_blank) return false;
  return true;
}

/* Returns the written flag as a number for a register. */
static double told(const void* at, size_t bytes) {
  if (blank(at, bytes)) return note(trespass_unwritten, 0, 0), 0;
  const int value = bytes == 1 ? *(const uint8_t*)at : *(const int*)at;
  if (value != 0 && value != 1) note(trespass_boolean, value, 0);
  return value != 0;
}

static double number(const double* at, double otherwise, bool needed) {
  if (!blank(at, sizeof *at)) return *at;
  if (needed) note(trespass_unwritten, 0, 0);
  return otherwise;
}

/* Finds elements that a getter has not written. Single bytes may have any value. */
static void look(const Buffer* b) {
  const size_t size = b->count == 0 ? 0 : b->bytes / b->count;
  if (size < 4) return;
  for (uint32_t i = 0; i < b->count; i++)
    if (blank((uint8_t*)b->values + i * size, size)) return note(trespass_unwritten, i, b->count);
}

static int buffered(Engine* e, uint32_t op, Buffer* b) {
  const bool reads = op == op_set || op == op_setContinuousStates;
  Buffer copy = *b;
  copy.reference = guard_lend(e, b->reference, b->references * sizeof *b->reference);
  copy.values = reads ? (void*)guard_lend(e, b->values, b->bytes) : guard_room(e, b->bytes);
  if (copy.values == NULL) copy.values = b->values;
  const int status = e->plain(e, op, &copy);
  if (reads || copy.values == b->values) return status;
  if (status < discard) look(&copy);
  if (status < discard) memcpy(b->values, copy.values, b->bytes);
  return status;
}

#define FLAG(name, bytes) void* name = guard_room(e, bytes)
#define HAVE(name, version) (e->version.name == NULL ? engine_absent(e, #name) :

static int do_step(Engine* e, double* r) {
  r[reg_intermediateCount] = 0;
  g.updated = r[reg_time];
  if (e->fmi == 2) return e->plain(e, op_doStep, NULL);
  FLAG(event, 1);
  FLAG(terminate, 1);
  FLAG(early, 1);
  FLAG(last, sizeof(double));
  const int status = HAVE(DoStep, three) e->three.DoStep(e->instance, r[reg_time], r[reg_step], r[reg_noSetStatePrior] != 0, event,
                                                         terminate, early, last));
  const bool answered = status < discard;
  r[reg_eventNeeded] = answered ? told(event, 1) : 0;
  r[reg_terminate] = answered ? told(terminate, 1) : 0;
  r[reg_early] = answered ? told(early, 1) : 0;
  r[reg_lastTime] = number(last, r[reg_time] + r[reg_step], answered);
  return status;
}

static int completed_integrator_step(Engine* e, double* r) {
  const size_t size = e->fmi == 2 ? sizeof(int) : 1;
  FLAG(event, size);
  FLAG(terminate, size);
  const bool prior = r[reg_noSetStatePrior] != 0;
  const int status = e->fmi == 2 ? HAVE(CompletedIntegratorStep, two) e->two.CompletedIntegratorStep(e->instance, prior, event, terminate))
                                 : HAVE(CompletedIntegratorStep, three) e->three.CompletedIntegratorStep(e->instance, prior, event, terminate));
  if (status >= discard) return status;
  r[reg_enterEventMode] = told(event, size);
  r[reg_terminate] = told(terminate, size);
  return status;
}

static const int flags_of_update[] = {reg_newDiscreteStatesNeeded, reg_terminate, reg_nominalsChanged, reg_valuesChanged, reg_nextEventTimeDefined};
/* The others keep what earlier passes of the event gave, if a pass does not write them. */
enum { updateFlags = 5, alwaysWritten = 2 };

static int update_discrete_states(Engine* e, double* r) {
  void* flags[updateFlags];
  size_t size = 1;
  double* next;
  int status;
  if (e->fmi == 2) {
    fmi2EventInfo* info = guard_room(e, sizeof *info);
    size = sizeof(int);
    void* members[] = {&info->newDiscreteStatesNeeded, &info->terminateSimulation, &info->nominalsOfContinuousStatesChanged,
                       &info->valuesOfContinuousStatesChanged, &info->nextEventTimeDefined};
    memcpy(flags, members, sizeof flags);
    next = &info->nextEventTime;
    status = HAVE(NewDiscreteStates, two) e->two.NewDiscreteStates(e->instance, info));
  } else {
    for (int i = 0; i < updateFlags; i++) flags[i] = guard_room(e, 1);
    next = guard_room(e, sizeof *next);
    status = HAVE(UpdateDiscreteStates, three) e->three.UpdateDiscreteStates(e->instance, flags[0], flags[1], flags[2], flags[3], flags[4], next));
  }
  if (status >= discard) return status;
  for (int i = 0; i < updateFlags; i++) {
    const double flag = told(flags[i], size);
    if (i < alwaysWritten || !blank(flags[i], size)) r[flags_of_update[i]] = flag;
  }
  r[reg_nextEventTime] = number(next, r[reg_nextEventTime], r[reg_nextEventTimeDefined] != 0);
  return status;
}

int guard_call(Engine* e, uint32_t op, Buffer* b) {
  double* r = e->block->registers;
  if (e->instance == NULL) return e->plain(e, op, b);
  switch (op) {
    case op_doStep: return do_step(e, r);
    case op_completedIntegratorStep: return completed_integrator_step(e, r);
    case op_updateDiscreteStates: return update_discrete_states(e, r);
    default: return op >= op_get && op <= op_getEventIndicators && b != NULL ? buffered(e, op, b) : e->plain(e, op, b);
  }
}

/* ---- callbacks ---- */

void* guard_environment(Engine* e) { return &g.environments[e->present]; }

static void right(const void* environment) {
  if (environment != &g.environments[g.engine->present]) note(trespass_environment, 0, 0);
}

void guard_log2(void* environment, const char* name, fmi2Status status, const char* category, const char* format, ...) {
  right(environment);
  char text[messageBytes];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format == NULL ? "" : format, values);
  va_end(values);
  if (name == NULL || strcmp(name, g.engine->names[g.engine->present]) != 0) note(trespass_name, 0, 0);
  log_put(&g.engine->block->log, (uint32_t)status < statusCount ? (uint32_t)status : failed, category, text);
}

void guard_log3(void* environment, fmi3Status status, const char* category, const char* message) {
  right(environment);
  log_put(&g.engine->block->log, (uint32_t)status < statusCount ? (uint32_t)status : failed, category, message);
}

/*
 * Memory from FMI 2.0's allocation function begins after a mark, so that freeing it with another
 * function is detected.
 */
enum { mark = 16 };
static const uint64_t marked = 0x6d61726b65645f21;

void* guard_allocate(size_t count, size_t bytes) {
  if (bytes != 0 && count > (SIZE_MAX - mark) / bytes) return NULL;
  uint8_t* at = calloc(1, count * bytes + mark);
  if (at == NULL) return NULL;
  memcpy(at, &marked, sizeof marked);
  return at + mark;
}

void guard_free(void* at) {
  if (at == NULL) return;
  uint8_t* begin = (uint8_t*)at - mark;
  if (memcmp(begin, &marked, sizeof marked) != 0) {
    note(trespass_freed, 0, 0);
    return;
  }
  memset(begin, 0, sizeof marked);
  free(begin);
}

void guard_update(void* environment, double time, bool setRequested, bool getAllowed, bool stepFinished, bool canReturnEarly,
                  bool* earlyReturn, double* returnTime) {
  right(environment);
  Engine* e = g.engine;
  const double* r = e->block->registers;
  const double begin = r[reg_time], end = begin + r[reg_step], slack = 1e-9 * (end - begin);
  if (e->block->current != op_doStep) note(trespass_updatePlace, 0, 0);
  else if (!(time >= g.updated - slack && time >= begin - slack && time <= end + slack)) note(trespass_updateTime, time, g.updated);
  if (canReturnEarly && (earlyReturn == NULL || returnTime == NULL)) note(trespass_updateResults, 0, 0);
  if (stepFinished && time > g.updated) g.updated = time;
  e->update(e, time, setRequested, getAllowed, stepFinished, canReturnEarly, earlyReturn, returnTime);
}

void guard_clock(void* environment) {
  right(environment);
  if (g.engine->block->current != op_activateModelPartition) note(trespass_clockPlace, 0, 0);
  g.engine->block->clocksUpdated = 1;
}

void guard_lock(void) { g.locks++; }
void guard_unlock(void) {
  if (g.locks == 0) note(trespass_unlocked, 0, 0);
  else g.locks--;
}
