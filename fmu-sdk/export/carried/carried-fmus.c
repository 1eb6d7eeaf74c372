/* Loads the FMUs that a pack carries, and passes on what its module asks of them. */
#define _GNU_SOURCE
#include "carried-fmus.h"
#include <math.h>
#include <stdio.h>
#include "imports.h"
#include "../../host/native/engine/float-mode.h"
#include "../../host/native/platform/load-library.h"
#if defined(__linux__) && defined(__GLIBC__)
#include <dlfcn.h>
/* An FMU uses its own functions, not functions with their names in the importer. */
enum { BINDING = RTLD_DEEPBIND };
#else
enum { BINDING = 0 };
#endif

static UNIT_THREAD_LOCAL Carried* calling;
Carried* carried_calling(void) { return calling; }

static inline void enter_fmu(Carried* c) {
  if (c->ownMode != 0) set_float_mode(c->pack->float_mode ^ c->ownMode);
  *c->pack->calling = c;
}

static inline void leave_fmu(Carried* c) {
  *c->pack->calling = NULL;
  const uint32_t host = c->pack->float_mode, own = float_mode() ^ host;
  if (own == 0 && c->ownMode == 0) return;
  c->ownMode = own;
  set_float_mode(host);
}

void carried_begin(Unit* u) {
  u->float_mode = float_mode();
  u->calling = &calling;
}

void carried_said(int status, const char* text) {
  if (calling == NULL || status < DISCARD || text == NULL) return;
  snprintf(calling->said, sizeof calling->said, "%s", text);
}

static const char* const statuses[] = {"ok", "warning", "discard", "error", "fatal"};

static void say(Unit* u, const char* text) {
  u->frame->told = true;
  if (unit_wants(u, FATAL)) u->voice.send(&u->voice, u->name, FATAL, "logStatusFatal", text);
}

void carried_refused(const FmuPlan* o, const char* call, int status) {
  Carried* c = (Carried*)(void*)o;
  Unit* u = c->pack;
  leave_fmu(c);
  if (status == FATAL) c->fatal = true;
  char text[640], why[32] = "";
  if (status > WARNING && status <= FATAL) snprintf(why, sizeof why, " (%s)", statuses[status]);
  snprintf(text, sizeof text, "%s: %s: the FMU %s refuses %s%s%s%s", u->frame->call, c->facts->unit, c->facts->model, call, why,
           c->said[0] == 0 ? "" : ": ", c->said);
  say(u, text);
  wasm_rt_trap(WASM_RT_TRAP_UNREACHABLE);
}

/* ---- opening and closing ---- */

static bool refuse(Unit* u, const char* call, const Carried* c, const char* text) {
  char message[768];
  snprintf(message, sizeof message, "%s: %s: the FMU %s %s%s%s", call, c->facts->unit, c->facts->model, text, c->said[0] == 0 ? "" : ": ",
           c->said);
  unit_refuse(&u->voice, u->name, message);
  return false;
}

static bool place_plan(Unit* u, Carried* c) {
  const CarriedFacts* f = c->facts;
  uint8_t* base = unit_memory(u, f->at);
  c->groups = calloc(f->groupCount + 1, sizeof *c->groups);
  c->inputs = calloc(f->slopeCount + 1, sizeof *c->inputs);
  if (c->groups == NULL || c->inputs == NULL) return false;
  for (uint32_t k = 0; k < f->groupCount; k++) {
    Group* g = &c->groups[k];
    *g = f->groups[k];
    g->values = base + (uintptr_t)g->values;
    g->sent = base + (uintptr_t)g->sent;
    g->given = base + (uintptr_t)g->given;
    g->converted = base + (uintptr_t)g->converted;
  }
  for (uint32_t i = 0; i < f->slopeCount; i++) c->inputs[i] = (double*)(void*)(base + f->inputs[i]);
  c->plan = (FmuPlan){c->groups, f->sorted, f->firsts, f->groupCount, f->slopeCount, (double*)(void*)(base + f->slots), (double*)(void*)(base + f->slopes),
                      c->inputs, f->slopeReferences, f->slopeOrders, (FmuState*)(void*)(base + f->state),
                      f->step, INFINITY, INFINITY, f->tolerance, false, f->takesAnyStep};
  return true;
}

static bool instantiate(Unit* u, const char* call, Carried* c) {
  enter_fmu(c);
  const bool made = c->calls->make(c, c->resources);
  leave_fmu(c);
  c->used = c->fatal = false;
  return made || refuse(u, call, c, "cannot be instantiated");
}

static bool open_one(Unit* u, const char* call, Carried* c, const char* folder) {
  const CarriedFacts* f = c->facts;
  char why[512], text[600];
  char* own = below(folder, f->folder, "/resources");
  char* library = below(folder, f->folder, f->library);
  bool sound = own != NULL && library != NULL && place_plan(u, c);
  if (!sound) return free(own), free(library), refuse(u, call, c, "gets no memory");
  if (f->fmi == 2) c->resources = uri_of(own);
  else if (f->hasResources) c->resources = below(own, "/", "");
  free(own);
  enter_fmu(c);
  c->library = library_open(library, BINDING, why, sizeof why);
  leave_fmu(c);
  free(library);
  if (c->library == NULL) {
    snprintf(text, sizeof text, "cannot be loaded: %s", why);
    return refuse(u, call, c, text);
  }
  if (!c->calls->find(c, why, sizeof why)) {
    snprintf(text, sizeof text, "lacks %s", why);
    return refuse(u, call, c, text);
  }
  return instantiate(u, call, c);
}

bool carried_open(Unit* u, const char* call, const char* resources, bool isUri) {
  char* folder = resource_path(resources, isUri);
  if (folder == NULL) {
    char text[160];
    snprintf(text, sizeof text, "%s: expected the path of the resources, got none.", call);
    return unit_refuse(&u->voice, u->name, text) != NULL;
  }
  carried_begin(u);
  u->carried = calloc(carried_count, sizeof *u->carried);
  bool sound = u->carried != NULL;
  for (uint32_t k = 0; k < carried_count && sound; k++) {
    Carried* c = &u->carried[k];
    c->pack = u;
    c->facts = &carried_facts[k];
    c->calls = c->facts->fmi == 2 ? &carried_fmi2 : &carried_fmi3;
    sound = open_one(u, call, c, folder);
  }
  free(folder);
  return sound;
}

static void release(Carried* c) {
  if (c->fmu == NULL) return;
  if (!c->fatal) {
    enter_fmu(c);
    c->calls->drop(c);
    c->calls->release(c);
    leave_fmu(c);
  }
  c->fmu = NULL;
  c->keptCount = 0;
}

void carried_close(Unit* u) {
  carried_begin(u);
  for (uint32_t k = 0; k < carried_count && u->carried != NULL; k++) {
    Carried* c = &u->carried[k];
    release(c);
    if (c->library != NULL && !c->fatal) library_close(c->library);
    free(c->groups);
    free(c->inputs);
    free(c->kept);
    free(c->resources);
  }
  free(u->carried);
}

/* ---- runs ---- */

/* Brings all FMUs to the state after their instantiation. */
static void restart(Unit* u) {
  for (uint32_t k = 0; k < carried_count; k++) {
    Carried* c = &u->carried[k];
    c->said[0] = 0;
    if (!c->used && !c->fatal && c->fmu != NULL) continue;
    int status = ERROR;
    /* Without an instance, an earlier restart failed. */
    if (!c->fatal && c->fmu != NULL) {
      enter_fmu(c);
      status = c->calls->reset(c);
      leave_fmu(c);
    }
    c->used = false;
    if (status <= WARNING) continue;
    if (status == FATAL) c->fatal = true;
    release(c);
    if (instantiate(u, u->frame->call, c)) continue;
    u->frame->told = true;
    wasm_rt_trap(WASM_RT_TRAP_UNREACHABLE);
  }
}

void carried_terminate(Unit* u) {
  for (uint32_t k = 0; k < carried_count; k++) {
    Carried* c = &u->carried[k];
    enter_fmu(c);
    c->calls->terminate(&c->plan);
    leave_fmu(c);
  }
}

void carried_stop(Unit* u, double stop) {
  for (uint32_t k = 0; k < carried_count; k++) u->carried[k].plan.stop = u->carried[k].plan.last = stop;
}

/* What the module asks, as in carried-functions.ts. */
enum { ask_restart, ask_initialize, ask_exit, ask_step, ask_begin, ask_micro, ask_back, ask_keep };

u32 CARRIED_CALL(struct CARRIED_CALL_HOST* host, u32 record, u32 what, f64 t, f64 H) {
  Unit* u = (Unit*)(void*)host;
  if (u->carried == NULL) return 0;
  if (what == ask_restart) return restart(u), 0;
  Carried* c = &u->carried[unit_word(u, record + 4)];
  const FmuPlan* o = &c->plan;
  if (what == ask_begin) return c->begun = t, c->size = H, 1;
  u32 result = 0;
  enter_fmu(c);
  if (what == ask_step) result = (u32)c->calls->step(o, t, H);
  else if (what == ask_initialize) c->calls->initialize(o, t);
  else if (what == ask_exit) c->calls->exit(o);
  else if (what == ask_back) c->calls->back(o, (uint32_t)t);
  else if (what == ask_keep) c->calls->keep(o, (uint32_t)t);
  else result = (u32)c->calls->step(o, c->begun, c->size);
  leave_fmu(c);
  return result;
}

/* ---- states ---- */

static size_t padded(size_t size) { return (size + 7) & ~(size_t)7; }

/* The size of each state, then its bytes. */
void carried_save(Unit* u, uint8_t** bytes, size_t* size) {
  *bytes = NULL;
  *size = 0;
  for (uint32_t k = 0; k < carried_count; k++) {
    Carried* c = &u->carried[k];
    void* state = NULL;
    enter_fmu(c);
    const uint64_t own = c->calls->take_state(&c->plan, &state);
    uint8_t* all = own > SIZE_MAX / 2 - *size ? NULL : realloc(*bytes, *size + 8 + padded(own));
    if (all == NULL) carried_refused(&c->plan, "to give its state, for which there is no memory", 0);
    uint8_t* at = all + *size;
    memcpy(at, &own, 8);
    memset(at + 8, 0, padded(own));
    c->calls->store_state(&c->plan, state, at + 8, own);
    leave_fmu(c);
    *bytes = all;
    *size += 8 + padded(own);
  }
}

bool carried_fits(const uint8_t* bytes, size_t size) {
  uint64_t own;
  size_t at = 0;
  for (uint32_t k = 0; k < carried_count; k++, at += 8 + padded(own)) {
    if (size - at < 8) return false;
    memcpy(&own, bytes + at, 8);
    if (own > size - at - 8 || padded(own) > size - at - 8) return false;
  }
  return at == size;
}

void carried_load(Unit* u, const uint8_t* bytes) {
  uint64_t own;
  size_t at = 0;
  for (uint32_t k = 0; k < carried_count; k++, at += 8 + padded(own)) {
    Carried* c = &u->carried[k];
    memcpy(&own, bytes + at, 8);
    enter_fmu(c);
    c->calls->load_state(&c->plan, bytes + at + 8, own);
    leave_fmu(c);
  }
}
