/* Minimal FMI 3.0 unit for model exchange: x' = -x, x(0) = 1. */
#include <stdlib.h>
#include "../../../fmu-sdk/standard/c/fmi3.h"

#define EXPORT __attribute__((visibility("default")))
#define FUNCTION(name) EXPORT fmi3Status fmi3##name

typedef struct {
  double x;
} Unit;

EXPORT const char* fmi3GetVersion(void) { return "3.0"; }
EXPORT void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool visible, bool logging,
                                          void* environment, fmi3LogMessageCallback log) {
  Unit* c = calloc(1, sizeof *c);
  c->x = 1;
  return c;
}
EXPORT void fmi3FreeInstance(void* unit) { free(unit); }
FUNCTION(SetDebugLogging)(Unit* c, bool on, size_t n, const char* const categories[]) { return fmi3OK; }
FUNCTION(EnterInitializationMode)(Unit* c, bool toleranceDefined, double tolerance, double start, bool stopDefined, double stop) { return fmi3OK; }
FUNCTION(ExitInitializationMode)(Unit* c) { return fmi3OK; }
FUNCTION(EnterEventMode)(Unit* c) { return fmi3OK; }
FUNCTION(UpdateDiscreteStates)(Unit* c, bool* again, bool* terminate, bool* nominals, bool* values, bool* defined, double* next) {
  *again = *terminate = *nominals = *values = *defined = false;
  return fmi3OK;
}
FUNCTION(EnterContinuousTimeMode)(Unit* c) { return fmi3OK; }
FUNCTION(CompletedIntegratorStep)(Unit* c, bool noSet, bool* event, bool* terminate) { return *event = *terminate = false, fmi3OK; }
FUNCTION(SetTime)(Unit* c, double time) { return fmi3OK; }
FUNCTION(GetNumberOfContinuousStates)(Unit* c, size_t* n) { return *n = 1, fmi3OK; }
FUNCTION(GetNumberOfEventIndicators)(Unit* c, size_t* n) { return *n = 0, fmi3OK; }
FUNCTION(GetContinuousStates)(Unit* c, double x[], size_t n) { return x[0] = c->x, fmi3OK; }
FUNCTION(SetContinuousStates)(Unit* c, const double x[], size_t n) { return c->x = x[0], fmi3OK; }
FUNCTION(GetContinuousStateDerivatives)(Unit* c, double dx[], size_t n) { return dx[0] = -c->x, fmi3OK; }
FUNCTION(GetNominalsOfContinuousStates)(Unit* c, double x[], size_t n) { return x[0] = 1, fmi3OK; }
FUNCTION(GetEventIndicators)(Unit* c, double z[], size_t n) { return fmi3OK; }
FUNCTION(GetFloat64)(Unit* c, const uint32_t r[], size_t n, double v[], size_t values) {
  for (size_t i = 0; i < n; i++) v[i] = r[i] == 0 ? c->x : -c->x;
  return fmi3OK;
}
FUNCTION(SetFloat64)(Unit* c, const uint32_t r[], size_t n, const double v[], size_t values) { return c->x = v[0], fmi3OK; }
FUNCTION(Terminate)(Unit* c) { return fmi3OK; }
FUNCTION(Reset)(Unit* c) { return c->x = 1, fmi3OK; }
