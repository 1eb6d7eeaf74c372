/* The functions of FMI 2.0 that a run calls, on a unit program. */
#include "../../../fmu-sdk/standard/c/fmi2.h"
#include "step.h"

#define FUNCTION(name) __attribute__((visibility("default"))) fmi2Status fmi2##name

#define SELF                      \
  Instance* self = instance;      \
  Unit* m = &self->unit;          \
  (void)m

__attribute__((visibility("default"))) const char* fmi2GetTypesPlatform(void) { return "default"; }
__attribute__((visibility("default"))) const char* fmi2GetVersion(void) { return "2.0"; }
__attribute__((visibility("default"))) fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid,
                                                                     fmi2String resources,
                                                                     const fmi2CallbackFunctions* functions,
                                                                     fmi2Boolean visible, fmi2Boolean logging) {
  char file[4096];
  const char* path = strncmp(resources, "file://", 7) == 0 ? resources + 7 : resources;
  snprintf(file, sizeof file, "%s/program.txt", path);
  Instance* self = create(file);
  self->steps = type == fmi2CoSimulation;
  return self;
}
__attribute__((visibility("default"))) void fmi2FreeInstance(fmi2Component instance) { free(instance); }

FUNCTION(SetDebugLogging)(fmi2Component instance, fmi2Boolean on, size_t n, const fmi2String names[]) { return fmi2OK; }
FUNCTION(SetupExperiment)(fmi2Component instance, fmi2Boolean hasTolerance, fmi2Real tolerance, fmi2Real start,
                          fmi2Boolean hasStop, fmi2Real stop) {
  SELF;
  m->time = start;
  return fmi2OK;
}
FUNCTION(EnterInitializationMode)(fmi2Component instance) { return fmi2OK; }
FUNCTION(ExitInitializationMode)(fmi2Component instance) {
  SELF;
  initialized(m);
  self->event = !self->steps;
  return fmi2OK;
}
FUNCTION(EnterEventMode)(fmi2Component instance) {
  SELF;
  entered(m);
  self->event = true;
  return fmi2OK;
}
FUNCTION(EnterContinuousTimeMode)(fmi2Component instance) {
  SELF;
  self->event = false;
  return fmi2OK;
}
FUNCTION(Terminate)(fmi2Component instance) { return fmi2OK; }
FUNCTION(Reset)(fmi2Component instance) { return fmi2Error; }
FUNCTION(SetTime)(fmi2Component instance, fmi2Real time) {
  SELF;
  m->time = time;
  return fmi2OK;
}
FUNCTION(DoStep)(fmi2Component instance, fmi2Real t, fmi2Real h, fmi2Boolean noSetStatePrior) {
  SELF;
  return doStep(m, t, h, false).refused ? fmi2Error : fmi2OK;
}
FUNCTION(NewDiscreteStates)(fmi2Component instance, fmi2EventInfo* info) {
  SELF;
  const bool first = m->passes == 0;
  const Told told = update(m);
  const double time = nextEvent(m);
  info->newDiscreteStatesNeeded = told.again;
  if (!m->sparse || first) info->terminateSimulation = info->nominalsOfContinuousStatesChanged = false;
  if (!m->sparse || first || told.values) info->valuesOfContinuousStatesChanged = told.values;
  if (m->sparse && !first && !told.stops) return fmi2OK;
  info->nextEventTimeDefined = time < INFINITY;
  if (info->nextEventTimeDefined) info->nextEventTime = time;
  return fmi2OK;
}
FUNCTION(CompletedIntegratorStep)(fmi2Component instance, fmi2Boolean noSetStatePrior, fmi2Boolean* event,
                                  fmi2Boolean* terminate) {
  SELF;
  *event = m->stepEvents, *terminate = false;
  return fmi2OK;
}

FUNCTION(GetReal)(fmi2Component instance, const fmi2ValueReference r[], size_t n, fmi2Real v[]) {
  SELF;
  Unit copy, *now = seen(self, &copy);
  for (size_t i = 0; i < n; i++) v[i] = value(now, r[i]);
  return fmi2OK;
}
FUNCTION(SetReal)(fmi2Component instance, const fmi2ValueReference r[], size_t n, const fmi2Real v[]) {
  SELF;
  for (size_t i = 0; i < n; i++)
    if (!assign(m, r[i], v[i])) return fmi2Error;
  return fmi2OK;
}
FUNCTION(GetInteger)(fmi2Component instance, const fmi2ValueReference r[], size_t n, fmi2Integer v[]) {
  SELF;
  for (size_t i = 0; i < n; i++) v[i] = (fmi2Integer)value(m, r[i]);
  return fmi2OK;
}
FUNCTION(SetInteger)(fmi2Component instance, const fmi2ValueReference r[], size_t n, const fmi2Integer v[]) {
  SELF;
  for (size_t i = 0; i < n; i++)
    if (!assign(m, r[i], v[i])) return fmi2Error;
  return fmi2OK;
}
FUNCTION(GetString)(fmi2Component instance, const fmi2ValueReference r[], size_t n, fmi2String v[]) {
  SELF;
  Unit copy, *now = seen(self, &copy);
  for (size_t i = 0; i < n; i++) v[i] = word(now, r[i]);
  return fmi2OK;
}
FUNCTION(SetString)(fmi2Component instance, const fmi2ValueReference r[], size_t n, const fmi2String v[]) {
  SELF;
  for (size_t i = 0; i < n; i++)
    if (!setWord(m, r[i], v[i])) return fmi2Error;
  return fmi2OK;
}
FUNCTION(SetRealInputDerivatives)(fmi2Component instance, const fmi2ValueReference r[], size_t n,
                                  const fmi2Integer order[], const fmi2Real v[]) {
  SELF;
  for (size_t i = 0; i < n; i++) {
    if (order[i] != 1) return fmi2Error;
    m->slope[r[i] - 10] = v[i];
  }
  return fmi2OK;
}
FUNCTION(GetFMUstate)(fmi2Component instance, fmi2FMUstate* state) {
  *state = copyOf(instance, *state);
  return fmi2OK;
}
FUNCTION(SetFMUstate)(fmi2Component instance, fmi2FMUstate state) {
  memcpy(instance, state, sizeof(Instance));
  return fmi2OK;
}
FUNCTION(FreeFMUstate)(fmi2Component instance, fmi2FMUstate* state) {
  free(*state);
  *state = NULL;
  return fmi2OK;
}

FUNCTION(GetContinuousStates)(fmi2Component instance, fmi2Real x[], size_t n) {
  SELF;
  memcpy(x, m->value[gX], n * sizeof *x);
  return fmi2OK;
}
FUNCTION(SetContinuousStates)(fmi2Component instance, const fmi2Real x[], size_t n) {
  SELF;
  memcpy(m->value[gX], x, n * sizeof *x);
  return fmi2OK;
}
FUNCTION(GetDerivatives)(fmi2Component instance, fmi2Real dx[], size_t n) {
  SELF;
  derivatives(m, dx);
  return fmi2OK;
}
FUNCTION(GetNominalsOfContinuousStates)(fmi2Component instance, fmi2Real x[], size_t n) {
  for (size_t i = 0; i < n; i++) x[i] = 1;
  return fmi2OK;
}
FUNCTION(GetEventIndicators)(fmi2Component instance, fmi2Real z[], size_t n) {
  SELF;
  for (size_t i = 0; i < n; i++) z[i] = m->value[gX][m->levelOf[i]] - m->level[i];
  return fmi2OK;
}
