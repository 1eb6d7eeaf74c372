/* Carried FMUs of FMI 3.0. */
#define FMI 3
#define EVENTS
#define FUNCTIONS three
#define TYPES(X)                                                                                               \
  X(Float32, Float32) X(Float64, Float64) X(Int8, Int8) X(UInt8, UInt8) X(Int16, Int16) X(UInt16, UInt16)      \
  X(Int32, Int32) X(UInt32, UInt32) X(Int64, Int64) X(UInt64, UInt64) X(Boolean, Boolean) X(Enumeration, Int64)
#define GET_STATE GetFMUState
#define SET_STATE SetFMUState
#define FREE_STATE FreeFMUState
#define STATE_SIZE SerializedFMUStateSize
#define SERIALIZE_STATE SerializeFMUState
#define DESERIALIZE_STATE DeserializeFMUState
#include "carried-calls.h"

static void logged(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String text) {
  (void)environment, (void)category;
  carried_said(status, text);
}

/* Sets inputs to their polynomials at an intermediate update. */
static void follow(const Carried* c, double time) {
  const FmuPlan* o = &c->plan;
  const uint32_t n = o->slopeCount;
  double* u = o->slopes + 3 * n;
  const double tau = time - c->time;
  for (uint32_t i = 0; i < n; i++) {
    const double* k = o->slopes + 3 * i;
    u[i] = k[0] + tau * (k[1] + tau * k[2]);
  }
  if (c->three.SetFloat64 != NULL) c->three.SetFloat64(c->fmu, o->slopeReferences, n, u, n);
}

static void updated(fmi3InstanceEnvironment environment, fmi3Float64 time, fmi3Boolean set, fmi3Boolean get, fmi3Boolean finished,
                    fmi3Boolean canReturn, fmi3Boolean* returns, fmi3Float64* at) {
  (void)environment, (void)get, (void)finished, (void)canReturn;
  const Carried* c = carried_calling();
  if (set && c != NULL && c->plan.slopeCount > 0) follow(c, time);
  if (returns != NULL) *returns = false;
  if (at != NULL) *at = time;
}

static bool find(Carried* c, char* missing, size_t bytes) {
#define X(need, name, result, parameters) \
  *(void**)&c->three.name = library_find(c->library, "fmi3" #name); \
  if (c->three.name == NULL && need_##need) return lacks(missing, bytes, "fmi3" #name);
  FMI3_FUNCTIONS(X)
#undef X
  find_exchanges(c);
  return true;
}

static bool make(Carried* c, const char* resources) {
  const CarriedFacts* f = c->facts;
  /* Some FMUs announce an event mode but reject it. */
  for (int events = f->hasEvents; events >= 0 && c->fmu == NULL; events--) {
    c->fmu = c->three.InstantiateCoSimulation(f->unit, f->token, resources, false, false, events != 0, events != 0 && f->returnsEarly,
                                              f->slopeReferences, f->slopeCount, NULL, logged, updated);
    c->plan.handlesEvents = events != 0;
  }
  return c->fmu != NULL;
}

const CarriedCalls carried_fmi3 = {find, make, release, reset, begin_run, exit_initialization, step, terminate, take_state, store_state, load_state, keep, back, drop};
