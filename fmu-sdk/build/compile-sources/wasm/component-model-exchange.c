/* Functions for model exchange only. */
#include "component-lists.h"

void told(void* environment, fmi3Status status, fmi3String category, fmi3String text);
Unit* newUnit(const char* name, size_t length);
void* given(Unit* unit, int (*handle)(Unit*));

IMPORT("[export]fmi:fmi3/model-exchange@3.0.0", "[resource-new]model-exchange-instance") int exchangeHandle(Unit* unit);

EXPORT(fmiInstantiateModelExchange)
void* fmiInstantiateModelExchange(const char* name, size_t n, const char* token, size_t t, const char* path, size_t p,
                                  int visible, int logging) {
  entered(0);
  Unit* unit = newUnit(name, n);
  unit->instance = fmi3InstantiateModelExchange(unit->name, copyOf(token, t), copyOf(path, p), visible, logging, unit, told);
  return given(unit, exchangeHandle);
}

/* The draft's interface declares this function, but Step Mode belongs to co-simulation. */
EXPORT(fmiEnterStepMode) int fmiEnterStepMode(Unit* self) {
  fmi3Instance instance = entered(self);
  return fmi3EnterStepMode == 0 ? fmi3Error : fmi3EnterStepMode(instance);
}

EXPORT(fmiEnterContinuousTimeMode) int fmiEnterContinuousTimeMode(Unit* self) {
  return fmi3EnterContinuousTimeMode(entered(self));
}

EXPORT(fmiSetTime) int fmiSetTime(Unit* self, double t) {
  componentTime = t;
  return fmi3SetTime(entered(self), t);
}

EXPORT(fmiSetContinuousStates) int fmiSetContinuousStates(Unit* self, const double* values, size_t n) {
  return fmi3SetContinuousStates(entered(self), values, n);
}

#define COUNT(name) \
  EXPORT(fmiGet##name) void* fmiGet##name(Unit* self) { \
    size_t n = 0; \
    fmi3Status status = fmi3Get##name(entered(self), &n); \
    return answerCount(status, n); \
  }
COUNT(NumberOfEventIndicators)
COUNT(NumberOfContinuousStates)

#define DOUBLES(name, count) \
  EXPORT(fmiGet##name) void* fmiGet##name(Unit* self) { \
    fmi3Instance instance = entered(self); \
    size_t n = 0; \
    fmi3Status status = fmi3Get##count(instance, &n); \
    double* list = take(n * sizeof(double)); \
    if (!bad(status)) status = fmi3Get##name(instance, list, n); \
    return answerList(status, list, n); \
  }
DOUBLES(ContinuousStateDerivatives, NumberOfContinuousStates)
DOUBLES(ContinuousStates, NumberOfContinuousStates)
DOUBLES(NominalsOfContinuousStates, NumberOfContinuousStates)
DOUBLES(EventIndicators, NumberOfEventIndicators)

EXPORT(fmiCompletedIntegratorStep) void* fmiCompletedIntegratorStep(Unit* self, int noSetStatePrior) {
  fmi3Boolean event = 0, terminate = 0;
  fmi3Status status = fmi3CompletedIntegratorStep(entered(self), noSetStatePrior, &event, &terminate);
  void* area = answer(status, 1, 2);
  if (bad(status)) return area;
  put(area, 1, event);
  put(area, 2, terminate);
  return area;
}
