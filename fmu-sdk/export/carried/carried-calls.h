/*
 * Calls a carried FMU by the functions of its library. Before it is included: FMI, FUNCTIONS (the
 * member of Carried), TYPES, and the names of the functions for states.
 */
#include "carried-fmus.h"
#include <stdio.h>
#include <stdlib.h>
#include "../../host/native/platform/load-library.h"

#define FMU(o) ((Carried*)(void*)(o))
#define CALL(o, name, ...) \
  (FMU(o)->FUNCTIONS.name != NULL ? FMU(o)->FUNCTIONS.name(FMU(o)->fmu, ##__VA_ARGS__) : absent(o, #name))

static WASM_RT_NO_RETURN void fail(const FmuPlan* o, const char* call, int status) { carried_refused(o, call, status); }

static UNIT_COLD int absent(const FmuPlan* o, const char* name) {
  char text[80];
  snprintf(text, sizeof text, "fmi%d%s, which its library lacks", FMI, name);
  fail(o, text, 0);
}

static inline void show_time(const FmuPlan* o, double t) { FMU(o)->time = t; }
/* The loader has instantiated it. */
static inline void instantiate(const FmuPlan* o) { (void)o; }

#define INSTANCE(o) FMU(o)->fmu
#define RESET(o) ok
enum { ok };
#include "../fmu-calls.h"

static void begin_run(const FmuPlan* o, double t) {
  FMU(o)->used = true;
  initialize(o, t);
}

static void terminate(const FmuPlan* o) {
  if (o->state->phase == stepping) expect(o, CALL(o, Terminate), "its end");
}

static int reset(Carried* c) { return c->FUNCTIONS.Reset == NULL ? ERROR : c->FUNCTIONS.Reset(c->fmu); }

static void release(Carried* c) { c->FUNCTIONS.FreeInstance(c->fmu); }

static size_t take_state(const FmuPlan* o, void** state) {
  size_t size = 0;
  expect(o, CALL(o, GET_STATE, state), "to give its state");
  expect(o, CALL(o, STATE_SIZE, *state, &size), "to give its state");
  return size;
}

static void store_state(const FmuPlan* o, void* state, uint8_t* bytes, size_t size) {
  const int status = CALL(o, SERIALIZE_STATE, state, (void*)bytes, size);
  expect(o, CALL(o, FREE_STATE, &state), "to free a state");
  expect(o, status, "to give its state");
}

static void load_state(const FmuPlan* o, const uint8_t* bytes, size_t size) {
  void* state = NULL;
  expect(o, CALL(o, DESERIALIZE_STATE, (const void*)bytes, size, &state), "a state");
  const int status = CALL(o, SET_STATE, state);
  expect(o, CALL(o, FREE_STATE, &state), "to free a state");
  expect(o, status, "a state");
  FMU(o)->used = true;
}

/* The states of a scheme are few: one for each group of units around the FMU. */
static KeptState* kept_under(Carried* c, uint32_t name) {
  for (uint32_t k = 0; k < c->keptCount; k++)
    if (c->kept[k].name == name) return &c->kept[k];
  KeptState* more = realloc(c->kept, (c->keptCount + 1) * sizeof *more);
  if (more == NULL) fail(&c->plan, "to keep its state, for which there is no memory", 0);
  c->kept = more;
  c->kept[c->keptCount] = (KeptState){name, NULL};
  return &c->kept[c->keptCount++];
}

static void keep(const FmuPlan* o, uint32_t name) {
  FMU(o)->plan.repeats = true;
  expect(o, CALL(o, GET_STATE, &kept_under(FMU(o), name)->state), "to give its state");
}

static void back(const FmuPlan* o, uint32_t name) { expect(o, CALL(o, SET_STATE, kept_under(FMU(o), name)->state), "a state"); }

static void drop(Carried* c) {
  for (uint32_t k = 0; k < c->keptCount; k++)
    if (c->kept[k].state != NULL && c->FUNCTIONS.FREE_STATE != NULL) c->FUNCTIONS.FREE_STATE(c->fmu, &c->kept[k].state);
  c->keptCount = 0;
}

#define NAMED(type, name) \
  case type: \
    g->get = (void (*)(void))c->FUNCTIONS.Get##name; \
    g->set = (void (*)(void))c->FUNCTIONS.Set##name; \
    break;
static void find_exchanges(Carried* c) {
  for (uint32_t k = 0; k < c->plan.groupCount; k++) {
    Group* g = &c->groups[k];
    switch (g->type) { TYPES(NAMED) }
  }
}

enum { need_no = 0, need_me = 0, need_se = 0, need_cs = 1, need_all = 1 };

/* Tells the name of a function that the library lacks. */
static bool lacks(char* missing, size_t bytes, const char* name) {
  snprintf(missing, bytes, "%s", name);
  return false;
}
