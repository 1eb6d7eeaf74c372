/* Carried FMUs of FMI 2.0. */
#define FMI 2
#define FUNCTIONS two
#define TYPES(X) X(Float64, Real) X(Int32, Integer) X(Enumeration, Integer) X(Boolean, Boolean)
#define GET_STATE GetFMUstate
#define SET_STATE SetFMUstate
#define FREE_STATE FreeFMUstate
#define STATE_SIZE SerializedFMUstateSize
#define SERIALIZE_STATE SerializeFMUstate
#define DESERIALIZE_STATE DeSerializeFMUstate
#include "carried-calls.h"
#include <stdarg.h>

static void log_message(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category, fmi2String format, ...) {
  (void)environment, (void)name, (void)category;
  char text[256];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format == NULL ? "" : format, values);
  va_end(values);
  carried_said(status, text);
}

static bool find(Carried* c, char* missing, size_t bytes) {
#define X(need, name, result, parameters) \
  *(void**)&c->two.name = library_find(c->library, "fmi2" #name); \
  if (c->two.name == NULL && need_##need) return lacks(missing, bytes, "fmi2" #name);
  FMI2_FUNCTIONS(X)
#undef X
  find_exchanges(c);
  return true;
}

static bool make(Carried* c, const char* resources) {
  const CarriedFacts* f = c->facts;
  c->callbacks = (fmi2CallbackFunctions){log_message, calloc, free, NULL, NULL};
  if (!f->needsMemory) c->callbacks.allocateMemory = NULL, c->callbacks.freeMemory = NULL;
  c->fmu = c->two.Instantiate(f->unit, fmi2CoSimulation, f->token, resources, &c->callbacks, 0, 0);
  return c->fmu != NULL;
}

const CarriedCalls carried_fmi2 = {find, make, release, reset, begin_run, exit_initialization, step, terminate, take_state, store_state, load_state, keep, back, drop};
