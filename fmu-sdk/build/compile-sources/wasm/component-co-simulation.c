/* Functions for co-simulation only. */
#include "component-lists.h"

void told(void* environment, fmi3Status status, fmi3String category, fmi3String text);
Unit* newUnit(const char* name, size_t length);
void* given(Unit* unit, int (*handle)(Unit*));

IMPORT("[export]fmi:fmi3/co-simulation@3.0.0", "[resource-new]co-simulation-instance") int handle(Unit* unit);
IMPORT("fmi:fmi3/intermediate-update-callbacks@3.0.0", "intermediate-update")
void intermediateUpdate(double t, int set, int get, int finished, int early, void* result);

/* The host cannot call the FMU within the callback, so it can neither set nor read values there. */
static void updated(void* environment, double t, fmi3Boolean set, fmi3Boolean get, fmi3Boolean finished,
                    fmi3Boolean early, fmi3Boolean* earlyReturn, double* at) {
  struct {
    uint8_t early;
    double at;
  } result = {0, 0};
  intermediateUpdate(t, 0, 0, finished, early, &result);
  *earlyReturn = result.early;
  *at = result.at;
}

EXPORT(fmiInstantiateCoSimulation)
void* fmiInstantiateCoSimulation(const char* name, size_t n, const char* token, size_t t, const char* path, size_t p,
                                 int visible, int logging, int events, int early, const uint32_t* required, size_t r) {
  entered(0);
  Unit* unit = newUnit(name, n);
  unit->instance = fmi3InstantiateCoSimulation(unit->name, copyOf(token, t), copyOf(path, p), visible, logging, events, early,
                                               required, r, unit, told, early || r > 0 ? updated : 0);
  return given(unit, handle);
}

#ifndef WITH_MODEL_EXCHANGE
EXPORT(fmiEnterStepMode) int fmiEnterStepMode(Unit* self) { return fmi3EnterStepMode(entered(self)); }
#endif

/* FMI 3.0 does not define derivatives of inputs. */
EXPORT(fmiSetInputDerivatives) int fmiSetInputDerivatives(Unit* self, const void* requests, size_t n, const double* values, size_t m) {
  return n == 0 ? fmi3OK : fmi3Error;
}

EXPORT(fmiDoStep) void* fmiDoStep(Unit* self, double t, double H, int noSetStatePrior) {
  fmi3Boolean event = 0, terminate = 0, early = 0;
  double last = t + H;
  componentTime = t;
  fmi3Status status = fmi3DoStep(entered(self), t, H, noSetStatePrior, &event, &terminate, &early, &last);
  componentTime = last;
  double* area = answer(status, 8, 16);
  if (bad(status)) return area;
  area[1] = last;
  put(area, 16, event);
  put(area, 17, terminate);
  put(area, 18, early);
  return area;
}
