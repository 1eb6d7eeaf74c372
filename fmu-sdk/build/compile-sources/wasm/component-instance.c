/* Functions for every kind of FMU: instances, modes, states, derivatives, dependencies. */
#include "component-lists.h"

IMPORT("fmi:fmi3/callbacks@3.0.0", "log-message")
void logMessage(const char* name, size_t n, int status, const char* category, size_t c, const char* text, size_t m);

void told(void* environment, fmi3Status status, fmi3String category, fmi3String text) {
  const Unit* unit = environment;
  if (category == 0) category = "";
  if (text == 0) text = "";
  logMessage(unit->name, unit->nameLength, status, category, strlen(category), text, strlen(text));
}

Unit* newUnit(const char* name, size_t length) {
  Unit* unit = calloc(1, sizeof(Unit));
  if (unit == 0 || (unit->name = calloc(length + 1, 1)) == 0) __builtin_trap();
  memcpy(unit->name, name, length);
  unit->nameLength = length;
  return unit;
}

/* option<resource>: empty if the FMU does not create an instance. */
void* given(Unit* unit, int (*handle)(Unit*)) {
  uint32_t* area = take(8);
  if (unit->instance != 0) {
    put(area, 0, 1);
    area[1] = handle(unit);
  } else {
    free(unit->name);
    free(unit);
  }
  return area;
}

EXPORT(fmiDestructor) void fmiDestructor(Unit* self) {
  fmi3FreeInstance(entered(self));
  free(self->name);
  free(self);
}

EXPORT(fmiGetVersion) void* fmiGetVersion(void) {
  entered(0);
  Text* area = take(sizeof(Text));
  *area = (Text){"3.0", 3};
  return area;
}

EXPORT(fmiSetDebugLogging) int fmiSetDebugLogging(Unit* self, int on, const Text* categories, size_t n) {
  fmi3Instance instance = entered(self);
  fmi3String* names = take(n * sizeof(fmi3String));
  for (size_t i = 0; i < n; i++) names[i] = copyOf(categories[i].at, categories[i].length);
  return fmi3SetDebugLogging(instance, on, n, names);
}

EXPORT(fmiEnterInitializationMode)
int fmiEnterInitializationMode(Unit* self, int tolerated, double tolerance, double start, int ends, double stop) {
  componentTime = start;
  return fmi3EnterInitializationMode(entered(self), tolerated, tolerance, start, ends, stop);
}

#define ACTION(name) \
  EXPORT(fmi##name) int fmi##name(Unit* self) { return fmi3##name(entered(self)); }
ACTION(Terminate)
ACTION(Reset)
ACTION(EnterConfigurationMode)
ACTION(ExitConfigurationMode)
ACTION(EvaluateDiscreteStates)

/* The FMU may write only what a pass of an event changes. The rest keeps what earlier passes gave. */
static fmi3Boolean is[5];
static double next;

EXPORT(fmiExitInitializationMode) int fmiExitInitializationMode(Unit* self) {
  memset(is, 0, sizeof is);
  return fmi3ExitInitializationMode(entered(self));
}

EXPORT(fmiEnterEventMode) int fmiEnterEventMode(Unit* self) {
  memset(is, 0, sizeof is);
  return fmi3EnterEventMode(entered(self));
}

EXPORT(fmiUpdateDiscreteStates) void* fmiUpdateDiscreteStates(Unit* self) {
  is[0] = is[1] = false;
  fmi3Status status = fmi3UpdateDiscreteStates(entered(self), &is[0], &is[1], &is[2], &is[3], &is[4], &next);
  void* area = answer(status, 8, 16);
  if (bad(status)) return area;
  for (int i = 0; i < 5; i++) put(area, 8 + i, is[i]);
  ((double*)area)[2] = next;
  return area;
}

/* A state is its serialized bytes. FMUs that cannot serialize a state cannot save one here. */
EXPORT(fmiGetFmuState) void* fmiGetFmuState(Unit* self) {
  fmi3Instance instance = entered(self);
  fmi3FMUState state = 0;
  size_t size = 0;
  fmi3Byte* bytes = 0;
  fmi3Status status = fmi3GetFMUState(instance, &state);
  if (!bad(status)) status = fmi3SerializedFMUStateSize(instance, state, &size);
  if (!bad(status)) status = fmi3SerializeFMUState(instance, state, bytes = take(size), size);
  if (state != 0) fmi3FreeFMUState(instance, &state);
  return answerList(status, bytes, size);
}

EXPORT(fmiSetFmuState) int fmiSetFmuState(Unit* self, const fmi3Byte* bytes, size_t size) {
  fmi3Instance instance = entered(self);
  fmi3FMUState state = 0;
  fmi3Status status = fmi3DeserializeFMUState(instance, bytes, size, &state);
  if (!bad(status)) status = fmi3SetFMUState(instance, state);
  if (state != 0) fmi3FreeFMUState(instance, &state);
  return status;
}

#define DERIVATIVE(name, of) \
  EXPORT(fmiGet##name##Derivative) \
  void* fmiGet##name##Derivative(Unit* self, const uint32_t* unknowns, size_t m, const uint32_t* knowns, size_t n, \
                                 const double* seed, size_t k) { \
    fmi3Instance instance = entered(self); \
    size_t count = elements(instance, of); \
    double* list = take(count * sizeof(double)); \
    return answerList(fmi3Get##name##Derivative(instance, unknowns, m, knowns, n, seed, k, list, count), list, count); \
  }
#define COMMA ,
DERIVATIVE(Directional, unknowns COMMA m)
DERIVATIVE(Adjoint, knowns COMMA n)

EXPORT(fmiGetNumberOfVariableDependencies) void* fmiGetNumberOfVariableDependencies(Unit* self, uint32_t reference) {
  size_t n = 0;
  fmi3Status status = fmi3GetNumberOfVariableDependencies(entered(self), reference, &n);
  return answerCount(status, n);
}

typedef struct {
  uint32_t dependent, element, independent, of;
  uint8_t kind;
} Dependency;

EXPORT(fmiGetVariableDependencies) void* fmiGetVariableDependencies(Unit* self, uint32_t reference) {
  fmi3Instance instance = entered(self);
  size_t n = 0;
  fmi3Status status = fmi3GetNumberOfVariableDependencies(instance, reference, &n);
  size_t *rows = take(n * sizeof(size_t)), *columns = take(n * sizeof(size_t));
  fmi3ValueReference* others = take(n * sizeof(fmi3ValueReference));
  fmi3DependencyKind* kinds = take(n * sizeof(fmi3DependencyKind));
  if (!bad(status)) status = fmi3GetVariableDependencies(instance, reference, rows, others, columns, kinds, n);
  Dependency* list = take(n * sizeof(Dependency));
  for (size_t i = 0; i < n && !bad(status); i++)
    list[i] = (Dependency){reference, rows[i], others[i], columns[i], kinds[i] == fmi3Dependent ? 0 : kinds[i]};
  return answerList(status, list, n);
}

typedef struct {
  uint32_t reference, order;
} Order;

EXPORT(fmiGetOutputDerivatives) void* fmiGetOutputDerivatives(Unit* self, const Order* requests, size_t n) {
  fmi3Instance instance = entered(self);
  fmi3ValueReference* references = take(n * sizeof(fmi3ValueReference));
  fmi3Int32* orders = take(n * sizeof(fmi3Int32));
  for (size_t i = 0; i < n; i++) {
    references[i] = requests[i].reference;
    orders[i] = requests[i].order;
  }
  size_t count = elements(instance, references, n);
  double* list = take(count * sizeof(double));
  return answerList(fmi3GetOutputDerivatives(instance, references, n, orders, list, count), list, count);
}
