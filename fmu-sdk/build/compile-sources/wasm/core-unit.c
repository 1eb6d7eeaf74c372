/* An FMU of another tool with the functions of a fmukit core module, for a pack. */
#include <stdlib.h>
#include "core-variables.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* The last time that the FMU received [s]. Its clocks show this time. */
double componentTime;
extern void __wasm_call_ctors(void);

/* A text in UTF-16 with its length before it, as a unit of fmukit leaves it. */
static struct {
  uint32_t length;
  uint16_t text[120];
} failed;

static void fail(const FmuPlan* o, const char* call, int status) {
  const char* parts[] = {"a third-party FMU refuses ", call};
  uint32_t n = 0;
  for (int i = 0; i < 2; i++)
    for (const char* at = parts[i]; *at != 0 && n < 120; at++) failed.text[n++] = (uint8_t)*at;
  failed.length = 2 * n;
  __builtin_trap();
}

#if FMI == 2
static fmi2Component fmu;
static const fmi2CallbackFunctions callbacks = {logged, calloc, free, 0, 0};
#define MAKE fmi2Instantiate("unit", fmi2CoSimulation, TOKEN, RESOURCES, &callbacks, 0, 0)
#define CALL(o, name, ...) fmi2##name(fmu, ##__VA_ARGS__)
#else
static fmi3Instance fmu;
static void logged(fmi3InstanceEnvironment e, fmi3Status status, fmi3String category, fmi3String text) {}
#define MAKE fmi3InstantiateCoSimulation("unit", TOKEN, RESOURCES, 0, 0, 0, 0, 0, 0, 0, logged, 0)
#define CALL(o, name, ...) fmi3##name(fmu, ##__VA_ARGS__)
#endif

static void instantiate(const FmuPlan* o) {
  __wasm_call_ctors();
  fmu = MAKE;
  if (fmu == 0) fail(o, "to be instantiated", 3);
}

static void show_time(const FmuPlan* o, double t) { componentTime = t; }
#define RESET(o) CALL(o, Reset)
#include "fmu-calls.h"

static const FmuPlan own = {groups, sorted, firsts, groupCount, SLOPES, slots, slopes, inputs, slopeReferences, slopeOrders, &state, NOMINAL, STOP, INFINITY, TOLERANCE};
static double begun, size;

EXPORT(initialize) void coreInitialize(double t) { initialize(&own, t); }
EXPORT(exitInitialization) void coreExit(void) { exit_initialization(&own); }
EXPORT(step) int coreStep(double t, double H) { return step(&own, t, H); }
EXPORT(begin) int coreBegin(double t, double H) {
  begun = t;
  size = H;
  return 1;
}
EXPORT(micro) void coreMicro(int i) { step(&own, begun, size); }
EXPORT(reset) void coreReset(void) {
  if (state.phase > instantiated) {
    expect(&own, CALL(&own, Reset), "a reset");
    state.phase = instantiated;
  }
  for (size_t k = 0; k < groupCount; k++) memcpy(groups[k].values, groups[k].starts, groups[k].count * groups[k].size);
}
EXPORT(internalStep) double coreInternalStep(void) { return 0; }
EXPORT(partial) double corePartial(int u, int i, int k, int j) { return NAN; }
EXPORT(table) const void* coreTable(void) { return addresses; }
EXPORT(derivatives) const void* coreDerivatives(void) { return slots; }
EXPORT(stateSize) uint32_t coreStateSize(void) { return __builtin_wasm_memory_size(0) << 16; }
EXPORT(failure) const void* coreFailure(void) { return failed.text; }
