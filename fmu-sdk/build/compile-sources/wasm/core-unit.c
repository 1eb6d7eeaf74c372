/*
 * An FMU of another tool with the functions of a fmukit core module, for a pack. Its variables are in
 * memory. The FMI functions are called as fmu-sdk/host/fmi-driver/co-simulation.ts calls them without
 * event mode.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "core-variables.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* The last time that the FMU received [s]. Its clocks show this time. */
double componentTime;
extern void __wasm_call_ctors(void);

static enum { created, instantiated, initializing, stepping } phase;
#if FMI == 2
static fmi2Component fmu;
#else
static fmi3Instance fmu;
#endif
/* Highest order of the last input derivatives. The FMU has refused them. */
static int highest, refused;

/* A text in UTF-16 with its length before it, as a unit of fmukit leaves it. */
static struct {
  uint32_t length;
  uint16_t text[120];
} failed;

static void fail(const char* call) {
  const char* parts[] = {"a third-party FMU refuses ", call};
  uint32_t n = 0;
  for (int i = 0; i < 2; i++)
    for (const char* at = parts[i]; *at != 0 && n < 120; at++) failed.text[n++] = (uint8_t)*at;
  failed.length = 2 * n;
  __builtin_trap();
}

/* The statuses ok and warning do not count as errors. */
static void expect(int status, const char* call) {
  if (status > 1) fail(call);
}

#if FMI == 2
#define CALL(name, ...) fmi2##name(fmu, ##__VA_ARGS__)
#define ACCESS(call, type, name) \
  case type: return CALL(call##name, r, n, values);
#else
#define CALL(name, ...) fmi3##name(fmu, ##__VA_ARGS__)
#define ACCESS(call, type, name) \
  case type: return CALL(call##name, r, n, values, count);
#endif
#define GET(type, name) ACCESS(Get, type, name)
#define SET(type, name) ACCESS(Set, type, name)
static int get(int type, const uint32_t* r, size_t n, void* values, size_t count) {
  switch (type) { TYPES(GET) }
  return 0;
}
static int set(int type, const uint32_t* r, size_t n, const void* values, size_t count) {
  switch (type) { TYPES(SET) }
  return 0;
}

/* Calls use 4 bytes for a Boolean in FMI 2.0, and 8 bytes for an Enumeration in FMI 3.0. */
static int isConverted(int type) { return FMI == 2 ? type == Boolean : type == Enumeration; }

static void toCall(const Group* g, size_t from, size_t count) {
  for (size_t i = from; i < from + count; i++)
    if (FMI == 2) ((int32_t*)g->converted)[i] = ((uint8_t*)g->values)[i];
    else ((int64_t*)g->converted)[i] = ((int32_t*)g->values)[i];
}
static void fromCall(const Group* g, size_t from, size_t count) {
  for (size_t i = from; i < from + count; i++)
    if (FMI == 2) ((uint8_t*)g->values)[i] = ((int32_t*)g->converted)[i] != 0;
    else ((int32_t*)g->values)[i] = (int32_t)((int64_t*)g->converted)[i];
}

/* Exchanges n variables of a group from variable i on, which begin at element `from`. */
static void setPart(const Group* g, size_t i, size_t n, size_t from, size_t count) {
  if (count == 0) return;
  const int converts = isConverted(g->type);
  if (converts) toCall(g, from, count);
  const char* values = converts ? (char*)g->converted + from * (FMI == 2 ? 4 : 8) : (char*)g->values + from * g->size;
  expect(set(g->type, g->references + i, n, values, count), "a value");
}
static void getPart(const Group* g, size_t i, size_t n, size_t from, size_t count) {
  if (count == 0) return;
  const int converts = isConverted(g->type);
  char* values = converts ? (char*)g->converted + from * (FMI == 2 ? 4 : 8) : (char*)g->values + from * g->size;
  expect(get(g->type, g->references + i, n, values, count), "to give a value");
  if (converts) fromCall(g, from, count);
}
static void setAll(const Group* g) { setPart(g, 0, g->n, 0, g->count); }
static void getAll(const Group* g) { getPart(g, 0, g->n, 0, g->count); }
static void setRole(int role) {
  for (size_t k = 0; k < groupCount; k++)
    if (groups[k].role == role) setAll(groups + k);
}
static void getReads(void) {
  for (size_t k = 0; k < groupCount; k++)
    if (groups[k].role == reading) getAll(groups + k);
}

/* Remembers the discrete values that the FMU has. */
static void remember(void) {
  for (size_t k = 0; k < groupCount; k++) memcpy(groups[k].sent, groups[k].values, groups[k].count * groups[k].size);
}

/* Sets start values that differ from the description. */
static void setStarts(void) {
  for (size_t k = 0; k < groupCount; k++) {
    const Group* g = groups + k;
    for (size_t i = 0, from = 0; i < g->n; from += g->lengths[i++]) {
      const size_t at = from * g->size;
      const int differs = memcmp((char*)g->values + at, (char*)g->starts + at, g->lengths[i] * g->size) != 0;
      if (differs && (g->flags[i] & settable)) setPart(g, i, 1, from, g->lengths[i]);
    }
  }
}

/* Reads inputs and parameters without a start value, which only the FMU knows. */
static void readUnknown(void) {
  for (size_t k = 0; k < groupCount; k++) {
    const Group* g = groups + k;
    for (size_t i = 0, from = 0; i < g->n; from += g->lengths[i++]) {
      const size_t at = from * g->size;
      const int isOpen = memcmp((char*)g->values + at, (char*)g->starts + at, g->lengths[i] * g->size) == 0;
      if (isOpen && (g->flags[i] & unknown)) getPart(g, i, 1, from, g->lengths[i]);
    }
  }
}

#if FMI == 2
static const fmi2CallbackFunctions callbacks = {logged, calloc, free, 0, 0};
static void instantiate(void) { fmu = fmi2Instantiate("unit", fmi2CoSimulation, TOKEN, RESOURCES, &callbacks, 0, 0); }
static int enter(double t) {
  const int status = CALL(SetupExperiment, TOLERANCE > 0, TOLERANCE, t, 0, 0);
  return status > 1 ? status : CALL(EnterInitializationMode);
}
#else
static void logged(fmi3InstanceEnvironment e, fmi3Status status, fmi3String category, fmi3String text) {}
static void instantiate(void) {
  fmu = fmi3InstantiateCoSimulation("unit", TOKEN, RESOURCES, 0, 0, 0, 0, 0, 0, 0, logged, 0);
}
static int enter(double t) { return CALL(EnterInitializationMode, TOLERANCE > 0, TOLERANCE, t, 0, 0); }
#endif

static void build(void) {
  if (phase != created) return;
  __wasm_call_ctors();
  instantiate();
  if (fmu == 0) fail("to be instantiated");
  phase = instantiated;
}

/* Returns outputs to the start values that they had before the first initialization. */
static void keepGiven(int restores) {
  for (size_t k = 0; k < groupCount; k++) {
    const Group* g = groups + k;
    if (g->role != reading) continue;
    if (restores) memcpy(g->values, g->given, g->count * g->size);
    else memcpy(g->given, g->values, g->count * g->size);
  }
}

EXPORT(initialize) void coreInitialize(double t) {
  const int isFirst = phase == created;
  build();
  if (phase == stepping) {
    expect(CALL(Reset), "a reset");
    phase = instantiated;
  }
  componentTime = timeValue = t;
  if (phase == instantiated) {
    keepGiven(!isFirst);
    setStarts();
    expect(enter(t), "its initialization");
    readUnknown();
    highest = refused = 0;
    phase = initializing;
  }
  setRole(continuous);
  setRole(discrete);
  getReads();
}

EXPORT(exitInitialization) void coreExit(void) {
  if (phase != initializing) return;
  expect(CALL(ExitInitializationMode), "the end of its initialization");
  phase = stepping;
  remember();
  getReads();
}

static void setDiscrete(void) {
  int isChanged = 0;
  for (size_t k = 0; k < groupCount; k++) {
    const Group* g = groups + k;
    if (g->role == discrete || g->role == tunable) isChanged |= memcmp(g->values, g->sent, g->count * g->size) != 0;
  }
  if (!isChanged) return;
  setRole(discrete);
  setRole(tunable);
  remember();
}

#if SLOPES
/* Sets the derivatives of inputs. An FMU that refuses the first ones holds its inputs. */
static void setSlopes(double tau) {
  int order = 0;
  for (size_t i = 0; i < slopeCount && order < 2; i++)
    if (slots[3 * i + 2] != 0) order = 2;
    else if (slots[3 * i + 1] != 0) order = 1;
  if (refused || (order == 0 && highest == 0)) return;
  const int most = order > highest ? order : highest;
  for (size_t i = 0; i < slopeCount; i++) {
    slopes[i] = slots[3 * i + 1] + tau * slots[3 * i + 2];
    slopes[slopeCount + i] = slots[3 * i + 2];
  }
  const int status = CALL(SetRealInputDerivatives, slopeReferences, most * slopeCount, slopeOrders, slopes);
  if (status > 1) {
    if (highest > 0 || status > 3) fail("the derivatives of its inputs");
    refused = 1;
  }
  highest = order;
}
#else
static void setSlopes(double tau) {}
#endif

/* Returns the time that the FMU has reached. */
static double stepOnce(double t, double h, double end) {
  setRole(continuous);
  setSlopes(0);
  componentTime = t;
#if FMI == 2
  expect(CALL(DoStep, t, h, 1), "a step");
  const double reached = end;
#else
  bool event = 0, terminates = 0, early = 0;
  double last = end;
  expect(CALL(DoStep, t, h, 1, &event, &terminates, &early, &last), "a step");
  if (terminates) fail("to go on, and ends the simulation");
  const double reached = early ? last : end;
#endif
  getReads();
  return componentTime = reached;
}

EXPORT(step) int coreStep(double t, double H) {
  const double rounding = 1e-12, end = t + H;
  if (phase == initializing) coreExit();
  setDiscrete();
  int moves = 0;
  for (size_t i = 0; i < slopeCount; i++) {
    slots[3 * i] = *inputs[i];
    moves |= slots[3 * i + 1] != 0 || slots[3 * i + 2] != 0;
  }
  const double near = rounding * fmax(fabs(t), NOMINAL);
  const int isNominal = fabs(H - NOMINAL) <= near && !(t + NOMINAL > STOP);
  const double before = end - rounding * fmax(fabs(t), H);
  double from = stepOnce(t, isNominal ? NOMINAL : H, end);
  for (int i = 0; from < before; i++) {
    if (i == 1000) fail("to make progress");
    from = stepOnce(from, end - from, end);
  }
  for (size_t i = 0; i < slopeCount && moves; i++)
    *inputs[i] = slots[3 * i] + H * (slots[3 * i + 1] + 0.5 * H * slots[3 * i + 2]);
  timeValue = end;
  return 0;
}

static double begun, size;
EXPORT(begin) int coreBegin(double t, double H) {
  begun = t;
  size = H;
  return 1;
}
EXPORT(micro) void coreMicro(int i) { coreStep(begun, size); }
EXPORT(reset) void coreReset(void) {
  if (phase > instantiated) expect(CALL(Reset), "a reset");
  if (phase > instantiated) phase = instantiated;
  for (size_t k = 0; k < groupCount; k++) memcpy(groups[k].values, groups[k].starts, groups[k].count * groups[k].size);
}
EXPORT(internalStep) double coreInternalStep(void) { return 0; }
EXPORT(partial) double corePartial(int u, int i, int k, int j) { return NAN; }
EXPORT(table) const void* coreTable(void) { return addresses; }
EXPORT(derivatives) const void* coreDerivatives(void) { return slots; }
EXPORT(stateSize) uint32_t coreStateSize(void) { return __builtin_wasm_memory_size(0) << 16; }
EXPORT(failure) const void* coreFailure(void) { return failed.text; }
